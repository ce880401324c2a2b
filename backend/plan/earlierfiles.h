// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"
#include "plan/targetfolders.h"

namespace cudnnsetup {

// The files and links of any earlier cuDNN in the target's folders, by their names; nothing else is ever
// named.
QStringList earlierCudnnFiles(const FileTree &files, const CudnnFileNames &names,
                              const TargetFolders &folders);

// Refuses when one of them belongs to a package (dpkg, rpm, pacman, conda, pip) or to update-alternatives:
// such a file is changed by its own tool. Errors: PackageOwned.
Result<void> checkOwners(const Host &host, const SystemReport &report, const TargetFolders &folders,
                         const QStringList &earlierFiles);

} // namespace cudnnsetup
