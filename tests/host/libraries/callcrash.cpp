// SPDX-License-Identifier: MIT
// A library that loads, says why it gives up and aborts when it is called, as cuDNN 9 does without its sublibraries.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" std::size_t cudnnGetVersion()
{
    std::fputs("Unable to load any of {libcudnn_graph.so.9}\n", stderr);
    std::abort();
}
