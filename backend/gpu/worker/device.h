// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"
#include "gpu/worker/called.h"
#include "gpu/worker/cudaapi.h"

#include <functional>
#include <span>

namespace cudnnsetup {

// Memory on the GPU; given back at the end of its life. Must not outlive its Device.
class DeviceMemory
{
public:
    DeviceMemory() = default;
    DeviceMemory(const cuda::DriverApi &driver, cuda::DevicePointer pointer, size_t size)
        : m_driver(&driver), m_pointer(pointer), m_size(size)
    {
    }
    ~DeviceMemory();
    DeviceMemory(DeviceMemory &&other) noexcept { swap(other); }
    DeviceMemory &operator=(DeviceMemory &&other) noexcept
    {
        swap(other);
        return *this;
    }
    DeviceMemory(const DeviceMemory &) = delete;
    DeviceMemory &operator=(const DeviceMemory &) = delete;

    cuda::DevicePointer pointer() const { return m_pointer; }
    void *address() const { return reinterpret_cast<void *>(m_pointer); }
    size_t size() const { return m_size; } // bytes

private:
    void swap(DeviceMemory &other) noexcept;

    const cuda::DriverApi *m_driver = nullptr;
    cuda::DevicePointer m_pointer = 0;
    size_t m_size = 0;
};

// One GPU with the context that CUDA's libraries share and a stream of our own. It is left to the end of the process, which
// gives everything back.
class Device
{
public:
    static Called<Device> open(const cuda::DriverApi &driver, int index);

    const GpuDevice &facts() const { return m_facts; }
    const QByteArray &pciBusId() const { return m_pciBusId; }
    cuda::Stream stream() const { return m_stream; }
    const cuda::DriverApi &driver() const { return *m_driver; }

    Called<size_t> freeBytes() const;
    Called<DeviceMemory> allocate(size_t bytes) const;
    Called<void> write(const DeviceMemory &memory, std::span<const std::byte> bytes) const;
    Called<void> read(std::span<std::byte> bytes, const DeviceMemory &memory, size_t offset) const;
    Called<void> fill(const DeviceMemory &memory, unsigned char value) const; // on the stream
    // Waits for all that was put on the stream; a kernel that failed is told here.
    Called<void> finish() const;
    // Milliseconds that the GPU spends on what work puts on the stream.
    Called<double> time(const std::function<Called<void>()> &work) const;
    // The same for one of a few runs, after one that does not count: to choose by, not to report.
    Called<double> timeOfSome(const std::function<Called<void>()> &run) const;

    Called<void> check(cuda::Status status, const char *function) const;

private:
    explicit Device(const cuda::DriverApi &driver) : m_driver(&driver) { }
    Called<void> describe(cuda::DeviceNumber number);

    const cuda::DriverApi *m_driver;
    GpuDevice m_facts;
    QByteArray m_pciBusId;
    cuda::Stream m_stream = nullptr;
    cuda::Event m_begin = nullptr;
    cuda::Event m_end = nullptr;
};

} // namespace cudnnsetup
