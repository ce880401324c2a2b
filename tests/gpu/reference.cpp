// SPDX-License-Identifier: MIT
// The classic convolution measured in the plainest way, linked to cuDNN: what `cudnn-setup-cli gpu-test` is compared with on a
// machine with a GPU (tests/gpu/on-gpu.sh). For each mode one JSON line: milliseconds by the fastest algorithm that
// cudnnFindConvolutionForwardAlgorithmEx finds, and by the fastest plan of cuDNN's graph interface.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cudnn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t batch = 16, inputChannels = 64, outputChannels = 128, size = 224, filter = 3;
constexpr std::size_t workspaceBytes = std::size_t(2) << 30;

void check(cudnnStatus_t status, const char *what)
{
    if (status == CUDNN_STATUS_SUCCESS)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudnnGetErrorString(status));
    std::exit(1);
}

void check(cudaError_t status, const char *what)
{
    if (status == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
}

struct Mode
{
    const char *name;
    cudnnDataType_t type;
    cudnnTensorFormat_t layout;
    cudnnMathType_t math;
};

constexpr std::array modes = {
    Mode{"fp32-nchw", CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, CUDNN_FMA_MATH},
    Mode{"fp32-nhwc", CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, CUDNN_FMA_MATH},
    Mode{"tf32-nchw", CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, CUDNN_DEFAULT_MATH},
    Mode{"tf32-nhwc", CUDNN_DATA_FLOAT, CUDNN_TENSOR_NHWC, CUDNN_DEFAULT_MATH},
    Mode{"fp16-nchw", CUDNN_DATA_HALF, CUDNN_TENSOR_NCHW, CUDNN_TENSOR_OP_MATH},
    Mode{"fp16-nhwc", CUDNN_DATA_HALF, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_OP_MATH},
    Mode{"bf16-nchw", CUDNN_DATA_BFLOAT16, CUDNN_TENSOR_NCHW, CUDNN_TENSOR_OP_MATH},
    Mode{"bf16-nhwc", CUDNN_DATA_BFLOAT16, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_OP_MATH},
};

struct Buffers
{
    void *input = nullptr;
    void *filters = nullptr;
    void *output = nullptr;
    void *workspace = nullptr;
};

// Numbers between -1 and 1: how much power multiplications take, and with it the clock, depends on their bits.
std::vector<unsigned char> randomNumbers(std::size_t count, cudnnDataType_t type)
{
    const std::size_t bytes = type == CUDNN_DATA_FLOAT ? 4 : 2;
    std::vector<unsigned char> numbers(count * bytes);
    std::uint64_t state = 12345;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const float number = float(std::int32_t(state >> 32)) * 0x1p-31F;
        const __half half = __float2half(number);
        const __nv_bfloat16 bfloat = __float2bfloat16(number);
        const void *stored = &number;
        if (type != CUDNN_DATA_FLOAT)
            stored = type == CUDNN_DATA_HALF ? static_cast<const void *>(&half) : &bfloat;
        std::memcpy(numbers.data() + i * bytes, stored, bytes);
    }
    return numbers;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double timeOnce(const std::function<void()> &run, int runs)
{
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    check(cudaEventCreate(&begin), "cudaEventCreate");
    check(cudaEventCreate(&end), "cudaEventCreate");
    check(cudaEventRecord(begin), "cudaEventRecord");
    for (int i = 0; i < runs; ++i)
        run();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return double(milliseconds) / runs;
}

// Ten warm-ups, fifty runs, five times; the median.
double timeWell(const std::function<void()> &run)
{
    timeOnce(run, 10);
    std::vector<double> times;
    for (int i = 0; i < 5; ++i)
        times.push_back(timeOnce(run, 50));
    return median(times);
}

// The interface that cuDNN has had from its beginning. Nothing is printed where the mode is not supported.
void measureLegacy(cudnnHandle_t handle, const Mode &mode, const Buffers &buffers)
{
    cudnnTensorDescriptor_t input = nullptr;
    cudnnTensorDescriptor_t output = nullptr;
    cudnnFilterDescriptor_t filters = nullptr;
    cudnnConvolutionDescriptor_t convolution = nullptr;
    check(cudnnCreateTensorDescriptor(&input), "input");
    check(cudnnCreateTensorDescriptor(&output), "output");
    check(cudnnCreateFilterDescriptor(&filters), "filters");
    check(cudnnCreateConvolutionDescriptor(&convolution), "convolution");
    check(cudnnSetTensor4dDescriptor(input, mode.layout, mode.type, batch, inputChannels, size, size), "input");
    check(cudnnSetTensor4dDescriptor(output, mode.layout, mode.type, batch, outputChannels, size, size), "output");
    check(cudnnSetFilter4dDescriptor(filters, mode.type, mode.layout, outputChannels, inputChannels, filter, filter), "filters");
    check(cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT),
          "convolution");
    check(cudnnSetConvolutionMathType(convolution, mode.math), "math type");
    std::array<cudnnConvolutionFwdAlgoPerf_t, 16> found{};
    int count = 0;
    check(cudnnFindConvolutionForwardAlgorithmEx(handle, input, buffers.input, filters, buffers.filters, convolution, output,
                                                 buffers.output, int(found.size()), &count, found.data(), buffers.workspace,
                                                 workspaceBytes),
          "cudnnFindConvolutionForwardAlgorithmEx");
    double best = std::numeric_limits<double>::infinity();
    cudnnConvolutionFwdAlgoPerf_t chosen{};
    const float one = 1;
    const float zero = 0;
    int looks = 0;
    for (int i = 0; i < count && looks < 3; ++i) {
        const auto &candidate = found[std::size_t(i)];
        if (candidate.status != CUDNN_STATUS_SUCCESS || (mode.math == CUDNN_FMA_MATH && candidate.mathType != CUDNN_FMA_MATH))
            continue;
        ++looks;
        check(cudnnSetConvolutionMathType(convolution, candidate.mathType), "math type");
        const double time = timeWell([&] {
            check(cudnnConvolutionForward(handle, &one, input, buffers.input, filters, buffers.filters, convolution,
                                          candidate.algo, buffers.workspace, candidate.memory, &zero, output, buffers.output),
                  "cudnnConvolutionForward");
        });
        if (time < best) {
            best = time;
            chosen = candidate;
        }
    }
    if (looks > 0)
        std::printf(",\"legacyMs\":%.4f,\"algorithm\":%d,\"mathType\":%d", best, int(chosen.algo), int(chosen.mathType));
    cudnnDestroyTensorDescriptor(input);
    cudnnDestroyTensorDescriptor(output);
    cudnnDestroyFilterDescriptor(filters);
    cudnnDestroyConvolutionDescriptor(convolution);
}

