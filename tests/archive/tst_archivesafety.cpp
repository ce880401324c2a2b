// SPDX-License-Identifier: MIT
#include "archiveread.h"
#include "packers.h"
#include "tarbuilder.h"

#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// Archives that are whole and yet must not be unpacked.
class TestArchiveSafety : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesTar_data();
    void refusesTar();
    void refusesZip_data();
    void refusesZip();
    void refusesFiles_data();
    void refusesFiles();
    void refusesXzWithoutCheck();
    void stopsAtABombBehindTheEnd();
    void announcesABombBeforehand();
    void saysWhichMember();

private:
    QTemporaryDir m_folder;
};

namespace {

const QString unsafe = u"archive-unsafe"_s;
const QString altered = u"archive-altered"_s;
const QString truncated = u"archive-truncated"_s;
const QString notSupported = u"not-supported"_s;

// A gigabyte of zeros in some 150 kilobytes: the same stream sixteen times.
QByteArray gigabyteOfZeros()
{
    return xzPacked(QByteArray(64 << 20, '\0')).repeated(16);
}

} // namespace

void TestArchiveSafety::refusesTar_data()
{
    QTest::addColumn<QByteArray>("tar");
    QTest::addColumn<QString>("id");
    const auto row = [](const char *name, const TarBuilder &tar, const QString &id = unsafe) {
        QTest::newRow(name) << tar.bytes() << id;
    };
    row("a path that begins with ..", TarBuilder().file("../evil", "x"));
    row("a path with .. inside", TarBuilder().file("top/../../evil", "x"));
    row("a path that ends in ..", TarBuilder().folder("top/.."));
    row("a path with .. that stays inside", TarBuilder().file("top/lib/../a", "x"));
    row("an absolute path", TarBuilder().file("/etc/ld.so.preload", "x"));
    row("a path that is absolute behind ./", TarBuilder().file(".//etc/evil", "x"));
    row("an empty name", TarBuilder().file("", "x"));
    row("a file named .", TarBuilder().file(".", "x"));
    row("a path with a . inside", TarBuilder().file("top/./a", "x"));
    row("a path with an empty part", TarBuilder().file("top//a", "x"));
    row("a file name with a slash behind", TarBuilder().add({.name = "top/a/", .content = "x"}), altered);
    row("a backslash", TarBuilder().file("top\\..\\evil", "x"));
    row("a control character", TarBuilder().file("top/a\nb", "x"));
    row("a name that is not UTF-8", TarBuilder().file("top/\xff\xfe", "x"));
    row("a name in overlong UTF-8", TarBuilder().file("top/\xc0\xae\xc0\xae/evil", "x"));
    row("a NUL in a pax path", TarBuilder().pax('x', {QByteArray("path=top/a\0b", 12)}).file("a", "x"));
    row(".. in a pax path", TarBuilder().pax('x', {"path=../evil"}).file("a", "x"));
    row(".. in a global pax path", TarBuilder().pax('g', {"path=../evil"}).file("a", "x"));
    row(".. in a GNU long name", TarBuilder().longName('L', "../evil").file("a", "x"));
    row(".. in the prefix field", TarBuilder().add({.name = "evil", .prefix = ".."}));
    row("a part longer than file systems hold", TarBuilder().longName('L', "top/" + QByteArray(256, 'n')).file("a", "x"));

    row("a link to an absolute path", TarBuilder().link("top/a", "/etc/passwd"));
    row("a link out of the archive", TarBuilder().link("top/a", "../../etc/passwd"));
    row("a link out of the top folder", TarBuilder().link("top/lib/a", "../../other/b"));
    row("a link at the top that goes up", TarBuilder().link("a", "../b"));
    row("a link that goes down and up", TarBuilder().link("top/lib/a", "x/../../../b"));
    row("a link whose .. follows a link", TarBuilder().link("top/d", ".").link("top/lib/a", "../d/../b"));
    row("a link to nothing", TarBuilder().link("top/a", ""));
    row("a link to its own folder", TarBuilder().link("top/a", "."));
    row("a link with a backslash", TarBuilder().link("top/a", "..\\..\\evil"));
    row("a link in a GNU long link", TarBuilder().longName('K', "/etc/passwd").link("top/a", "b"));
    row("a link in a pax link path", TarBuilder().pax('x', {"linkpath=/etc/passwd"}).link("top/a", "b"));
    row("a member below a link", TarBuilder().link("top/lib", "include").file("top/lib/a", "x"));
    row("a member far below a link", TarBuilder().link("top/lib", "include").file("top/lib/b/c/a", "x"));
    row("a member below a file", TarBuilder().file("top/lib", "x").file("top/lib/a", "x"));
    row("a link where a folder is", TarBuilder().file("top/lib/a", "x").link("top/lib", "include"));

    row("a hard link to nothing", TarBuilder().hardLink("top/a", "top/b"));
    row("a hard link to a later member", TarBuilder().hardLink("top/a", "top/b").file("top/b", "x"));
    row("a hard link to a link", TarBuilder().link("top/b", "c").hardLink("top/a", "top/b"));
    row("a hard link to a folder", TarBuilder().folder("top").hardLink("top/a", "top"));
    row("a hard link to an absolute path", TarBuilder().file("etc/passwd", "x").hardLink("top/a", "/etc/passwd"));
    row("a hard link out of the archive", TarBuilder().hardLink("top/a", "../etc/passwd"));
    row("a hard link to itself", TarBuilder().hardLink("top/a", "top/a"));

    row("a file twice", TarBuilder().file("top/a", "x").file("top/a", "y"));
    row("a file twice, once with ./", TarBuilder().file("top/a", "x").file("./top/a", "y"));
    row("a folder twice", TarBuilder().folder("top").folder("top"));
    row("a link that becomes a file", TarBuilder().link("top/a", "b").file("top/a", "x"));
    row("a file that becomes a folder", TarBuilder().file("top/a", "x").folder("top/a"));

    row("a character device", TarBuilder().add({.name = "null", .type = '3'}));
    row("a block device", TarBuilder().add({.name = "sda", .type = '4'}));
    row("a fifo", TarBuilder().add({.name = "pipe", .type = '6'}));
    row("GNU's sparse file", TarBuilder().add({.name = "a", .type = 'S'}));
    row("a volume of several", TarBuilder().add({.name = "a", .type = 'M'}));
    row("an unknown type", TarBuilder().add({.name = "a", .type = 'Z'}));
    row("a set-uid file", TarBuilder().file("top/a", "x", 04755));
    row("a set-gid file", TarBuilder().file("top/a", "x", 02755));
    row("a sparse file in pax", TarBuilder().pax('x', {"GNU.sparse.major=1"}).file("a", "x"), notSupported);

    row("a folder with a size", TarBuilder().add({.name = "top/", .type = '5', .content = "x"}), altered);
    row("a link with a size", TarBuilder().add({.name = "a", .type = '2', .linkName = "b", .announcedSize = 5}), altered);
    row("a file of exabytes", TarBuilder().pax('x', {"size=999999999999999999"}).file("a", "x"), altered);
    row("a size that reaches beyond the archive", TarBuilder().add({.name = "a", .content = "x", .announcedSize = 100000}), truncated);
    row("a size that swallows the next header", TarBuilder().add({.name = "a", .content = "x", .announcedSize = 600}).file("b", "y"), altered);
    row("a size that is too small", TarBuilder().add({.name = "a", .content = QByteArray(600, 'x'), .announcedSize = 10}), altered);
    row("a long name of megabytes", TarBuilder().add({.name = "a", .type = 'L', .announcedSize = 2 << 20}));
    row("two long names for one member", TarBuilder().longName('L', "a").longName('L', "b").file("c", "x"), altered);
    row("two pax headers for one member", TarBuilder().pax('x', {"path=a"}).pax('x', {"path=b"}).file("c", "x"), altered);
    row("a pax header without its member", TarBuilder().file("a", "x").pax('x', {"path=b"}), altered);
    row("something behind the end mark", TarBuilder().file("a", "x").raw(QByteArray(1024, '\0')).file("b", "y"), altered);
    row("a lone zero block", TarBuilder().file("a", "x").raw(QByteArray(512, '\0')).file("b", "y"), altered);
    QTest::newRow("no end mark") << TarBuilder().file("a", "x").withoutEnd() << truncated;
    QTest::newRow("half an end mark") << TarBuilder().file("a", "x").raw(QByteArray(512, '\0')).withoutEnd() << truncated;
    QTest::newRow("nothing") << QByteArray() << truncated;
    QTest::newRow("no tar file at all") << QByteArray(5000, 'x') << u"not-an-archive"_s;
}

