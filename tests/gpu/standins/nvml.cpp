// SPDX-License-Identifier: MIT
#include "behaviour.h"

#include <array>
#include <cstring>

using namespace cudnnsetup::cuda;

CUDNNSETUP_NVML_FUNCTIONS(STANDIN_DECLARE)

struct cudnnsetup::cuda::ManagedDeviceObject
{
};

namespace {

enum : Status { Success = 0, InvalidArgument = 2, NotFound = 6, InsufficientSize = 7, DriverNotLoaded = 9 };

constexpr unsigned int otherProcess = 4242;
ManagedDeviceObject card;
standin::Behaviour behaviour("STANDIN_NVML", "nvmlInit_v2");

Status putText(char *to, unsigned int size, const char *text)
{
    if (std::strlen(text) >= size)
        return InsufficientSize;
    std::strcpy(to, text);
    return Success;
}

Status put(ManagedDevice device, unsigned int *to, unsigned int value)
{
    *to = value;
    return device == &card ? Success : InvalidArgument;
}

} // namespace

extern "C" {

Status nvmlInit_v2()
{
    STANDIN_ENTER;
    return behaviour.isTold("dead") ? DriverNotLoaded : Success;
}

Status nvmlSystemGetDriverVersion(char *version, unsigned int size)
{
    STANDIN_ENTER;
    return putText(version, size, "580.65.06");
}

Status nvmlDeviceGetHandleByPciBusId_v2(const char *id, ManagedDevice *device)
{
    STANDIN_ENTER;
    *device = &card;
    return std::strcmp(id, "0000:01:00.0") == 0 ? Success : NotFound;
}

Status nvmlDeviceGetClockInfo(ManagedDevice device, ClockType type, unsigned int *megahertz)
{
    STANDIN_ENTER;
    if (type == ClockMemory)
        return put(device, megahertz, 2619);
    return put(device, megahertz, behaviour.isTold("throttled") ? 600 : 1980);
}

Status nvmlDeviceGetMaxClockInfo(ManagedDevice device, ClockType type, unsigned int *megahertz)
{
    STANDIN_ENTER;
    return put(device, megahertz, type == ClockMemory ? 2619 : 1980);
}

Status nvmlDeviceGetTemperature(ManagedDevice device, TemperatureSensor, unsigned int *celsius)
{
    STANDIN_ENTER;
    return put(device, celsius, behaviour.isTold("throttled") ? 92 : 40);
}

Status nvmlDeviceGetUtilizationRates(ManagedDevice device, Utilization *percent)
{
    STANDIN_ENTER;
    percent->memory = 0;
    return put(device, &percent->gpu, behaviour.isTold("busy") ? 90 : 0);
}

Status nvmlDeviceGetCurrentClocksThrottleReasons(ManagedDevice device, unsigned long long *reasons)
{
    STANDIN_ENTER;
    constexpr unsigned long long power = 0x04;
    constexpr unsigned long long heat = 0x20;
    *reasons = behaviour.isTold("throttled") ? power | heat : 0;
    return device == &card ? Success : InvalidArgument;
}

Status nvmlDeviceGetComputeRunningProcesses_v3(ManagedDevice device, unsigned int *count, RunningProcess *processes)
{
    STANDIN_ENTER;
    if (device != &card)
        return InvalidArgument;
    std::vector<unsigned int> ids{behaviour.isTold("hidden") ? 1U : unsigned(getpid())};
    if (behaviour.isTold("busy"))
        ids.push_back(otherProcess);
    const bool hasRoom = *count >= ids.size();
    *count = unsigned(ids.size());
    for (size_t i = 0; hasRoom && i < ids.size(); ++i)
        processes[i] = {.pid = ids[i], .usedBytes = 1U << 30, .gpuInstance = ~0U, .computeInstance = ~0U};
    return hasRoom ? Success : InsufficientSize;
}

Status nvmlSystemGetProcessName(unsigned int pid, char *name, unsigned int size)
{
    STANDIN_ENTER;
    return pid == otherProcess ? putText(name, size, "/usr/bin/python3") : NotFound;
}

// Beside those of cudaapi.h: what the detection asks (host/nvml.h).
Status nvmlShutdown()
{
    return Success;
}

const char *nvmlErrorString(Status status)
{
    return status == DriverNotLoaded ? "Driver Not Loaded" : "Unknown Error";
}

Status nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = 13000;
    return Success;
}

Status nvmlDeviceGetCount_v2(unsigned int *count)
{
    *count = 1;
    return Success;
}

Status nvmlDeviceGetHandleByIndex_v2(unsigned int index, ManagedDevice *device)
{
    *device = &card;
    return index == 0 ? Success : InvalidArgument;
}

Status nvmlDeviceGetName(ManagedDevice, char *name, unsigned int size)
{
    return putText(name, size, "Stand-in GPU");
}

Status nvmlDeviceGetCudaComputeCapability(ManagedDevice, int *major, int *minor)
{
    *major = 8;
    *minor = 6;
    return Success;
}

Status nvmlDeviceGetMemoryInfo(ManagedDevice, unsigned long long *memory)
{
    memory[0] = 8ULL << 30;
    return Success;
}

} // extern "C"
