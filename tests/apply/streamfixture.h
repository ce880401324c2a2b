// SPDX-License-Identifier: MIT
#pragma once

#include "applyfixture.h"

#include "apply/bytestream.h"
#include "apply/frames.h"
#include "plan/plan.h"

namespace cudnnsetup::test {

// Bytes that lie in memory, given out as another process might send them: a few at a time.
class MemoryStream : public ByteStream
{
public:
    explicit MemoryStream(const QByteArray &bytes) : m_bytes(bytes) {}

    qint64 read(char *data, qint64 size) override;
    bool isReady() const override { return true; }

    // Called once, before the byte at this offset is given out.
    void callAt(qint64 offset, const std::function<void()> &call);
    // Bytes that were given out.
    qint64 position() const { return m_at; }

private:
    QByteArray m_bytes;
    qint64 m_at = 0;
    qint64 m_callAt = -1;
    std::function<void()> m_call;
};

// Frames to be sent, right or wrong.
struct TestStream
{
    struct Frame
    {
        quint8 kind = 0;
        QByteArray payload = {};
        std::optional<quint32> size = {}; // that the header claims instead of the payload's own
        QByteArray bytes() const;
    };
    QList<Frame> frames;

    void add(FrameKind kind, const QByteArray &payload = {});
    void addFile(const QString &path, const QByteArray &content, int mode = 0644);
    void addLink(const QString &path, const QString &target);
    void addHardLink(const QString &path, const QString &first);
    // An entry whose description is not what entryJson() would write.
    void addEntry(const QJsonObject &description);
    void addEnd();
    // As the asking side would send it.
    static TestStream of(const FakeArchive &archive);

    QByteArray bytes() const;
    // The number of bytes before the frame.
    qint64 offsetOf(qsizetype frame) const;
};

// The smallest cuDNN that passes: one library with its links, and a header.
FakeArchive smallestArchive();

// A machine with one CUDA toolkit in a folder, an older cuDNN in it, and beside the machine a folder that is
// nobody's business.
class StreamMachine
{
public:
    StreamMachine();

    QString path(const QString &inside = {}) const { return m_root.at(QStringLiteral("/machine") + inside); }
    QString outside(const QString &name = {}) const { return m_root.at(QStringLiteral("/outside") + name); }
    const ScratchRoot &root() const { return m_root; }
    // That the program itself would make for this archive.
    Plan plan(const FakeArchive &archive) const;
    ApplySeams seams() const { return {.commands = m_commands.get()}; }
    // Machine and outside.
    TreeSnapshot everything() const { return snapshotOf(m_root.at()); }
    // The machine without the history of its target.
    TreeSnapshot tree() const;
    bool hasHistory() const;

    static inline const QString conf = QStringLiteral("/etc/ld.so.conf.d/cudnn-setup-cuda-12-4.conf");

private:
    ScratchRoot m_root;
    std::shared_ptr<FakeLdconfig> m_commands;
    QStringList m_earlierFiles;
};

} // namespace cudnnsetup::test
