// SPDX-License-Identifier: MIT
#pragma once

#include "arithmetic.h"

namespace standin {

// Four lengths and how numbers lie in memory: images x channels x height x width, or filters x channels x height x width.
struct Tensor4
{
    bool isChannelsLast = false;
    Format format = Format::Float32;
    int n = 0;
    int c = 0;
    int h = 0;
    int w = 0;

    std::size_t count() const { return std::size_t(n) * std::size_t(c) * std::size_t(h) * std::size_t(w); }
    std::size_t bytes() const { return count() * bytesOf(format); }
    std::size_t index(int in, int ic, int ih, int iw) const
    {
        if (isChannelsLast)
            return ((std::size_t(in) * std::size_t(h) + std::size_t(ih)) * std::size_t(w) + std::size_t(iw)) * std::size_t(c)
                    + std::size_t(ic);
        return ((std::size_t(in) * std::size_t(c) + std::size_t(ic)) * std::size_t(h) + std::size_t(ih)) * std::size_t(w)
                + std::size_t(iw);
    }
};

struct ConvolutionWay
{
    int padH = 0;
    int padW = 0;
    int strideH = 1;
    int strideW = 1;
    int dilationH = 1;
    int dilationW = 1;
    bool isTf32 = false;
    float alpha = 1;
    float beta = 0;
};

inline int outputLength(int input, int filter, int pad, int stride, int dilation)
{
    return (input + 2 * pad - dilation * (filter - 1) - 1) / stride + 1;
}

// One image after the other, each channel by channel and row by row, with zeros around it.
inline std::vector<float> padded(const Tensor4 &shape, const void *numbers, int padH, int padW, bool isTf32)
{
    const std::size_t width = std::size_t(shape.w) + 2 * std::size_t(padW);
    const std::size_t height = std::size_t(shape.h) + 2 * std::size_t(padH);
    std::vector<float> values(std::size_t(shape.n) * std::size_t(shape.c) * height * width);
    for (int n = 0; n < shape.n; ++n) {
        for (int c = 0; c < shape.c; ++c) {
            for (int h = 0; h < shape.h; ++h) {
                const std::size_t row = (std::size_t(n) * std::size_t(shape.c) + std::size_t(c)) * height + std::size_t(h + padH);
                for (int w = 0; w < shape.w; ++w) {
                    const float value = numberAt(shape.format, numbers, shape.index(n, c, h, w));
                    values[row * width + std::size_t(w + padW)] = isTf32 ? toTf32(value) : value;
                }
            }
        }
    }
    return values;
}

inline void convolve(const Tensor4 &inputShape, const void *input, const Tensor4 &filterShape, const void *filter,
                     const ConvolutionWay &way, const Tensor4 &outputShape, void *output)
{
    const std::vector<float> images = padded(inputShape, input, way.padH, way.padW, way.isTf32);
    const std::vector<float> filters = padded(filterShape, filter, 0, 0, way.isTf32);
    const std::size_t width = std::size_t(inputShape.w) + 2 * std::size_t(way.padW);
    const std::size_t height = std::size_t(inputShape.h) + 2 * std::size_t(way.padH);
    const auto columns = std::size_t(outputShape.w);
    std::vector<float> sums(columns);
    const auto addRow = [&](std::size_t fromRow, std::size_t fromColumn, float factor) {
        const float *row = images.data() + fromRow * width + fromColumn;
        for (std::size_t w = 0; w < columns; ++w)
            sums[w] += factor * row[w * std::size_t(way.strideW)];
    };
    const auto sumRow = [&](int n, int k, int h) {
        sums.assign(columns, 0);
        const float *factor = filters.data() + std::size_t(k) * std::size_t(filterShape.c * filterShape.h * filterShape.w);
        for (int c = 0; c < filterShape.c; ++c) {
            for (int r = 0; r < filterShape.h; ++r) {
                for (int s = 0; s < filterShape.w; ++s)
                    addRow((std::size_t(n) * std::size_t(inputShape.c) + std::size_t(c)) * height
                                   + std::size_t(h * way.strideH + r * way.dilationH),
                           std::size_t(s * way.dilationW), *factor++);
            }
        }
    };
    for (int n = 0; n < outputShape.n; ++n) {
        for (int k = 0; k < outputShape.c; ++k) {
            for (int h = 0; h < outputShape.h; ++h) {
                sumRow(n, k, h);
                for (int w = 0; w < outputShape.w; ++w)
                    putNumber(outputShape.format, output, outputShape.index(n, k, h, w), sums[std::size_t(w)], way.alpha, way.beta);
            }
        }
    }
}

} // namespace standin
