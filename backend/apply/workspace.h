// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"

namespace cudnnsetup {

// The folder `.cudnn-setup` of a target, held under its lock: one folder for each transaction, with its journal, what is
// staged and what was there before. Only one Workspace of a target exists at a time, on the whole machine. It removes a
// transaction's folder but never a backup with something in it.
class Workspace
{
public:
    static inline constexpr auto folderName = ".cudnn-setup";

    // The folder as it is, without the lock, for reading only. Missing; NotTrusted as in checkTrusted().
    static FileResult<Directory> folderIn(const Directory &target);
    // The transactions that have a folder there.
    static FileResult<QStringList> idsIn(const Directory &folder);

    // Makes the folder where it is missing and takes the lock. Locked: another program is at work on this target.
    static FileResult<Workspace> open(const Directory &target);

    const Directory &folder() const { return m_folder; }
    FileResult<QStringList> ids() const { return idsIn(m_folder); }
    FileResult<Directory> transaction(const QString &id) const;
    // A new transaction's folder with its empty stage and backup, on the disk.
    FileResult<Directory> begin(const QString &id, const Journal &journal) const;
    // Takes stage, journal and folder away. NotEmpty when the backup still holds something: then all stays.
    FileResult<void> remove(const QString &id) const;
    // Takes the folder of a transaction away that has no journal yet, or no longer: it is all but empty.
    FileResult<void> removeUnjournaled(const QString &id) const;
    // Takes what is left of the stage away; it holds nothing that is needed once a transaction is committed.
    FileResult<void> removeStage(const QString &id) const;
    // Gives the lock back and removes the folder when it is empty.
    void close();

private:
    Workspace(Directory target, Directory folder, Lock lock);

    Directory m_target;
    Directory m_folder;
    std::optional<Lock> m_lock;
};

inline constexpr auto stageName = "stage";
inline constexpr auto backupName = "backup";
inline constexpr auto licenseName = "LICENSE";

} // namespace cudnnsetup
