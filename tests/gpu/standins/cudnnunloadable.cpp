// SPDX-License-Identifier: MIT
// A cuDNN that the loader refuses: one of its functions is nowhere to be found.
#include <cstddef>

extern "C" {
int cudnnStandinOfAnotherVersion();
std::size_t cudnnGetVersion()
{
    return cudnnStandinOfAnotherVersion() == 0 ? 91400 : 0;
}
}
