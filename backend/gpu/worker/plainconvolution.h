// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/multiplication.h"

namespace cudnnsetup {

// The convolution without cuDNN, as frameworks do it when cuDNN is switched off: one image after the other is laid out in
// columns (im2col), which one matrix product makes into outputs.
class PlainConvolution
{
public:
    static Called<PlainConvolution> prepare(const Device &device, const Kernels &kernels, const Multiplication &multiplication,
                                            const GpuMode &mode, const ConvolutionShape &shape);
    // Bytes of GPU memory that prepare takes.
    static qint64 columnBytes(const GpuMode &mode, const ConvolutionShape &shape);

    // Puts the whole batch on the stream.
    Called<void> run(const DeviceMemory &input, const DeviceMemory &filter, const DeviceMemory &output) const;

private:
    PlainConvolution(const Kernels &kernels, const Multiplication &multiplication, const GpuMode &mode,
                     const ConvolutionShape &shape, DeviceMemory columns)
        : m_kernels(&kernels), m_multiplication(&multiplication), m_mode(mode), m_shape(shape), m_columns(std::move(columns))
    {
    }
    MatrixProduct productFor(cuda::DevicePointer filter, cuda::DevicePointer output) const;

    const Kernels *m_kernels;
    const Multiplication *m_multiplication;
    GpuMode m_mode;
    ConvolutionShape m_shape;
    DeviceMemory m_columns;
};

} // namespace cudnnsetup
