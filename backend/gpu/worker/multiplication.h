// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/kernels.h"

#include <optional>

namespace cudnnsetup {

// Matrix products for the side without cuDNN: cuBLAS, or our own kernel where there is none.
class Multiplication
{
public:
    // Whatever goes wrong with cuBLAS is in blasProblem; our own kernel takes over.
    static Multiplication open(const cuda::BlasApi *blas, const Device &device, const Kernels &kernels);

    Called<void> multiply(GpuMode::Precision precision, const MatrixProduct &product) const;
    QString name() const; // "cuBLAS", "own kernel"
    const QString &blasProblem() const { return m_blasProblem; }
    const QString &blasVersion() const { return m_blasVersion; }

private:
    Multiplication(const Device &device, const Kernels &kernels) : m_device(&device), m_kernels(&kernels) { }
    Called<void> openBlas(const cuda::BlasApi &blas);
    Called<void> check(cuda::Status status, const char *function) const;
    Called<void> withBlas(GpuMode::Precision precision, const MatrixProduct &product) const;

    const Device *m_device;
    const Kernels *m_kernels;
    const cuda::BlasApi *m_api = nullptr;
    cuda::Blas m_blas = nullptr; // null: our own kernel
    bool m_isOld = false;        // before CUDA 11
    QString m_blasProblem;
    QString m_blasVersion;
};

} // namespace cudnnsetup
