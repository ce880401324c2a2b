// SPDX-License-Identifier: MIT
// Compares gpu/worker/cudaapi.h with NVIDIA's own headers, as far as they were there when this was built.

// Beside the newest version of each function, the symbols of older ones are to be declared, under their plain names.
#define __CUDA_API_VERSION_INTERNAL

#include "gpu/worker/cudaapi.h"

#include <QTest>

#include <cstddef>

#ifdef CUDNNSETUP_HAS_CUDA_H
#include <cuda.h>
#endif
#ifdef CUDNNSETUP_HAS_NVRTC_H
#include <nvrtc.h>
#endif
#ifdef CUDNNSETUP_HAS_CUBLAS_V2_H
#include <cublas_v2.h>
#endif
#ifdef CUDNNSETUP_HAS_CUDNN_H
#include <cudnn.h>
#endif
#ifdef CUDNNSETUP_HAS_NVML_H
#include <nvml.h>
#endif

// The first toolkit and the first cuDNN whose headers declare everything that we use.
#if defined(CUDA_VERSION) && CUDA_VERSION >= 11050
#define HAS_DRIVER_HEADER
#ifdef CUDNNSETUP_HAS_NVRTC_H
#define HAS_NVRTC_HEADER
#endif
#ifdef CUDNNSETUP_HAS_CUBLAS_V2_H
#define HAS_BLAS_HEADER
#endif
#endif
#if defined(CUDNN_MAJOR) && CUDNN_MAJOR >= 9
#define HAS_DNN_HEADER
#endif
#if defined(NVML_API_VERSION) && NVML_API_VERSION >= 11 && defined(nvmlDeviceGetComputeRunningProcesses)
#define HAS_NVML_HEADER
#endif

using namespace cudnnsetup::cuda;

namespace {

template<class Type>
concept IsWhole = requires { sizeof(Type); }; // more than its name is known

template<class Type>
constexpr bool isNumber = std::is_integral_v<Type> || std::is_enum_v<Type>;

// Whether a caller that knows one type and a function that knows the other understand each other.
template<class One, class Other>
constexpr bool isPassedAlike()
{
    if constexpr (std::is_pointer_v<One> && std::is_pointer_v<Other>) {
        using To = std::remove_cv_t<std::remove_pointer_t<One>>;
        using OtherTo = std::remove_cv_t<std::remove_pointer_t<Other>>;
        if constexpr (std::is_void_v<To> || std::is_void_v<OtherTo>)
            return true;
        else if constexpr (IsWhole<To> && IsWhole<OtherTo>)
            return isPassedAlike<To, OtherTo>();
        else
            return true;
    } else if constexpr (std::is_void_v<One> || std::is_void_v<Other>) {
        return std::is_void_v<One> && std::is_void_v<Other>;
    } else if constexpr (isNumber<One> && isNumber<Other>) {
        return sizeof(One) == sizeof(Other);
    } else if constexpr (std::is_floating_point_v<One> && std::is_floating_point_v<Other>) {
        return sizeof(One) == sizeof(Other);
    } else if constexpr (std::is_pointer_v<One> && std::is_class_v<Other>) {
        // Newer headers of NVML wrap a handle into a struct, which is passed as the pointer in it.
        return std::is_trivially_copyable_v<Other> && sizeof(One) == sizeof(Other);
    } else if constexpr (std::is_class_v<One> && std::is_class_v<Other>) {
        return std::is_standard_layout_v<One> && sizeof(One) == sizeof(Other);
    } else {
        return false;
    }
}

template<class One, class Other>
struct Signatures
{
    static constexpr bool areAlike = false;
};

template<class Result, class... Parameters, class OtherResult, class... OtherParameters>
    requires(sizeof...(Parameters) == sizeof...(OtherParameters))
struct Signatures<Result(Parameters...), OtherResult(OtherParameters...)>
{
    static constexpr bool areAlike
            = isPassedAlike<Result, OtherResult>() && (isPassedAlike<Parameters, OtherParameters>() && ...);
};

// Never called, as nothing is linked: only their types are asked.
template<class Ours, class Theirs>
std::bool_constant<Signatures<Ours, Theirs>::areAlike> isLike(Theirs *);

#ifdef HAS_BLAS_HEADER
// In C++ it has a second form, which is no symbol of the library.
using GemmEx = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *, const void *,
                              cudaDataType, int, const void *, cudaDataType, int, const void *, void *, cudaDataType, int,
                              cublasComputeType_t, cublasGemmAlgo_t);
template<class Ours>
std::bool_constant<Signatures<Ours, GemmEx>::areAlike> isLike(GemmEx *);
#endif