void TestArchiveSafety::refusesTar()
{
    QFETCH(const QByteArray, tar);
    QFETCH(const QString, id);
    QCOMPARE(readBytes(m_folder.path(), xzPacked(tar)).outcome(), id);
    QCOMPARE(readBytes(m_folder.path(), gzipPacked(tar)).outcome(), id);
}

void TestArchiveSafety::refusesZip_data()
{
    QTest::addColumn<QByteArray>("zip");
    QTest::addColumn<QString>("id");
    const auto row = [](const char *name, const QList<ZipPiece> &pieces, const QString &id = unsafe) {
        QTest::newRow(name) << zipPacked(pieces) << id;
    };
    row("a path that begins with ..", {{.name = "../evil", .content = "x"}});
    row("an absolute path", {{.name = "/etc/evil", .content = "x"}});
    row("a backslash", {{.name = "top\\evil", .content = "x"}});
    row("a name that is not UTF-8", {{.name = "\xff", .content = "x"}});
    row("a file twice", {{.name = "a", .content = "x"}, {.name = "a", .content = "y"}});
    row("a link out of the archive", {{.name = "top/a", .content = "../../evil", .mode = 0120777}});
    row("a link to an absolute path", {{.name = "top/a", .content = "/etc/passwd", .mode = 0120777}});
    row("a link of megabytes", {{.name = "top/a", .content = QByteArray(2 << 20, 'a'), .mode = 0120777}});
    row("a member below a link", {{.name = "top/a", .content = "b", .mode = 0120777}, {.name = "top/a/c"}});
    row("a device", {{.name = "a", .mode = 020644}});
    row("a set-uid file", {{.name = "a", .mode = 0104755}});
    row("a folder with content", {{.name = "a/", .content = "x", .mode = 040755}}, altered);

    const QByteArray good = zipPacked({{.name = "a", .content = "xxxxx", .isStored = true}});
    const auto directory = good.indexOf("PK\1\2");
    const auto changed = [&](const char *name, qsizetype at, const QByteArray &bytes, const QString &id) {
        QTest::newRow(name) << QByteArray(good).replace(at, bytes.size(), bytes) << id;
    };
    changed("encryption", directory + 8, QByteArray("\x01\x08", 2), notSupported);
    changed("an unknown method", directory + 10, QByteArray("\x0c\0", 2), notSupported);
    changed("zip64", directory + 20, QByteArray(8, '\xff'), notSupported);
    changed("a stored member with two sizes", directory + 24, QByteArray("\6\0\0\0", 4), altered);
    changed("a local header that names another file", 30, "b", altered);
    changed("a local header with another size", 18, QByteArray("\4", 1), altered);
    changed("a local header whose extra field reaches over the directory", 28, QByteArray("\xff\0", 2), altered);
    changed("a member that begins behind the directory", directory + 42, QByteArray("\x40\0\0\0", 4), altered);
    changed("content that does not match its CRC-32", 31, "y", altered);
    changed("more entries announced than there are", good.size() - 14, QByteArray("\2\0\2\0", 4), altered);
    changed("a directory that lies elsewhere", good.size() - 6, QByteArray("\1", 1), altered);
    QTest::newRow("something before the archive") << "PK\3\4" + good << altered;
    QTest::newRow("something behind the archive") << good + "x" << altered;

    // Both entries point at one member.
    QByteArray twin = good.left(directory) + good.mid(directory, 47) + good.mid(directory, 47) + good.right(22);
    twin.replace(twin.size() - 14, 8, QByteArray("\2\0\2\0\x5e\0\0\0", 8));
    QTest::newRow("members that overlap") << twin << altered;
    // 100 zeros packed, 5 announced, in both headers.
    QByteArray bomb = zipPacked({{.name = "a", .content = QByteArray(100, '\0')}});
    bomb.replace(22, 4, QByteArray("\5\0\0\0", 4)).replace(bomb.indexOf("PK\1\2") + 24, 4, QByteArray("\5\0\0\0", 4));
    QTest::newRow("a member longer than announced") << bomb << altered;
    bomb.replace(22, 4, QByteArray("\xff\0\0\0", 4)).replace(bomb.indexOf("PK\1\2") + 24, 4, QByteArray("\xff\0\0\0", 4));
    QTest::newRow("a member shorter than announced") << bomb << altered;
}

