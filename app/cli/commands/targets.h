// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

#include "apply/history.h"
#include "detect/systemreport.h"

namespace cudnnsetup {

// The targets that a command about past changes is about, with what was done in each.
struct ChangedTarget
{
    QString root;
    QList<PastChange> changes; // newest first; never empty
};
struct ChangedTargets
{
    SystemReport report;
    QList<ChangedTarget> targets = {};
    QList<Error> errors = {}; // of targets whose history cannot be read
};

// Those in --toolkit or --prefix, else every possible one of this machine. Errors: InputMissing, where the
// one that was named has no history.
Outcome<ChangedTargets> changedTargets(const Call &call, const Host &host);

} // namespace cudnnsetup
