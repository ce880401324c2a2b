// SPDX-License-Identifier: MIT
#include "gpu/worker/cudaapi.h"
#include "gpu/worker/numbers.h"
#include "gpu/worker/sharedlibrary.h"
#include "standins.h"

#include <QTest>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

using namespace cudnnsetup;
using namespace cudnnsetup::cuda;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using Precision = GpuMode::Precision;
using Layout = GpuMode::Layout;

namespace {

constexpr ConvolutionShape shape{.batch = 2, .inputChannels = 3, .outputChannels = 5, .height = 7, .width = 6};
constexpr double launchMs = 0.010;

// Sets a variable of the environment as long as it lives.
class Told
{
public:
    Told(const char *variable, const QByteArray &value) : m_variable(variable) { qputenv(variable, value); }
    ~Told() { qunsetenv(m_variable); }
    Told(const Told &) = delete;
    Told &operator=(const Told &) = delete;

private:
    const char *m_variable;
};

template<class Api>
QString fill(Api &api, const char *library)
{
    const SharedLibrary opened = SharedLibrary::open(QString::fromUtf8(library));
    if (!opened.isOpen())
        return opened.problem();
    return QString::fromLatin1(api.fill([&](const char *name) { return opened.function(name); }));
}

std::vector<std::byte> bytesOf(const std::vector<float> &numbers)
{
    const auto bytes = std::as_bytes(std::span(numbers));
    return {bytes.begin(), bytes.end()};
}

void *address(DevicePointer pointer)
{
    return reinterpret_cast<void *>(pointer);
}

DnnDataType dnnType(Precision precision)
{
    return precision == Precision::Fp16 ? DnnHalf : precision == Precision::Bf16 ? DnnBfloat16 : DnnFloat;
}

double rootMeanSquare(const std::vector<double> &values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return std::sqrt(sum / double(values.size()));
}

} // namespace

class TestStandins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_driver.cuStreamSynchronize(m_stream); }

    void librariesHaveTheFunctionsOfTheirKind_data();
    void librariesHaveTheFunctionsOfTheirKind();
    void memoryOutsideOfAnAllocationIsRefused();
    void aSmallCardRunsOutOfMemory();
    void timeIsThatOfTheWork();
    void whatIsNotWaitedForIsNotReady();
    void imagesToColumns_data();
    void imagesToColumns();
    void productsAreRight_data();
    void productsAreRight();
    void productsOfUnsoundMatricesAreRefused();
    void convolutionsAreRight_data();
    void convolutionsAreRight();
    void onlyTf32RoundsItsInputs();
    void comparingFindsTheLargestDifference();
    void algorithmsComeFastestFirst();
    void statusesAreThoseOfTheVersion();
    void imagesFitTheirGpuAndDriver_data();
    void imagesFitTheirGpuAndDriver();
    void aStatusComesFromTheFunctionAndTheCallThatWereNamed();

private:
    DevicePointer allocate(size_t bytes);
    DevicePointer put(const std::vector<std::byte> &bytes);
    std::vector<std::byte> get(DevicePointer from, size_t bytes);
    Function kernel(const char *name);
    template<class... Arguments>
    Status launch(const char *name, unsigned gridX, unsigned gridY, Arguments... arguments);
    double msOf(const std::function<void()> &work);
    QByteArray imageFor(const NvrtcApi &nvrtc, const QByteArray &architecture);

    // The convolution of random numbers: what came out, and what is right.
    struct Outputs
    {
        std::vector<double> got;
        std::vector<double> right;
        double relativeError() const;
    };
    Outputs convolve(const DnnApi &dnn, const GpuMode &mode, DnnMathType math);

    DriverApi m_driver;
    NvrtcApi m_nvrtc;
    NvrtcApi m_oldNvrtc;
    BlasApi m_blas;
    DnnApi m_dnn;
    DnnApi m_dnn8;
    DnnApi m_dnn7;
    Stream m_stream = nullptr;
    Module m_module = nullptr;
    Blas m_blasHandle = nullptr;
};

