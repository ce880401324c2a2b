// SPDX-License-Identifier: MIT
// A library that prints to standard output, where the answers go, and whose answer depends on the environment.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

__attribute__((constructor)) static void shout()
{
    std::puts("{\"cudnnVersion\":1}");
    std::fflush(stdout);
}

extern "C" std::size_t cudnnGetVersion()
{
    const char *value = std::getenv("PROBE_TEST_VALUE");
    return value ? std::size_t(std::atoi(value)) : 0;
}
