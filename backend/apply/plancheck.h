// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"

namespace cudnnsetup {

// Whether the plan keeps to the places that an install may change: the target, and the loader's configuration. A plan may
// come from another process and is not trusted. It looks at no file. Errors: OutsideTarget, InputMalformed.
Result<void> checkPlan(const Plan &plan);

// Whether a folder may have been made so that the target could hold its journal.
bool mayBeMadeFor(const QString &folder, const QString &targetRoot);

// Whether a journal that was read back keeps to the same places, so that undoing it changes nothing else. id: the name of
// its folder. It looks at no file. Error: TransactionUnfinished, what is wrong in it.
Result<void> checkJournal(const Journal &journal, const QString &id, const QString &targetRoot);

} // namespace cudnnsetup
