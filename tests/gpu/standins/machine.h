// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/worker/cudaapi.h"

#include <cstddef>
#include <map>
#include <string>

namespace standin {

using cudnnsetup::cuda::DevicePointer;

// Memory of the GPU: a piece of the process's own for each allocation, made of pages that cost nothing until they are used.
class Memory
{
public:
    DevicePointer allocate(std::size_t bytes); // 0 when there is none
    bool release(DevicePointer memory);        // false when nothing was allocated there
    bool holds(DevicePointer memory, std::size_t bytes) const;
    std::size_t used() const { return m_used; }

private:
    std::map<DevicePointer, std::size_t> m_pieces;
    std::size_t m_used = 0;
};

// Time on the GPU, and how much of the work a program knows to be done.
class Clock
{
public:
    struct Moment
    {
        double microseconds = -1; // not recorded yet
        long work = 0;
    };

    void spend(double microseconds)
    {
        m_now += microseconds;
        ++m_work;
    }
    Moment now() const { return {m_now, m_work}; }
    void waitFor(const Moment &moment) { m_done = moment.work > m_done ? moment.work : m_done; }
    bool isDone(const Moment &moment) const { return moment.work <= m_done; }

private:
    double m_now = 0;
    long m_work = 0;
    long m_done = 0;
};

// Where a kernel is launched, and with what.
struct Launch
{
    unsigned int gridX = 1;
    unsigned int gridY = 1;
    unsigned int threads = 1; // of a block
    void **parameters = nullptr;

    std::size_t threadsInX() const { return std::size_t(gridX) * threads; }
};

// The kernels of kernelsource.h, on the CPU. They do what the blocks of the launch do, and no more: who changes how a kernel
// shares out its work changes it here, too.
bool isKernel(const std::string &name);
struct KernelRun
{
    bool isPossible = false; // all memory is there, and blocks have the size that the kernel counts on
    double microseconds = 0;
};
KernelRun runKernel(const std::string &name, const Launch &launch, const Memory &memory);

// What NVRTC makes and the driver takes; the rest of the image says for which toolkit and which architecture.
inline constexpr const char *machineCode = "STANDIN-CUBIN"; // "STANDIN-CUBIN 13.0 86"
inline constexpr const char *ptx = "STANDIN-PTX";

} // namespace standin
