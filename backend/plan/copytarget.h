// SPDX-License-Identifier: MIT
#pragma once

#include "plan/targetfolders.h"

namespace cudnnsetup {

// The folder that holds a copy: its toolkit, else the folder above lib or lib64, else its own.
QString rootOf(const CudnnCopy &copy);

// The copy that a path means: its library folder, or the toolkit or prefix around it. It may lie where detect
// does not look.
std::optional<CudnnCopy> copyAt(const Host &host, const SystemReport &report, const QString &folder);

// Where a copy that is there already would be changed.
struct CopyTarget
{
    CudnnCopy copy;
    TargetFolders folders;
};
// Errors: CudnnAbsent; OutsideTarget where it lies in a folder of the system.
Result<CopyTarget> findCopy(const Host &host, const SystemReport &report, const QString &folder);

} // namespace cudnnsetup
