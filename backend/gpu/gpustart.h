// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpuverdict.h"

namespace cudnnsetup {

// The verdict of a test that came to no measurement because a library, the driver or the GPU is not there or does not work;
// nothing when the cause lies elsewhere.
std::optional<GpuVerdict> verdictOnStart(const GpuTestReport &report, const GpuTestTarget &target);

} // namespace cudnnsetup
