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

// A whole small cuDNN in NVIDIA's layout whose libraries answer cudnnGetVersion and cudnnGetCudartVersion: three-level
// links, headers and static libraries with versioned doubles; below 8.3.1 the older folders (lib64). All words and bytes
// are ours; nothing of NVIDIA's is in it. version: three or four parts.
QList<PracticeFile> practiceCudnn(const QVersionNumber &version, const QVersionNumber &cuda,
                                  ElfImage::Machine machine = ElfImage::Machine::X86_64);

// A library that practiceCudnn() made, known by its bytes.
struct PracticeLibrary
{
    QString name; // "libcudnn_ops"
    QVersionNumber version;
    QVersionNumber cuda;
    QByteArrayList needed; // SONAMEs, all of the same cuDNN
};

// Nothing when even one byte differs from what practiceCudnn() makes.
std::optional<PracticeLibrary> practiceLibraryOf(const QByteArray &bytes);

} // namespace cudnnsetup
