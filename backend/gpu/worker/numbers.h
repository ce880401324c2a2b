// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpumode.h"

#include <span>
#include <vector>

namespace cudnnsetup {

// Numbers between -1 and 1 as the GPU stores them in this precision; the same for the same seed.
std::vector<std::byte> randomNumbers(GpuMode::Precision precision, qint64 count, quint32 seed);
// The number at index of such bytes.
double numberAt(std::span<const std::byte> bytes, GpuMode::Precision precision, qint64 index);

// One output of the convolution.
struct OutputPlace
{
    int n = 0;
    int k = 0;
    int h = 0;
    int w = 0;
};
qint64 indexOf(const OutputPlace &place, const ConvolutionShape &shape, GpuMode::Layout layout);
// Corners and edges, where padding counts, and places all over; different ones.
std::vector<OutputPlace> samplePlaces(const ConvolutionShape &shape);
// The right value there, in double precision. Input and filter lie in the mode's layout (filters: KCRS or KRSC).
double rightOutput(std::span<const std::byte> input, std::span<const std::byte> filter, const ConvolutionShape &shape,
                   const GpuMode &mode, const OutputPlace &place);

} // namespace cudnnsetup
