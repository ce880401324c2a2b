// SPDX-License-Identifier: MIT
#include "streamfixture.h"

#include "apply/streamedarchive.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <cstring>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

qint64 MemoryStream::read(char *data, qint64 size)
{
    if (m_call && m_at == m_callAt) {
        m_call();
        m_call = nullptr;
    }
    constexpr qint64 atOnce = 1000;
    qint64 count = std::min({size, atOnce, qint64(m_bytes.size()) - m_at});
    if (m_call && m_at < m_callAt)
        count = std::min(count, m_callAt - m_at);
    std::memcpy(data, m_bytes.constData() + m_at, size_t(count));
    m_at += count;
    return count;
}

void MemoryStream::callAt(qint64 offset, const std::function<void()> &call)
{
    m_callAt = offset;
    m_call = call;
}

QByteArray TestStream::Frame::bytes() const
{
    return frameHeader(FrameKind(kind), size.value_or(quint32(payload.size()))) + payload;
}

void TestStream::add(FrameKind kind, const QByteArray &payload)
{
    frames << Frame{quint8(kind), payload};
}

void TestStream::addFile(const QString &path, const QByteArray &content, int mode)
{
    add(FrameKind::Entry, entryJson({.path = path, .size = content.size(), .mode = mode}));
    constexpr qsizetype piece = 3000;
    for (qsizetype at = 0; at < content.size(); at += piece)
        add(FrameKind::Data, content.mid(at, piece));
}

void TestStream::addLink(const QString &path, const QString &target)
{
    add(FrameKind::Entry,
        entryJson({.type = ArchiveEntry::Type::SymbolicLink, .path = path, .linkTarget = target}));
}

void TestStream::addHardLink(const QString &path, const QString &first)
{
    add(FrameKind::Entry,
        entryJson({.type = ArchiveEntry::Type::HardLink, .path = path, .linkTarget = first}));
}

void TestStream::addEntry(const QJsonObject &description)
{
    add(FrameKind::Entry, QJsonDocument(description).toJson(QJsonDocument::Compact));
}

void TestStream::addEnd()
{
    add(FrameKind::End, endJson(QByteArray(64, 'a')));
}

TestStream TestStream::of(const FakeArchive &archive)
{
    TestStream stream;
    for (const ArchiveEntry &entry : archive.entries) {
        if (entry.type == ArchiveEntry::Type::File)
            stream.addFile(entry.path, archive.content.value(entry.path), entry.mode);
        else
            stream.add(FrameKind::Entry, entryJson(entry));
    }
    stream.addEnd();
    return stream;
}

QByteArray TestStream::bytes() const
{
    QByteArray bytes;
    for (const Frame &frame : frames)
        bytes += frame.bytes();
    return bytes;
}

qint64 TestStream::offsetOf(qsizetype frame) const
{
    return TestStream{frames.first(frame)}.bytes().size();
}

FakeArchive smallestArchive()
{
    FakeArchive archive;
    archive.entries << ArchiveEntry{.type = ArchiveEntry::Type::Directory, .path = u"cudnn"_s, .mode = 0755};
    archive.add(u"cudnn/lib/libcudnn.so.8.9.7"_s,
                writeElf({.soname = "libcudnn.so.8", .needed = {"libcublas.so.12"}}), 0755);
    archive.addLink(u"cudnn/lib/libcudnn.so.8"_s, u"libcudnn.so.8.9.7"_s);
    archive.addLink(u"cudnn/lib/libcudnn.so"_s, u"libcudnn.so.8"_s);
    archive.add(u"cudnn/include/cudnn.h"_s,
                "#define CUDNN_MAJOR 8\n#define CUDNN_MINOR 9\n#define CUDNN_PATCHLEVEL 7\n");
    archive.add(u"cudnn/LICENSE"_s, "Do as you like.\n");
    return archive;
}

