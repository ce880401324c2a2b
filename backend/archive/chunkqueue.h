// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "result.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace cudnnsetup {

// A piece of a file on its way from the thread that unpacks to the one that consumes.
struct Chunk
{
    enum class Kind {
        Packed,   // bytes of the archive file itself, for its hash
        Unpacked, // bytes of the content
        End       // no more comes; why, unless it is the proper end
    };
    Kind kind = Kind::End;
    std::vector<char> buffer = {};
    size_t size = 0; // bytes of buffer that count
    std::optional<Interruption> interruption = {};
};

// A bounded queue between one producer and one consumer, and the store of the buffers that travel through it. All waiting ends
// as soon as close() is called. No buffer is ever allocated beyond the first bufferCount.
class ChunkQueue
{
public:
    static constexpr size_t bufferSize = 256 * 1024;
    static constexpr size_t bufferCount = 24;

    // Producer: an empty buffer, when there is one; nothing after close().
    std::optional<std::vector<char>> takeBuffer();
    void push(Chunk chunk);

    // Consumer: the next chunk; nothing when the job was cancelled, which it looks at ten times a second while it waits.
    std::optional<Chunk> pop(const Job &job);
    void giveBack(std::vector<char> buffer);

    // Either side: nobody waits any more.
    void close();
    bool isClosed();

private:
    std::mutex m_mutex;
    std::condition_variable m_hasChunk;
    std::condition_variable m_hasBuffer;
    std::deque<Chunk> m_chunks;
    std::vector<std::vector<char>> m_buffers;
    size_t m_made = 0;
    bool m_isClosed = false;
};

} // namespace cudnnsetup
