// SPDX-License-Identifier: MIT
#include "streamfixture.h"

#include "apply/descriptorstream.h"
#include "apply/streamedarchive.h"

#include <QTest>

#include <array>
#include <numeric>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

// Frames, and the archive that comes in them. What the privileged side refuses is tst_applyserver's.
class TestFrames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headers_data();
    void headers();
    void payloadsComeWhole();
    void cutFramesAreTruncated();
    void entriesArriveAsTheyWereSent();
    void filesThatNobodyReadsAreSkipped();
    void theEndIsTold();
    void cancelEndsTheArchive();
    void whatIsMoreThanAnnouncedIsRefusedBeforeItComes();
    void membersAreCounted();
    void bytesComeThroughAPipe();
    void aPipeThatFallsSilentCannotBeRead();
};

namespace {

// An archive that comes in a stream, with all that it needs.
struct Coming
{
    explicit Coming(const TestStream &sent, qint64 mostBytes = 1'000'000)
        : stream(sent.bytes()), archive(frames, u"cudnn.tar.xz"_s, mostBytes, [this] { ++ends; })
    {}
    MemoryStream stream;
    FrameReader frames = FrameReader(stream);
    int ends = 0;
    StreamedArchive archive;
};

QString idOf(const Interruption &interruption)
{
    return isCancelled(interruption) ? u"cancelled"_s : toString(std::get<Error>(interruption).id);
}

QByteArray contentOf(ArchiveReader &archive)
{
    QByteArray content;
    std::array<char, 700> block;
    for (auto size = archive.read(block.data(), block.size()); size && *size > 0;
         size = archive.read(block.data(), block.size()))
        content.append(block.data(), *size);
    return content;
}

} // namespace

void TestFrames::headers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("id"); // empty: a good one
    const QString malformed = u"input-malformed"_s;
    const auto row = [](const char *name, const QByteArray &bytes, const QString &id = {}) {
        QTest::newRow(name) << bytes << id;
    };
    row("a plan", frameHeader(FrameKind::Plan, 7));
    row("the longest plan", frameHeader(FrameKind::Plan, longestPlan));
    row("a plan that is longer", frameHeader(FrameKind::Plan, longestPlan + 1), malformed);
    row("the longest entry", frameHeader(FrameKind::Entry, longestDescription));
    row("an entry that is longer", frameHeader(FrameKind::Entry, longestDescription + 1), malformed);
    row("the longest data", frameHeader(FrameKind::Data, longestData));
    row("data that are longer", frameHeader(FrameKind::Data, longestData + 1), malformed);
    row("an end that is longer", frameHeader(FrameKind::End, longestDescription + 1), malformed);
    row("Cancel", frameHeader(FrameKind::Cancel, 0));
    row("Cancel with one byte", frameHeader(FrameKind::Cancel, 1), malformed);
    row("a length of four gigabytes", QByteArray("P\xff\xff\xff\xff", 5), malformed);
    row("an unknown kind", QByteArray("p\0\0\0\0", 5), malformed);
    row("a kind above 127", QByteArray("\xd0\0\0\0\0", 5), malformed);
    row("four bytes", QByteArray("P\0\0\0", 4), u"archive-truncated"_s);
    row("nothing", {}, u"archive-truncated"_s);
}

void TestFrames::headers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, id);
    MemoryStream stream(bytes);
    const auto header = FrameReader(stream).next();
    QCOMPARE(header ? QString() : toString(header.error().id), id);
    if (header) {
        QCOMPARE(char(header->kind), bytes[0]);
        QCOMPARE(frameHeader(header->kind, header->size), bytes);
    }
}

void TestFrames::payloadsComeWhole()
{
    QByteArray payload(5000, '\0');
    std::iota(payload.begin(), payload.end(), '\0');
    MemoryStream stream(frameHeader(FrameKind::Data, payload.size()) + payload
                        + frameHeader(FrameKind::Cancel, 0));
    FrameReader frames(stream);
    QCOMPARE(frames.payload(frames.next().value()).value(), payload);
    QVERIFY(frames.next().value().kind == FrameKind::Cancel);
}

void TestFrames::cutFramesAreTruncated()
{
    const QByteArray whole = frameHeader(FrameKind::Data, 20) + QByteArray(20, 'x');
    for (qsizetype size = 0; size < whole.size(); ++size) {
        MemoryStream stream(whole.first(size));
        FrameReader frames(stream);
        const auto payload =
                frames.next().and_then([&](const FrameHeader &header) { return frames.payload(header); });
        QVERIFY2(!payload && payload.error().id == ErrorId::ArchiveTruncated,
                 qPrintable(QString::number(size)));
    }
}

