// SPDX-License-Identifier: MIT
#include "gpu/worker/plainconvolution.h"

namespace cudnnsetup {

namespace {

// Of one column: the numbers of the input that one output takes.
int columnLength(const ConvolutionShape &shape)
{
    return shape.inputChannels * ConvolutionShape::filterSize * ConvolutionShape::filterSize;
}

} // namespace

qint64 PlainConvolution::columnBytes(const GpuMode &mode, const ConvolutionShape &shape)
{
    return qint64(columnLength(shape)) * shape.height * shape.width * bytesPerNumber(mode.precision);
}

Called<PlainConvolution> PlainConvolution::prepare(const Device &device, const Kernels &kernels,
                                                   const Multiplication &multiplication, const GpuMode &mode,
                                                   const ConvolutionShape &shape)
{
    return device.allocate(size_t(columnBytes(mode, shape))).map([&](DeviceMemory &&columns) {
        return PlainConvolution(kernels, multiplication, mode, shape, std::move(columns));
    });
}

// Row by row, columns are (channels * 9) x pixels in NCHW and pixels x (channels * 9) in NHWC; column-major it is the other way
// round, so that the outputs come in their layout without a transposition.
MatrixProduct PlainConvolution::productFor(cuda::DevicePointer filter, cuda::DevicePointer output) const
{
    const int pixels = m_shape.height * m_shape.width;
    const int length = columnLength(m_shape);
    const int filters = m_shape.outputChannels;
    if (m_mode.layout == GpuMode::Layout::Nchw)
        return {.m = pixels, .n = filters, .k = length, .a = m_columns.pointer(), .lda = pixels, .b = filter, .ldb = length,
                .c = output, .ldc = pixels};
    return {.isTransposedA = true, .m = filters, .n = pixels, .k = length, .a = filter, .lda = length,
            .b = m_columns.pointer(), .ldb = length, .c = output, .ldc = filters};
}

Called<void> PlainConvolution::run(const DeviceMemory &input, const DeviceMemory &filter, const DeviceMemory &output) const
{
    const qint64 bytes = bytesPerNumber(m_mode.precision);
    const qint64 imageBytes = m_shape.inputCount() / m_shape.batch * bytes;
    const qint64 resultBytes = m_shape.outputCount() / m_shape.batch * bytes;
    Called<void> result;
    for (int i = 0; i < m_shape.batch && result; ++i) {
        const cuda::DevicePointer image = input.pointer() + cuda::DevicePointer(i * imageBytes);
        const cuda::DevicePointer outputs = output.pointer() + cuda::DevicePointer(i * resultBytes);
        result = inOrder([&] { return m_kernels->imageToColumns(m_mode, m_shape, image, m_columns.pointer()); },
                         [&] { return m_multiplication->multiply(m_mode.precision, productFor(filter.pointer(), outputs)); });
    }
    return result;
}

} // namespace cudnnsetup
