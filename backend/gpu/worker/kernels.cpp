// SPDX-License-Identifier: MIT
#include "gpu/worker/kernels.h"

#include "gpu/worker/kernelsource.h"

#include <algorithm>
#include <array>
#include <bit>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr unsigned int threadsInBlock = 256;

struct Grid
{
    unsigned int x = 1;
    unsigned int y = 1;
};

unsigned int blocks(qint64 count, qint64 inBlock)
{
    return unsigned((count + inBlock - 1) / inBlock);
}

template<class... Arguments>
Called<void> launch(const Device &device, cuda::Function function, const Grid &grid, Arguments... arguments)
{
    std::array<void *, sizeof...(Arguments)> parameters{&arguments...};
    return device.check(device.driver().cuLaunchKernel(function, grid.x, grid.y, 1, threadsInBlock, 1, 1, 0, device.stream(),
                                                       parameters.data(), nullptr),
                        "cuLaunchKernel");
}

const char *suffixOf(GpuMode::Precision precision)
{
    switch (precision) {
    case GpuMode::Precision::Fp32:
    case GpuMode::Precision::Tf32: return "F32";
    case GpuMode::Precision::Fp16: return "F16";
    case GpuMode::Precision::Bf16: return "Bf16";
    }
    Q_UNREACHABLE();
}

// One source on its way through NVRTC.
class Compilation
{
public:
    explicit Compilation(const cuda::NvrtcApi &nvrtc) : m_nvrtc(nvrtc) { }
    ~Compilation()
    {
        if (m_program)
            m_nvrtc.nvrtcDestroyProgram(&m_program);
    }
    Compilation(const Compilation &) = delete;
    Compilation &operator=(const Compilation &) = delete;

    // architecture: "sm_90" for machine code, "compute_90" for PTX, which the driver compiles.
    Called<QByteArray> imageFor(const QByteArray &architecture)
    {
        const QByteArray option = "--gpu-architecture=" + architecture;
        const std::array<const char *, 1> options{option.constData()};
        const auto compiled = inOrder(
                [&] {
                    return check(m_nvrtc.nvrtcCreateProgram(&m_program, kernelSource, "cudnnsetup.cu", 0, nullptr, nullptr),
                                 "nvrtcCreateProgram");
                },
                [&] { return check(m_nvrtc.nvrtcCompileProgram(m_program, 1, options.data()), "nvrtcCompileProgram"); });
        if (!compiled)
            return tl::unexpected(CallFailure{.words = compiled.error().words + log()});
        return architecture.startsWith("sm_") ? image(m_nvrtc.nvrtcGetCUBINSize, m_nvrtc.nvrtcGetCUBIN, "nvrtcGetCUBIN")
                                              : image(m_nvrtc.nvrtcGetPTXSize, m_nvrtc.nvrtcGetPTX, "nvrtcGetPTX");
    }

private:
    Called<void> check(cuda::Status status, const char *function) const
    {
        if (status == 0)
            return {};
        return tl::unexpected(CallFailure{.words = u"%1: %2"_s.arg(QLatin1StringView(function),
                                                                  QString::fromUtf8(m_nvrtc.nvrtcGetErrorString(status)))});
    }

    template<class Size, class Get>
    Called<QByteArray> image(Size size, Get get, const char *function) const
    {
        size_t bytes = 0;
        QByteArray image;
        const auto got = inOrder([&] { return check(size(m_program, &bytes), function); },
                                 [&] {
                                     image.resize(qsizetype(bytes));
                                     return check(get(m_program, image.data()), function);
                                 });
        return got.map([&] { return image; });
    }

    QString log() const
    {
        constexpr size_t longest = 4000;
        size_t bytes = 0;
        if (!m_program || m_nvrtc.nvrtcGetProgramLogSize(m_program, &bytes) != 0 || bytes < 2)
            return {};
        QByteArray text{qsizetype(bytes), '\0'};
        m_nvrtc.nvrtcGetProgramLog(m_program, text.data());
        return u"\n"_s + QString::fromUtf8(text.constData()).left(longest).trimmed();
    }

    const cuda::NvrtcApi &m_nvrtc;
    cuda::Program m_program = nullptr;
};

QList<int> supportedArchitectures(const cuda::NvrtcApi &nvrtc)
{
    int count = 0;
    if (!nvrtc.nvrtcGetNumSupportedArchs || !nvrtc.nvrtcGetSupportedArchs || nvrtc.nvrtcGetNumSupportedArchs(&count) != 0)
        return {};
    QList<int> architectures(count);
    return nvrtc.nvrtcGetSupportedArchs(architectures.data()) == 0 ? architectures : QList<int>();
}