void TestFrames::entriesArriveAsTheyWereSent()
{
    const FakeArchive sent = practiceArchive(QVersionNumber(8, 9, 7));
    Coming coming(TestStream::of(sent));
    for (const ArchiveEntry &entry : sent.entries) {
        const auto got = coming.archive.next();
        QVERIFY(got && *got);
        QVERIFY((*got)->type == entry.type);
        QCOMPARE((*got)->path, entry.path);
        QCOMPARE((*got)->size, entry.size);
        QCOMPARE((*got)->linkTarget, entry.linkTarget);
        if (entry.type != ArchiveEntry::Type::File)
            continue;
        QCOMPARE((*got)->mode, entry.mode);
        QCOMPARE(contentOf(coming.archive), sent.content.value(entry.path));
    }
    QVERIFY(!coming.archive.next().value());
    QCOMPARE(coming.archive.sha256(), QByteArray(64, 'a'));
}

void TestFrames::filesThatNobodyReadsAreSkipped()
{
    TestStream sent;
    sent.addFile(u"a"_s, QByteArray(7001, 'a'));
    sent.addFile(u"b"_s, QByteArray(10, 'b'));
    sent.addEnd();
    Coming coming(sent);
    QVERIFY(coming.archive.next().value());
    std::array<char, 100> some;
    QCOMPARE(coming.archive.read(some.data(), some.size()).value(), qint64(some.size()));
    QCOMPARE(coming.archive.next().value()->path, u"b"_s);
    QCOMPARE(contentOf(coming.archive), QByteArray(10, 'b'));
    QVERIFY(!coming.archive.next().value());
}

void TestFrames::theEndIsTold()
{
    TestStream sent;
    sent.addFile(u"a"_s, "a");
    sent.addEnd();
    Coming coming(sent);
    QVERIFY(coming.archive.next().value());
    QCOMPARE(coming.ends, 0);
    QVERIFY(!coming.archive.next().value());
    QCOMPARE(coming.ends, 1);
}

void TestFrames::cancelEndsTheArchive()
{
    TestStream sent;
    sent.add(FrameKind::Cancel);
    Coming between(sent);
    QCOMPARE(idOf(between.archive.next().error()), u"cancelled"_s);
    QCOMPARE(between.ends, 0);

    TestStream amid;
    amid.add(FrameKind::Entry, entryJson({.path = u"a"_s, .size = 2}));
    amid.add(FrameKind::Data, "a");
    amid.add(FrameKind::Cancel);
    Coming coming(amid);
    QVERIFY(coming.archive.next().value());
    char byte = 0;
    QCOMPARE(coming.archive.read(&byte, 1).value(), 1);
    QCOMPARE(idOf(coming.archive.read(&byte, 1).error()), u"cancelled"_s);
}

void TestFrames::whatIsMoreThanAnnouncedIsRefusedBeforeItComes()
{
    TestStream sent;
    sent.addFile(u"a"_s, QByteArray(600, 'a'));
    sent.add(FrameKind::Entry, entryJson({.path = u"b"_s, .size = 401}));
    Coming coming(sent, 1000);
    QVERIFY(coming.archive.next().value());
    QCOMPARE(idOf(coming.archive.next().error()), u"archive-altered"_s);
}

void TestFrames::membersAreCounted()
{
    TestStream sent;
    for (int i = 0; i <= mostMembers; ++i)
        sent.addFile(u"f%1"_s.arg(i), {});
    sent.addEnd();
    Coming coming(sent);
    for (int i = 0; i < mostMembers; ++i)
        QVERIFY(coming.archive.next());
    QCOMPARE(idOf(coming.archive.next().error()), u"archive-altered"_s);
}

void TestFrames::bytesComeThroughAPipe()
{
    std::array<int, 2> ends{-1, -1};
    QCOMPARE(::pipe(ends.data()), 0);
    DescriptorStream stream(ends[0]);
    QVERIFY(!stream.isReady());
    QCOMPARE(::write(ends[1], "abc", 3), 3);
    QVERIFY(stream.isReady());
    std::array<char, 8> bytes;
    QCOMPARE(stream.read(bytes.data(), bytes.size()), 3);
    QVERIFY(!stream.isReady());
    ::close(ends[1]);
    QVERIFY(stream.isReady());
    QCOMPARE(stream.read(bytes.data(), bytes.size()), 0);
    ::close(ends[0]);
    QCOMPARE(stream.read(bytes.data(), bytes.size()), -1);
}

void TestFrames::aPipeThatFallsSilentCannotBeRead()
{
    std::array<int, 2> ends{};
    QCOMPARE(::pipe(ends.data()), 0);
    QCOMPARE(::write(ends[1], "x", 1), 1);
    DescriptorStream stream(ends[0], std::chrono::milliseconds(10));
    char byte = 0;
    QCOMPARE(stream.read(&byte, 1), 1);
    QCOMPARE(stream.read(&byte, 1), -1); // its other end is still open
    ::close(ends[0]);
    ::close(ends[1]);
}

QTEST_GUILESS_MAIN(TestFrames)
#include "tst_frames.moc"
