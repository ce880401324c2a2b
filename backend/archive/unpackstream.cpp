// SPDX-License-Identifier: MIT
#include "archive/unpackstream.h"

namespace cudnnsetup {

// The archive file, read into buffers that then go to the consumer for the hash: no byte is copied for it.
class UnpackStream::Source final : public PackedSource
{
public:
    Source(QFile &file, const ArchiveErrors &errors, ChunkQueue &queue) :
        m_file(file), m_errors(errors), m_queue(queue), m_total(file.size())
    {
    }

    Outcome<QByteArrayView> next() override
    {
        handOver();
        auto buffer = m_queue.takeBuffer();
        if (!buffer)
            return tl::unexpected<Interruption>(Cancelled{});
        m_buffer = std::move(*buffer);
        const qint64 count = m_file.read(m_buffer.data(), qint64(m_buffer.size()));
        if (count < 0)
            return tl::unexpected<Interruption>(m_errors.notReadable(m_file.errorString()));
        m_size = size_t(count);
        m_done += count;
        return QByteArrayView(m_buffer.data(), count);
    }
    bool isAtEnd() const override { return m_done >= m_total; }

    void handOver()
    {
        if (m_size > 0)
            m_queue.push({.kind = Chunk::Kind::Packed, .buffer = std::move(m_buffer), .size = m_size});
        else if (!m_buffer.empty())
            m_queue.giveBack(std::move(m_buffer));
        m_buffer = {};
        m_size = 0;
    }

private:
    QFile &m_file;
    const ArchiveErrors &m_errors;
    ChunkQueue &m_queue;
    std::vector<char> m_buffer;
    size_t m_size = 0;
    qint64 m_done = 0;
    qint64 m_total;
};

UnpackStream::UnpackStream(std::unique_ptr<QFile> file, const ArchiveErrors &errors, MakeDecompressor make, Job job) :
    m_file(std::move(file)), m_errors(errors), m_make(std::move(make)), m_job(std::move(job)), m_packedTotal(m_file->size())
{
}

UnpackStream::~UnpackStream()
{
    m_queue.close();
    if (m_thread.joinable())
        m_thread.join();
}

void UnpackStream::unpack()
{
    Source source(*m_file, m_errors, m_queue);
    auto interruption = unpackInto(source);
    source.handOver();
    m_queue.push({.kind = Chunk::Kind::End, .interruption = std::move(interruption)});
}

std::optional<Interruption> UnpackStream::unpackInto(Source &source)
{
    const auto decompressor = m_make(source);
    for (;;) {
        auto buffer = m_queue.takeBuffer();
        if (!buffer)
            return Cancelled{};
        const auto count = decompressor->read(buffer->data(), qint64(buffer->size()));
        if (!count)
            return count.error();
        if (*count == 0)
            return std::nullopt;
        m_queue.push({.kind = Chunk::Kind::Unpacked, .buffer = std::move(*buffer), .size = size_t(*count)});
    }
}

// Takes chunks until there are unpacked bytes or the end.
std::optional<Interruption> UnpackStream::fetch()
{
    while (!m_isAtEnd && m_used == m_current.size) {
        if (!m_current.buffer.empty())
            m_queue.giveBack(std::move(m_current.buffer));
        m_current = {};
        m_used = 0;
        if (m_job.isCancelled())
            return Cancelled{};
        auto chunk = m_queue.pop(m_job);
        if (!chunk)
            return Cancelled{};
        if (chunk->kind == Chunk::Kind::Packed) {
            m_hash.add(QByteArrayView(chunk->buffer.data(), qsizetype(chunk->size)));
            m_packedDone += qint64(chunk->size);
            m_queue.giveBack(std::move(chunk->buffer));
        } else if (chunk->kind == Chunk::Kind::Unpacked) {
            m_current = std::move(*chunk);
        } else if (chunk->interruption) {
            return chunk->interruption;
        } else {
            m_isAtEnd = true;
            m_sha256 = m_hash.finish();
        }
    }
    return std::nullopt;
}

Outcome<QByteArrayView> UnpackStream::next(qint64 size)
{
    if (!m_thread.joinable() && !m_isAtEnd && !m_interruption)
        m_thread = std::thread([this] { unpack(); });
    if (!m_interruption)
        m_interruption = fetch();
    if (m_interruption)
        return tl::unexpected<Interruption>(*m_interruption);
    const size_t count = std::min(size_t(size), m_current.size - m_used);
    const QByteArrayView bytes(m_current.buffer.data() + m_used, qsizetype(count));
    m_used += count;
    return bytes;
}

} // namespace cudnnsetup