void TestStandins::initTestCase()
{
    QCOMPARE(fill(m_driver, standins::driver), QString());
    QCOMPARE(fill(m_nvrtc, standins::nvrtc), QString());
    QCOMPARE(fill(m_oldNvrtc, standins::oldNvrtc), QString());
    QCOMPARE(fill(m_blas, standins::cublas), QString());
    QCOMPARE(fill(m_dnn, standins::cudnn9), QString());
    QCOMPARE(fill(m_dnn8, standins::cudnn8), QString());
    QCOMPARE(fill(m_dnn7, standins::cudnn7), QString());
    Context context = nullptr;
    DevicePointer memory = 0;
    QVERIFY(m_driver.cuMemAlloc_v2(&memory, 1) != 0); // not before there is a context
    QCOMPARE(m_driver.cuInit(0), 0);
    QVERIFY(m_driver.cuMemAlloc_v2(&memory, 1) != 0);
    QCOMPARE(m_driver.cuDevicePrimaryCtxRetain(&context, 0), 0);
    QCOMPARE(m_driver.cuCtxSetCurrent(context), 0);
    QCOMPARE(m_driver.cuStreamCreate(&m_stream, streamNonBlocking), 0);
    QCOMPARE(m_driver.cuModuleLoadData(&m_module, imageFor(m_nvrtc, "sm_86").constData()), 0);
    QCOMPARE(m_blas.cublasCreate_v2(&m_blasHandle), 0);
    QCOMPARE(m_blas.cublasSetStream_v2(m_blasHandle, m_stream), 0);
}

DevicePointer TestStandins::allocate(size_t bytes)
{
    DevicePointer memory = 0;
    return m_driver.cuMemAlloc_v2(&memory, bytes) == 0 ? memory : 0;
}

DevicePointer TestStandins::put(const std::vector<std::byte> &bytes)
{
    const DevicePointer memory = allocate(bytes.size());
    return m_driver.cuMemcpyHtoD_v2(memory, bytes.data(), bytes.size()) == 0 ? memory : 0;
}

// Empty when it could not be read.
std::vector<std::byte> TestStandins::get(DevicePointer from, size_t bytes)
{
    std::vector<std::byte> got(bytes);
    m_driver.cuStreamSynchronize(m_stream);
    return m_driver.cuMemcpyDtoH_v2(got.data(), from, bytes) == 0 ? got : std::vector<std::byte>();
}

Function TestStandins::kernel(const char *name)
{
    Function function = nullptr;
    return m_driver.cuModuleGetFunction(&function, m_module, name) == 0 ? function : nullptr;
}

template<class... Arguments>
Status TestStandins::launch(const char *name, unsigned gridX, unsigned gridY, Arguments... arguments)
{
    std::array<void *, sizeof...(Arguments)> parameters{&arguments...};
    return m_driver.cuLaunchKernel(kernel(name), gridX, gridY, 1, 256, 1, 1, 0, m_stream, parameters.data(), nullptr);
}

double TestStandins::msOf(const std::function<void()> &work)
{
    Event begin = nullptr;
    Event end = nullptr;
    float milliseconds = -1;
    m_driver.cuEventCreate(&begin, 0);
    m_driver.cuEventCreate(&end, 0);
    m_driver.cuEventRecord(begin, m_stream);
    work();
    m_driver.cuEventRecord(end, m_stream);
    m_driver.cuEventSynchronize(end);
    return m_driver.cuEventElapsedTime(&milliseconds, begin, end) == 0 ? double(milliseconds) : -1;
}

// Machine code for "sm_86", PTX for "compute_86"; empty when it could not be compiled.
QByteArray TestStandins::imageFor(const NvrtcApi &nvrtc, const QByteArray &architecture)
{
    const QByteArray option = "--gpu-architecture=" + architecture;
    const char *options[] = {option.constData()};
    Program program = nullptr;
    if (nvrtc.nvrtcCreateProgram(&program, "__global__ void kernel() { }", "kernel.cu", 0, nullptr, nullptr) != 0)
        return {};
    QByteArray image;
    const bool isCode = architecture.startsWith("sm_");
    size_t bytes = 0;
    if (nvrtc.nvrtcCompileProgram(program, 1, options) == 0
        && (isCode ? nvrtc.nvrtcGetCUBINSize : nvrtc.nvrtcGetPTXSize)(program, &bytes) == 0) {
        image.resize(qsizetype(bytes));
        (isCode ? nvrtc.nvrtcGetCUBIN : nvrtc.nvrtcGetPTX)(program, image.data());
    }
    nvrtc.nvrtcDestroyProgram(&program);
    return image;
}

