// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"
#include "gpu/worker/cudaapi.h"

#include <QByteArray>

namespace cudnnsetup {

// The GPU as NVIDIA's management library sees it. What it does not tell stays unknown.
class ManagedGpu
{
public:
    // Nothing when NVML does not answer for a GPU at this place on the bus.
    static std::optional<ManagedGpu> open(const cuda::NvmlApi &nvml, const QByteArray &pciBusId);

    QString driverVersion() const;
    // Call it when this process has opened the GPU: it is told from other programs by being among those that compute.
    GpuState state() const;

private:
    ManagedGpu(const cuda::NvmlApi &nvml, cuda::ManagedDevice device) : m_nvml(&nvml), m_device(device) { }
    QStringList throttling() const;
    QList<FileUserFacts> otherPrograms() const;
    QString nameOf(unsigned int pid) const;

    const cuda::NvmlApi *m_nvml;
    cuda::ManagedDevice m_device;
};

} // namespace cudnnsetup
