// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

#include "detect/systemreport.h"

namespace cudnnsetup {

// The copy that --copy or --toolkit names; without a wish the one that programs load, else the one of the toolkit in use, else
// the first. Errors: CudnnAbsent, NoToolkit.
Result<CudnnCopy> chosenCopy(const Host &host, const SystemReport &report, const Call &call);

// The toolkit at a path, or at one that leads to it; null when there is none.
const ToolkitFacts *toolkitAt(const Host &host, const SystemReport &report, const QString &path);

} // namespace cudnnsetup
