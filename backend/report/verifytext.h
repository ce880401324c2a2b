// SPDX-License-Identifier: MIT
#pragma once

#include "verify/verify.h"

namespace cudnnsetup {

enum class Evidence { OfFailures, OfAll };

// A check for people, in the language that is shown: "[passed] Links lead to the right libraries", below it, indented, the
// sentence about it and the raw lines that prove it. No line break at the end.
QString checkText(const VerifyCheck &check, Evidence evidence = Evidence::OfFailures);

// The outcome of all checks of a copy in one sentence.
Text verdictOf(const VerifyReport &report, const CudnnCopy &copy);

} // namespace cudnnsetup
