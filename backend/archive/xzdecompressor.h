// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"
#include "archive/decompressor.h"

#include <QIODevice>

#include <lzma.h>

namespace cudnnsetup {

// What the index at the end of an xz file tells, all streams together.
struct XzFacts
{
    qint64 unpackedSize = 0;
    qint64 blocks = 0;
};
// Reads a few kilobytes. A file without a proper end is ArchiveTruncated; an index that lies is ArchiveAltered; a file
// without check sums is refused, because damage in it would go unnoticed.
Result<XzFacts> readXzFacts(QIODevice &file, const ArchiveErrors &errors);

// xz by liblzma: concatenated streams, every check verified, memory bounded. With isThreaded, files of several blocks are
// unpacked by several threads as far as memory allows.
class XzDecompressor final : public Decompressor
{
public:
    XzDecompressor(PackedSource &source, const ArchiveErrors &errors, bool isThreaded);
    ~XzDecompressor() override;
    Q_DISABLE_COPY_MOVE(XzDecompressor)

    Outcome<qint64> read(char *data, qint64 size) override;

private:
    Error problem(lzma_ret code) const;

    PackedSource &m_source;
    ArchiveErrors m_errors;
    lzma_stream m_stream = LZMA_STREAM_INIT;
    lzma_ret m_state = LZMA_OK;
    bool m_isInputAtEnd = false;
};

} // namespace cudnnsetup
