// SPDX-License-Identifier: MIT
#include "arithmetic.h"
#include "gpu.h"
#include "machine.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace standin {

namespace {

constexpr int filterSize = 3;
constexpr int taps = filterSize * filterSize;
constexpr double bytesInMicrosecond = 1'000'000; // of copies

template<class... Parameters>
std::tuple<Parameters...> parametersOf(const Launch &launch)
{
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple<Parameters...>(*static_cast<Parameters *>(launch.parameters[I])...);
    }(std::index_sequence_for<Parameters...>());
}

// One image and its columns; numbers are copied as they are.
struct Columns
{
    DevicePointer image;
    DevicePointer columns;
    int channels;
    int height;
    int width;
    std::size_t bytes; // of a number

    explicit Columns(const Launch &launch, std::size_t bytesOfNumber) : bytes(bytesOfNumber)
    {
        std::tie(image, columns, channels, height, width) = parametersOf<DevicePointer, DevicePointer, int, int, int>(launch);
    }

    std::size_t pixels() const { return std::size_t(height) * std::size_t(width); }
    std::size_t rows() const { return std::size_t(channels) * taps; }

    bool isHeldBy(const Memory &memory) const
    {
        return channels > 0 && height > 0 && width > 0 && memory.holds(image, pixels() * std::size_t(channels) * bytes)
                && memory.holds(columns, pixels() * rows() * bytes);
    }

    // from: index in the image; taken only where the place is inside.
    void put(std::size_t to, std::size_t from, bool isInside) const
    {
        auto *at = reinterpret_cast<std::byte *>(columns) + to * bytes;
        if (isInside)
            std::memcpy(at, reinterpret_cast<const std::byte *>(image) + from * bytes, bytes);
        else
            std::memset(at, 0, bytes);
    }

    struct Place
    {
        int h;
        int w;
    };
    Place placeOf(std::size_t pixel, int tap) const
    {
        return {int(pixel) / width + tap / filterSize - 1, int(pixel) % width + tap % filterSize - 1};
    }
    bool isInside(const Place &place) const { return place.h >= 0 && place.h < height && place.w >= 0 && place.w < width; }

    KernelRun done() const { return {true, launchCost + double(pixels() * rows() * bytes) / bytesInMicrosecond}; }
};

template<std::size_t bytes>
KernelRun im2colNchw(const Launch &launch, const Memory &memory)
{
    const Columns work(launch, bytes);
    if (!work.isHeldBy(memory))
        return {};
    const std::size_t pixels = std::min<std::size_t>(work.pixels(), launch.threadsInX()); // a thread a pixel
    const std::size_t rows = std::min<std::size_t>(work.rows(), launch.gridY * std::size_t(taps)); // a block a channel
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            const Columns::Place place = work.placeOf(pixel, int(row % taps));
            const std::size_t from = (row / taps * std::size_t(work.height) + std::size_t(place.h)) * std::size_t(work.width)
                    + std::size_t(place.w);
            work.put(row * work.pixels() + pixel, from, work.isInside(place));
        }
    }
    return work.done();
}

template<std::size_t bytes>
KernelRun im2colNhwc(const Launch &launch, const Memory &memory)
{
    const Columns work(launch, bytes);
    if (!work.isHeldBy(memory))
        return {};
    constexpr std::size_t threadsOfPixel = 32;
    const auto channels = std::size_t(work.channels);
    for (std::size_t pixel = 0; pixel < std::min(work.pixels(), launch.threadsInX() / threadsOfPixel); ++pixel) {
        for (std::size_t row = 0; row < work.rows(); ++row) {
            const Columns::Place place = work.placeOf(pixel, int(row / channels));
            const std::size_t from = (std::size_t(place.h) * std::size_t(work.width) + std::size_t(place.w)) * channels
                    + row % channels;
            work.put(pixel * work.rows() + row, from, work.isInside(place));
        }
    }
    return work.done();
}

template<Format format>
KernelRun gemm(const Launch &launch, const Memory &memory)
{
    constexpr unsigned tile = 64;
    constexpr unsigned threadsOfTile = 256;
    const auto [transposedA, m, n, k, a, lda, b, ldb, c, ldc]
            = parametersOf<int, int, int, int, DevicePointer, int, DevicePointer, int, DevicePointer, int>(launch);
    Product product{.a = {reinterpret_cast<void *>(a), transposedA != 0, m, k, lda},
                    .b = {reinterpret_cast<void *>(b), false, k, n, ldb},
                    .c = reinterpret_cast<void *>(c),
                    .leadingC = ldc,
                    .format = format};
    const Matrix result{nullptr, false, m, n, ldc};
    const auto holds = [&](DevicePointer address, const Matrix &matrix) {
        return matrix.isSound() && memory.holds(address, matrix.count() * bytesOf(format));
    };
    if (launch.threads != threadsOfTile || !holds(a, product.a) || !holds(b, product.b) || !holds(c, result))
        return {};
    product.a.rows = int(std::min<std::size_t>(std::size_t(m), std::size_t(launch.gridX) * tile));
    product.b.columns = int(std::min<std::size_t>(std::size_t(n), std::size_t(launch.gridY) * tile));
    multiply(product);
    return {true, productCost(product.operations(), format == Format::Float32 ? Speed::Float32 : Speed::Short)};
}

template<Format format>
KernelRun compare(const Launch &launch, const Memory &memory)
{
    const auto [one, other, count, result] = parametersOf<DevicePointer, DevicePointer, long long, DevicePointer>(launch);
    const std::size_t bytes = std::size_t(count) * bytesOf(format);
    if (count < 0 || !memory.holds(one, bytes) || !memory.holds(other, bytes) || !memory.holds(result, 8))
        return {};
    std::uint32_t answer[2];
    std::memcpy(answer, reinterpret_cast<void *>(result), sizeof answer);
    for (std::size_t i = 0; i < std::size_t(count); ++i) {
        const float x = numberAt(format, reinterpret_cast<void *>(one), i);
        const float y = numberAt(format, reinterpret_cast<void *>(other), i);
        if (!std::isfinite(x))
            ++answer[1];
        else if (std::isfinite(y))
            answer[0] = std::max(answer[0], std::bit_cast<std::uint32_t>(std::fabs(x - y)));
    }
    std::memcpy(reinterpret_cast<void *>(result), answer, sizeof answer);
    return {true, launchCost + 2 * double(bytes) / bytesInMicrosecond};
}

using Kernel = std::function<KernelRun(const Launch &, const Memory &)>;

const std::map<std::string, Kernel> &kernels()
{
    static const std::map<std::string, Kernel> all = {
            {"im2colNchw4", im2colNchw<4>},
            {"im2colNchw2", im2colNchw<2>},
            {"im2colNhwc4", im2colNhwc<4>},
            {"im2colNhwc2", im2colNhwc<2>},
            {"gemmF32", gemm<Format::Float32>},
            {"gemmF16", gemm<Format::Float16>},
            {"gemmBf16", gemm<Format::Bfloat16>},
            {"compareF32", compare<Format::Float32>},
            {"compareF16", compare<Format::Float16>},
            {"compareBf16", compare<Format::Bfloat16>},
    };
    return all;
}

} // namespace

bool isKernel(const std::string &name)
{
    return kernels().contains(name);
}

KernelRun runKernel(const std::string &name, const Launch &launch, const Memory &memory)
{
    return kernels().at(name)(launch, memory);
}

} // namespace standin
