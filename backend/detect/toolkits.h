// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// Every CUDA toolkit of the machine, each once under its real folder, the active one first and then newest first. The
// owner is not asked here: that is done for all files of the machine at once. alsoIn: further folders to look at.
QList<ToolkitFacts> findToolkits(const Host &host, const QStringList &alsoIn = {});

// The file by which a package would own the toolkit: its nvcc, else libcudart, else a version file; empty when none.
QString telltaleFile(const FileTree &files, const ToolkitFacts &toolkit);

} // namespace cudnnsetup
