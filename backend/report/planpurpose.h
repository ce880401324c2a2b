// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

namespace cudnnsetup {

// What a plan is for, as its operations tell; the words for it differ.
enum class PlanPurpose { Install, Activate, Deactivate, Remove, TakeBack, CleanUp };
PlanPurpose purposeOf(const Plan &plan);

} // namespace cudnnsetup
