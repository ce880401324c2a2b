// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"
#include "host/filetree.h"

namespace cudnnsetup {

// One change of a target, as its journal tells it.
struct PastChange
{
    enum class State {
        Committed,
        Unfinished, // cut off, or being made at this moment; `recover` takes it back
        RolledBack  // taken back, but originals whose places others have taken are still kept
    };
    State state = State::Committed;
    Transaction transaction; // its own state is RolledBack or Incomplete where the change is
    QString command = {};    // what it was made for: "install cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"
    QString folder = {};     // of its journal and backup, as inside the root
    // planRollBack() of it will give a plan: it and all newer ones have what was there before.
    bool canRollBack = false;
    qint64 backupBytes = 0; // what the backup holds on the disk
};

// The changes of a target that still have a journal, newest first; only reads. Errors: InputMalformed and NotReadable name
// the journal's file and what to do; nothing of the target is harmed by them.
Result<QList<PastChange>> historyOf(const FileTree &files, const QString &targetRoot);

QString toString(PastChange::State state); // "committed", "unfinished", "rolledBack"

} // namespace cudnnsetup
