// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

namespace cudnnsetup {

// What a plan from another process must keep to beyond checkPlan(), so that whoever is authorised to install a cuDNN gains
// nothing else by it: only files that carry cuDNN's names come, go or change, and this program's own scripts; the loader's
// settings are in files of this program's own names; no folder that changes or becomes known, and none above it, belongs to
// anybody but root or can be written by everybody. Errors: InputMalformed, OutsideTarget, NotSupported.
Result<void> checkPlanOfStranger(const Plan &plan);

} // namespace cudnnsetup
