// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace cudnnsetup {

// Number format and memory layout of one measurement. TF32 is FP32 data whose products the tensor cores round to 10 bits.
struct GpuMode
{
    enum class Precision { Fp32, Tf32, Fp16, Bf16 };
    enum class Layout { Nchw, Nhwc };

    Precision precision = Precision::Fp32;
    Layout layout = Layout::Nchw;

    friend bool operator==(const GpuMode &, const GpuMode &) = default;
};

// "fp32-nchw", "tf32-nhwc", ...
QString toString(const GpuMode &mode);
std::optional<GpuMode> gpuModeFrom(const QString &word);

// A 3x3 convolution with padding 1 and stride 1: as many outputs as inputs in height and width.
struct ConvolutionShape
{
    int batch = 16;
    int inputChannels = 64;
    int outputChannels = 128;
    int height = 224;
    int width = 224;

    static constexpr int filterSize = 3;

    qint64 inputCount() const;  // numbers in the input
    qint64 filterCount() const;
    qint64 outputCount() const;
    double operations() const;  // floating-point operations; a multiplication and an addition are two

    friend bool operator==(const ConvolutionShape &, const ConvolutionShape &) = default;
};

QList<GpuMode> allGpuModes();
// The ones that say most in little time, with those of the everyday comparison.
QList<GpuMode> defaultGpuModes();
// Largest deviation from the right values, relative to their root mean square, that rounding in this precision explains.
double errorLimit(GpuMode::Precision precision);
int bytesPerNumber(GpuMode::Precision precision);

} // namespace cudnnsetup
