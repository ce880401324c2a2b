// SPDX-License-Identifier: MIT
#include "apply/hashingwriter.h"

#include "archive/sha256.h"

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cudnnsetup {

struct HashingWriter::Shared
{
    struct Block
    {
        QByteArray bytes = QByteArray(blockSize, Qt::Uninitialized);
        qint64 size = 0;
    };

    std::array<Block, 2> blocks;
    std::mutex mutex;
    std::condition_variable changed;
    // Blocks are filled and emptied in turn; both count up, never more than two apart.
    size_t filled = 0;
    size_t emptied = 0;
    bool isClosing = false;
    std::optional<NewFile> file = {};
    std::optional<FileFault> fault = {};
    Sha256 hash;
    std::thread thread;

    void work()
    {
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return isClosing || emptied < filled; });
            if (emptied == filled)
                return;
            const Block &block = blocks[emptied % blocks.size()];
            const bool isWanted = !fault;
            lock.unlock();
            std::optional<FileFault> problem;
            if (isWanted) {
                const QByteArrayView bytes(block.bytes.constData(), block.size);
                hash.add(bytes);
                if (const auto written = file->write(bytes); !written)
                    problem = written.error();
            }
            lock.lock();
            if (problem)
                fault = problem;
            ++emptied;
            changed.notify_all();
        }
    }
};

HashingWriter::HashingWriter() : m_shared(std::make_unique<Shared>())
{
    m_shared->thread = std::thread([this] { m_shared->work(); });
}

HashingWriter::~HashingWriter()
{
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->isClosing = true;
        m_shared->changed.notify_all();
    }
    m_shared->thread.join();
}

void HashingWriter::begin(const NewFile &file)
{
    const std::lock_guard lock(m_shared->mutex);
    Q_ASSERT(m_shared->emptied == m_shared->filled);
    m_shared->file = file;
    m_shared->fault.reset();
    m_shared->hash = Sha256();
}

char *HashingWriter::block()
{
    std::unique_lock lock(m_shared->mutex);
    m_shared->changed.wait(lock, [this] { return m_shared->filled - m_shared->emptied < m_shared->blocks.size(); });
    return m_shared->blocks[m_shared->filled % m_shared->blocks.size()].bytes.data();
}

void HashingWriter::put(qint64 size)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->blocks[m_shared->filled % m_shared->blocks.size()].size = size;
    ++m_shared->filled;
    m_shared->changed.notify_all();
}

FileResult<QByteArray> HashingWriter::end()
{
    std::unique_lock lock(m_shared->mutex);
    m_shared->changed.wait(lock, [this] { return m_shared->emptied == m_shared->filled; });
    m_shared->file.reset();
    if (m_shared->fault)
        return tl::unexpected(*m_shared->fault);
    return m_shared->hash.finish();
}

} // namespace cudnnsetup