// The rules above can say no.
static_assert(isPassedAlike<int, unsigned>() && isPassedAlike<const int *, ClockType *>());
static_assert(!isPassedAlike<int, std::size_t>() && !isPassedAlike<int, float>() && !isPassedAlike<int, int *>());
static_assert(!isPassedAlike<int *, std::size_t *>() && !isPassedAlike<float, double>());
static_assert(!Signatures<int(int), int(int, int)>::areAlike && !Signatures<void(), int()>::areAlike);

} // namespace

#define FUNCTION_ROW(name, isNeeded, ...) QTest::newRow(#name) << decltype(isLike<__VA_ARGS__>(&::name))::value;
#define VALUE_ROW(ours, theirs) QTest::newRow(#ours " is " #theirs) << qint64(ours) << qint64(theirs);
#define SIZE_ROW(Ours, Theirs) QTest::newRow("size of " #Ours) << qint64(sizeof(Ours)) << qint64(sizeof(Theirs));
#define PLACE_ROW(Ours, ours, Theirs, theirs) \
    QTest::newRow(#Ours "::" #ours) << qint64(offsetof(Ours, ours)) << qint64(offsetof(Theirs, theirs));

class TestCudaApi : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void driverFunctions_data();
    void driverFunctions() { compareFunction(); }
    void driverValues_data();
    void driverValues() { compareValue(); }
    void nvrtcFunctions_data();
    void nvrtcFunctions() { compareFunction(); }
    void blasFunctions_data();
    void blasFunctions() { compareFunction(); }
    void blasValues_data();
    void blasValues() { compareValue(); }
    void dnnFunctions_data();
    void dnnFunctions() { compareFunction(); }
    void dnnValues_data();
    void dnnValues() { compareValue(); }
    void graphValues_data();
    void graphValues() { compareValue(); }
    void nvmlFunctions_data();
    void nvmlFunctions() { compareFunction(); }
    void nvmlValues_data();
    void nvmlValues() { compareValue(); }

private:
    static void addFunctionColumns() { QTest::addColumn<bool>("isAsInTheHeader"); }
    static void addValueColumns()
    {
        QTest::addColumn<qint64>("ours");
        QTest::addColumn<qint64>("theirs");
    }
    static void compareFunction()
    {
        QFETCH(bool, isAsInTheHeader);
        QVERIFY(isAsInTheHeader);
    }
    static void compareValue()
    {
        QFETCH(qint64, ours);
        QFETCH(qint64, theirs);
        QCOMPARE(ours, theirs);
    }
};

