// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/compatibility.h"
#include "plan/targetfolders.h"

namespace cudnnsetup {

// Who would notice that the cuDNN in the target's folders is replaced: in-use (running programs have these files; refused
// unless takeInUse), gpu-in-use (they use the graphics card, but not these files), in-use-unknown (there are programs that
// could not be looked into). Errors: InUse. Nobody crashes: files are replaced by rename, never written in place.
Result<QList<Reason>> checkInUse(const Host &host, const SystemReport &report, const TargetFolders &folders,
                                 bool takeInUse);

} // namespace cudnnsetup
