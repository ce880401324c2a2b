// SPDX-License-Identifier: MIT
#include "gpu/gpumode.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString wordOf(GpuMode::Precision precision)
{
    switch (precision) {
    case GpuMode::Precision::Fp32: return u"fp32"_s;
    case GpuMode::Precision::Tf32: return u"tf32"_s;
    case GpuMode::Precision::Fp16: return u"fp16"_s;
    case GpuMode::Precision::Bf16: return u"bf16"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

QString toString(const GpuMode &mode)
{
    return wordOf(mode.precision) + (mode.layout == GpuMode::Layout::Nchw ? u"-nchw"_s : u"-nhwc"_s);
}

std::optional<GpuMode> gpuModeFrom(const QString &word)
{
    for (const GpuMode &mode : allGpuModes()) {
        if (toString(mode) == word)
            return mode;
    }
    return {};
}

qint64 ConvolutionShape::inputCount() const
{
    return qint64(batch) * inputChannels * height * width;
}

qint64 ConvolutionShape::filterCount() const
{
    return qint64(outputChannels) * inputChannels * filterSize * filterSize;
}

qint64 ConvolutionShape::outputCount() const
{
    return qint64(batch) * outputChannels * height * width;
}

double ConvolutionShape::operations() const
{
    return 2.0 * double(outputCount()) * inputChannels * filterSize * filterSize;
}

QList<GpuMode> allGpuModes()
{
    using enum GpuMode::Precision;
    using enum GpuMode::Layout;
    return {{Fp32, Nchw}, {Fp32, Nhwc}, {Tf32, Nchw}, {Tf32, Nhwc}, {Fp16, Nchw}, {Fp16, Nhwc}, {Bf16, Nchw}, {Bf16, Nhwc}};
}

QList<GpuMode> defaultGpuModes()
{
    using enum GpuMode::Precision;
    using enum GpuMode::Layout;
    return {{Fp32, Nchw}, {Tf32, Nchw}, {Fp16, Nhwc}};
}

double errorLimit(GpuMode::Precision precision)
{
    // Sums of some hundred products: FP32 algorithms that transform their inputs (Winograd, FFT) lose up to three decimal
    // digits; the others are bounded by the rounding of their inputs and outputs, 2^-11 and 2^-9, times the largest value.
    switch (precision) {
    case GpuMode::Precision::Fp32: return 1e-3;
    case GpuMode::Precision::Tf32: return 1e-2;
    case GpuMode::Precision::Fp16: return 1e-2;
    case GpuMode::Precision::Bf16: return 5e-2;
    }
    Q_UNREACHABLE();
}

int bytesPerNumber(GpuMode::Precision precision)
{
    return precision == GpuMode::Precision::Fp16 || precision == GpuMode::Precision::Bf16 ? 2 : 4;
}

} // namespace cudnnsetup
