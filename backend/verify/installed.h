// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"
#include "verify/verify.h"

namespace cudnnsetup {

// The request together with what the transaction that installed the copy says of it: the hashes of its files, its links, and
// whether it was to be found by every program.
VerifyRequest asInstalled(VerifyRequest request, const Transaction &transaction);

} // namespace cudnnsetup
