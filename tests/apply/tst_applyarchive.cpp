// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

// What an archive may hold that must not reach the target: the tree stays the old one, to the last folder.
class TestApplyArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void refused_data();
    void refused();
    void cutAnywhere();
    void modesAreMadeSafe();
    void hardLinksAreKept();
    void largeFilesArriveWhole();
};

namespace {

const QVersionNumber version(8, 9, 7);
using Damage = std::function<void(FakeArchive &)>;

void replaceContent(FakeArchive &archive, const QString &path, const QByteArray &bytes)
{
    archive.content[path] = bytes;
    for (ArchiveEntry &entry : archive.entries) {
        if (entry.path == path)
            entry.size = bytes.size();
    }
}

void drop(FakeArchive &archive, const QString &path)
{
    archive.entries.removeIf([&path](const ArchiveEntry &entry) { return entry.path == path; });
}

} // namespace

void TestApplyArchive::refused_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("id");
    QTest::newRow("a link with an absolute target") << Damage([](FakeArchive &archive) {
        archive.addLink(u"cudnn/lib/libx.so"_s, u"/etc/passwd"_s);
    }) << u"archive-unsafe"_s;
    QTest::newRow("a link that climbs out") << Damage([](FakeArchive &archive) {
        archive.addLink(u"cudnn/lib/libx.so"_s, u"../../etc/passwd"_s);
    }) << u"archive-unsafe"_s;
    QTest::newRow("a link to its own folder") << Damage([](FakeArchive &archive) {
        archive.addLink(u"cudnn/lib/libx.so"_s, u"."_s);
    }) << u"archive-unsafe"_s;
    QTest::newRow("a link to a missing file") << Damage([](FakeArchive &archive) {
        archive.addLink(u"cudnn/lib/libx.so"_s, u"libx.so.8"_s);
    }) << u"archive-altered"_s;
    QTest::newRow("links in a circle") << Damage([](FakeArchive &archive) {
        archive.addLink(u"cudnn/lib/libx.so"_s, u"libx.so.8"_s);
        archive.addLink(u"cudnn/lib/libx.so.8"_s, u"libx.so"_s);
    }) << u"archive-altered"_s;
    QTest::newRow("a hard link to a file that does not come") << Damage([](FakeArchive &archive) {
        archive.addHardLink(u"cudnn/lib/libx.so"_s, u"cudnn/doc/x"_s);
    }) << u"archive-unsafe"_s;
    QTest::newRow("a hard link to a link") << Damage([](FakeArchive &archive) {
        archive.addHardLink(u"cudnn/lib/libx.so"_s, u"cudnn/lib/libcudnn.so"_s);
    }) << u"archive-unsafe"_s;
    QTest::newRow("a file twice") << Damage([](FakeArchive &archive) {
        archive.add(u"cudnn/lib/libcudnn.so.8.9.7"_s, "again");
    }) << u"archive-unsafe"_s;
    QTest::newRow("a file after a link of its name") << Damage([](FakeArchive &archive) {
        archive.add(u"cudnn/lib/libcudnn.so"_s, "again");
    }) << u"archive-unsafe"_s;
    QTest::newRow("a size that lies") << Damage([](FakeArchive &archive) { 
        for (ArchiveEntry &entry : archive.entries)
            entry.size += entry.path == u"cudnn/lib/libcudnn.so.8.9.7"_s ? 10 : 0;
    })
                                      << u"archive-truncated"_s;
    QTest::newRow("a negative size") << Damage([](FakeArchive &archive) {
        archive.add(u"cudnn/include/a.h"_s, {});
        archive.entries.last().size = -1;
    }) << u"archive-altered"_s;
    QTest::newRow("an empty library") << Damage([](FakeArchive &archive) {
        replaceContent(archive, u"cudnn/lib/libcudnn_ops_infer.so.8.9.7"_s, {});
    }) << u"library-empty"_s;
    QTest::newRow("a library that is cut off") << Damage([](FakeArchive &archive) {
        const QString path = u"cudnn/lib/libcudnn_ops_infer.so.8.9.7"_s;
        replaceContent(archive, path, archive.content[path].chopped(100));
    }) << u"library-truncated"_s;
    QTest::newRow("a text in place of a library") << Damage([](FakeArchive &archive) {
        replaceContent(archive, u"cudnn/lib/libcudnn_ops_infer.so.8.9.7"_s, "<html>Sign in</html>");
    }) << u"archive-altered"_s;
    QTest::newRow("the SONAME link is missing") << Damage([](FakeArchive &archive) {
        drop(archive, u"cudnn/lib/libcudnn.so.8"_s);
        drop(archive, u"cudnn/lib/libcudnn.so"_s);
    }) << u"archive-altered"_s;
    QTest::newRow("the main library is missing") << Damage([](FakeArchive &archive) {
        drop(archive, u"cudnn/lib/libcudnn.so.8"_s);
        drop(archive, u"cudnn/lib/libcudnn.so"_s);
        drop(archive, u"cudnn/lib/libcudnn.so.8.9.7"_s);
    }) << u"cudnn-absent"_s;
    QTest::newRow("libraries for another processor") << Damage([](FakeArchive &archive) {
        archive = practiceArchive(version, QVersionNumber(12, 4), ElfImage::Machine::Aarch64);
    }) << u"wrong-architecture"_s;
    QTest::newRow("another version") << Damage([](FakeArchive &archive) {
        archive = practiceArchive(QVersionNumber(8, 9, 6));
    }) << u"archive-altered"_s;
    QTest::newRow("another major") << Damage([](FakeArchive &archive) {
        archive = practiceArchive(QVersionNumber(9, 1, 0));
    }) << u"archive-altered"_s;
    QTest::newRow("libraries that need another CUDA") << Damage([](FakeArchive &archive) {
        const ElfImage image{.soname = "libcudnn_ops_infer.so.8", .needed = {"libcublas.so.11"}};
        replaceContent(archive, u"cudnn/lib/libcudnn_ops_infer.so.8.9.7"_s, writeElf(image));
    }) << u"cuda-major-mismatch"_s;
    QTest::newRow("libraries that open another CUDA") << Damage([](FakeArchive &archive) {
        const ElfImage image{.soname = "libcudnn_ops_infer.so.8", .strings = {"libcublasLt.so.11"}};
        replaceContent(archive, u"cudnn/lib/libcudnn_ops_infer.so.8.9.7"_s, writeElf(image));
    }) << u"cuda-major-mismatch"_s;
}

