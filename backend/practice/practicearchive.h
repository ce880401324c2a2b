// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"
#include "practice/practicelibraries.h"

namespace cudnnsetup {

// A practice cuDNN packed under the name and in the layout that NVIDIA gives to this release.
struct PracticeArchive
{
    QString fileName = {};         // "cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"
    QString topDir = {};           // empty for a wheel
    QString platform = {};         // "linux-x86_64"
    QVersionNumber version = {};   // four parts
    QVersionNumber cuda = {};      // as in the name: 12, or 11.3
    QByteArray bytes = {};
};

// container: TarXz (from 8.3.1 on), TarGz (the older layout, top folder "cuda") or Zip (a wheel). The same call gives the
// same bytes wherever the compression library is the same.
PracticeArchive practiceArchive(const QVersionNumber &version, const QVersionNumber &cuda, Container container = Container::TarXz,
                                ElfImage::Machine machine = ElfImage::Machine::X86_64);

// A tar archive (ustar, with GNU's entries for long names) of the files below topDir.
QByteArray tarOf(const QString &topDir, const QList<PracticeFile> &files);

} // namespace cudnnsetup