void TestStandins::librariesHaveTheFunctionsOfTheirKind_data()
{
    QTest::addColumn<QString>("problem");
    QTest::addColumn<QString>("expected");
    NvmlApi nvml;
    BlasApi oldBlas;
    DnnApi broken;
    QTest::newRow("NVML has them all") << fill(nvml, standins::nvml) << QString();
    QTest::newRow("cuBLAS of CUDA 10.2 has those that are needed") << fill(oldBlas, standins::oldCublas) << QString();
    QTest::newRow("one cuDNN has no convolution") << fill(broken, standins::cudnnWithoutForward) << u"cudnnConvolutionForward"_s;
    QTest::newRow("one cuDNN cannot be loaded")
            << fill(broken, standins::cudnnUnloadable)
            << QString::fromUtf8(standins::cudnnUnloadable) + u": undefined symbol: cudnnStandinOfAnotherVersion"_s;
    QTest::newRow("NVRTC of CUDA 10.2 makes no machine code")
            << (m_oldNvrtc.nvrtcGetCUBIN || m_oldNvrtc.nvrtcGetSupportedArchs ? u"it does"_s : QString()) << QString();
    QTest::newRow("cuDNN before 9 has no last words")
            << (m_dnn8.cudnnGetLastErrorString || !m_dnn.cudnnGetLastErrorString ? u"it has"_s : QString()) << QString();
}

void TestStandins::librariesHaveTheFunctionsOfTheirKind()
{
    QFETCH(QString, problem);
    QTEST(problem, "expected");
}

void TestStandins::memoryOutsideOfAnAllocationIsRefused()
{
    std::array<std::byte, 64> here{};
    const DevicePointer memory = allocate(64);
    QCOMPARE(m_driver.cuMemcpyHtoD_v2(memory, here.data(), 64), 0);
    QCOMPARE(m_driver.cuMemcpyHtoD_v2(memory + 32, here.data(), 32), 0);
    QCOMPARE(m_driver.cuMemcpyHtoD_v2(memory, here.data(), 65), 1);
    QCOMPARE(m_driver.cuMemcpyHtoD_v2(memory + 32, here.data(), 33), 1);
    QCOMPARE(m_driver.cuMemcpyDtoH_v2(here.data(), memory - 1, 8), 1);
    QCOMPARE(m_driver.cuMemcpyDtoH_v2(here.data(), reinterpret_cast<DevicePointer>(here.data()), 8), 1);
    QCOMPARE(m_driver.cuMemsetD8Async(memory, 0, 65, m_stream), 1);
    QCOMPARE(launch("compareF32", 1, 1, memory, memory, 17LL, memory), 1);
    QCOMPARE(launch("compareF32", 1, 1, memory, memory, 16LL, memory), 0);
    QCOMPARE(m_driver.cuMemFree_v2(memory + 1), 1);
    QCOMPARE(m_driver.cuMemFree_v2(memory), 0);
    QCOMPARE(m_driver.cuMemFree_v2(memory), 1);
    QCOMPARE(m_driver.cuMemcpyHtoD_v2(memory, here.data(), 1), 1);
}

void TestStandins::aSmallCardRunsOutOfMemory()
{
    size_t freeBefore = 0;
    size_t total = 0;
    QCOMPARE(m_driver.cuMemGetInfo_v2(&freeBefore, &total), 0);
    const Told small("STANDIN_CUDA_MEMORY", QByteArray::number(qulonglong(total - freeBefore + 1000)));
    DevicePointer memory = 0;
    QCOMPARE(m_driver.cuMemAlloc_v2(&memory, 1001), driverOutOfMemory);
    QCOMPARE(m_driver.cuMemAlloc_v2(&memory, 600), 0);
    size_t freeNow = 0;
    QCOMPARE(m_driver.cuMemGetInfo_v2(&freeNow, &total), 0);
    QCOMPARE(freeNow, 400U);
    DevicePointer more = 0;
    QCOMPARE(m_driver.cuMemAlloc_v2(&more, 401), driverOutOfMemory);
    QCOMPARE(m_driver.cuMemFree_v2(memory), 0);
    QCOMPARE(m_driver.cuMemAlloc_v2(&more, 401), 0);
}

