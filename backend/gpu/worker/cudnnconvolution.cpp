// SPDX-License-Identifier: MIT
#include "gpu/worker/cudnnconvolution.h"

#include "cudnnnumber.h"

#include <algorithm>
#include <array>
#include <limits>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Performance = cuda::DnnForwardPerformance;

bool isUnsupported(cuda::Status status, int majorVersion)
{
    if (majorVersion < 9)
        return status == cuda::dnnNotSupported7 || status == cuda::dnnArchMismatch7;
    return status >= cuda::dnnNotSupported9 && status < cuda::dnnInternal9;
}

// What the convolution may use. FP32 without TF32 has a name of its own from cuDNN 8 on; before, it is what there is.
cuda::DnnMathType mathType(GpuMode::Precision precision, int majorVersion)
{
    switch (precision) {
    case GpuMode::Precision::Fp32: return majorVersion < 8 ? cuda::DnnMathDefault : cuda::DnnMathFma;
    case GpuMode::Precision::Tf32: return cuda::DnnMathDefault;
    case GpuMode::Precision::Fp16:
    case GpuMode::Precision::Bf16: break;
    }
    return cuda::DnnMathTensor;
}

// Why there is no such mode; empty when there is.
QString whyMissing(GpuMode::Precision precision, const Cudnn &cudnn)
{
    const bool isNew = precision == GpuMode::Precision::Tf32 || precision == GpuMode::Precision::Bf16;
    if (isNew && cudnn.majorVersion() < 8)
        return u"cuDNN %1 has no such mode; cuDNN 8 does"_s.arg(cudnn.majorVersion());
    if (isNew && cudnn.device().facts().computeCapability.majorVersion() < 8)
        return u"this GPU (compute capability %1) has no such mode; those from 8.0 on do"_s.arg(
                cudnn.device().facts().computeCapability.toString());
    return {};
}

} // namespace

cuda::DnnDataType dnnDataType(GpuMode::Precision precision)
{
    switch (precision) {
    case GpuMode::Precision::Fp16: return cuda::DnnHalf;
    case GpuMode::Precision::Bf16: return cuda::DnnBfloat16;
    case GpuMode::Precision::Fp32:
    case GpuMode::Precision::Tf32: break;
    }
    return cuda::DnnFloat;
}

Called<Cudnn> Cudnn::open(const cuda::DnnApi &api, const Device &device)
{
    Cudnn cudnn(api, device);
    if (const auto version = versionFromCudnnNumber(qint64(api.cudnnGetVersion())))
        cudnn.m_major = version->majorVersion();
    return inOrder([&] { return cudnn.check(api.cudnnCreate(&cudnn.m_handle), "cudnnCreate"); },
                   [&] { return cudnn.check(api.cudnnSetStream(cudnn.m_handle, device.stream()), "cudnnSetStream"); })
            .map([&] { return cudnn; });
}

Called<void> Cudnn::check(cuda::Status status, const char *function) const
{
    if (status == 0)
        return {};
    QString words = u"%1: %2"_s.arg(QLatin1StringView(function), QString::fromUtf8(m_api->cudnnGetErrorString(status)));
    std::array<char, 512> details{};
    if (m_api->cudnnGetLastErrorString)
        m_api->cudnnGetLastErrorString(details.data(), details.size());
    if (const QString text = QString::fromUtf8(details.data()).trimmed(); !text.isEmpty())
        words += u" (%1)"_s.arg(text);
    return tl::unexpected(CallFailure{.words = words, .isUnsupported = isUnsupported(status, m_major)});
}

// The descriptors of one convolution.
struct CudnnConvolution::Shapes
{
    explicit Shapes(const cuda::DnnApi &functions) : api(functions) { }
    ~Shapes()
    {
        if (input)
            api.cudnnDestroyTensorDescriptor(input);
        if (output)
            api.cudnnDestroyTensorDescriptor(output);
        if (filter)
            api.cudnnDestroyFilterDescriptor(filter);
        if (convolution)
            api.cudnnDestroyConvolutionDescriptor(convolution);
    }
    Shapes(const Shapes &) = delete;
    Shapes &operator=(const Shapes &) = delete;

