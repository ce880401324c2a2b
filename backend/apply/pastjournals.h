// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"
#include "host/filetree.h"

namespace cudnnsetup {

// The journals that lie in a target, as anybody may read them. What they say is not checked: checkJournal() does, before
// anything is acted upon.
struct PastJournals
{
    QList<Journal> journals = {};       // newest first
    QStringList withoutJournal = {};    // changes that had not begun, or are all but removed
    std::optional<Error> problem = {};  // one that cannot be read; it is not among the journals
};
PastJournals pastJournals(const FileTree &files, const QString &targetRoot);

// The folder of all changes, and that of one, as inside the root.
QString historyFolder(const QString &targetRoot);
QString folderOfChange(const QString &targetRoot, const QString &id);
// Where a step keeps what was there before, as inside the root.
QString backupPath(const Journal &journal, const Step &step, const QString &targetRoot);
// Whether everything that was there before lies in the backup.
bool isBackupWhole(const FileTree &files, const Journal &journal, const QString &targetRoot);

} // namespace cudnnsetup
