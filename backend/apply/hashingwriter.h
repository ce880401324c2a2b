// SPDX-License-Identifier: MIT
#pragma once

#include "apply/directory.h"

#include <memory>

namespace cudnnsetup {

// Hashes and writes one file after the other on a thread of its own, while its owner unpacks the next block. Two blocks
// of 1 MiB are all the memory it takes.
class HashingWriter
{
public:
    static constexpr qint64 blockSize = 1 << 20;

    HashingWriter();
    ~HashingWriter();
    Q_DISABLE_COPY_MOVE(HashingWriter)

    void begin(const NewFile &file);
    // Room for blockSize bytes; waits until there is some.
    char *block();
    // Hands the block over, its first size bytes filled.
    void put(qint64 size);
    // Waits until all is written: the SHA-256 of the file, or the first fault.
    FileResult<QByteArray> end();

private:
    struct Shared;
    std::unique_ptr<Shared> m_shared;
};

} // namespace cudnnsetup