void TestApplyArchive::refused()
{
    QFETCH(Damage, damage);
    QFETCH(QString, id);
    const Machine machine(Machine::Earlier::Older);
    FakeArchive archive = practiceArchive(version);
    damage(archive);
    Plan plan = machine.plan(archive);
    plan.bytesToWrite += 1000;
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = apply(plan, Job{}, machine.seams(archive));
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), id);
    QVERIFY(result.wasBeforeCommit);
    QVERIFY2(result.error->message.toString().contains(u"Nothing has been changed"_s),
             qPrintable(result.error->message.toString()));
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApplyArchive::cutAnywhere()
{
    const Machine machine(Machine::Earlier::Older);
    FakeArchive archive = practiceArchive(version);
    const TreeSnapshot before = machine.wholeTree();
    qint64 all = 0;
    for (const QByteArray &bytes : archive.content)
        all += bytes.size();
    for (qint64 cut = 0; cut < all; cut += all / 16) {
        archive.cutAfter = cut;
        const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive));
        QVERIFY2(result.error && result.error->id == ErrorId::ArchiveTruncated, QByteArray::number(cut));
        QVERIFY2(differences(before, machine.wholeTree()).isEmpty(), QByteArray::number(cut));
    }
}

void TestApplyArchive::modesAreMadeSafe()
{
    const Machine machine(Machine::Earlier::None);
    FakeArchive archive = practiceArchive(version);
    archive.add(u"cudnn/include/suid.h"_s, "x", 06777);
    archive.add(u"cudnn/include/private.h"_s, "x", 0600);
    archive.add(u"cudnn/include/none.h"_s, "x", 0);
    archive.add(u"cudnn/include/program.h"_s, "x", 0500);
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    const TreeSnapshot tree = machine.tree();
    const auto mode = [&tree](const QString &name) { return tree.value(Machine::headers.sliced(1) + u'/' + name).section(u' ', 1, 1); };
    QCOMPARE(mode(u"suid.h"_s), u"755"_s);
    QCOMPARE(mode(u"private.h"_s), u"644"_s);
    QCOMPARE(mode(u"none.h"_s), u"644"_s);
    QCOMPARE(mode(u"program.h"_s), u"755"_s);
}

void TestApplyArchive::hardLinksAreKept()
{
    const Machine machine(Machine::Earlier::None);
    FakeArchive archive = practiceArchive(version);
    archive.addHardLink(u"cudnn/include/second.h"_s, u"cudnn/include/cudnn.h"_s);
    const TreeSnapshot before = machine.wholeTree();
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    const FileTree files(machine.path());
    QCOMPARE(files.status(Machine::headers + u"/second.h"_s).inode, files.status(Machine::headers + u"/cudnn.h"_s).inode);
}

void TestApplyArchive::largeFilesArriveWhole()
{
    const Machine machine(Machine::Earlier::None);
    FakeArchive archive = practiceArchive(version);
    QByteArray large(3 * 1024 * 1024 + 17, Qt::Uninitialized);
    for (qsizetype i = 0; i < large.size(); ++i)
        large[i] = char((i * 2654435761u) >> 13);
    archive.add(u"cudnn/include/large.h"_s, large);
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive));
    QVERIFY(!result.error);
    QFile file(machine.root().at(Machine::headers + u"/large.h"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), large);
    for (const auto &change : result.transaction.changes) {
        if (change.path.endsWith(u"large.h"_s))
            QCOMPARE(change.sha256, QCryptographicHash::hash(large, QCryptographicHash::Sha256).toHex());
    }
}

QTEST_GUILESS_MAIN(TestApplyArchive)
#include "tst_applyarchive.moc"
