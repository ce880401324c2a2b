// SPDX-License-Identifier: MIT
#pragma once

#include "apply/undo.h"
#include "apply/workspace.h"

namespace cudnnsetup {

// Undoes one change and removes its folder. Where others have taken the place of an original, the original stays in the
// folder, with a journal (RolledBack) of nothing but those steps. May be called again after any interruption.
UndoReport takeBackOne(const TargetTree &tree, const Workspace &workspace, const Directory &transaction, const Journal &journal,
                       CacheUndo cacheUndo, const std::function<Result<void>()> &renewCache);

// Gives the backup of a committed change up: first its journal says so, then the files go.
FileResult<void> dropBackup(const TargetTree &tree, const Directory &transaction, Journal journal);

} // namespace cudnnsetup