// A descriptor of the graph interface. ok() turns false with the first call that fails; later ones then do nothing.
class Descriptor
{
public:
    explicit Descriptor(cudnnBackendDescriptorType_t type)
    {
        m_isOk = cudnnBackendCreateDescriptor(type, &m_descriptor) == CUDNN_STATUS_SUCCESS;
    }
    ~Descriptor()
    {
        if (m_descriptor)
            cudnnBackendDestroyDescriptor(m_descriptor);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    template<class T>
    Descriptor &set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, const std::vector<T> &values)
    {
        m_isOk = m_isOk
                && cudnnBackendSetAttribute(m_descriptor, name, type, std::int64_t(values.size()), values.data())
                        == CUDNN_STATUS_SUCCESS;
        return *this;
    }
    Descriptor &finish()
    {
        m_isOk = m_isOk && cudnnBackendFinalize(m_descriptor) == CUDNN_STATUS_SUCCESS;
        return *this;
    }
    bool isOk() const { return m_isOk; }
    cudnnBackendDescriptor_t get() const { return m_descriptor; }

private:
    cudnnBackendDescriptor_t m_descriptor = nullptr;
    bool m_isOk = false;
};

using Numbers = std::vector<std::int64_t>;

Numbers strides(std::int64_t channels, std::int64_t height, std::int64_t width, cudnnTensorFormat_t layout)
{
    if (layout == CUDNN_TENSOR_NCHW)
        return {channels * height * width, height * width, width, 1};
    return {channels * height * width, 1, width * channels, channels};
}

void describe(Descriptor &tensor, std::int64_t id, const Mode &mode, const Numbers &dimensions)
{
    tensor.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, Numbers{id})
            .set(CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, std::vector{mode.type})
            .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, Numbers{16})
            .set(CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, dimensions)
            .set(CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64,
                 strides(dimensions[1], dimensions[2], dimensions[3], mode.layout))
            .finish();
}

bool usesTensorCores(cudnnBackendDescriptor_t configuration)
{
    Descriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    cudnnBackendDescriptor_t pointer = engine.get();
    std::int64_t count = 0;
    cudnnBackendGetAttribute(configuration, CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &pointer);
    std::array<cudnnBackendNumericalNote_t, CUDNN_NUMERICAL_NOTE_TYPE_COUNT> notes{};
    cudnnBackendGetAttribute(pointer, CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE, std::int64_t(notes.size()),
                             &count, notes.data());
    const auto end = notes.begin() + std::min<std::int64_t>(count, std::int64_t(notes.size()));
    return std::find(notes.begin(), end, CUDNN_NUMERICAL_NOTE_TENSOR_CORE) != end;
}

