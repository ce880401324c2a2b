// SPDX-License-Identifier: MIT
#pragma once

#include "apply/stage.h"

namespace cudnnsetup {

// Whether what was staged is what the plan promised: a whole cuDNN for the right architecture, of the right version, for
// the right CUDA, every library reachable by the name that programs ask for. Gives the version, as far as the files tell
// it. It reads the stage only.
Result<std::optional<QVersionNumber>> checkStage(const Stage &stage, const Plan &plan);

} // namespace cudnnsetup
