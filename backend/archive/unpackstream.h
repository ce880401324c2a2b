// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"
#include "archive/chunkqueue.h"
#include "archive/decompressor.h"
#include "archive/sha256.h"

#include <QFile>

#include <functional>
#include <memory>
#include <thread>

namespace cudnnsetup {

// A packed file as a stream of unpacked bytes. A thread of its own reads and unpacks ahead, a few megabytes at most, while the
// caller works on what came; the caller's thread takes the SHA-256 of the packed bytes on the way. The thread starts at the
// first read and ends with the stream, at the first error, or when the object goes. It knows nothing of members.
class UnpackStream
{
public:
    using MakeDecompressor = std::function<std::unique_ptr<Decompressor>(PackedSource &)>;

    UnpackStream(std::unique_ptr<QFile> file, const ArchiveErrors &errors, MakeDecompressor make, Job job);
    ~UnpackStream();
    Q_DISABLE_COPY_MOVE(UnpackStream)

    // The next bytes, at most size of them; fewer only where a piece ends; empty at the proper end. Valid until the next call.
    Outcome<QByteArrayView> next(qint64 size);

    QByteArray sha256() const { return m_sha256; } // empty before the proper end
    qint64 packedDone() const { return m_packedDone; }
    qint64 packedTotal() const { return m_packedTotal; }

private:
    class Source;

    void unpack();
    std::optional<Interruption> unpackInto(Source &source);
    std::optional<Interruption> fetch();

    std::unique_ptr<QFile> m_file;
    ArchiveErrors m_errors;
    MakeDecompressor m_make;
    Job m_job;
    ChunkQueue m_queue;
    std::thread m_thread;

    Chunk m_current;
    size_t m_used = 0;
    bool m_isAtEnd = false;
    std::optional<Interruption> m_interruption;
    Sha256 m_hash;
    QByteArray m_sha256;
    qint64 m_packedDone = 0;
    qint64 m_packedTotal = 0;
};

} // namespace cudnnsetup
