// SPDX-License-Identifier: MIT
#include "behaviour.h"
#include "convolution.h"
#include "gpu.h"
#include "graphplans.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace cudnnsetup::cuda;

CUDNNSETUP_DNN_FUNCTIONS(STANDIN_DECLARE)

// STANDIN_DNN_VERSION: as cudnnGetVersion says it.
struct cudnnsetup::cuda::DnnObject
{
    const standin::Gpu *gpu = nullptr;
};
struct cudnnsetup::cuda::TensorObject
{
    standin::Tensor4 shape;
};
struct cudnnsetup::cuda::FilterObject
{
    standin::Tensor4 shape;
};
struct cudnnsetup::cuda::ConvolutionObject
{
    standin::ConvolutionWay way;
    DnnMathType mathType = DnnMathDefault;
};

namespace {

constexpr int majorVersion = STANDIN_DNN_VERSION / (STANDIN_DNN_VERSION < 10000 ? 1000 : 10000);
constexpr bool isNine = majorVersion >= 9;

enum : Status {
    Success = 0,
    NotInitialized = isNine ? 1001 : 1,
    BadParameter = isNine ? 2000 : 3,
    NotSupported = isNine ? 3000 : 9,
    InternalError = isNine ? 4000 : 4,
    ExecutionFailed = isNine ? 5000 : 8,
};

standin::Behaviour behaviour("STANDIN_CUDNN", "cudnnConvolutionForward");

// The algorithms that work here, and what they cost.
struct Algorithm
{
    int number;
    std::size_t workspaceBytes;
    double factor; // of the time of the fastest
    bool hasTensorCores;
};
constexpr std::array algorithms = {
        Algorithm{1, 4096, 1.0, true},  // IMPLICIT_PRECOMP_GEMM
        Algorithm{6, 16384, 1.5, false}, // WINOGRAD
        Algorithm{0, 0, 2.5, false},    // IMPLICIT_GEMM
};

std::optional<Algorithm> algorithmOf(int number)
{
    for (const Algorithm &algorithm : algorithms) {
        if (algorithm.number == number)
            return algorithm;
    }
    if (const standin::GraphPlan *plan = standin::graphPlan(number))
        return Algorithm{number, std::size_t(plan->workspaceBytes), plan->factor, true};
    return {};
}

bool isLayout(DnnLayout layout)
{
    return layout == DnnNchw || layout == DnnNhwc;
}

std::optional<standin::Format> formatOf(DnnDataType type)
{
    switch (type) {
    case DnnFloat: return standin::Format::Float32;
    case DnnHalf: return standin::Format::Float16;
    case DnnBfloat16: return majorVersion < 8 ? std::nullopt : std::optional(standin::Format::Bfloat16);
    }
    return {};
}

// FP32 in TF32 from cuDNN 8 on, unless it is told not to.
bool isTf32(standin::Format format, DnnMathType mathType)
{
    const char *allowed = std::getenv("NVIDIA_TF32_OVERRIDE");
    return majorVersion >= 8 && format == standin::Format::Float32 && mathType != DnnMathFma
            && !(allowed && std::string(allowed) == "0");
}

standin::Speed speedOf(standin::Format format, DnnMathType mathType)
{
    if (format != standin::Format::Float32)
        return standin::Speed::Short;
    return isTf32(format, mathType) ? standin::Speed::Tf32 : standin::Speed::Float32;
}

double operationsOf(const standin::Tensor4 &filter, const standin::Tensor4 &output)
{
    return 2.0 * double(output.count()) * filter.c * filter.h * filter.w;
}

// Microseconds of one convolution: half of the operations' time without cuDNN, in one launch instead of two for each image.
double costOf(const standin::Gpu &gpu, const ConvolutionObject &convolution, const Algorithm &algorithm,
              const standin::Tensor4 &filter, const standin::Tensor4 &output)
{
    const standin::Speed speed = speedOf(output.format, convolution.mathType);
    const double operations = operationsOf(filter, output);
    const double plain = output.n * (standin::launchCost + productCost(operations / output.n, speed));
    if (behaviour.isTold("slow"))
        return 10 * plain;
    if (behaviour.isTold("even"))
        return plain;
    const double cost = algorithm.factor * productCost(operations / 2, speed);
    return behaviour.isTold("noisy") && gpu.stretch() % 2 == 0 ? 3 * cost : cost;
}

bool fitTogether(const standin::Tensor4 &input, const standin::Tensor4 &filter, const standin::ConvolutionWay &way,
                 const standin::Tensor4 &output)
{
    const bool isAlike = input.format == filter.format && input.format == output.format
            && input.isChannelsLast == filter.isChannelsLast && input.isChannelsLast == output.isChannelsLast;
    return isAlike && input.n > 0 && input.n == output.n && input.c == filter.c && filter.n == output.c
            && output.h == standin::outputLength(input.h, filter.h, way.padH, way.strideH, way.dilationH)
            && output.w == standin::outputLength(input.w, filter.w, way.padW, way.strideW, way.dilationW);
}

struct Memory
{
    const void *input;
    const void *filter;
    void *workspace;
    std::size_t workspaceBytes;
    void *output;
};

bool isHeld(const standin::Gpu &gpu, const Memory &memory, Tensor input, Filter filter, Tensor output)
{
    return gpu.holds(memory.input, input->shape.bytes()) && gpu.holds(memory.filter, filter->shape.bytes())
            && gpu.holds(memory.output, output->shape.bytes())
            && (memory.workspaceBytes == 0 || gpu.holds(memory.workspace, memory.workspaceBytes));
}

// What it was told to spoil.
void spoil(const standin::Tensor4 &shape, void *output)
{
    if (behaviour.isTold("nan"))
        standin::setNumber(shape.format, output, shape.count() / 3, NAN);
    if (behaviour.isTold("oneWrong")) {
        const std::size_t index = shape.count() / 8 * 5;
        standin::setNumber(shape.format, output, index, 2 * standin::numberAt(shape.format, output, index) + 8);
    }
}

// What the algorithms did, as cuDNN says it: fastest first, then those that are not supported.
std::vector<DnnForwardPerformance> performances(const standin::Gpu &gpu, const ConvolutionObject &convolution,
                                                const standin::Tensor4 &filter, const standin::Tensor4 &output,
                                                std::size_t workspaceBytes)
{
    std::vector<DnnForwardPerformance> results;
    const bool isFma = convolution.mathType == DnnMathFma;
    const bool isTensor = !isFma && (majorVersion >= 8 || convolution.mathType == DnnMathTensor);
    for (const Algorithm &algorithm : algorithms) {
        if (behaviour.isTold("unsupported") || algorithm.workspaceBytes > workspaceBytes)
            continue;
        results.push_back({.algorithm = algorithm.number,
                           .status = Success,
                           .milliseconds = float(costOf(gpu, convolution, algorithm, filter, output) / 1e3),
                           .workspaceBytes = algorithm.workspaceBytes,
                           .determinism = 1,
                           .mathType = isTensor && algorithm.hasTensorCores ? DnnMathTensor
                                   : isFma                                  ? DnnMathFma
                                                                            : DnnMathDefault,
                           .reserved = {}});
    }
    for (int number = 0; number < dnnForwardAlgorithms; ++number) {
        const bool isThere = std::any_of(results.begin(), results.end(), [&](const auto &r) { return r.algorithm == number; });
        if (!isThere)
            results.push_back({.algorithm = number,
                               .status = NotSupported,
                               .milliseconds = -1,
                               .workspaceBytes = 0,
                               .determinism = 0,
                               .mathType = convolution.mathType,
                               .reserved = {}});
    }
    return results;
}

} // namespace

