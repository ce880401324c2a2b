// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"
#include "apply/targettree.h"

namespace cudnnsetup {

// What undoing the steps of a journal could not do.
struct UndoReport
{
    QStringList kept = {};  // absolute paths that somebody changed after us; they are left as they are
    QList<Step> held = {};  // of those paths: what was there before is still in the backup
    QStringList stuck = {}; // "path: what the system said": what was there before is still in the backup

    bool isComplete() const { return stuck.isEmpty(); }
};

enum class CacheUndo {
    Restore, // the very file of before; right when no time has passed
    Renew    // run ldconfig again; others may have run it since
};

// Puts back what was there before the steps of a journal, however many of them were done: it looks at what stands there
// and needs no note of progress, so it may be run again after any interruption. Stage and journal are left alone.
UndoReport undo(const TargetTree &tree, const Directory &transaction, const Journal &journal, CacheUndo cacheUndo,
                const std::function<Result<void>()> &renewCache);

// The error of a change that could not be undone: what is stuck, and where what was there before lies.
Error incompleteError(const QString &transactionFolder, const UndoReport &report, const std::optional<Error> &cause);

} // namespace cudnnsetup
