// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"
#include "plan/plan.h"

namespace cudnnsetup {

// Plans that take changes of a target back, made from its history; apply() carries them out like any other. They touch
// nothing. Their outcome is Committed when all was taken back, Incomplete when a medium failed (`recover` goes on), and
// RolledBack with an error when nothing was changed. Errors: those of historyOf(); InputMissing: there is no such change; NotSupported: its backup was dropped.

// Takes back the change with this id, and every newer one before it, newest first. Without an id: the newest.
Result<Plan> planRollBack(const Host &host, const QString &targetRoot, const QString &id = {});
// Takes back everything that this program did there: what was there before its first change comes back.
Result<Plan> planUninstall(const Host &host, const QString &targetRoot);
// Finishes what was cut off, by taking it back. A plan without operations: nothing was.
Result<Plan> planRecovery(const Host &host, const QString &targetRoot);

inline constexpr int keptBackups = 3;
// Backups beyond the newest `keep` that hold nothing but what this program installed itself and anybody can install
// again. What was there before our first change, and files of others, are never among them.
Result<Plan> planCleanUp(const Host &host, const QString &targetRoot, int keep = keptBackups);

} // namespace cudnnsetup
