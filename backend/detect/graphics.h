// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// The driver and the cards; what is missing has its reason in words.
struct GraphicsFacts
{
    std::optional<DriverFacts> driver = {};
    Text driverUnknownReason = {};
    QList<GpuFacts> gpus = {};
    Text gpusUnknownReason = {};
};

// Asks, in this order and until one answers: machine.json, NVML (in a child process), nvidia-smi, the files of the kernel.
// Nothing here is about an installed toolkit.
GraphicsFacts readGraphics(const Host &host);

} // namespace cudnnsetup
