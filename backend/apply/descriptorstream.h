// SPDX-License-Identifier: MIT
#pragma once

#include "apply/bytestream.h"

#include <chrono>

namespace cudnnsetup {

// The bytes of an open descriptor of this process; it stays open. When none come for longer than longestSilence they cannot
// be read: whoever writes there must not hold a target up for ever.
class DescriptorStream : public ByteStream
{
public:
    explicit DescriptorStream(int descriptor, std::chrono::milliseconds longestSilence = std::chrono::minutes(10))
        : m_descriptor(descriptor), m_longestSilence(longestSilence)
    {
    }

    qint64 read(char *data, qint64 size) override;
    bool isReady() const override;

private:
    int m_descriptor;
    std::chrono::milliseconds m_longestSilence;
};

} // namespace cudnnsetup
