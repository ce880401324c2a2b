// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpuverdict.h"

namespace cudnnsetup {

// Why cuDNN is not faster, or its times are unsteady: what of the known reasons is seen in the report, each with what to do.
QList<Text> reasonsForTimes(const GpuTestReport &report);

// Another copy than the one that was meant was loaded; nothing otherwise.
std::optional<Text> wrongCopy(const GpuTestReport &report, const GpuTestTarget &target);

// What is to be done about a status of cuDNN or the driver, by its name in raw words.
Text mendingOf(const QString &problem);

} // namespace cudnnsetup
