// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"

namespace cudnnsetup {

// Words for people about an archive, a plan and what became of it, in the language that is shown; several lines each.
QString identityText(const ArchiveIdentity &identity);
// What comes, what is put aside, how much room it takes, what to know. withOperations: every step as well.
QString planText(const Plan &plan, bool withOperations);
// One operation of a plan, as a line: "Put /usr/local/cuda/lib64/libcudnn.so.8 into the backup".
Text operationText(const Operation &operation);
QString transactionText(const Transaction &transaction);
// As transactionText, in the words of what the plan was for: switching on, taking out, taking back, ...
QString doneText(const Plan &plan, const Transaction &transaction);
// The paths that undoing left alone (ApplyResult::kept), an indented line each; empty when there are none.
QString keptText(const QStringList &paths);

} // namespace cudnnsetup
