// SPDX-License-Identifier: MIT
#include "gpu/worker/multiplication.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

cuda::DataType dataType(GpuMode::Precision precision)
{
    switch (precision) {
    case GpuMode::Precision::Fp16: return cuda::DataFloat16;
    case GpuMode::Precision::Bf16: return cuda::DataBfloat16;
    case GpuMode::Precision::Fp32:
    case GpuMode::Precision::Tf32: break;
    }
    return cuda::DataFloat32;
}

bool isNewPrecision(GpuMode::Precision precision)
{
    return precision == GpuMode::Precision::Tf32 || precision == GpuMode::Precision::Bf16;
}

// 10204 is 10.2.4, 130100 is 13.1.0: from CUDA 12 on there are two digits for the minor version.
QString versionText(int number)
{
    const int unit = number >= 100000 ? 10000 : 1000;
    return u"%1.%2.%3"_s.arg(number / unit).arg(number % unit / 100).arg(number % 100);
}

} // namespace

Multiplication Multiplication::open(const cuda::BlasApi *blas, const Device &device, const Kernels &kernels)
{
    Multiplication opened(device, kernels);
    if (!blas)
        return opened;
    if (const auto result = opened.openBlas(*blas); !result) {
        opened.m_blasProblem = result.error().words;
        opened.m_blas = nullptr;
    }
    return opened;
}

Called<void> Multiplication::openBlas(const cuda::BlasApi &blas)
{
    m_api = &blas;
    int version = 0;
    return inOrder([&] { return check(blas.cublasCreate_v2(&m_blas), "cublasCreate"); },
                   [&] { return check(blas.cublasGetVersion_v2(m_blas, &version), "cublasGetVersion"); },
                   [&] {
                       m_blasVersion = versionText(version);
                       m_isOld = version < 11000;
                       return check(blas.cublasSetStream_v2(m_blas, m_device->stream()), "cublasSetStream");
                   });
}

Called<void> Multiplication::check(cuda::Status status, const char *function) const
{
    if (status == 0)
        return {};
    const QString words = m_api->cublasGetStatusString ? QString::fromUtf8(m_api->cublasGetStatusString(status))
                                                       : u"status %1"_s.arg(status);
    return tl::unexpected(CallFailure{.words = u"%1: %2"_s.arg(QLatin1StringView(function), words)});
}

QString Multiplication::name() const
{
    return m_blas ? u"cuBLAS"_s : u"own kernel"_s;
}

Called<void> Multiplication::multiply(GpuMode::Precision precision, const MatrixProduct &product) const
{
    if (m_blas)
        return withBlas(precision, product);
    if (precision == GpuMode::Precision::Tf32)
        return tl::unexpected(CallFailure{.words = u"no TF32 without cuBLAS"_s, .isUnsupported = true});
    return m_kernels->multiply(precision, product);
}

Called<void> Multiplication::withBlas(GpuMode::Precision precision, const MatrixProduct &p) const
{
    if (m_isOld && isNewPrecision(precision))
        return tl::unexpected(CallFailure{.words = u"cuBLAS before CUDA 11 has no %1"_s.arg(
                                                  precision == GpuMode::Precision::Tf32 ? u"TF32"_s : u"BF16"_s),
                                          .isUnsupported = true});
    const bool isTensorOfOld = m_isOld && precision == GpuMode::Precision::Fp16;
    auto compute = precision == GpuMode::Precision::Tf32 ? cuda::BlasComputeTf32 : cuda::BlasComputeFloat32;
    if (m_isOld)
        compute = cuda::BlasComputeType(cuda::DataFloat32);
    const float one = 1;
    const float zero = 0;
    const cuda::DataType type = dataType(precision);
    const auto address = [](cuda::DevicePointer pointer) { return reinterpret_cast<void *>(pointer); };
    return inOrder(
            [&] {
                return check(m_api->cublasSetMathMode(m_blas, isTensorOfOld ? cuda::BlasMathTensor : cuda::BlasMathDefault),
                             "cublasSetMathMode");
            },
            [&] {
                return check(m_api->cublasGemmEx(m_blas, p.isTransposedA ? cuda::BlasTransposed : cuda::BlasPlain,
                                                 cuda::BlasPlain, p.m, p.n, p.k, &one, address(p.a), type, p.lda,
                                                 address(p.b), type, p.ldb, &zero, address(p.c), type, p.ldc, compute,
                                                 isTensorOfOld ? cuda::BlasAlgorithmTensor : cuda::BlasAlgorithmDefault),
                             "cublasGemmEx");
            });
}

} // namespace cudnnsetup