void TestArchiveSafety::refusesZip()
{
    QFETCH(const QByteArray, zip);
    QTEST(readBytes(m_folder.path(), zip).outcome(), "id");
}

void TestArchiveSafety::refusesFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    writeBytes(m_folder.path(), u"page.tar.xz"_s, "<html><body>Log in</body></html>");
    writeBytes(m_folder.path(), u"empty.tar.xz"_s, {});
    writeBytes(m_folder.path(), u"text.tar.xz"_s, "404 Not Found");
    writeBytes(m_folder.path(), u"magic.tar.xz"_s, QByteArray("\xfd" "7zXZ\0", 6));
    writeBytes(m_folder.path(), u"magic.tgz"_s, QByteArray("\x1f\x8b\x08"));
    writeBytes(m_folder.path(), u"magic.whl"_s, QByteArray("PK\3\4"));
    QTest::newRow("a web page") << u"page.tar.xz"_s << u"archive-is-html"_s;
    QTest::newRow("an empty file") << u"empty.tar.xz"_s << u"not-an-archive"_s;
    QTest::newRow("a text") << u"text.tar.xz"_s << u"not-an-archive"_s;
    QTest::newRow("xz, nothing but its magic") << u"magic.tar.xz"_s << truncated;
    QTest::newRow("gzip, nothing but its magic") << u"magic.tgz"_s << truncated;
    QTest::newRow("zip, nothing but its magic") << u"magic.whl"_s << truncated;
    QTest::newRow("a file that is not there") << u"missing"_s << u"input-missing"_s;
    QTest::newRow("a folder") << u"."_s << u"not-readable"_s;
}

