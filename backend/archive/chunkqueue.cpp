// SPDX-License-Identifier: MIT
#include "archive/chunkqueue.h"

#include <chrono>

namespace cudnnsetup {

std::optional<std::vector<char>> ChunkQueue::takeBuffer()
{
    std::unique_lock lock(m_mutex);
    m_hasBuffer.wait(lock, [this] { return m_isClosed || !m_buffers.empty() || m_made < bufferCount; });
    if (m_isClosed)
        return std::nullopt;
    if (m_buffers.empty()) {
        ++m_made;
        lock.unlock();
        return std::vector<char>(bufferSize);
    }
    std::vector<char> buffer = std::move(m_buffers.back());
    m_buffers.pop_back();
    return buffer;
}

void ChunkQueue::push(Chunk chunk)
{
    {
        const std::lock_guard lock(m_mutex);
        m_chunks.push_back(std::move(chunk));
    }
    m_hasChunk.notify_one();
}

std::optional<Chunk> ChunkQueue::pop(const Job &job)
{
    std::unique_lock lock(m_mutex);
    while (m_chunks.empty()) {
        m_hasChunk.wait_for(lock, std::chrono::milliseconds(100));
        if (!m_chunks.empty())
            break;
        lock.unlock();
        if (job.isCancelled())
            return std::nullopt;
        lock.lock();
    }
    Chunk chunk = std::move(m_chunks.front());
    m_chunks.pop_front();
    return chunk;
}

void ChunkQueue::giveBack(std::vector<char> buffer)
{
    {
        const std::lock_guard lock(m_mutex);
        m_buffers.push_back(std::move(buffer));
    }
    m_hasBuffer.notify_one();
}

void ChunkQueue::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
    }
    m_hasBuffer.notify_all();
    m_hasChunk.notify_all();
}

bool ChunkQueue::isClosed()
{
    const std::lock_guard lock(m_mutex);
    return m_isClosed;
}

} // namespace cudnnsetup
