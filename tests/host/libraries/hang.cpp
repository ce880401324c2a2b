// SPDX-License-Identifier: MIT
// A library whose loading never comes to an end.
#include <unistd.h>

__attribute__((constructor)) static void hang()
{
    for (;;)
        pause();
}