// The graph interface: one operation, and every plan that the heuristics propose.
void measureGraph(cudnnHandle_t handle, const Mode &mode, const Buffers &buffers)
{
    Descriptor input(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    Descriptor filters(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    Descriptor output(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    describe(input, 1, mode, {batch, inputChannels, size, size});
    describe(filters, 2, mode, {outputChannels, inputChannels, filter, filter});
    describe(output, 3, mode, {batch, outputChannels, size, size});
    Descriptor convolution(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    convolution.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, std::vector{CUDNN_DATA_FLOAT})
            .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, std::vector{CUDNN_CROSS_CORRELATION})
            .set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, Numbers{2})
            .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_TYPE_INT64, Numbers{1, 1})
            .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, CUDNN_TYPE_INT64, Numbers{1, 1})
            .set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_TYPE_INT64, Numbers{1, 1})
            .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, CUDNN_TYPE_INT64, Numbers{1, 1})
            .finish();
    Descriptor operation(CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
    operation
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{convolution.get()})
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{input.get()})
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{filters.get()})
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{output.get()})
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, CUDNN_TYPE_FLOAT, std::vector{1.0F})
            .set(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA, CUDNN_TYPE_FLOAT, std::vector{0.0F})
            .finish();
    Descriptor graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{operation.get()})
            .set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, std::vector{handle})
            .finish();
    Descriptor heuristics(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{graph.get()})
            .set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, std::vector{CUDNN_HEUR_MODE_A})
            .finish();
    if (!heuristics.isOk())
        return;

    constexpr std::size_t most = 16;
    std::array<cudnnBackendDescriptor_t, most> configurations{};
    for (auto &configuration : configurations)
        check(cudnnBackendCreateDescriptor(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, &configuration), "engine configuration");
    std::int64_t count = 0;
    check(cudnnBackendGetAttribute(heuristics.get(), CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
                                   std::int64_t(most), &count, configurations.data()),
          "heuristics");
    Descriptor variants(CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    variants.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, Numbers{1, 2, 3})
            .set(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR,
                 std::vector<void *>{buffers.input, buffers.filters, buffers.output})
            .set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, std::vector<void *>{buffers.workspace})
            .finish();
    double best = std::numeric_limits<double>::infinity();
    int tried = 0;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(count, std::int64_t(most)); ++i) {
        const cudnnBackendDescriptor_t configuration = configurations[std::size_t(i)];
        if (mode.math == CUDNN_FMA_MATH && usesTensorCores(configuration))
            continue;
        Descriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
        plan.set(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, std::vector{handle})
                .set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{configuration})
                .finish();
        std::int64_t needed = 0;
        std::int64_t one = 0;
        if (!plan.isOk()
            || cudnnBackendGetAttribute(plan.get(), CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, &one, &needed)
                    != CUDNN_STATUS_SUCCESS
            || std::size_t(needed) > workspaceBytes)
            continue;
        if (cudnnBackendExecute(handle, plan.get(), variants.get()) != CUDNN_STATUS_SUCCESS)
            continue;
        ++tried;
        const auto run = [&] { check(cudnnBackendExecute(handle, plan.get(), variants.get()), "cudnnBackendExecute"); };
        if (timeOnce(run, 3) < 1.5 * best)
            best = std::min(best, timeWell(run));
    }
    for (const auto configuration : configurations)
        cudnnBackendDestroyDescriptor(configuration);
    if (tried > 0)
        std::printf(",\"graphMs\":%.4f,\"plans\":%d", best, tried);
}

void *filled(std::int64_t numbers, cudnnDataType_t type)
{
    const auto host = randomNumbers(std::size_t(numbers), type);
    void *device = nullptr;
    check(cudaMalloc(&device, host.size()), "cudaMalloc");
    check(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice), "cudaMemcpy");
    return device;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string wanted = argc > 1 ? argv[1] : "";
    cudnnHandle_t handle = nullptr;
    check(cudnnCreate(&handle), "cudnnCreate");
    std::printf("{\"cudnn\":%zu}\n", cudnnGetVersion());
    for (const Mode &mode : modes) {
        if (!wanted.empty() && wanted != mode.name)
            continue;
        Buffers buffers;
        buffers.input = filled(batch * inputChannels * size * size, mode.type);
        buffers.filters = filled(outputChannels * inputChannels * filter * filter, mode.type);
        buffers.output = filled(batch * outputChannels * size * size, mode.type);
        check(cudaMalloc(&buffers.workspace, workspaceBytes), "cudaMalloc");
        std::printf("{\"mode\":\"%s\"", mode.name);
        measureLegacy(handle, mode, buffers);
        measureGraph(handle, mode, buffers);
        std::printf("}\n");
        std::fflush(stdout);
        for (void *memory : {buffers.input, buffers.filters, buffers.output, buffers.workspace})
            cudaFree(memory);
    }
    return 0;
}
