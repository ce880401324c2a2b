// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <dlfcn.h>

// What the driver's stand-in offers to those of cuBLAS and cuDNN, beside the functions that the real one has.
extern "C" {
using StandinHolds = bool(const void *address, std::size_t bytes); // inside of one allocation
using StandinSpend = void(double microseconds);                    // puts work that takes so long on the GPU
using StandinStretch = long();                                     // how many timed stretches have begun
}

namespace standin {

constexpr double launchCost = 10; // microseconds: everything that is put on the GPU

// Operations in a microsecond of a product without cuDNN; with it, twice as many.
enum class Speed : int { Float32 = 100'000, Tf32 = 200'000, Short = 400'000 };

inline double productCost(double operations, Speed speed)
{
    return launchCost + operations / double(speed);
}

// The GPU of this process, for a library that did not make it.
class Gpu
{
public:
    // Nothing, where no stand-in of the driver is loaded.
    static const Gpu *present()
    {
        static const Gpu gpu;
        return gpu.m_holds && gpu.m_spend && gpu.m_stretch ? &gpu : nullptr;
    }

    bool holds(const void *address, std::size_t bytes) const { return m_holds(address, bytes); }
    void spend(double microseconds) const { m_spend(microseconds); }
    long stretch() const { return m_stretch(); }

private:
    Gpu()
    {
        void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        if (!driver)
            return;
        m_holds = reinterpret_cast<StandinHolds *>(dlsym(driver, "standinHolds"));
        m_spend = reinterpret_cast<StandinSpend *>(dlsym(driver, "standinSpend"));
        m_stretch = reinterpret_cast<StandinStretch *>(dlsym(driver, "standinStretch"));
    }

    StandinHolds *m_holds = nullptr;
    StandinSpend *m_spend = nullptr;
    StandinStretch *m_stretch = nullptr;
};

} // namespace standin
