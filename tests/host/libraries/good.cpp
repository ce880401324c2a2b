// SPDX-License-Identifier: MIT
// A library that answers as cuDNN does and carries version words as the real ones do.
#include <cstddef>

extern "C" {
std::size_t cudnnGetVersion() { return 90102; }
std::size_t cudnnGetCudartVersion() { return 12040; }
extern const unsigned cudnn_graph_version = 0x00090102;
extern const unsigned cudnn_graph_other = 7;
extern const char cudnn_text[] = "cudnn-mark 9.1.2";
}