    Called<void> create(const Cudnn &cudnn)
    {
        const auto check = [&](cuda::Status status, const char *function) { return cudnn.check(status, function); };
        return inOrder(
                [&] { return check(api.cudnnCreateTensorDescriptor(&input), "cudnnCreateTensorDescriptor"); },
                [&] { return check(api.cudnnCreateTensorDescriptor(&output), "cudnnCreateTensorDescriptor"); },
                [&] { return check(api.cudnnCreateFilterDescriptor(&filter), "cudnnCreateFilterDescriptor"); },
                [&] { return check(api.cudnnCreateConvolutionDescriptor(&convolution), "cudnnCreateConvolutionDescriptor"); });
    }

    Called<void> set(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &s)
    {
        const auto check = [&](cuda::Status status, const char *function) { return cudnn.check(status, function); };
        const cuda::DnnLayout layout = mode.layout == GpuMode::Layout::Nchw ? cuda::DnnNchw : cuda::DnnNhwc;
        const cuda::DnnDataType type = dnnDataType(mode.precision);
        constexpr int size = ConvolutionShape::filterSize;
        return inOrder(
                [&] {
                    return check(api.cudnnSetTensor4dDescriptor(input, layout, type, s.batch, s.inputChannels, s.height, s.width),
                                 "cudnnSetTensor4dDescriptor");
                },
                [&] {
                    return check(api.cudnnSetTensor4dDescriptor(output, layout, type, s.batch, s.outputChannels, s.height,
                                                                s.width),
                                 "cudnnSetTensor4dDescriptor");
                },
                [&] {
                    return check(api.cudnnSetFilter4dDescriptor(filter, type, layout, s.outputChannels, s.inputChannels, size,
                                                                size),
                                 "cudnnSetFilter4dDescriptor");
                },
                [&] {
                    return check(api.cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, cuda::DnnCrossCorrelation,
                                                                     cuda::DnnFloat),
                                 "cudnnSetConvolution2dDescriptor");
                });
    }

    const cuda::DnnApi &api;
    cuda::Tensor input = nullptr;
    cuda::Tensor output = nullptr;
    cuda::Filter filter = nullptr;
    cuda::Convolution convolution = nullptr;
};

Called<CudnnConvolution> CudnnConvolution::prepare(const Cudnn &cudnn, const GpuMode &mode, const ConvolutionShape &shape)
{
    if (const QString reason = whyMissing(mode.precision, cudnn); !reason.isEmpty())
        return tl::unexpected(CallFailure{.words = reason, .isUnsupported = true});
    auto shapes = std::make_shared<Shapes>(cudnn.api());
    return inOrder([&] { return shapes->create(cudnn); }, [&] { return shapes->set(cudnn, mode, shape); })
            .map([&] { return CudnnConvolution(cudnn, mode, shapes); });
}

