// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

// What is used of the interfaces of NVIDIA's driver, NVRTC, cuBLAS, cuDNN and NVML, in our own words: nothing is linked, every
// function is looked up by name at run time. The names of functions are those of the symbols. tests/gpu/tst_cudaapi compares
// all of it with NVIDIA's headers where a toolkit is installed. Sources: docs.nvidia.com/cuda (Driver API, NVRTC, cuBLAS),
// docs.nvidia.com/deeplearning/cudnn, docs.nvidia.com/deploy/nvml-api. Holds for CUDA 10.2 to 13.x and cuDNN 7.6 to 9.x.
namespace cudnnsetup::cuda {

using Status = int; // 0 is success in all five

// --- Driver -------------------------------------------------------------------------------------------------------
using DeviceNumber = int;
using DevicePointer = unsigned long long;
struct ContextObject;
struct ModuleObject;
struct FunctionObject;
struct StreamObject;
struct EventObject;
using Context = ContextObject *;
using Module = ModuleObject *;
using Function = FunctionObject *;
using Stream = StreamObject *;
using Event = EventObject *;

enum DeviceAttribute : int {
    AttributeMultiprocessorCount = 16,
    AttributeComputeCapabilityMajor = 75,
    AttributeComputeCapabilityMinor = 76,
};
constexpr unsigned int streamNonBlocking = 1;
constexpr Status driverOutOfMemory = 2; // CUDA_ERROR_OUT_OF_MEMORY

// X(function, whether the test cannot do without it, type)
#define CUDNNSETUP_DRIVER_FUNCTIONS(X) \
    X(cuInit, true, Status(unsigned int flags)) \
    X(cuDriverGetVersion, true, Status(int *version)) \
    X(cuDeviceGetCount, true, Status(int *count)) \
    X(cuDeviceGet, true, Status(DeviceNumber *device, int ordinal)) \
    X(cuDeviceGetName, true, Status(char *name, int size, DeviceNumber device)) \
    X(cuDeviceTotalMem_v2, true, Status(std::size_t *bytes, DeviceNumber device)) \
    X(cuDeviceGetAttribute, true, Status(int *value, DeviceAttribute attribute, DeviceNumber device)) \
    X(cuDeviceGetPCIBusId, true, Status(char *id, int size, DeviceNumber device)) \
    X(cuDevicePrimaryCtxRetain, true, Status(Context *context, DeviceNumber device)) \
    X(cuCtxSetCurrent, true, Status(Context context)) \
    X(cuMemGetInfo_v2, true, Status(std::size_t *freeBytes, std::size_t *totalBytes)) \
    X(cuMemAlloc_v2, true, Status(DevicePointer *memory, std::size_t bytes)) \
    X(cuMemFree_v2, true, Status(DevicePointer memory)) \
    X(cuMemcpyHtoD_v2, true, Status(DevicePointer to, const void *from, std::size_t bytes)) \
    X(cuMemcpyDtoH_v2, true, Status(void *to, DevicePointer from, std::size_t bytes)) \
    X(cuMemsetD8Async, true, Status(DevicePointer memory, unsigned char value, std::size_t bytes, Stream stream)) \
    X(cuStreamCreate, true, Status(Stream *stream, unsigned int flags)) \
    X(cuStreamSynchronize, true, Status(Stream stream)) \
    X(cuEventCreate, true, Status(Event *event, unsigned int flags)) \
    X(cuEventRecord, true, Status(Event event, Stream stream)) \
    X(cuEventSynchronize, true, Status(Event event)) \
    X(cuEventElapsedTime, true, Status(float *milliseconds, Event start, Event end)) \
    X(cuModuleLoadData, true, Status(Module *module, const void *image)) \
    X(cuModuleGetFunction, true, Status(Function *function, Module module, const char *name)) \
    X(cuLaunchKernel, true, \
      Status(Function function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, \
             unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, Stream stream, void **parameters, \
             void **extra)) \
    X(cuGetErrorName, true, Status(Status status, const char **name)) \
    X(cuGetErrorString, true, Status(Status status, const char **words))

// --- NVRTC --------------------------------------------------------------------------------------------------------
struct ProgramObject;
using Program = ProgramObject *;

#define CUDNNSETUP_NVRTC_FUNCTIONS(X) \
    X(nvrtcVersion, true, Status(int *major, int *minor)) \
    X(nvrtcCreateProgram, true, \
      Status(Program *program, const char *source, const char *name, int headerCount, const char *const *headers, \
             const char *const *includeNames)) \
    X(nvrtcDestroyProgram, true, Status(Program *program)) \
    X(nvrtcCompileProgram, true, Status(Program program, int optionCount, const char *const *options)) \
    X(nvrtcGetPTXSize, true, Status(Program program, std::size_t *bytes)) \
    X(nvrtcGetPTX, true, Status(Program program, char *ptx)) \
    X(nvrtcGetProgramLogSize, true, Status(Program program, std::size_t *bytes)) \
    X(nvrtcGetProgramLog, true, Status(Program program, char *log)) \
    X(nvrtcGetCUBINSize, false, Status(Program program, std::size_t *bytes)) \
    X(nvrtcGetCUBIN, false, Status(Program program, char *cubin)) \
    X(nvrtcGetNumSupportedArchs, false, Status(int *count)) \
    X(nvrtcGetSupportedArchs, false, Status(int *architectures)) \
    X(nvrtcGetErrorString, true, const char *(Status status))

// --- cuBLAS -------------------------------------------------------------------------------------------------------
struct BlasObject;
using Blas = BlasObject *;

enum BlasOperation : int { BlasPlain = 0, BlasTransposed = 1 };
enum BlasMathMode : int { BlasMathDefault = 0, BlasMathTensor = 1 }; // BlasMathTensor before CUDA 11
enum DataType : int { DataFloat32 = 0, DataFloat16 = 2, DataBfloat16 = 14 };
// Before CUDA 11 the compute type is a DataType.
enum BlasComputeType : int { BlasComputeFloat32 = 68, BlasComputeTf32 = 77 };
enum BlasAlgorithm : int { BlasAlgorithmDefault = -1, BlasAlgorithmTensor = 99 }; // BlasAlgorithmTensor before CUDA 11

#define CUDNNSETUP_BLAS_FUNCTIONS(X) \
    X(cublasCreate_v2, true, Status(Blas *blas)) \
    X(cublasGetVersion_v2, true, Status(Blas blas, int *version)) \
    X(cublasSetStream_v2, true, Status(Blas blas, Stream stream)) \
    X(cublasSetMathMode, true, Status(Blas blas, BlasMathMode mode)) \
    X(cublasGemmEx, true, \
      Status(Blas blas, BlasOperation operationA, BlasOperation operationB, int m, int n, int k, const void *alpha, \
             const void *a, DataType typeA, int lda, const void *b, DataType typeB, int ldb, const void *beta, void *c, \
             DataType typeC, int ldc, BlasComputeType computeType, BlasAlgorithm algorithm)) \
    X(cublasGetStatusString, false, const char *(Status status))

// --- cuDNN --------------------------------------------------------------------------------------------------------
struct DnnObject;
struct TensorObject;
struct FilterObject;
struct ConvolutionObject;
using Dnn = DnnObject *;
using Tensor = TensorObject *;
using Filter = FilterObject *;
using Convolution = ConvolutionObject *;

enum DnnLayout : int { DnnNchw = 0, DnnNhwc = 1 };
enum DnnDataType : int { DnnFloat = 0, DnnHalf = 2, DnnBfloat16 = 9 };
enum DnnConvolutionMode : int { DnnCrossCorrelation = 1 };
// Before cuDNN 8 there is no DnnMathFma, and DnnMathDefault does not use tensor cores.
enum DnnMathType : int { DnnMathDefault = 0, DnnMathTensor = 1, DnnMathTensorConversion = 2, DnnMathFma = 3 };
constexpr int dnnForwardAlgorithms = 8;   // CUDNN_CONVOLUTION_FWD_ALGO_COUNT
constexpr Status dnnArchMismatch7 = 6;    // CUDNN_STATUS_ARCH_MISMATCH before cuDNN 9
constexpr Status dnnNotSupported7 = 9;    // CUDNN_STATUS_NOT_SUPPORTED before cuDNN 9
constexpr Status dnnNotSupported9 = 3000; // from cuDNN 9 on these begin ranges of a thousand
constexpr Status dnnInternal9 = 4000;

struct DnnForwardPerformance
{
    int algorithm;
    Status status;
    float milliseconds;
    std::size_t workspaceBytes;
    int determinism;
    DnnMathType mathType;
    int reserved[3];
};

// cuDNN's graph interface, as it is from 9 on: everything is a descriptor with attributes.
using GraphObject = void *;

enum GraphDescriptor : int {
    GraphConvolutionDescriptor = 1,
    GraphEngineConfigurationDescriptor = 3,
    GraphEngineHeuristicDescriptor = 4,
    GraphExecutionPlanDescriptor = 5,
    GraphConvolutionForwardDescriptor = 10,
    GraphOperationGraphDescriptor = 15,
    GraphVariantPackDescriptor = 16,
    GraphTensorDescriptor = 17,
};
enum GraphType : int {
    GraphTypeHandle = 0,
    GraphTypeDataType = 1,
    GraphTypeInt64 = 3,
    GraphTypeFloat = 4,
    GraphTypePointer = 6,
    GraphTypeConvolutionMode = 7,
    GraphTypeHeuristicMode = 8,
    GraphTypeDescriptor = 15,
};
enum GraphAttribute : int {
    GraphConvolutionComputeType = 100,
    GraphConvolutionMode = 101,
    GraphConvolutionDilations = 102,
    GraphConvolutionStrides = 103,
    GraphConvolutionPostPaddings = 104,
    GraphConvolutionPrePaddings = 105,
    GraphConvolutionSpatialDimensions = 106,
    GraphHeuristicMode = 200,
    GraphHeuristicGraph = 201,
    GraphHeuristicResults = 202,
    GraphPlanHandle = 400,
    GraphPlanConfiguration = 401,
    GraphPlanWorkspaceBytes = 402,
    GraphForwardAlpha = 700,
    GraphForwardBeta = 701,
    GraphForwardConvolution = 702,
    GraphForwardFilter = 703,
    GraphForwardInput = 704,
    GraphForwardOutput = 705,
    GraphOperationsHandle = 800,
    GraphOperations = 801,
    GraphTensorAlignment = 900,
    GraphTensorType = 901,
    GraphTensorDimensions = 902,
    GraphTensorStrides = 903,
    GraphTensorId = 906,
    GraphPackIds = 1000,
    GraphPackPointers = 1001,
    GraphPackWorkspace = 1003,
};
enum GraphHeuristicModes : int { GraphHeuristicModeA = 3 };

#define CUDNNSETUP_DNN_FUNCTIONS(X) \
    X(cudnnGetVersion, true, std::size_t()) \
    X(cudnnGetCudartVersion, true, std::size_t()) \
    X(cudnnGetErrorString, true, const char *(Status status)) \
    X(cudnnGetLastErrorString, false, void(char *words, std::size_t size)) \
    X(cudnnCreate, true, Status(Dnn *dnn)) \
    X(cudnnSetStream, true, Status(Dnn dnn, Stream stream)) \
    X(cudnnCreateTensorDescriptor, true, Status(Tensor *tensor)) \
    X(cudnnDestroyTensorDescriptor, true, Status(Tensor tensor)) \
    X(cudnnSetTensor4dDescriptor, true, \
      Status(Tensor tensor, DnnLayout layout, DnnDataType type, int n, int c, int h, int w)) \
    X(cudnnCreateFilterDescriptor, true, Status(Filter *filter)) \
    X(cudnnDestroyFilterDescriptor, true, Status(Filter filter)) \
    X(cudnnSetFilter4dDescriptor, true, \
      Status(Filter filter, DnnDataType type, DnnLayout layout, int k, int c, int h, int w)) \
    X(cudnnCreateConvolutionDescriptor, true, Status(Convolution *convolution)) \
    X(cudnnDestroyConvolutionDescriptor, true, Status(Convolution convolution)) \
    X(cudnnSetConvolution2dDescriptor, true, \
      Status(Convolution convolution, int padH, int padW, int strideH, int strideW, int dilationH, int dilationW, \
             DnnConvolutionMode mode, DnnDataType computeType)) \
    X(cudnnSetConvolutionMathType, true, Status(Convolution convolution, DnnMathType type)) \
    X(cudnnFindConvolutionForwardAlgorithmEx, true, \
      Status(Dnn dnn, Tensor inputShape, const void *input, Filter filterShape, const void *filter, \
             Convolution convolution, Tensor outputShape, void *output, int asked, int *returned, \
             DnnForwardPerformance *results, void *workspace, std::size_t workspaceBytes)) \
    X(cudnnConvolutionForward, true, \
      Status(Dnn dnn, const void *alpha, Tensor inputShape, const void *input, Filter filterShape, const void *filter, \
             Convolution convolution, int algorithm, void *workspace, std::size_t workspaceBytes, const void *beta, \
             Tensor outputShape, void *output)) \
    X(cudnnBackendCreateDescriptor, false, Status(GraphDescriptor kind, GraphObject *object)) \
    X(cudnnBackendDestroyDescriptor, false, Status(GraphObject object)) \
    X(cudnnBackendFinalize, false, Status(GraphObject object)) \
    X(cudnnBackendSetAttribute, false, \
      Status(GraphObject object, GraphAttribute attribute, GraphType type, std::int64_t count, const void *values)) \
    X(cudnnBackendGetAttribute, false, \
      Status(GraphObject object, GraphAttribute attribute, GraphType type, std::int64_t asked, std::int64_t *returned, \
             void *values)) \
    X(cudnnBackendExecute, false, Status(Dnn dnn, GraphObject plan, GraphObject variantPack))

// --- NVML ---------------------------------------------------------------------------------------------------------
struct ManagedDeviceObject;
using ManagedDevice = ManagedDeviceObject *;

enum ClockType : int { ClockMultiprocessor = 1, ClockMemory = 2 };
enum TemperatureSensor : int { TemperatureGpu = 0 };
struct Utilization
{
    unsigned int gpu; // percent
    unsigned int memory;
};
struct RunningProcess // as nvmlDeviceGetComputeRunningProcesses_v2 and _v3 fill it
{
    unsigned int pid;
    unsigned long long usedBytes;
    unsigned int gpuInstance;
    unsigned int computeInstance;
};

#define CUDNNSETUP_NVML_FUNCTIONS(X) \
    X(nvmlInit_v2, true, Status()) \
    X(nvmlSystemGetDriverVersion, true, Status(char *version, unsigned int size)) \
    X(nvmlDeviceGetHandleByPciBusId_v2, true, Status(const char *id, ManagedDevice *device)) \
    X(nvmlDeviceGetClockInfo, false, Status(ManagedDevice device, ClockType type, unsigned int *megahertz)) \
    X(nvmlDeviceGetMaxClockInfo, false, Status(ManagedDevice device, ClockType type, unsigned int *megahertz)) \
    X(nvmlDeviceGetTemperature, false, \
      Status(ManagedDevice device, TemperatureSensor sensor, unsigned int *celsius)) \
    X(nvmlDeviceGetUtilizationRates, false, Status(ManagedDevice device, Utilization *percent)) \
    X(nvmlDeviceGetCurrentClocksThrottleReasons, false, \
      Status(ManagedDevice device, unsigned long long *reasons)) \
    X(nvmlDeviceGetComputeRunningProcesses_v3, false, \
      Status(ManagedDevice device, unsigned int *count, RunningProcess *processes)) \
    X(nvmlSystemGetProcessName, false, Status(unsigned int pid, char *name, unsigned int size))

// --- Tables -------------------------------------------------------------------------------------------------------
#define CUDNNSETUP_MEMBER(name, isNeeded, ...) std::add_pointer_t<__VA_ARGS__> name = nullptr;
#define CUDNNSETUP_FILL(name, isNeeded, ...) \
    name = reinterpret_cast<std::add_pointer_t<__VA_ARGS__>>(find(#name)); \
    if (isNeeded && !name && !missing) \
        missing = #name;
#define CUDNNSETUP_TABLE(Table, FUNCTIONS) \
    struct Table \
    { \
        FUNCTIONS(CUDNNSETUP_MEMBER) \
        /* find: const char * -> void *. The first needed function that is not there; null when all are. */ \
        template<class Find> \
        const char *fill(const Find &find) \
        { \
            const char *missing = nullptr; \
            FUNCTIONS(CUDNNSETUP_FILL) \
            return missing; \
        } \
    };

CUDNNSETUP_TABLE(DriverApi, CUDNNSETUP_DRIVER_FUNCTIONS)
CUDNNSETUP_TABLE(NvrtcApi, CUDNNSETUP_NVRTC_FUNCTIONS)
CUDNNSETUP_TABLE(BlasApi, CUDNNSETUP_BLAS_FUNCTIONS)
CUDNNSETUP_TABLE(DnnApi, CUDNNSETUP_DNN_FUNCTIONS)
CUDNNSETUP_TABLE(NvmlApi, CUDNNSETUP_NVML_FUNCTIONS)

} // namespace cudnnsetup::cuda
