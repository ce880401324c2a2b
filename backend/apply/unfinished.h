// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"

namespace cudnnsetup {

// Undoes the transaction of a target that was cut off, and removes what is left of those that had not begun to change
// anything. Committed ones are left alone, and where there are only such, nothing is written and no right is needed. Every
// journal is checked before the first is acted upon. A result without an id: nothing was unfinished.
ApplyResult rollBackUnfinished(const QString &machineRoot, const QString &targetRoot, const Job &job,
                               const ApplySeams &seams = {});

} // namespace cudnnsetup