void TestStandins::timeIsThatOfTheWork()
{
    const DevicePointer memory = allocate(64);
    const auto spoil = [&](int times) {
        return msOf([&] {
            for (int i = 0; i < times; ++i)
                m_driver.cuMemsetD8Async(memory, 0xff, 64, m_stream);
        });
    };
    QCOMPARE(spoil(0), 0.0);
    QVERIFY(std::abs(spoil(1) - launchMs) < 1e-6);
    QVERIFY(std::abs(spoil(7) - 7 * launchMs) < 1e-6);
    QCOMPARE(spoil(7), spoil(7));
}

void TestStandins::whatIsNotWaitedForIsNotReady()
{
    const DevicePointer memory = allocate(64);
    std::array<std::byte, 64> here{};
    Event begin = nullptr;
    Event end = nullptr;
    float milliseconds = 0;
    QCOMPARE(m_driver.cuEventCreate(&begin, 0), 0);
    QCOMPARE(m_driver.cuEventCreate(&end, 0), 0);
    QVERIFY(m_driver.cuEventElapsedTime(&milliseconds, begin, end) != 0); // never recorded
    QCOMPARE(m_driver.cuEventRecord(begin, m_stream), 0);
    QCOMPARE(m_driver.cuMemsetD8Async(memory, 1, 64, m_stream), 0);
    QCOMPARE(m_driver.cuEventRecord(end, m_stream), 0);
    QCOMPARE(m_driver.cuEventElapsedTime(&milliseconds, begin, end), 600); // CUDA_ERROR_NOT_READY
    QCOMPARE(m_driver.cuMemcpyDtoH_v2(here.data(), memory, 64), 1);
    QCOMPARE(m_driver.cuEventSynchronize(end), 0);
    QCOMPARE(m_driver.cuEventElapsedTime(&milliseconds, begin, end), 0);
    QCOMPARE(m_driver.cuMemcpyDtoH_v2(here.data(), memory, 64), 0);
    QCOMPARE(here[63], std::byte{1});
}

void TestStandins::imagesToColumns_data()
{
    QTest::addColumn<QByteArray>("kernel");
    QTest::addColumn<bool>("isNchw");
    QTest::addColumn<size_t>("bytes");
    QTest::newRow("NCHW, 32 bits") << QByteArray("im2colNchw4") << true << size_t(4);
    QTest::newRow("NCHW, 16 bits") << QByteArray("im2colNchw2") << true << size_t(2);
    QTest::newRow("NHWC, 32 bits") << QByteArray("im2colNhwc4") << false << size_t(4);
    QTest::newRow("NHWC, 16 bits") << QByteArray("im2colNhwc2") << false << size_t(2);
}

void TestStandins::imagesToColumns()
{
    QFETCH(QByteArray, kernel);
    QFETCH(bool, isNchw);
    QFETCH(size_t, bytes);
    const int channels = shape.inputChannels;
    const int pixels = shape.height * shape.width;
    const size_t count = size_t(channels * pixels);
    std::vector<std::byte> image(count * bytes);
    for (size_t i = 0; i < count; ++i)
        image[i * bytes] = std::byte(i + 1);
    const DevicePointer columns = allocate(9 * count * bytes);
    m_driver.cuMemsetD8Async(columns, 0xff, 9 * count * bytes, m_stream);
    const unsigned blocks = isNchw ? 1 : unsigned(pixels * 32 + 255) / 256;
    QCOMPARE(launch(kernel.constData(), blocks, unsigned(isNchw ? channels : 1), put(image), columns, channels, shape.height, shape.width),
             0);
    const auto got = get(columns, 9 * count * bytes);
    for (int tap = 0; tap < 9; ++tap) {
        for (int c = 0; c < channels; ++c) {
            for (int pixel = 0; pixel < pixels; ++pixel) {
                const int h = pixel / shape.width + tap / 3 - 1;
                const int w = pixel % shape.width + tap % 3 - 1;
                const bool isInside = h >= 0 && h < shape.height && w >= 0 && w < shape.width;
                const int from = isNchw ? (c * shape.height + h) * shape.width + w : (h * shape.width + w) * channels + c;
                const int to = isNchw ? (c * 9 + tap) * pixels + pixel : pixel * 9 * channels + tap * channels + c;
                QCOMPARE(int(got[size_t(to) * bytes]), isInside ? from + 1 : 0);
                QCOMPARE(int(got[size_t(to) * bytes + 1]), 0);
            }
        }
    }
}

