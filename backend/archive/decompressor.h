// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArrayView>

namespace cudnnsetup {

// Packed bytes of an archive, in order.
class PackedSource
{
public:
    virtual ~PackedSource() = default;
    // The next bytes, valid until the next call; empty at the end of the file.
    virtual Outcome<QByteArrayView> next() = 0;
    // True when no byte is left.
    virtual bool isAtEnd() const = 0;
};

// One compression as a stream of unpacked bytes. Knows nothing of members; used from one thread.
class Decompressor
{
public:
    virtual ~Decompressor() = default;
    // Up to size bytes, fewer only before the end. 0 at the proper end: the source is used up and all checks have held.
    // Errors: ArchiveTruncated, ArchiveAltered, ArchiveUnsafe.
    virtual Outcome<qint64> read(char *data, qint64 size) = 0;
};

} // namespace cudnnsetup
