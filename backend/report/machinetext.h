// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"

namespace cudnnsetup {

// Full, for a report that others read, adds where each version was read, builds of cuDNN, every library and its links.
enum class Detail { Brief, Full };

// The facts of a machine for a person in front of a terminal, in the language that is shown: the state in one sentence, then
// card by card. The driver's limit and the installed toolkits are worded so that nobody takes one for the other.
QString machineText(const SystemReport &report, Detail detail = Detail::Brief);

} // namespace cudnnsetup