void TestStandins::productsAreRight_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<bool>("isTransposed");
    QTest::addColumn<bool>("isBlas");
    for (const Precision precision : {Precision::Fp32, Precision::Fp16, Precision::Bf16}) {
        for (const bool isTransposed : {false, true}) {
            for (const bool isBlas : {false, true})
                QTest::addRow("%s, %s, %s", qPrintable(toString(GpuMode{precision}).section(u'-', 0, 0)),
                              isTransposed ? "transposed" : "plain", isBlas ? "cuBLAS" : "own kernel")
                        << precision << isTransposed << isBlas;
        }
    }
}

void TestStandins::productsAreRight()
{
    QFETCH(Precision, precision);
    QFETCH(bool, isTransposed);
    QFETCH(bool, isBlas);
    constexpr int m = 70; // more than one block of the kernel
    constexpr int n = 66;
    constexpr int k = 20;
    const int lda = (isTransposed ? k : m) + 3;
    constexpr int ldb = k + 1;
    constexpr int ldc = m + 2;
    const int bytes = bytesPerNumber(precision);
    const auto a = randomNumbers(precision, qint64(lda) * (isTransposed ? m : k), 1);
    const auto b = randomNumbers(precision, ldb * n, 2);
    const DevicePointer c = allocate(size_t(ldc * n * bytes));
    m_driver.cuMemsetD8Async(c, 0xff, size_t(ldc * n * bytes), m_stream); // not a number, and not to be looked at
    const float one = 1;
    const float zero = 0;
    const DataType type = precision == Precision::Fp16 ? DataFloat16 : precision == Precision::Bf16 ? DataBfloat16 : DataFloat32;
    const char *name = precision == Precision::Fp16 ? "gemmF16" : precision == Precision::Bf16 ? "gemmBf16" : "gemmF32";
    const Status status = isBlas
            ? m_blas.cublasGemmEx(m_blasHandle, isTransposed ? BlasTransposed : BlasPlain, BlasPlain, m, n, k, &one, address(put(a)),
                                  type, lda, address(put(b)), type, ldb, &zero, address(c), type, ldc, BlasComputeFloat32,
                                  BlasAlgorithmDefault)
            : launch(name, 2, 2, int(isTransposed), m, n, k, put(a), lda, put(b), ldb, c, ldc);
    QCOMPARE(status, 0);
    const auto got = get(c, size_t(ldc * n * bytes));
    const double limit = precision == Precision::Fp32 ? 1e-5 : precision == Precision::Fp16 ? 5e-3 : 5e-2;
    for (int column = 0; column < n; ++column) {
        for (int row = 0; row < m; ++row) {
            double right = 0;
            for (int i = 0; i < k; ++i)
                right += numberAt(a, precision, isTransposed ? row * lda + i : i * lda + row)
                        * numberAt(b, precision, column * ldb + i);
            const double value = numberAt(got, precision, column * ldc + row);
            QVERIFY2(std::abs(value - right) <= limit, qPrintable(u"%1 is not %2"_s.arg(value).arg(right)));
        }
        if (column < n - 1)
            QVERIFY(std::isnan(numberAt(got, precision, column * ldc + m))); // between the columns nothing is touched
    }
}

void TestStandins::productsOfUnsoundMatricesAreRefused()
{
    const float one = 1;
    const float half = 0.5F;
    const DevicePointer numbers = put(bytesOf({1, 2, 3, 4}));
    const auto product = [&](int m, int lda, DataType type, BlasComputeType compute) {
        return m_blas.cublasGemmEx(m_blasHandle, BlasPlain, BlasPlain, m, 2, 2, &one, address(numbers), type, lda, address(numbers),
                                   type, 2, &half, address(numbers), type, lda, compute, BlasAlgorithmDefault);
    };
    QCOMPARE(product(2, 1, DataFloat32, BlasComputeFloat32), 7);            // lda
    QCOMPARE(product(2, 2, DataType(1), BlasComputeFloat32), 15);           // FP64
    QCOMPARE(product(2, 2, DataFloat32, BlasComputeType(DataFloat32)), 7);  // as before CUDA 11
    QCOMPARE(product(2, 3, DataFloat32, BlasComputeFloat32), 13);           // one number too far
    QCOMPARE(product(2, 2, DataFloat32, BlasComputeFloat32), 0);
    const auto got = get(numbers, 16);
    for (const auto &[index, right] : {std::pair{0, 7.5}, std::pair{1, 11.0}, std::pair{2, 16.5}, std::pair{3, 24.0}})
        QCOMPARE(numberAt(got, Precision::Fp32, index), right); // beta counts
}

