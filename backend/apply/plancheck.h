// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"

namespace cudnnsetup {

// Whether the plan keeps to the places that an install may change: the target, and the loader's configuration. A plan may
// come from another process and is not trusted. It looks at no file. Errors: OutsideTarget, InputMalformed.
Result<void> checkPlan(const Plan &plan);

} // namespace cudnnsetup
