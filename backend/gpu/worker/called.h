// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace cudnnsetup {

// A call of one of NVIDIA's libraries that did not succeed.
struct CallFailure
{
    QString words; // "cudnnConvolutionForward: CUDNN_STATUS_EXECUTION_FAILED"
    bool isUnsupported = false; // there is no such mode, here or at all
    bool isOutOfMemory = false;
};

template<class T>
using Called = tl::expected<T, CallFailure>;

// Makes the calls one after the other up to the first that fails, which is the result.
template<class... Calls>
Called<void> inOrder(const Calls &...calls)
{
    Called<void> result;
    static_cast<void>(((result = calls(), result.has_value()) && ...));
    return result;
}

} // namespace cudnnsetup
