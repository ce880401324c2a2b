// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"
#include "host/linechild.h"

namespace cudnnsetup {

// Runs the child of a GPU test to whatever end it takes and puts what it said into the report. planned holds the modes that were
// asked for, as not reached. Judges nothing. Nothing comes back when the person cancelled; no process is left in any case.
std::optional<GpuTestReport> superviseGpuChild(const GpuTestReport &planned, const LineChild &child, const Job &job,
                                               const GpuTestStep &step);

} // namespace cudnnsetup
