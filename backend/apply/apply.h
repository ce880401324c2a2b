// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"
#include "host/host.h"

namespace cudnnsetup {

// How applying ended: with a committed transaction, or rolled back because of an error or a wish to stop.
struct ApplyResult
{
    Transaction transaction;
    std::optional<Error> error = {};
    bool isCancelled = false;
    // The error was found before the commit began: nothing had been changed.
    bool wasBeforeCommit = false;
    // After rolling back: paths that somebody else changed in the meantime. They are left as they are.
    QStringList kept = {};
};

// The only code that changes a machine. Stages the archive beside the destination in one pass (hashing on the way), checks
// what was staged against the plan, then commits by renames, keeping what was there in the backup. On any failure the
// target is as it was before; state Incomplete says that not even that was possible and the journal stays for `recover`.
ApplyResult apply(const Host &host, const Plan &plan, const Job &job);

// The committed transactions of a target, newest first, from its journals.
QList<Transaction> transactionsOf(const FileTree &files, const QString &targetRoot);

} // namespace cudnnsetup