double TestStandins::Outputs::relativeError() const
{
    double largest = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        if (!std::isfinite(got[i]))
            return INFINITY;
        largest = std::max(largest, std::abs(got[i] - right[i]));
    }
    return got.empty() ? INFINITY : largest / rootMeanSquare(right);
}

TestStandins::Outputs TestStandins::convolve(const DnnApi &dnn, const GpuMode &mode, DnnMathType math)
{
    const DnnLayout layout = mode.layout == Layout::Nchw ? DnnNchw : DnnNhwc;
    const DnnDataType type = dnnType(mode.precision);
    const auto inputs = randomNumbers(mode.precision, shape.inputCount(), 1);
    const auto filters = randomNumbers(mode.precision, shape.filterCount(), 2);
    const size_t outputBytes = size_t(shape.outputCount() * bytesPerNumber(mode.precision));
    const DevicePointer outputs = allocate(outputBytes);
    const DevicePointer workspace = allocate(1 << 16);
    m_driver.cuMemsetD8Async(outputs, 0xff, outputBytes, m_stream);
    Dnn handle = nullptr;
    Tensor input = nullptr;
    Tensor output = nullptr;
    Filter filter = nullptr;
    Convolution convolution = nullptr;
    const float one = 1;
    const float zero = 0;
    const std::array statuses{
            dnn.cudnnCreate(&handle), dnn.cudnnCreateTensorDescriptor(&input), dnn.cudnnCreateTensorDescriptor(&output),
            dnn.cudnnCreateFilterDescriptor(&filter), dnn.cudnnCreateConvolutionDescriptor(&convolution),
            dnn.cudnnSetTensor4dDescriptor(input, layout, type, shape.batch, shape.inputChannels, shape.height, shape.width),
            dnn.cudnnSetTensor4dDescriptor(output, layout, type, shape.batch, shape.outputChannels, shape.height, shape.width),
            dnn.cudnnSetFilter4dDescriptor(filter, type, layout, shape.outputChannels, shape.inputChannels, 3, 3),
            dnn.cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, DnnCrossCorrelation, DnnFloat),
            dnn.cudnnSetConvolutionMathType(convolution, math),
            dnn.cudnnConvolutionForward(handle, &one, input, address(put(inputs)), filter, address(put(filters)), convolution, 1,
                                        address(workspace), 1 << 16, &zero, output, address(outputs))};
    dnn.cudnnDestroyTensorDescriptor(input);
    dnn.cudnnDestroyTensorDescriptor(output);
    dnn.cudnnDestroyFilterDescriptor(filter);
    dnn.cudnnDestroyConvolutionDescriptor(convolution);
    Outputs result;
    for (const Status status : statuses) {
        if (status != 0)
            return result;
    }
    const auto got = get(outputs, outputBytes);
    for (int n = 0; n < shape.batch; ++n) {
        for (int k = 0; k < shape.outputChannels; ++k) {
            for (int pixel = 0; pixel < shape.height * shape.width; ++pixel) {
                const OutputPlace place{n, k, pixel / shape.width, pixel % shape.width};
                result.got.push_back(numberAt(got, mode.precision, indexOf(place, shape, mode.layout)));
                result.right.push_back(rightOutput(inputs, filters, shape, mode, place));
            }
        }
    }
    return result;
}

void TestStandins::convolutionsAreRight_data()
{
    QTest::addColumn<GpuMode>("mode");
    for (const GpuMode &mode : allGpuModes())
        QTest::newRow(qPrintable(toString(mode))) << mode;
}