extern "C" {

std::size_t cudnnGetVersion()
{
    behaviour.enter(__func__);
    return STANDIN_DNN_VERSION;
}

std::size_t cudnnGetCudartVersion()
{
    behaviour.enter(__func__);
    return isNine ? 13000 : majorVersion == 8 ? 12020 : 10020;
}

const char *cudnnGetErrorString(Status status)
{
    switch (status) {
    case Success: return "CUDNN_STATUS_SUCCESS";
    case NotInitialized: return "CUDNN_STATUS_NOT_INITIALIZED";
    case BadParameter: return "CUDNN_STATUS_BAD_PARAM";
    case NotSupported: return "CUDNN_STATUS_NOT_SUPPORTED";
    case InternalError: return "CUDNN_STATUS_INTERNAL_ERROR";
    case ExecutionFailed: return "CUDNN_STATUS_EXECUTION_FAILED";
    default: return "CUDNN_UNKNOWN_STATUS";
    }
}

#if STANDIN_DNN_VERSION >= 90000
void cudnnGetLastErrorString(char *words, std::size_t size)
{
    behaviour.enter(__func__);
    if (size > 0)
        words[0] = '\0';
}
#endif

Status cudnnCreate(Dnn *dnn)
{
    STANDIN_ENTER;
    const standin::Gpu *gpu = standin::Gpu::present();
    if (!gpu)
        return NotInitialized;
    static DnnObject only{.gpu = gpu};
    *dnn = &only;
    return Success;
}

Status cudnnSetStream(Dnn dnn, Stream)
{
    STANDIN_ENTER;
    return dnn ? Success : BadParameter;
}

Status cudnnCreateTensorDescriptor(Tensor *tensor)
{
    STANDIN_ENTER;
    *tensor = new TensorObject;
    return Success;
}

Status cudnnDestroyTensorDescriptor(Tensor tensor)
{
    STANDIN_ENTER;
    delete tensor;
    return Success;
}

Status cudnnSetTensor4dDescriptor(Tensor tensor, DnnLayout layout, DnnDataType type, int n, int c, int h, int w)
{
    STANDIN_ENTER;
    const auto format = formatOf(type);
    if (!tensor || !isLayout(layout) || n < 1 || c < 1 || h < 1 || w < 1)
        return BadParameter;
    if (!format)
        return NotSupported;
    tensor->shape = {layout == DnnNhwc, *format, n, c, h, w};
    return Success;
}

Status cudnnCreateFilterDescriptor(Filter *filter)
{
    STANDIN_ENTER;
    *filter = new FilterObject;
    return Success;
}

Status cudnnDestroyFilterDescriptor(Filter filter)
{
    STANDIN_ENTER;
    delete filter;
    return Success;
}

Status cudnnSetFilter4dDescriptor(Filter filter, DnnDataType type, DnnLayout layout, int k, int c, int h, int w)
{
    STANDIN_ENTER;
    const auto format = formatOf(type);
    if (!filter || !isLayout(layout) || k < 1 || c < 1 || h < 1 || w < 1)
        return BadParameter;
    if (!format)
        return NotSupported;
    filter->shape = {layout == DnnNhwc, *format, k, c, h, w};
    return Success;
}

Status cudnnCreateConvolutionDescriptor(Convolution *convolution)
{
    STANDIN_ENTER;
    *convolution = new ConvolutionObject;
    return Success;
}

Status cudnnDestroyConvolutionDescriptor(Convolution convolution)
{
    STANDIN_ENTER;
    delete convolution;
    return Success;
}

Status cudnnSetConvolution2dDescriptor(Convolution convolution, int padH, int padW, int strideH, int strideW, int dilationH,
                                       int dilationW, DnnConvolutionMode mode, DnnDataType computeType)
{
    STANDIN_ENTER;
    if (!convolution || padH < 0 || padW < 0 || strideH < 1 || strideW < 1 || dilationH < 1 || dilationW < 1)
        return BadParameter;
    if (mode != DnnCrossCorrelation || computeType != DnnFloat)
        return NotSupported;
    convolution->way = {.padH = padH,
                        .padW = padW,
                        .strideH = strideH,
                        .strideW = strideW,
                        .dilationH = dilationH,
                        .dilationW = dilationW};
    return Success;
}

Status cudnnSetConvolutionMathType(Convolution convolution, DnnMathType type)
{
    STANDIN_ENTER;
    const bool isKnown = type >= DnnMathDefault && type <= (majorVersion < 8 ? DnnMathTensorConversion : DnnMathFma);
    if (!convolution || !isKnown)
        return BadParameter;
    convolution->mathType = type;
    return Success;
}

Status cudnnFindConvolutionForwardAlgorithmEx(Dnn dnn, Tensor inputShape, const void *input, Filter filterShape,
                                              const void *filter, Convolution convolution, Tensor outputShape, void *output,
                                              int asked, int *returned, DnnForwardPerformance *results, void *workspace,
                                              std::size_t workspaceBytes)
{
    STANDIN_ENTER;
    const Memory memory{input, filter, workspace, workspaceBytes, output};
    if (!dnn || asked < 1 || !fitTogether(inputShape->shape, filterShape->shape, convolution->way, outputShape->shape))
        return BadParameter;
    if (!isHeld(*dnn->gpu, memory, inputShape, filterShape, outputShape))
        return ExecutionFailed;
    const auto all = performances(*dnn->gpu, *convolution, filterShape->shape, outputShape->shape, workspaceBytes);
    *returned = std::min(asked, int(all.size()));
    std::copy_n(all.begin(), *returned, results);
    std::memset(output, 0x5a, outputShape->shape.bytes()); // they all ran and left something there
    return Success;
}

Status cudnnConvolutionForward(Dnn dnn, const void *alpha, Tensor inputShape, const void *input, Filter filterShape,
                               const void *filter, Convolution convolution, int algorithm, void *workspace,
                               std::size_t workspaceBytes, const void *beta, Tensor outputShape, void *output)
{
    STANDIN_ENTER;
    const auto known = algorithmOf(algorithm);
    const Memory memory{input, filter, workspace, workspaceBytes, output};
    if (!dnn || !fitTogether(inputShape->shape, filterShape->shape, convolution->way, outputShape->shape))
        return BadParameter;
    if (!known || behaviour.isTold("unsupported"))
        return NotSupported;
    if (workspaceBytes < known->workspaceBytes)
        return BadParameter;
    if (!isHeld(*dnn->gpu, memory, inputShape, filterShape, outputShape))
        return ExecutionFailed;
    standin::ConvolutionWay way = convolution->way;
    way.isTf32 = isTf32(inputShape->shape.format, convolution->mathType);
    way.alpha = *static_cast<const float *>(alpha) * (behaviour.isTold("wrong") ? 1.5F : 1.0F);
    way.beta = *static_cast<const float *>(beta);
    if (!behaviour.isTold("unwritten")) {
        convolve(inputShape->shape, input, filterShape->shape, filter, way, outputShape->shape, output);
        spoil(outputShape->shape, output);
    }
    dnn->gpu->spend(costOf(*dnn->gpu, *convolution, *known, filterShape->shape, outputShape->shape));
    return Success;
}

} // extern "C"
