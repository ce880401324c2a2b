// SPDX-License-Identifier: MIT
#include "gpu/worker/device.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Called<void> checked(const cuda::DriverApi &driver, cuda::Status status, const char *function)
{
    if (status == 0)
        return {};
    const char *name = nullptr;
    const char *words = nullptr;
    driver.cuGetErrorName(status, &name);
    driver.cuGetErrorString(status, &words);
    return tl::unexpected(CallFailure{.words = u"%1: %2 (%3)"_s.arg(QLatin1StringView(function),
                                                                   name ? QString::fromUtf8(name) : QString::number(status),
                                                                   words ? QString::fromUtf8(words) : u"unknown"_s),
                                      .isOutOfMemory = status == cuda::driverOutOfMemory});
}

} // namespace

DeviceMemory::~DeviceMemory()
{
    if (m_driver && m_pointer)
        m_driver->cuMemFree_v2(m_pointer);
}

void DeviceMemory::swap(DeviceMemory &other) noexcept
{
    std::swap(m_driver, other.m_driver);
    std::swap(m_pointer, other.m_pointer);
    std::swap(m_size, other.m_size);
}

Called<Device> Device::open(const cuda::DriverApi &driver, int index)
{
    Device device(driver);
    cuda::DeviceNumber number = 0;
    cuda::Context context = nullptr;
    const auto opened = inOrder(
            [&] { return checked(driver, driver.cuInit(0), "cuInit"); },
            [&] { return checked(driver, driver.cuDeviceGet(&number, index), "cuDeviceGet"); },
            [&] { return checked(driver, driver.cuDevicePrimaryCtxRetain(&context, number), "cuDevicePrimaryCtxRetain"); },
            [&] { return checked(driver, driver.cuCtxSetCurrent(context), "cuCtxSetCurrent"); },
            [&] { return checked(driver, driver.cuStreamCreate(&device.m_stream, cuda::streamNonBlocking), "cuStreamCreate"); },
            [&] { return checked(driver, driver.cuEventCreate(&device.m_begin, 0), "cuEventCreate"); },
            [&] { return checked(driver, driver.cuEventCreate(&device.m_end, 0), "cuEventCreate"); },
            [&] { return device.describe(number); });
    if (!opened)
        return tl::unexpected(opened.error());
    device.m_facts.index = index;
    return device;
}

Called<void> Device::describe(cuda::DeviceNumber number)
{
    std::array<char, 256> name{};
    std::array<char, 64> bus{};
    size_t memory = 0;
    int major = 0;
    int minor = 0;
    int multiprocessors = 0;
    int version = 0;
    const auto attribute = [&](int &value, cuda::DeviceAttribute which) {
        return check(m_driver->cuDeviceGetAttribute(&value, which, number), "cuDeviceGetAttribute");
    };
    const auto asked = inOrder(
            [&] { return check(m_driver->cuDeviceGetName(name.data(), int(name.size()), number), "cuDeviceGetName"); },
            [&] { return check(m_driver->cuDeviceGetPCIBusId(bus.data(), int(bus.size()), number), "cuDeviceGetPCIBusId"); },
            [&] { return check(m_driver->cuDeviceTotalMem_v2(&memory, number), "cuDeviceTotalMem"); },
            [&] { return attribute(major, cuda::AttributeComputeCapabilityMajor); },
            [&] { return attribute(minor, cuda::AttributeComputeCapabilityMinor); },
            [&] { return attribute(multiprocessors, cuda::AttributeMultiprocessorCount); },
            [&] { return check(m_driver->cuDriverGetVersion(&version), "cuDriverGetVersion"); });
    const auto freeMemory = freeBytes();
    if (!asked || !freeMemory)
        return tl::unexpected(!asked ? asked.error() : freeMemory.error());
    m_pciBusId = bus.data();
    m_facts.name = QString::fromUtf8(name.data());
    m_facts.computeCapability = QVersionNumber(major, minor);
    m_facts.memoryBytes = qint64(memory);
    m_facts.freeBytes = qint64(*freeMemory);
    m_facts.multiprocessors = multiprocessors;
    m_facts.maxCuda = QVersionNumber(version / 1000, version % 1000 / 10);
    return {};
}

Called<void> Device::check(cuda::Status status, const char *function) const
{
    return checked(*m_driver, status, function);
}

Called<size_t> Device::freeBytes() const
{
    size_t freeMemory = 0;
    size_t total = 0;
    return check(m_driver->cuMemGetInfo_v2(&freeMemory, &total), "cuMemGetInfo").map([&] { return freeMemory; });
}

Called<DeviceMemory> Device::allocate(size_t bytes) const
{
    cuda::DevicePointer pointer = 0;
    const auto allocated = check(m_driver->cuMemAlloc_v2(&pointer, std::max<size_t>(bytes, 1)), "cuMemAlloc");
    if (!allocated)
        return tl::unexpected(allocated.error());
    return DeviceMemory(*m_driver, pointer, bytes);
}

Called<void> Device::write(const DeviceMemory &memory, std::span<const std::byte> bytes) const
{
    return check(m_driver->cuMemcpyHtoD_v2(memory.pointer(), bytes.data(), bytes.size()), "cuMemcpyHtoD");
}

Called<void> Device::read(std::span<std::byte> bytes, const DeviceMemory &memory, size_t offset) const
{
    return check(m_driver->cuMemcpyDtoH_v2(bytes.data(), memory.pointer() + offset, bytes.size()), "cuMemcpyDtoH");
}

Called<void> Device::fill(const DeviceMemory &memory, unsigned char value) const
{
    return check(m_driver->cuMemsetD8Async(memory.pointer(), value, memory.size(), m_stream), "cuMemsetD8Async");
}

Called<void> Device::finish() const
{
    return check(m_driver->cuStreamSynchronize(m_stream), "cuStreamSynchronize");
}

Called<double> Device::time(const std::function<Called<void>()> &work) const
{
    float milliseconds = 0;
    return inOrder([&] { return check(m_driver->cuEventRecord(m_begin, m_stream), "cuEventRecord"); }, work,
                   [&] { return check(m_driver->cuEventRecord(m_end, m_stream), "cuEventRecord"); },
                   [&] { return check(m_driver->cuEventSynchronize(m_end), "cuEventSynchronize"); },
                   [&] { return check(m_driver->cuEventElapsedTime(&milliseconds, m_begin, m_end), "cuEventElapsedTime"); })
            .map([&] { return double(milliseconds); });
}

Called<double> Device::timeOfSome(const std::function<Called<void>()> &run) const
{
    constexpr int runs = 5;
    const auto several = [&] {
        Called<void> result;
        for (int i = 0; i < runs && result; ++i)
            result = run();
        return result;
    };
    const auto first = run();
    return first ? time(several).map([](double milliseconds) { return milliseconds / runs; }) : tl::unexpected(first.error());
}

} // namespace cudnnsetup
