// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/device.h"

#include <memory>

namespace cudnnsetup {

// cuDNN on this GPU, as its library sees it.
class Cudnn
{
public:
    static Called<Cudnn> open(const cuda::DnnApi &api, const Device &device);

    const cuda::DnnApi &api() const { return *m_api; }
    const Device &device() const { return *m_device; }
    cuda::Dnn handle() const { return m_handle; }
    int majorVersion() const { return m_major; }
    Called<void> check(cuda::Status status, const char *function) const;

private:
    Cudnn(const cuda::DnnApi &api, const Device &device) : m_api(&api), m_device(&device) { }

    const cuda::DnnApi *m_api;
    const Device *m_device;
    cuda::Dnn m_handle = nullptr;
    int m_major = 0;
};

cuda::DnnDataType dnnDataType(GpuMode::Precision precision);

// The convolution with cuDNN, by the fastest algorithm that it has here.
class CudnnConvolution
{
public:
    struct Memory
    {
        const DeviceMemory &input;
        const DeviceMemory &filter;
        const DeviceMemory &output;
        const DeviceMemory &workspace;
    };

    static Called<CudnnConvolution> prepare(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &shape);
    // Lets cuDNN try its algorithms, within the workspace, and times the best of them once more; overwrites the output.
    Called<void> chooseAlgorithm(const Memory &memory);
    // Puts one convolution on the stream.
    Called<void> run(const Memory &memory) const;

    QString algorithmName() const; // "IMPLICIT_PRECOMP_GEMM, tensor cores"
    qint64 workspaceBytes() const { return qint64(m_choice.workspaceBytes); }

private:
    struct Shapes;
    CudnnConvolution(const Cudnn &cudnn, const GpuMode &mode, std::shared_ptr<Shapes> shapes)
        : m_cudnn(&cudnn), m_mode(mode), m_shapes(std::move(shapes))
    {
    }
    Called<QList<cuda::DnnForwardPerformance>> candidates(const Memory &memory) const;
    Called<double> timeOf(const cuda::DnnForwardPerformance &candidate, const Memory &memory);

    const Cudnn *m_cudnn;
    GpuMode m_mode;
    std::shared_ptr<Shapes> m_shapes;
    cuda::DnnForwardPerformance m_choice{};
};

} // namespace cudnnsetup
