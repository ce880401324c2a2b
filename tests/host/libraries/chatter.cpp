// SPDX-License-Identifier: MIT
// A library that prints without an end when it is loaded.
#include <cstdio>

__attribute__((constructor)) static void chatter()
{
    for (;;)
        std::puts("and another thing, and another thing, and another thing, and another thing");
}