void TestStandins::convolutionsAreRight()
{
    QFETCH(GpuMode, mode);
    const bool isFp32 = mode.precision == Precision::Fp32;
    const double limit = isFp32 ? 1e-5 : mode.precision == Precision::Bf16 ? 2e-2 : 4e-3;
    const Outputs outputs = convolve(m_dnn, mode, isFp32 ? DnnMathFma : DnnMathDefault);
    QCOMPARE(qint64(outputs.got.size()), shape.outputCount());
    QVERIFY2(outputs.relativeError() <= limit, qPrintable(QString::number(outputs.relativeError())));
    const Told wrong("STANDIN_CUDNN", "wrong");
    QVERIFY(convolve(m_dnn, mode, DnnMathDefault).relativeError() > 0.3);
}

void TestStandins::onlyTf32RoundsItsInputs()
{
    const GpuMode mode{Precision::Fp32};
    QVERIFY(convolve(m_dnn, mode, DnnMathFma).relativeError() < 1e-5);
    QVERIFY(convolve(m_dnn, mode, DnnMathDefault).relativeError() > 1e-4);
    QVERIFY(convolve(m_dnn7, mode, DnnMathDefault).relativeError() < 1e-5); // knows no TF32
    const Told without("NVIDIA_TF32_OVERRIDE", "0");
    QVERIFY(convolve(m_dnn, mode, DnnMathDefault).relativeError() < 1e-5);
}

void TestStandins::comparingFindsTheLargestDifference()
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const DevicePointer one = put(bytesOf({1, 2, nan, 4, INFINITY, 6}));
    const DevicePointer other = put(bytesOf({1, 2.5, 3, nan, 5, 5.25}));
    const DevicePointer result = put(bytesOf({0, 0}));
    QCOMPARE(launch("compareF32", 1, 1, one, other, 6LL, result), 0);
    const auto got = get(result, 8);
    std::uint32_t answer[2];
    std::memcpy(answer, got.data(), sizeof answer);
    QCOMPARE(std::bit_cast<float>(answer[0]), 0.75F);
    QCOMPARE(answer[1], 2U);
    QCOMPARE(kernel("compareF64"), nullptr);
}

void TestStandins::algorithmsComeFastestFirst()
{
    Dnn handle = nullptr;
    Tensor tensor = nullptr;
    Filter filter = nullptr;
    Convolution convolution = nullptr;
    QCOMPARE(m_dnn.cudnnCreate(&handle), 0);
    QCOMPARE(m_dnn.cudnnCreateTensorDescriptor(&tensor), 0);
    QCOMPARE(m_dnn.cudnnCreateFilterDescriptor(&filter), 0);
    QCOMPARE(m_dnn.cudnnCreateConvolutionDescriptor(&convolution), 0);
    QCOMPARE(m_dnn.cudnnSetTensor4dDescriptor(tensor, DnnNchw, DnnFloat, 1, 4, 5, 5), 0);
    QCOMPARE(m_dnn.cudnnSetFilter4dDescriptor(filter, DnnFloat, DnnNchw, 4, 4, 3, 3), 0);
    QCOMPARE(m_dnn.cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, DnnCrossCorrelation, DnnFloat), 0);
    const DevicePointer memory = allocate(1 << 16);
    std::array<DnnForwardPerformance, 16> results{};
    int count = 0;
    const auto find = [&](size_t workspaceBytes) {
        return m_dnn.cudnnFindConvolutionForwardAlgorithmEx(handle, tensor, address(memory), filter, address(memory), convolution,
                                                            tensor, address(memory), 16, &count, results.data(), address(memory),
                                                            workspaceBytes);
    };
    QCOMPARE(find(1 << 16), 0);
    QCOMPARE(count, dnnForwardAlgorithms);
    QCOMPARE(results[2].status, 0);
    QVERIFY(results[0].milliseconds < results[1].milliseconds && results[1].milliseconds < results[2].milliseconds);
    QCOMPARE(results[3].status, dnnNotSupported9);
    QCOMPARE(find(0), 0);
    QCOMPARE(results[0].workspaceBytes, 0U);
    QCOMPARE(results[1].status, dnnNotSupported9);
    QVERIFY(find((1 << 16) + 1) != 0); // more than there is
    QCOMPARE(m_dnn.cudnnDestroyTensorDescriptor(tensor), 0);
    QCOMPARE(m_dnn.cudnnDestroyFilterDescriptor(filter), 0);
    QCOMPARE(m_dnn.cudnnDestroyConvolutionDescriptor(convolution), 0);
}

