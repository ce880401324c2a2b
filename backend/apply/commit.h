// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"
#include "apply/targettree.h"

namespace cudnnsetup {

// Does the steps of a journal, which is on the disk by then: first everything that will be replaced gets a second name in
// the backup, then new files are renamed over old ones, so that no name is ever missing. It does not run ldconfig, does
// not write the journal, and undoes nothing: undo() does.
class Commit
{
public:
    // content: of files that are written beside their place, by the step's path.
    Commit(const TargetTree &tree, const Directory &transaction, const Journal &journal, QHash<QString, QByteArray> content);

    Outcome<void> run(const Job &job) const;
    // The loader cache has a backup for the time of the commit only; afterwards it would be out of date.
    void dropCacheBackup() const;

private:
    Outcome<void> backUp() const;
    Outcome<void> doStep(const Step &step) const;
    Outcome<void> place(const Step &step, const TargetTree::Place &at) const;
    Outcome<void> putAside(const Step &step, const TargetTree::Place &at) const;
    Outcome<void> setMode(const Step &step, const TargetTree::Place &at) const;
    Outcome<void> checkUnchanged(const Step &step, const TargetTree::Place &at) const;
    FileResult<void> writeBeside(const Step &step, const TargetTree::Place &at) const;
    FileResult<void> syncFolders() const;

    const TargetTree &m_tree;
    const Directory &m_transaction;
    const Journal &m_journal;
    QHash<QString, QByteArray> m_content;
};

// Where a step keeps what was there before.
FileResult<Directory> backupFolder(const Directory &transaction, const Step &step, const Directory &besideFolder);

} // namespace cudnnsetup
