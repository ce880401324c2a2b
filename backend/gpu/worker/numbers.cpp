// SPDX-License-Identifier: MIT
#include "gpu/worker/numbers.h"

#include <QFloat16>

#include <bit>
#include <cstring>

namespace cudnnsetup {

namespace {

// A good mixture of the bits of an index, so that neighbours have nothing to do with each other.
// Source: the finalizer of MurmurHash3, which is in the public domain.
quint32 mixed(quint32 x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bU;
    x ^= x >> 13;
    x *= 0xc2b2ae35U;
    return x ^ (x >> 16);
}

float randomNumber(quint32 index, quint32 seed)
{
    return float(qint32(mixed(index ^ seed))) * 0x1p-31f;
}

quint16 bfloatBits(float number)
{
    const quint32 bits = std::bit_cast<quint32>(number);
    return quint16((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16); // to nearest, ties to even
}

template<class Stored, class Store>
std::vector<std::byte> filled(qint64 count, quint32 seed, const Store &store)
{
    std::vector<std::byte> bytes(size_t(count) * sizeof(Stored));
    for (qint64 i = 0; i < count; ++i) {
        const Stored stored = store(randomNumber(quint32(i), seed));
        std::memcpy(bytes.data() + size_t(i) * sizeof(Stored), &stored, sizeof(Stored));
    }
    return bytes;
}

template<class Stored>
Stored storedAt(std::span<const std::byte> bytes, qint64 index)
{
    Stored stored;
    std::memcpy(&stored, bytes.data() + size_t(index) * sizeof(Stored), sizeof(Stored));
    return stored;
}

} // namespace

std::vector<std::byte> randomNumbers(GpuMode::Precision precision, qint64 count, quint32 seed)
{
    switch (precision) {
    case GpuMode::Precision::Fp16: return filled<qfloat16>(count, seed, [](float x) { return qfloat16(x); });
    case GpuMode::Precision::Bf16: return filled<quint16>(count, seed, bfloatBits);
    case GpuMode::Precision::Fp32:
    case GpuMode::Precision::Tf32: break;
    }
    return filled<float>(count, seed, [](float x) { return x; });
}

double numberAt(std::span<const std::byte> bytes, GpuMode::Precision precision, qint64 index)
{
    switch (precision) {
    case GpuMode::Precision::Fp16: return double(float(storedAt<qfloat16>(bytes, index)));
    case GpuMode::Precision::Bf16: return double(std::bit_cast<float>(quint32(storedAt<quint16>(bytes, index)) << 16));
    case GpuMode::Precision::Fp32:
    case GpuMode::Precision::Tf32: break;
    }
    return double(storedAt<float>(bytes, index));
}

qint64 indexOf(const OutputPlace &place, const ConvolutionShape &shape, GpuMode::Layout layout)
{
    const qint64 height = shape.height;
    const qint64 width = shape.width;
    if (layout == GpuMode::Layout::Nchw)
        return ((qint64(place.n) * shape.outputChannels + place.k) * height + place.h) * width + place.w;
    return ((qint64(place.n) * height + place.h) * width + place.w) * shape.outputChannels + place.k;
}

std::vector<OutputPlace> samplePlaces(const ConvolutionShape &shape)
{
    constexpr quint32 scattered = 1000;
    const int lastImage = shape.batch - 1;
    const int lastChannel = shape.outputChannels - 1;
    const int bottom = shape.height - 1;
    const int right = shape.width - 1;
    std::vector<OutputPlace> places{{0, 0, 0, 0},
                                    {0, 0, 0, right},
                                    {0, lastChannel, bottom, 0},
                                    {lastImage, 0, bottom / 2, 0},
                                    {lastImage, lastChannel, 0, right / 2},
                                    {lastImage, lastChannel, bottom, right}};
    for (quint32 i = 0; i < scattered; ++i) {
        const auto below = [i](quint32 seed, int limit) { return int(mixed(i ^ seed) % quint32(limit)); };
        places.push_back({below(0x1000, shape.batch), below(0x2000, shape.outputChannels), below(0x4000, shape.height),
                          below(0x8000, shape.width)});
    }
    return places;
}

double rightOutput(std::span<const std::byte> input, std::span<const std::byte> filter, const ConvolutionShape &shape,
                   const GpuMode &mode, const OutputPlace &place)
{
    const qint64 channels = shape.inputChannels;
    constexpr int size = ConvolutionShape::filterSize;
    const bool isNchw = mode.layout == GpuMode::Layout::Nchw;
    double sum = 0;
    for (int r = 0; r < size; ++r) {
        for (int s = 0; s < size; ++s) {
            const int h = place.h + r - 1;
            const int w = place.w + s - 1;
            if (h < 0 || h >= shape.height || w < 0 || w >= shape.width)
                continue;
            for (qint64 c = 0; c < channels; ++c) {
                const qint64 x = isNchw ? ((place.n * channels + c) * shape.height + h) * shape.width + w
                                        : ((qint64(place.n) * shape.height + h) * shape.width + w) * channels + c;
                const qint64 y = isNchw ? ((place.k * channels + c) * size + r) * size + s
                                        : ((qint64(place.k) * size + r) * size + s) * channels + c;
                sum += numberAt(input, mode.precision, x) * numberAt(filter, mode.precision, y);
            }
        }
    }
    return sum;
}

} // namespace cudnnsetup