StreamMachine::StreamMachine()
{
    const auto inMachine = [](const QString &path) { return u"/machine"_s + path; };
    m_root.file(inMachine(Machine::libraries + u"/libcudart.so.12"_s), "not cuDNN's business");
    m_root.file(inMachine(Machine::libraries + u"/libcudnn.so.8.6.0"_s),
                writeElf({.soname = "libcudnn.so.8"}));
    m_root.link(inMachine(Machine::libraries + u"/libcudnn.so.8"_s), u"libcudnn.so.8.6.0"_s);
    m_root.link(inMachine(Machine::libraries + u"/libcudnn.so"_s), u"libcudnn.so.8"_s);
    m_root.file(inMachine(Machine::headers + u"/cudnn.h"_s), "an older one");
    m_root.link(inMachine(Machine::toolkit + u"/lib64"_s), u"targets/x86_64-linux/lib"_s);
    m_root.file(inMachine(u"/etc/ld.so.conf"_s), "include /etc/ld.so.conf.d/*.conf\n");
    m_root.folder(inMachine(u"/etc/ld.so.conf.d"_s));
    m_root.file(inMachine(u"/etc/passwd"_s), "root:x:0:0\n");
    m_root.file(inMachine(u"/opt/other/libcudnn.so.8"_s), "somebody else's");
    m_root.file(u"/outside/passwd"_s, "root:x:0:0\n");
    m_root.file(u"/outside/lib/libcudnn.so.8"_s, "nobody's business");
    for (const QString &name : {u"libcudnn.so.8.6.0"_s, u"libcudnn.so.8"_s, u"libcudnn.so"_s})
        m_earlierFiles << Machine::libraries + u'/' + name;
    m_earlierFiles << Machine::headers + u"/cudnn.h"_s;
    m_commands = std::make_shared<FakeLdconfig>(path());
    m_commands->run({.program = u"ldconfig"_s}).value();
}

Plan StreamMachine::plan(const FakeArchive &archive) const
{
    using Kind = Operation::Kind;
    Plan plan;
    plan.id = u"20261130-194501-a1b2c3"_s;
    plan.machineRoot = path();
    plan.targetRoot = Machine::toolkit;
    plan.libraryDir = Machine::libraries;
    plan.includeDir = Machine::headers;
    plan.archive.path = u"/home/student/cudnn.tar.xz"_s;
    plan.archive.container = Container::TarXz;
    plan.expectedVersion = QVersionNumber(8, 9, 7);
    plan.expectedCudaMajor = 12;
    plan.expectedArchitecture = u"x86_64"_s;
    for (const ArchiveEntry &entry : archive.entries)
        plan.bytesToWrite += entry.size;
    for (const QString &file : m_earlierFiles)
        plan.operations << Operation{.kind = Kind::PutAside, .path = file};
    plan.operations << Operation{.kind = Kind::Unpack,
                                 .path = Machine::libraries,
                                 .memberPrefix = u"cudnn/lib/"_s,
                                 .namePatterns = {u"libcudnn.so*"_s, u"libcudnn_*.so*"_s}}
                    << Operation{.kind = Kind::Unpack,
                                 .path = Machine::headers,
                                 .memberPrefix = u"cudnn/include/"_s,
                                 .namePatterns = {u"cudnn.h"_s, u"cudnn_*.h"_s}}
                    << Operation{.kind = Kind::WriteFile,
                                 .path = conf,
                                 .content = Machine::libraries.toUtf8() + '\n'}
                    << Operation{.kind = Kind::RunLdconfig, .path = u"/etc/ld.so.cache"_s};
    return plan;
}

TreeSnapshot StreamMachine::tree() const
{
    return snapshotOf(path(), {Machine::toolkit.sliced(1) + u"/.cudnn-setup"_s});
}

bool StreamMachine::hasHistory() const
{
    return QFileInfo::exists(path(Machine::toolkit + u"/.cudnn-setup"_s));
}

} // namespace cudnnsetup::test