void TestArchiveSafety::refusesFiles()
{
    QFETCH(const QString, name);
    const ArchiveRead read = readArchive(m_folder.filePath(name));
    QTEST(read.outcome(), "id");
    QVERIFY(!read.error->message.isEmpty());
}

void TestArchiveSafety::refusesXzWithoutCheck()
{
    const QByteArray tar = TarBuilder().file("a", "x").bytes();
    QCOMPARE(readBytes(m_folder.path(), xzPacked(tar, 0, false)).outcome(), unsafe);
    // Also when only the second of two streams has none.
    QCOMPARE(readBytes(m_folder.path(), xzPacked(tar.left(512)) + xzPacked(tar.mid(512), 0, false)).outcome(), unsafe);
}

void TestArchiveSafety::stopsAtABombBehindTheEnd()
{
    const QByteArray packed = xzPacked(TarBuilder().file("a", "0123456789").bytes()) + gigabyteOfZeros();
    const auto reader = ArchiveReader::open(writeBytes(m_folder.path(), u"a"_s, packed));
    QVERIFY(reader);
    QVERIFY((*reader)->next());
    const auto end = (*reader)->next();
    QVERIFY(!end);
    QCOMPARE(toString(std::get<Error>(end.error()).id), altered);
    // Most of the zeros were never looked at.
    QVERIFY((*reader)->packedDone() < (*reader)->packedTotal());
}

void TestArchiveSafety::announcesABombBeforehand()
{
    const QByteArray header = TarBuilder().add({.name = "a", .announcedSize = qint64(1) << 30}).withoutEnd();
    const QByteArray packed = xzPacked(header) + gigabyteOfZeros() + xzPacked(QByteArray(1024, '\0'));
    const auto reader = ArchiveReader::open(writeBytes(m_folder.path(), u"a"_s, packed));
    QVERIFY(reader);
    QCOMPARE((*reader)->unpackedTotal().value_or(0), (qint64(1) << 30) + 512 + 1024);
    const auto entry = (*reader)->next();
    QVERIFY(entry && *entry);
    QCOMPARE((*entry)->size, qint64(1) << 30);
}

void TestArchiveSafety::saysWhichMember()
{
    const ArchiveRead read = readBytes(m_folder.path(), xzPacked(TarBuilder().file("top/../x\ny", "x").bytes()));
    QVERIFY(read.error);
    QVERIFY2(read.error->message.toString().contains(u"'top/../x\\x0ay'"_s), qPrintable(read.error->message.toString()));
}

QTEST_GUILESS_MAIN(TestArchiveSafety)
#include "tst_archivesafety.moc"
