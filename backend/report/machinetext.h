// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"

namespace cudnnsetup {

// The facts of a machine for a person in front of a terminal, in the language that is shown: the state in one sentence, then
// card by card. The driver's limit and the installed toolkits are worded so that nobody takes one for the other.
QString machineText(const SystemReport &report);

} // namespace cudnnsetup