// What to compile for, best first. Machine code needs nothing of the driver; PTX of a toolkit newer than the driver is refused.
QList<QByteArray> architecturesFor(const cuda::NvrtcApi &nvrtc, const QVersionNumber &computeCapability)
{
    const int own = computeCapability.majorVersion() * 10 + computeCapability.minorVersion();
    const QList<int> supported = supportedArchitectures(nvrtc);
    if (supported.contains(own) && nvrtc.nvrtcGetCUBIN && nvrtc.nvrtcGetCUBINSize)
        return {"sm_" + QByteArray::number(own)};
    QList<int> targets{own, 75, 52}; // NVRTC that cannot say what it knows is that of CUDA 10.2 to 11.1
    if (!supported.isEmpty()) {
        targets.clear();
        for (const int architecture : supported) {
            if (architecture <= own)
                targets.prepend(architecture);
        }
    }
    QList<QByteArray> names;
    for (const int target : targets)
        names << "compute_" + QByteArray::number(target);
    return names;
}

} // namespace

Called<Kernels> Kernels::compile(const cuda::NvrtcApi &nvrtc, const Device &device)
{
    Called<QByteArray> image = tl::unexpected(CallFailure{.words = u"NVRTC knows no architecture of this GPU"_s});
    const QList<QByteArray> architectures = architecturesFor(nvrtc, device.facts().computeCapability);
    for (const QByteArray &architecture : architectures) {
        image = Compilation(nvrtc).imageFor(architecture);
        if (image)
            break;
    }
    if (!image)
        return tl::unexpected(image.error());
    Kernels kernels(device);
    return device.check(device.driver().cuModuleLoadData(&kernels.m_module, image->constData()), "cuModuleLoadData")
            .map([&] { return kernels; });
}

Called<cuda::Function> Kernels::function(const QByteArray &name) const
{
    cuda::Function function = nullptr;
    return m_device->check(m_device->driver().cuModuleGetFunction(&function, m_module, name.constData()), "cuModuleGetFunction")
            .map([&] { return function; });
}

Called<void> Kernels::imageToColumns(const GpuMode &mode, const ConvolutionShape &shape, cuda::DevicePointer image,
                                     cuda::DevicePointer columns) const
{
    const bool isNchw = mode.layout == GpuMode::Layout::Nchw;
    const qint64 pixels = qint64(shape.height) * shape.width;
    const auto kernel = function((isNchw ? "im2colNchw" : "im2colNhwc") + QByteArray::number(bytesPerNumber(mode.precision)));
    constexpr qint64 threadsOfPixel = 32;
    const Grid grid = isNchw ? Grid{.x = blocks(pixels, threadsInBlock), .y = unsigned(shape.inputChannels)}
                             : Grid{.x = blocks(pixels * threadsOfPixel, threadsInBlock)};
    return kernel.and_then([&](cuda::Function loaded) {
        return launch(*m_device, loaded, grid, image, columns, shape.inputChannels, shape.height, shape.width);
    });
}

Called<void> Kernels::multiply(GpuMode::Precision precision, const MatrixProduct &p) const
{
    constexpr qint64 tile = 64;
    const Grid grid{.x = blocks(p.m, tile), .y = blocks(p.n, tile)};
    return function(QByteArray("gemm") + suffixOf(precision)).and_then([&](cuda::Function kernel) {
        return launch(*m_device, kernel, grid, int(p.isTransposedA), p.m, p.n, p.k, p.a, p.lda, p.b, p.ldb, p.c, p.ldc);
    });
}

Called<Comparison> Kernels::compare(GpuMode::Precision precision, const DeviceMemory &one, const DeviceMemory &other,
                                    qint64 count) const
{
    constexpr qint64 mostBlocks = 2048;
    std::array<quint32, 2> answer{};
    const Grid grid{.x = unsigned(std::min<qint64>(blocks(count, threadsInBlock), mostBlocks))};
    const auto kernel = function(QByteArray("compare") + suffixOf(precision));
    const auto result = m_device->allocate(sizeof answer);
    if (!kernel || !result)
        return tl::unexpected(!kernel ? kernel.error() : result.error());
    const auto compared = inOrder(
            [&] { return m_device->fill(*result, 0); },
            [&] {
                return launch(*m_device, *kernel, grid, one.pointer(), other.pointer(), static_cast<long long>(count),
                              result->pointer());
            },
            [&] { return m_device->finish(); },
            [&] { return m_device->read(std::as_writable_bytes(std::span(answer)), *result, 0); });
    return compared.map([&] {
        return Comparison{.largestDifference = double(std::bit_cast<float>(answer[0])), .notNumbers = answer[1]};
    });
}

} // namespace cudnnsetup
