// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"

namespace cudnnsetup {

// What a GPU test says about a cuDNN, in words. Pure rules about values; nothing is looked up.

// The copy that the test was meant for, and what detect saw.
struct GpuTestTarget
{
    QString dispatcher = {}; // real file of its libcudnn.so.N; empty when none was named
    bool machineHasGpu = true;
};

enum class GpuModeVerdict {
    Faster,
    NotFaster,
    Unsteady,  // right; the times differ too much between repeats
    Right,     // there was nothing to compare with
    Wrong,     // numbers
    Failed,
    Unsupported,
    NotReached,
};

GpuVerdict verdictOf(const GpuTestReport &report, const GpuTestTarget &target);
GpuModeVerdict verdictOf(const GpuModeResult &result);
// What could not even be begun.
GpuVerdict impossible(const Error &error);

// Something is to be mended: wrong, or slow without a reason that lies outside of cuDNN.
bool isFault(const GpuVerdict &verdict);

// What a framework gains by default: FP32 without cuDNN against TF32 with it, in one layout, for one image. Nothing where
// either was not measured.
std::optional<double> everydaySpeedup(const GpuTestReport &report);

// "FP32 NCHW", for people in every language.
QString labelOf(const GpuMode &mode);

QString toString(GpuModeVerdict verdict); // "faster", "notFaster", "unsteady", "right", "wrong", "failed", "unsupported", ...

} // namespace cudnnsetup
