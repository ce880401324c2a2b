// SPDX-License-Identifier: MIT
#include "gpu/worker/managedgpu.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

struct Reason
{
    unsigned long long bit;
    const char *word;
};

// What slows the clocks down while a program computes; that nothing is to be done is no such thing.
// Source: docs.nvidia.com/deploy/nvml-api, nvmlClocksEventReasons.
constexpr std::array reasons = {
    Reason{0x004, "power"},    // the power limit
    Reason{0x008, "hardware"}, // heat or power, halved by the hardware
    Reason{0x010, "sync"},     // clocks of several cards in step
    Reason{0x020, "heat"},     // temperature, by the driver
    Reason{0x040, "heat"},     // temperature, by the hardware
    Reason{0x080, "power"},    // an outside power brake
};

template<class Value, class Function, class... Arguments>
std::optional<Value> asked(Function function, cuda::ManagedDevice device, Arguments... arguments)
{
    Value value{};
    return function && function(device, arguments..., &value) == 0 ? std::optional(value) : std::nullopt;
}

std::optional<int> whole(const std::optional<unsigned int> &value)
{
    return value ? std::optional(int(*value)) : std::nullopt;
}

} // namespace

std::optional<ManagedGpu> ManagedGpu::open(const cuda::NvmlApi &nvml, const QByteArray &pciBusId)
{
    cuda::ManagedDevice device = nullptr;
    if (nvml.nvmlInit_v2() != 0 || nvml.nvmlDeviceGetHandleByPciBusId_v2(pciBusId.constData(), &device) != 0)
        return {};
    return ManagedGpu(nvml, device);
}

QString ManagedGpu::driverVersion() const
{
    std::array<char, 96> version{};
    const bool isKnown = m_nvml->nvmlSystemGetDriverVersion(version.data(), unsigned(version.size())) == 0;
    return isKnown ? QString::fromLatin1(version.data()) : QString();
}

GpuState ManagedGpu::state() const
{
    const auto load = asked<cuda::Utilization>(m_nvml->nvmlDeviceGetUtilizationRates, m_device);
    return {.clockMhz = whole(asked<unsigned int>(m_nvml->nvmlDeviceGetClockInfo, m_device, cuda::ClockMultiprocessor)),
            .maxClockMhz = whole(asked<unsigned int>(m_nvml->nvmlDeviceGetMaxClockInfo, m_device, cuda::ClockMultiprocessor)),
            .memoryClockMhz = whole(asked<unsigned int>(m_nvml->nvmlDeviceGetClockInfo, m_device, cuda::ClockMemory)),
            .temperature = whole(asked<unsigned int>(m_nvml->nvmlDeviceGetTemperature, m_device, cuda::TemperatureGpu)),
            .load = load ? std::optional(int(load->gpu)) : std::nullopt,
            .throttling = throttling(),
            .programs = otherPrograms()};
}

QStringList ManagedGpu::throttling() const
{
    const auto bits = asked<unsigned long long>(m_nvml->nvmlDeviceGetCurrentClocksThrottleReasons, m_device);
    QStringList words;
    for (const Reason &reason : reasons) {
        if (bits && (*bits & reason.bit))
            words << QString::fromLatin1(reason.word);
    }
    words.removeDuplicates();
    return words;
}

QList<FileUserFacts> ManagedGpu::otherPrograms() const
{
    std::array<cuda::RunningProcess, 64> processes{};
    unsigned int count = unsigned(processes.size());
    if (!m_nvml->nvmlDeviceGetComputeRunningProcesses_v3
        || m_nvml->nvmlDeviceGetComputeRunningProcesses_v3(m_device, &count, processes.data()) != 0)
        return {};
    QList<FileUserFacts> programs;
    bool isSelfSeen = false;
    for (unsigned int i = 0; i < std::min<unsigned int>(count, processes.size()); ++i) {
        const qint64 pid = processes[i].pid;
        isSelfSeen = isSelfSeen || pid == QCoreApplication::applicationPid();
        if (pid != QCoreApplication::applicationPid())
            programs << FileUserFacts{.pid = pid, .name = nameOf(processes[i].pid)};
    }
    // This process computes too. Where it is not among them, as in a container, the ids mean nothing here.
    return isSelfSeen ? programs : QList<FileUserFacts>();
}

QString ManagedGpu::nameOf(unsigned int pid) const
{
    std::array<char, 256> name{};
    const bool isKnown = m_nvml->nvmlSystemGetProcessName
            && m_nvml->nvmlSystemGetProcessName(pid, name.data(), unsigned(name.size())) == 0;
    return isKnown ? QString::fromLocal8Bit(name.data()).section(u'/', -1) : QString();
}

} // namespace cudnnsetup
