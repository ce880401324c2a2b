// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/device.h"

namespace cudnnsetup {

// c (m x n) = a (m x k; stored k x m when it is transposed) * b (k x n): column-major, as cuBLAS has it.
struct MatrixProduct
{
    bool isTransposedA = false;
    int m = 0;
    int n = 0;
    int k = 0;
    cuda::DevicePointer a = 0;
    int lda = 0;
    cuda::DevicePointer b = 0;
    int ldb = 0;
    cuda::DevicePointer c = 0;
    int ldc = 0;
};

// How far two results are apart.
struct Comparison
{
    double largestDifference = 0;
    qint64 notNumbers = 0; // elements of the first that are infinite or not a number
};

// Our own kernels (kernelsource.h), compiled by NVRTC for this GPU. All run on the device's stream.
class Kernels
{
public:
    static Called<Kernels> compile(const cuda::NvrtcApi &nvrtc, const Device &device);

    // One image of the batch to the columns that a product with the filters makes into outputs.
    Called<void> imageToColumns(const GpuMode &mode, const ConvolutionShape &shape, cuda::DevicePointer image,
                                cuda::DevicePointer columns) const;
    Called<void> multiply(GpuMode::Precision precision, const MatrixProduct &product) const;
    // Waits for the result.
    Called<Comparison> compare(GpuMode::Precision precision, const DeviceMemory &one, const DeviceMemory &other,
                               qint64 count) const;

private:
    explicit Kernels(const Device &device) : m_device(&device) { }
    Called<cuda::Function> function(const QByteArray &name) const;

    const Device *m_device;
    cuda::Module m_module = nullptr;
};

} // namespace cudnnsetup
