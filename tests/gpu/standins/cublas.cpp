// SPDX-License-Identifier: MIT
#include "arithmetic.h"
#include "behaviour.h"
#include "gpu.h"

#include <optional>

using namespace cudnnsetup::cuda;

CUDNNSETUP_BLAS_FUNCTIONS(STANDIN_DECLARE)

// STANDIN_BLAS_VERSION: as cublasGetVersion says it.
struct cudnnsetup::cuda::BlasObject
{
    const standin::Gpu *gpu = nullptr;
    BlasMathMode mathMode = BlasMathDefault;
};

namespace {

enum : Status { Success = 0, NotInitialized = 1, InvalidValue = 7, ExecutionFailed = 13, NotSupported = 15 };

constexpr bool isOld = STANDIN_BLAS_VERSION < 11000;
standin::Behaviour behaviour("STANDIN_BLAS", "cublasGemmEx");

std::optional<standin::Format> formatOf(DataType type)
{
    switch (type) {
    case DataFloat32: return standin::Format::Float32;
    case DataFloat16: return standin::Format::Float16;
    case DataBfloat16: return isOld ? std::nullopt : std::optional(standin::Format::Bfloat16);
    }
    return {};
}

// Before CUDA 11 it is the type that sums have.
bool isComputeType(BlasComputeType type)
{
    return isOld ? int(type) == DataFloat32 : type == BlasComputeFloat32 || type == BlasComputeTf32;
}

bool isTf32(standin::Format format, BlasComputeType type)
{
    const char *allowed = std::getenv("NVIDIA_TF32_OVERRIDE");
    return format == standin::Format::Float32 && type == BlasComputeTf32 && !(allowed && std::string(allowed) == "0");
}

standin::Speed speedOf(const standin::Product &product)
{
    if (product.format != standin::Format::Float32)
        return standin::Speed::Short;
    return product.isTf32 ? standin::Speed::Tf32 : standin::Speed::Float32;
}

Status run(const standin::Gpu &gpu, const standin::Product &product)
{
    const standin::Matrix result{product.c, false, product.a.rows, product.b.columns, product.leadingC};
    for (const standin::Matrix &matrix : {product.a, product.b, result}) {
        if (!matrix.isSound())
            return InvalidValue;
        if (!gpu.holds(matrix.numbers, matrix.count() * standin::bytesOf(product.format)))
            return ExecutionFailed;
    }
    multiply(product);
    gpu.spend(productCost(product.operations(), speedOf(product)));
    return Success;
}

} // namespace

extern "C" {

Status cublasCreate_v2(Blas *blas)
{
    STANDIN_ENTER;
    const standin::Gpu *gpu = standin::Gpu::present();
    if (!gpu || behaviour.isTold("fails"))
        return NotInitialized;
    static BlasObject only{.gpu = gpu};
    *blas = &only;
    return Success;
}

Status cublasGetVersion_v2(Blas, int *version)
{
    STANDIN_ENTER;
    *version = STANDIN_BLAS_VERSION;
    return Success;
}

Status cublasSetStream_v2(Blas blas, Stream)
{
    STANDIN_ENTER;
    return blas ? Success : NotInitialized;
}

Status cublasSetMathMode(Blas blas, BlasMathMode mode)
{
    STANDIN_ENTER;
    if (!blas)
        return NotInitialized;
    blas->mathMode = mode;
    return mode == BlasMathDefault || mode == BlasMathTensor ? Success : InvalidValue;
}

Status cublasGemmEx(Blas blas, BlasOperation operationA, BlasOperation operationB, int m, int n, int k, const void *alpha,
                    const void *a, DataType typeA, int lda, const void *b, DataType typeB, int ldb, const void *beta, void *c,
                    DataType typeC, int ldc, BlasComputeType computeType, BlasAlgorithm algorithm)
{
    STANDIN_ENTER;
    if (!blas)
        return NotInitialized;
    const auto format = formatOf(typeA);
    if (!isComputeType(computeType) || (algorithm != BlasAlgorithmDefault && algorithm != BlasAlgorithmTensor))
        return InvalidValue;
    if (!format || typeB != typeA || typeC != typeA)
        return NotSupported;
    standin::Product product{.a = {a, operationA == BlasTransposed, m, k, lda},
                             .b = {b, operationB == BlasTransposed, k, n, ldb},
                             .c = c,
                             .leadingC = ldc,
                             .format = *format,
                             .isTf32 = isTf32(*format, computeType),
                             .alpha = *static_cast<const float *>(alpha),
                             .beta = *static_cast<const float *>(beta)};
    if (behaviour.isTold("wrong"))
        product.alpha *= 1.5F;
    return run(*blas->gpu, product);
}

#if STANDIN_BLAS_VERSION >= 11000
const char *cublasGetStatusString(Status status)
{
    switch (status) {
    case Success: return "CUBLAS_STATUS_SUCCESS";
    case NotInitialized: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case InvalidValue: return "CUBLAS_STATUS_INVALID_VALUE";
    case ExecutionFailed: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case NotSupported: return "CUBLAS_STATUS_NOT_SUPPORTED";
    default: return "unknown status";
    }
}
#endif

} // extern "C"
