// SPDX-License-Identifier: MIT
#pragma once

#include "apply/bytestream.h"

namespace cudnnsetup {

// The bytes of an open descriptor of this process; it stays open.
class DescriptorStream : public ByteStream
{
public:
    explicit DescriptorStream(int descriptor) : m_descriptor(descriptor) { }

    qint64 read(char *data, qint64 size) override;
    bool isReady() const override;

private:
    int m_descriptor;
};

} // namespace cudnnsetup
