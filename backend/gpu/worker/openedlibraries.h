// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpuprotocol.h"
#include "gpu/worker/cudaapi.h"

#include <functional>

namespace cudnnsetup {

// NVIDIA's libraries as this process opened them: the functions, and what is known of each. A library with a problem has no
// function that may be called.
struct OpenedLibraries
{
    cuda::DriverApi driver;
    cuda::DnnApi dnn;
    cuda::BlasApi blas;
    cuda::NvrtcApi nvrtc;
    cuda::NvmlApi nvml;
    GpuLibraries facts;
    bool hasNvml = false;
};

// In the order in which they need each other, so that each finds those of its own toolkit. at is told which comes next, for one
// may not come back.
OpenedLibraries openLibraries(const gpuprotocol::Request &request, const std::function<void(const QString &)> &at);

} // namespace cudnnsetup