// Those that succeeded and keep to the mode, fastest first as cuDNN saw it.
Called<QList<Performance>> CudnnConvolution::candidates(const Memory &memory) const
{
    constexpr int most = 2 * cuda::dnnForwardAlgorithms; // each with and without tensor cores
    const cuda::DnnApi &api = m_cudnn->api();
    const cuda::DnnMathType math = mathType(m_mode.precision, m_cudnn->majorVersion());
    std::array<Performance, most> results{};
    int count = 0;
    const auto found = inOrder(
            [&] { return m_cudnn->check(api.cudnnSetConvolutionMathType(m_shapes->convolution, math), "cudnnSetConvolutionMathType"); },
            [&] {
                return m_cudnn->check(api.cudnnFindConvolutionForwardAlgorithmEx(
                                              m_cudnn->handle(), m_shapes->input, memory.input.address(), m_shapes->filter,
                                              memory.filter.address(), m_shapes->convolution, m_shapes->output,
                                              memory.output.address(), most, &count, results.data(),
                                              memory.workspace.address(), memory.workspace.size()),
                                      "cudnnFindConvolutionForwardAlgorithmEx");
            });
    if (!found)
        return tl::unexpected(found.error());
    const bool isPlainOnly = m_mode.precision == GpuMode::Precision::Fp32;
    QList<Performance> usable;
    for (int i = 0; i < count; ++i) {
        if (results[size_t(i)].status == 0 && (!isPlainOnly || results[size_t(i)].mathType == math))
            usable << results[size_t(i)];
    }
    if (usable.isEmpty() && count > 0 && results[0].status != 0)
        return tl::unexpected(m_cudnn->check(results[0].status, "cudnnFindConvolutionForwardAlgorithmEx").error());
    if (usable.isEmpty())
        return tl::unexpected(CallFailure{.words = u"cudnnFindConvolutionForwardAlgorithmEx: no algorithm"_s, .isUnsupported = true});
    return usable;
}

Called<void> CudnnConvolution::chooseAlgorithm(const Memory &memory)
{
    // cuDNN times each algorithm once; those near the best get a second, steadier look.
    constexpr qsizetype mostLooks = 4;
    constexpr float near = 1.5F;
    const auto usable = candidates(memory);
    if (!usable)
        return tl::unexpected(usable.error());
    Performance best = usable->first();
    double bestTime = std::numeric_limits<double>::infinity();
    for (const Performance &candidate : usable->first(std::min(mostLooks, usable->size()))) {
        if (candidate.milliseconds > near * usable->first().milliseconds)
            break;
        const auto time = timeOf(candidate, memory);
        if (time && *time < bestTime) {
            best = candidate;
            bestTime = *time;
        }
    }
    m_choice = best;
    return m_cudnn->check(m_cudnn->api().cudnnSetConvolutionMathType(m_shapes->convolution, best.mathType),
                          "cudnnSetConvolutionMathType");
}

Called<double> CudnnConvolution::timeOf(const Performance &candidate, const Memory &memory)
{
    m_choice = candidate;
    const auto set = m_cudnn->check(m_cudnn->api().cudnnSetConvolutionMathType(m_shapes->convolution, candidate.mathType),
                                    "cudnnSetConvolutionMathType");
    return set ? m_cudnn->device().timeOfSome([&] { return run(memory); }) : tl::unexpected(set.error());
}

Called<void> CudnnConvolution::run(const Memory &memory) const
{
    const float one = 1;
    const float zero = 0;
    return m_cudnn->check(m_cudnn->api().cudnnConvolutionForward(
                                  m_cudnn->handle(), &one, m_shapes->input, memory.input.address(), m_shapes->filter,
                                  memory.filter.address(), m_shapes->convolution, m_choice.algorithm,
                                  memory.workspace.address(), m_choice.workspaceBytes, &zero, m_shapes->output,
                                  memory.output.address()),
                          "cudnnConvolutionForward");
}

QString CudnnConvolution::algorithmName() const
{
    static const QStringList names{u"IMPLICIT_GEMM"_s, u"IMPLICIT_PRECOMP_GEMM"_s, u"GEMM"_s,     u"DIRECT"_s,
                                   u"FFT"_s,           u"FFT_TILING"_s,            u"WINOGRAD"_s, u"WINOGRAD_NONFUSED"_s};
    const QString name = names.value(m_choice.algorithm, u"algorithm %1"_s.arg(m_choice.algorithm));
    const bool isTensor = m_choice.mathType == cuda::DnnMathTensor || m_choice.mathType == cuda::DnnMathTensorConversion;
    return isTensor ? name + u", tensor cores"_s : name;
}

} // namespace cudnnsetup
