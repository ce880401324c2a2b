// SPDX-License-Identifier: MIT
#pragma once

namespace cudnnsetup {

// The child's side of the GPU test: reads a request (gpu/gpuprotocol.h) from standard input, opens NVIDIA's libraries, measures,
// and answers line by line on standard output. Does not return once libraries are open: their own clean-up is not waited for.
int runGpuWork();

} // namespace cudnnsetup
