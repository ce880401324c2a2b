// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"

namespace cudnnsetup {

// The GPU test for people in the language that is shown: the verdict and what to do, the times as a table, the facts that
// explain them. Lines may be as wide as a path; the last ends with a line break.
QString gpuTestText(const GpuTestReport &report);

// Parts of it, without a line break at the end.
QString gpuVerdictText(const GpuVerdict &verdict); // the sentence, reasons, mending; a line each
QString gpuTableText(const GpuTestReport &report); // empty without modes
// GPU, driver, clocks, temperature, libraries with versions and paths, and each mode's algorithm, workspace, error and problems.
QString gpuFactsText(const GpuTestReport &report);

// What a person calls the end of the test: "The test was ended because it stopped answering."; empty when it was complete.
Text endSentence(const GpuTestReport &report);

} // namespace cudnnsetup