void TestStandins::statusesAreThoseOfTheVersion()
{
    const auto statusOf = [](const DnnApi &dnn, DnnDataType type, int channels) {
        Tensor tensor = nullptr;
        dnn.cudnnCreateTensorDescriptor(&tensor);
        const Status status = dnn.cudnnSetTensor4dDescriptor(tensor, DnnNchw, type, 1, channels, 1, 1);
        dnn.cudnnDestroyTensorDescriptor(tensor);
        return status;
    };
    QCOMPARE(m_dnn.cudnnGetVersion(), 91400U);
    QCOMPARE(m_dnn8.cudnnGetVersion(), 8907U);
    QCOMPARE(m_dnn7.cudnnGetVersion(), 7605U);
    QCOMPARE(statusOf(m_dnn, DnnFloat, 0), 2000);
    QCOMPARE(statusOf(m_dnn8, DnnFloat, 0), 3);
    QCOMPARE(statusOf(m_dnn, DnnBfloat16, 1), 0);
    QCOMPARE(statusOf(m_dnn7, DnnBfloat16, 1), dnnNotSupported7);
    QCOMPARE(QByteArray(m_dnn8.cudnnGetErrorString(9)), QByteArray("CUDNN_STATUS_NOT_SUPPORTED"));
    QCOMPARE(QByteArray(m_dnn8.cudnnGetErrorString(3000)), QByteArray("CUDNN_UNKNOWN_STATUS"));
}

void TestStandins::imagesFitTheirGpuAndDriver_data()
{
    QTest::addColumn<QByteArray>("image");
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<Status>("status");
    const QByteArray ptx = imageFor(m_nvrtc, "compute_86");
    const QByteArray code = imageFor(m_nvrtc, "sm_86");
    QTest::newRow("PTX") << ptx << QByteArray() << 0;
    QTest::newRow("machine code") << code << QByteArray() << 0;
    QTest::newRow("PTX of a toolkit that is newer than the driver") << ptx << QByteArray("old") << 222;
    QTest::newRow("PTX of an old toolkit") << imageFor(m_oldNvrtc, "compute_75") << QByteArray("old") << 0;
    QTest::newRow("machine code with an old driver") << code << QByteArray("old") << 0;
    QTest::newRow("machine code of another GPU") << code << QByteArray("capability:90") << 209;
    QTest::newRow("PTX for a newer GPU") << ptx << QByteArray("capability:75") << 209;
    QTest::newRow("something else") << QByteArray("ELF") << QByteArray() << 200;
}

void TestStandins::imagesFitTheirGpuAndDriver()
{
    QFETCH(QByteArray, image);
    QFETCH(QByteArray, told);
    QVERIFY(!image.isEmpty());
    const Told cuda("STANDIN_CUDA", told);
    Module module = nullptr;
    QTEST(m_driver.cuModuleLoadData(&module, image.constData()), "status");
    QVERIFY(imageFor(m_oldNvrtc, "sm_75").isEmpty() && imageFor(m_nvrtc, "compute_61").isEmpty());
}

void TestStandins::aStatusComesFromTheFunctionAndTheCallThatWereNamed()
{
    int count = 0;
    const Told cuda("STANDIN_CUDA", "tiny,status:719@cuStreamSynchronize,status:2@cuDeviceGetCount#3");
    QCOMPARE(m_driver.cuDeviceGetCount(&count), 0);
    QCOMPARE(m_driver.cuDeviceGetCount(&count), 0);
    QCOMPARE(m_driver.cuDeviceGetCount(&count), 2);
    QCOMPARE(m_driver.cuDeviceGetCount(&count), 2);
    QCOMPARE(m_driver.cuStreamSynchronize(m_stream), 719);
    int multiprocessors = 0;
    QCOMPARE(m_driver.cuDeviceGetAttribute(&multiprocessors, AttributeMultiprocessorCount, 0), 0);
    QCOMPARE(multiprocessors, 2);
}

QTEST_GUILESS_MAIN(TestStandins)
#include "tst_standins.moc"