void TestCudaApi::driverFunctions_data()
{
    addFunctionColumns();
#ifdef HAS_DRIVER_HEADER
    CUDNNSETUP_DRIVER_FUNCTIONS(FUNCTION_ROW)
#else
    QSKIP("cuda.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::driverValues_data()
{
    addValueColumns();
#ifdef HAS_DRIVER_HEADER
    VALUE_ROW(0, CUDA_SUCCESS)
    VALUE_ROW(AttributeMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
    VALUE_ROW(AttributeComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
    VALUE_ROW(AttributeComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
    VALUE_ROW(streamNonBlocking, CU_STREAM_NON_BLOCKING)
    VALUE_ROW(driverOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY)
#else
    QSKIP("cuda.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::nvrtcFunctions_data()
{
    addFunctionColumns();
#ifdef HAS_NVRTC_HEADER
    CUDNNSETUP_NVRTC_FUNCTIONS(FUNCTION_ROW)
#else
    QSKIP("nvrtc.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::blasFunctions_data()
{
    addFunctionColumns();
#ifdef HAS_BLAS_HEADER
    CUDNNSETUP_BLAS_FUNCTIONS(FUNCTION_ROW)
#else
    QSKIP("cublas_v2.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::blasValues_data()
{
    addValueColumns();
#ifdef HAS_BLAS_HEADER
    VALUE_ROW(0, CUBLAS_STATUS_SUCCESS)
    VALUE_ROW(BlasPlain, CUBLAS_OP_N)
    VALUE_ROW(BlasTransposed, CUBLAS_OP_T)
    VALUE_ROW(BlasMathDefault, CUBLAS_DEFAULT_MATH)
    VALUE_ROW(BlasMathTensor, CUBLAS_TENSOR_OP_MATH)
    VALUE_ROW(DataFloat32, CUDA_R_32F)
    VALUE_ROW(DataFloat16, CUDA_R_16F)
    VALUE_ROW(DataBfloat16, CUDA_R_16BF)
    VALUE_ROW(BlasComputeFloat32, CUBLAS_COMPUTE_32F)
    VALUE_ROW(BlasComputeTf32, CUBLAS_COMPUTE_32F_FAST_TF32)
    VALUE_ROW(BlasAlgorithmDefault, CUBLAS_GEMM_DEFAULT)
    VALUE_ROW(BlasAlgorithmTensor, CUBLAS_GEMM_DEFAULT_TENSOR_OP)
#else
    QSKIP("cublas_v2.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::dnnFunctions_data()
{
    addFunctionColumns();
#ifdef HAS_DNN_HEADER
    CUDNNSETUP_DNN_FUNCTIONS(FUNCTION_ROW)
#else
    QSKIP("cudnn.h of cuDNN 9 or newer was not there when this was built");
#endif
}

void TestCudaApi::dnnValues_data()
{
    addValueColumns();
#ifdef HAS_DNN_HEADER
    VALUE_ROW(0, CUDNN_STATUS_SUCCESS)
    VALUE_ROW(dnnNotSupported9, CUDNN_STATUS_NOT_SUPPORTED)
    VALUE_ROW(dnnInternal9, CUDNN_STATUS_INTERNAL_ERROR)
    VALUE_ROW(DnnNchw, CUDNN_TENSOR_NCHW)
    VALUE_ROW(DnnNhwc, CUDNN_TENSOR_NHWC)
    VALUE_ROW(DnnFloat, CUDNN_DATA_FLOAT)
    VALUE_ROW(DnnHalf, CUDNN_DATA_HALF)
    VALUE_ROW(DnnBfloat16, CUDNN_DATA_BFLOAT16)
    VALUE_ROW(DnnCrossCorrelation, CUDNN_CROSS_CORRELATION)
    VALUE_ROW(DnnMathDefault, CUDNN_DEFAULT_MATH)
    VALUE_ROW(DnnMathTensor, CUDNN_TENSOR_OP_MATH)
    VALUE_ROW(DnnMathTensorConversion, CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION)
    VALUE_ROW(DnnMathFma, CUDNN_FMA_MATH)
    VALUE_ROW(dnnForwardAlgorithms, CUDNN_CONVOLUTION_FWD_ALGO_COUNT)
    SIZE_ROW(DnnForwardPerformance, cudnnConvolutionFwdAlgoPerf_t)
    PLACE_ROW(DnnForwardPerformance, algorithm, cudnnConvolutionFwdAlgoPerf_t, algo)
    PLACE_ROW(DnnForwardPerformance, status, cudnnConvolutionFwdAlgoPerf_t, status)
    PLACE_ROW(DnnForwardPerformance, milliseconds, cudnnConvolutionFwdAlgoPerf_t, time)
    PLACE_ROW(DnnForwardPerformance, workspaceBytes, cudnnConvolutionFwdAlgoPerf_t, memory)
    PLACE_ROW(DnnForwardPerformance, determinism, cudnnConvolutionFwdAlgoPerf_t, determinism)
    PLACE_ROW(DnnForwardPerformance, mathType, cudnnConvolutionFwdAlgoPerf_t, mathType)
    PLACE_ROW(DnnForwardPerformance, reserved, cudnnConvolutionFwdAlgoPerf_t, reserved)
#else
    QSKIP("cudnn.h of cuDNN 9 or newer was not there when this was built");
#endif
}

void TestCudaApi::graphValues_data()
{
    addValueColumns();
#ifdef HAS_DNN_HEADER
    VALUE_ROW(sizeof(GraphObject), sizeof(cudnnBackendDescriptor_t))
    VALUE_ROW(GraphConvolutionDescriptor, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR)
    VALUE_ROW(GraphEngineConfigurationDescriptor, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR)
    VALUE_ROW(GraphEngineHeuristicDescriptor, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)
    VALUE_ROW(GraphExecutionPlanDescriptor, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)
    VALUE_ROW(GraphConvolutionForwardDescriptor, CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR)
    VALUE_ROW(GraphOperationGraphDescriptor, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)
    VALUE_ROW(GraphVariantPackDescriptor, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR)
    VALUE_ROW(GraphTensorDescriptor, CUDNN_BACKEND_TENSOR_DESCRIPTOR)
    VALUE_ROW(GraphTypeHandle, CUDNN_TYPE_HANDLE)
    VALUE_ROW(GraphTypeDataType, CUDNN_TYPE_DATA_TYPE)
    VALUE_ROW(GraphTypeInt64, CUDNN_TYPE_INT64)
    VALUE_ROW(GraphTypeFloat, CUDNN_TYPE_FLOAT)
    VALUE_ROW(GraphTypePointer, CUDNN_TYPE_VOID_PTR)
    VALUE_ROW(GraphTypeConvolutionMode, CUDNN_TYPE_CONVOLUTION_MODE)
    VALUE_ROW(GraphTypeHeuristicMode, CUDNN_TYPE_HEUR_MODE)
    VALUE_ROW(GraphTypeDescriptor, CUDNN_TYPE_BACKEND_DESCRIPTOR)
    VALUE_ROW(GraphConvolutionComputeType, CUDNN_ATTR_CONVOLUTION_COMP_TYPE)
    VALUE_ROW(GraphConvolutionMode, CUDNN_ATTR_CONVOLUTION_CONV_MODE)
    VALUE_ROW(GraphConvolutionDilations, CUDNN_ATTR_CONVOLUTION_DILATIONS)
    VALUE_ROW(GraphConvolutionStrides, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES)
    VALUE_ROW(GraphConvolutionPostPaddings, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS)
    VALUE_ROW(GraphConvolutionPrePaddings, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS)
    VALUE_ROW(GraphConvolutionSpatialDimensions, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS)
    VALUE_ROW(GraphHeuristicMode, CUDNN_ATTR_ENGINEHEUR_MODE)
    VALUE_ROW(GraphHeuristicGraph, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH)
    VALUE_ROW(GraphHeuristicResults, CUDNN_ATTR_ENGINEHEUR_RESULTS)
    VALUE_ROW(GraphPlanHandle, CUDNN_ATTR_EXECUTION_PLAN_HANDLE)
    VALUE_ROW(GraphPlanConfiguration, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)
    VALUE_ROW(GraphPlanWorkspaceBytes, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE)
    VALUE_ROW(GraphForwardAlpha, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA)
    VALUE_ROW(GraphForwardBeta, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA)
    VALUE_ROW(GraphForwardConvolution, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC)
    VALUE_ROW(GraphForwardFilter, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W)
    VALUE_ROW(GraphForwardInput, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X)
    VALUE_ROW(GraphForwardOutput, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y)
    VALUE_ROW(GraphOperationsHandle, CUDNN_ATTR_OPERATIONGRAPH_HANDLE)
    VALUE_ROW(GraphOperations, CUDNN_ATTR_OPERATIONGRAPH_OPS)
    VALUE_ROW(GraphTensorAlignment, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)
    VALUE_ROW(GraphTensorType, CUDNN_ATTR_TENSOR_DATA_TYPE)
    VALUE_ROW(GraphTensorDimensions, CUDNN_ATTR_TENSOR_DIMENSIONS)
    VALUE_ROW(GraphTensorStrides, CUDNN_ATTR_TENSOR_STRIDES)
    VALUE_ROW(GraphTensorId, CUDNN_ATTR_TENSOR_UNIQUE_ID)
    VALUE_ROW(GraphPackIds, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS)
    VALUE_ROW(GraphPackPointers, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)
    VALUE_ROW(GraphPackWorkspace, CUDNN_ATTR_VARIANT_PACK_WORKSPACE)
    VALUE_ROW(GraphHeuristicModeA, CUDNN_HEUR_MODE_A)
#else
    QSKIP("cudnn.h of cuDNN 9 or newer was not there when this was built");
#endif
}

void TestCudaApi::nvmlFunctions_data()
{
    addFunctionColumns();
#ifdef HAS_NVML_HEADER
    CUDNNSETUP_NVML_FUNCTIONS(FUNCTION_ROW)
#else
    QSKIP("nvml.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

void TestCudaApi::nvmlValues_data()
{
    addValueColumns();
#ifdef HAS_NVML_HEADER
    VALUE_ROW(0, NVML_SUCCESS)
    VALUE_ROW(ClockMultiprocessor, NVML_CLOCK_SM)
    VALUE_ROW(ClockMemory, NVML_CLOCK_MEM)
    VALUE_ROW(TemperatureGpu, NVML_TEMPERATURE_GPU)
    SIZE_ROW(Utilization, nvmlUtilization_t)
    PLACE_ROW(Utilization, gpu, nvmlUtilization_t, gpu)
    PLACE_ROW(Utilization, memory, nvmlUtilization_t, memory)
    SIZE_ROW(RunningProcess, nvmlProcessInfo_t)
    PLACE_ROW(RunningProcess, pid, nvmlProcessInfo_t, pid)
    PLACE_ROW(RunningProcess, usedBytes, nvmlProcessInfo_t, usedGpuMemory)
    PLACE_ROW(RunningProcess, gpuInstance, nvmlProcessInfo_t, gpuInstanceId)
    PLACE_ROW(RunningProcess, computeInstance, nvmlProcessInfo_t, computeInstanceId)
#else
    QSKIP("nvml.h of CUDA 11.5 or newer was not there when this was built");
#endif
}

QTEST_GUILESS_MAIN(TestCudaApi)
#include "tst_cudaapi.moc"
