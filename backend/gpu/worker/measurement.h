// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/cudnnconvolution.h"
#include "gpu/worker/plainconvolution.h"

#include <vector>

namespace cudnnsetup {

// What the modes are measured with. Without kernels there is no side without cuDNN.
struct Bench
{
    const Device &device;
    const Cudnn &cudnn;
    const Kernels *kernels = nullptr;
    const Multiplication *multiplication = nullptr;
    QString noKernels = {}; // why
};

// Measures one mode after the other on one GPU. Numbers are made once for each format.
class Measurement
{
public:
    Measurement(const Bench &bench, const ConvolutionShape &shape) : m_bench(bench), m_shape(shape) { }

    // seconds: how long it may take, roughly; with less there are fewer runs, down to one in each repeat.
    // atWork is called once, while the GPU computes with cuDNN; withIsDone with what is known before the side without it.
    GpuModeResult measure(const GpuMode &mode, double seconds, const std::function<void()> &atWork,
                          const std::function<void(const GpuModeResult &)> &withIsDone);

private:
    struct Numbers
    {
        std::vector<std::byte> input;
        std::vector<std::byte> filter;
    };
    struct Place; // where a mode's numbers lie, and the right values of some outputs
    using Run = std::function<Called<void>()>;
    struct Candidate
    {
        QString name;
        qint64 workspaceBytes;
        Run run;
    };

    ConvolutionShape fittingShape(const GpuMode &mode) const;
    Called<Place> makePlace(const GpuMode &mode, const ConvolutionShape &shape);
    Called<QList<double>> timeRuns(const Run &run, const DeviceMemory &output, double seconds) const;
    Called<double> errorOf(const DeviceMemory &output, const GpuMode &mode, const Place &place) const;
    Called<void> measureWith(GpuModeResult &result, const Place &place, double seconds, const std::function<void()> &atWork) const;
    Called<void> take(GpuModeResult &result, const Candidate &candidate, const Place &place, double seconds) const;
    Called<void> measureWithout(GpuModeResult &result, const Place &place, double seconds) const;
    Called<void> compareBoth(GpuModeResult &result, const Place &place) const;
    const Numbers &numbersFor(GpuMode::Precision precision);

    Bench m_bench;
    ConvolutionShape m_shape;
    GpuMode::Precision m_format = GpuMode::Precision::Fp32; // of m_numbers
    Numbers m_numbers; // one format at a time: each takes hundreds of megabytes
};

} // namespace cudnnsetup
