// SPDX-License-Identifier: MIT
#pragma once

#include "practice/elfwriter.h"

#include <QVersionNumber>

namespace cudnnsetup {

// One file of a practice cuDNN, path relative to the archive's top folder.
struct PracticeFile
{
    QString path;             // "lib/libcudnn.so.8.9.7", "include/cudnn_version.h", "LICENSE"
    QByteArray content = {};
    QString linkTarget = {};  // a link when not empty
    int mode = 0644;
};

// A whole small cuDNN in NVIDIA's layout (three-level links, versioned headers doubled) whose libraries answer
// cudnnGetVersion and cudnnGetCudartVersion. version: three or four parts.
QList<PracticeFile> practiceCudnn(const QVersionNumber &version, const QVersionNumber &cuda,
                                  ElfImage::Machine machine = ElfImage::Machine::X86_64);

} // namespace cudnnsetup
