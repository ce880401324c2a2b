// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace cudnnsetup {

// Bytes that come from another process, in order.
class ByteStream
{
public:
    virtual ~ByteStream() = default;
    // Waits for some and gives up to size of them; 0 at the end, -1 when they cannot be read.
    virtual qint64 read(char *data, qint64 size) = 0;
    // Whether read() would answer at once.
    virtual bool isReady() const = 0;
};

} // namespace cudnnsetup
