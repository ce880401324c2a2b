// SPDX-License-Identifier: MIT
#pragma once

#include "practice/elfwriter.h"
#include "scratchroot.h"

#include <QVersionNumber>

namespace cudnnsetup::test {

// A practice cuDNN in the layouts in which it is met on machines, written below a scratch root.

// As unpacked from NVIDIA's archive: libraries with three-level links, headers with versioned doubles.
void writeCudnn(const ScratchRoot &root, const QVersionNumber &version, const QVersionNumber &cuda, const QString &libraryDir,
                const QString &includeDir, ElfImage::Machine machine = ElfImage::Machine::X86_64);
// As in a wheel: files under their SONAMEs, no links, no patch level in names, with the wheel's record.
void writeWheel(const ScratchRoot &root, const QVersionNumber &version, const QVersionNumber &cuda,
                const QString &sitePackages);

} // namespace cudnnsetup::test
