// SPDX-License-Identifier: MIT
#include "archiveread.h"
#include "packers.h"
#include "tarbuilder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// Good archives, whatever wrote them, and how reading them is stopped.
class TestArchiveReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryContainer_data();
    void readsEveryContainer();
    void readsNames_data();
    void readsNames();
    void readsZipMembers();
    void agreesWithTar_data();
    void agreesWithTar();
    void knowsContainersByContent_data();
    void knowsContainersByContent();
    void skipsWhatIsNotRead();
    void stopsWhenCancelled();
    void stopsWhenDestroyed_data();
    void stopsWhenDestroyed();

private:
    QTemporaryDir m_folder;
};

namespace {

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, '\0');
    quint32 state = 1;
    for (char &c : bytes) {
        state = state * 1664525u + 1013904223u;
        c = char(state >> 24);
    }
    return bytes;
}

QByteArray exampleTar()
{
    return TarBuilder()
            .folder("cudnn")
            .folder("cudnn/lib")
            .file("cudnn/lib/libcudnn.so.9.1.0", noise(300000), 0755)
            .link("cudnn/lib/libcudnn.so.9", "libcudnn.so.9.1.0")
            .link("cudnn/lib/libcudnn.so", "libcudnn.so.9")
            .file("cudnn/include/cudnn.h", "#define CUDNN_MAJOR 9\n")
            .hardLink("cudnn/include/cudnn_v9.h", "cudnn/include/cudnn.h")
            .file("cudnn/LICENSE", {})
            .bytes();
}

const QStringList exampleLines{u"folder 755 cudnn"_s,
                               u"folder 755 cudnn/lib"_s,
                               u"file 755 300000 cudnn/lib/libcudnn.so.9.1.0"_s,
                               u"link cudnn/lib/libcudnn.so.9 -> libcudnn.so.9.1.0"_s,
                               u"link cudnn/lib/libcudnn.so -> libcudnn.so.9"_s,
                               u"file 644 22 cudnn/include/cudnn.h"_s,
                               u"hard link cudnn/include/cudnn_v9.h => cudnn/include/cudnn.h"_s,
                               u"file 644 0 cudnn/LICENSE"_s};

} // namespace

void TestArchiveReader::readsEveryContainer_data()
{
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<qint64>("unpackedTotal");
    const QByteArray tar = exampleTar();
    const auto size = qint64(tar.size());
    QTest::newRow("xz of one block") << xzPacked(tar) << size;
    QTest::newRow("xz of many blocks") << xzPacked(tar, 16384) << size;
    QTest::newRow("xz of two streams, cut inside a header") << xzPacked(tar.left(700)) + xzPacked(tar.mid(700)) << size;
    QTest::newRow("xz of two streams with padding between and behind")
            << xzPacked(tar.left(5000)) + QByteArray(8, '\0') + xzPacked(tar.mid(5000)) + QByteArray(8192, '\0') << size;
    QTest::newRow("gzip") << gzipPacked(tar) << size;
    // The trailer of the last member tells only that member's size.
    QTest::newRow("gzip of two members") << gzipPacked(tar.left(700)) + gzipPacked(tar.mid(700)) << size - 700;
}

void TestArchiveReader::readsEveryContainer()
{
    QFETCH(const QByteArray, packed);
    const QString path = writeBytes(m_folder.path(), u"named-in-no-way"_s, packed);
    const ArchiveRead read = readArchive(path);
    QCOMPARE(read.outcome(), u"good"_s);
    QCOMPARE(read.lines, exampleLines);
    QCOMPARE(read.contents[2], noise(300000));
    QCOMPARE(read.contents[5], "#define CUDNN_MAJOR 9\n");
    QCOMPARE(read.sha256, QCryptographicHash::hash(packed, QCryptographicHash::Sha256).toHex());

    const auto reader = ArchiveReader::open(path);
    QVERIFY(reader);
    QTEST((*reader)->unpackedTotal().value_or(-1), "unpackedTotal");
    QCOMPARE((*reader)->packedTotal(), packed.size());
    QCOMPARE((*reader)->packedDone(), 0);
    QVERIFY((*reader)->sha256().isEmpty());
}

void TestArchiveReader::readsNames_data()
{
    QTest::addColumn<QByteArray>("tar");
    QTest::addColumn<QStringList>("lines");
    const QByteArray longName = "top/" + QByteArray(120, 'n') + "/f";
    const QString longText = QString::fromLatin1(longName);
    QTest::newRow("a leading ./ is taken off")
            << TarBuilder().folder("./top").file("./top/a", "x").hardLink("./top/b", "./top/a").bytes()
            << QStringList{u"folder 755 top"_s, u"file 644 1 top/a"_s, u"hard link top/b => top/a"_s};
    QTest::newRow("the folder that is unpacked into is no member")
            << TarBuilder().folder(".").folder("./top").bytes() << QStringList{u"folder 755 top"_s};
    QTest::newRow("a folder that comes after its content")
            << TarBuilder().file("top/a", "x").folder("top").bytes() << QStringList{u"file 644 1 top/a"_s, u"folder 755 top"_s};
    QTest::newRow("ustar's prefix field") << TarBuilder().add({.name = "f", .prefix = "top/" + QByteArray(120, 'n')}).bytes()
                                          << QStringList{u"file 644 0 "_s + longText};
    QTest::newRow("GNU's header has no prefix") << TarBuilder().add({.name = "f", .prefix = "14371234567", .isGnu = true}).bytes()
                                                << QStringList{u"file 644 0 f"_s};
    QTest::newRow("GNU long name") << TarBuilder().longName('L', longName).file(longName.left(99), "x").bytes()
                                   << QStringList{u"file 644 1 "_s + longText};
    QTest::newRow("GNU long name and long link")
            << TarBuilder().longName('K', longName.mid(4)).longName('L', longName + "l").link("short", "short").bytes()
            << QStringList{u"link "_s + longText + u"l -> "_s + longText.mid(4)};
    QTest::newRow("pax path and link path")
            << TarBuilder().pax('x', {"path=" + longName, "linkpath=" + longName.mid(4)}).link("short", "short").bytes()
            << QStringList{u"link "_s + longText + u" -> "_s + longText.mid(4)};
    QTest::newRow("pax size") << TarBuilder().pax('x', {"size=3"}).add({.name = "f", .content = "abc", .announcedSize = 0}).bytes()
                              << QStringList{u"file 644 3 f"_s};
    QTest::newRow("a pax header holds for one member only")
            << TarBuilder().pax('x', {"path=one"}).file("a", {}).file("b", {}).bytes()
            << QStringList{u"file 644 0 one"_s, u"file 644 0 b"_s};
    QTest::newRow("a global pax comment changes nothing")
            << TarBuilder().pax('g', {"comment=0123456789"}).file("a", {}).bytes() << QStringList{u"file 644 0 a"_s};
    QTest::newRow("a global size holds until a member's own")
            << TarBuilder()
                       .pax('g', {"size=1"})
                       .add({.name = "a", .content = "x", .announcedSize = 0})
                       .pax('x', {"size=2"})
                       .add({.name = "b", .content = "xy", .announcedSize = 0})
                       .bytes()
            << QStringList{u"file 644 1 a"_s, u"file 644 2 b"_s};
    QTest::newRow("Chinese names") << TarBuilder().file("目录/文件.h", "x").link("目录/链接", "文件.h").bytes()
                                   << QStringList{u"file 644 1 目录/文件.h"_s, u"link 目录/链接 -> 文件.h"_s};
    QTest::newRow("the old form: no magic word, a folder by its slash")
            << TarBuilder().add({.name = "top/", .type = '\0', .mode = 0755}).add({.name = "top/a", .type = '\0', .content = "x"}).bytes()
            << QStringList{u"folder 755 top"_s, u"file 644 1 top/a"_s};
    QTest::newRow("a link one folder up") << TarBuilder().link("top/lib/a", "../include/a.h").bytes()
                                          << QStringList{u"link top/lib/a -> ../include/a.h"_s};
    QTest::newRow("no member at all") << TarBuilder().bytes() << QStringList();
    QTest::newRow("no fill behind the end mark") << TarBuilder().file("a", "x").raw(QByteArray(1024, '\0')).withoutEnd()
                                                 << QStringList{u"file 644 1 a"_s};
}

void TestArchiveReader::readsNames()
{
    QFETCH(const QByteArray, tar);
    const ArchiveRead read = readBytes(m_folder.path(), xzPacked(tar));
    QCOMPARE(read.outcome(), u"good"_s);
    QTEST(read.lines, "lines");
}

void TestArchiveReader::readsZipMembers()
{
    const QByteArray packed = zipPacked({{.name = "nvidia/", .mode = 040755},
                                         {.name = "nvidia/cudnn/lib/libcudnn.so.9", .content = noise(300000), .mode = 0100755},
                                         {.name = "nvidia/cudnn/include/cudnn.h", .content = "stored", .isStored = true},
                                         {.name = "nvidia/cudnn/lib/链接", .content = "libcudnn.so.9", .mode = 0120777},
                                         {.name = "nvidia/empty", .mode = 0},
                                         {.name = "nvidia/folder/", .mode = 0},
                                         {.name = "nvidia/behind", .content = noise(70000), .hasSizesBehind = true}});
    const QString path = writeBytes(m_folder.path(), u"wheel"_s, packed);
    const ArchiveRead read = readArchive(path);
    QCOMPARE(read.outcome(), u"good"_s);
    const QStringList expected{u"folder 755 nvidia"_s,
                               u"file 755 300000 nvidia/cudnn/lib/libcudnn.so.9"_s,
                               u"file 644 6 nvidia/cudnn/include/cudnn.h"_s,
                               u"link nvidia/cudnn/lib/链接 -> libcudnn.so.9"_s,
                               u"file 644 0 nvidia/empty"_s,
                               u"folder 755 nvidia/folder"_s,
                               u"file 644 70000 nvidia/behind"_s};
    QCOMPARE(read.lines, expected);
    QCOMPARE(read.contents[1], noise(300000));
    QCOMPARE(read.contents[2], "stored");
    QCOMPARE(read.contents[6], noise(70000));
    QCOMPARE(read.sha256, QCryptographicHash::hash(packed, QCryptographicHash::Sha256).toHex());
    const auto reader = ArchiveReader::open(path);
    QVERIFY(reader);
    QCOMPARE((*reader)->unpackedTotal().value_or(-1), 300000 + 6 + 13 + 70000);
}

void TestArchiveReader::agreesWithTar_data()
{
    QTest::addColumn<QString>("format");
    for (const QString &format : {u"gnu"_s, u"pax"_s, u"ustar"_s, u"oldgnu"_s})
        QTest::newRow(qPrintable(u"tar --format="_s + format)) << format;
}

void TestArchiveReader::agreesWithTar()
{
    QFETCH(const QString, format);
    const QString tar = QStandardPaths::findExecutable(u"tar"_s);
    if (tar.isEmpty())
        QSKIP("this machine has no tar");
    QTemporaryDir scratch;
    const QDir tree(scratch.path());
    // ustar splits a long path at a slash, and cannot hold a long last part.
    const QString deep = u"top/"_s + QString(90, u'd') + u'/' + QString(90, u'e');
    QVERIFY(tree.mkpath(deep) && tree.mkpath(u"top/lib"_s));
    writeBytes(tree.filePath(deep), u"文件"_s, noise(1000));
    writeBytes(tree.filePath(u"top/lib"_s), u"libcudnn.so.9.1.0"_s, noise(70000));
    QVERIFY(QFile::link(u"libcudnn.so.9.1.0"_s, tree.filePath(u"top/lib/libcudnn.so.9"_s)));
    QCOMPARE(::link(QFile::encodeName(tree.filePath(u"top/lib/libcudnn.so.9.1.0"_s)).constData(),
                    QFile::encodeName(tree.filePath(u"top/lib/twin"_s)).constData()),
             0);
    if (format != u"ustar"_s)
        writeBytes(tree.filePath(u"top"_s), QString(180, u'n'), "long");
    const QString packed = scratch.filePath(u"a.tar"_s);
    QProcess process;
    process.start(tar, {u"--format="_s + format, u"--sort=name"_s, u"-cf"_s, packed, u"-C"_s, scratch.path(), u"top"_s});
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);
    process.start(tar, {u"--quoting-style=literal"_s, u"--numeric-owner"_s, u"--full-time"_s, u"-tvf"_s, packed});
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);

    QStringList expected;
    for (const QString &line : QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts)) {
        const QString kind = line.left(1);
        const QString size = line.section(u' ', 2, 2, QString::SectionSkipEmpty);
        QString name = line.section(u' ', 5, -1, QString::SectionSkipEmpty);
        if (kind == u"-"_s)
            expected << u"file %1 %2"_s.arg(size, name);
        else if (kind == u"d"_s)
            expected << u"folder %1"_s.arg(name.chopped(1));
        else if (kind == u"h"_s)
            expected << u"hard link %1"_s.arg(name.replace(u" link to "_s, u" => "_s));
        else
            expected << u"link %1"_s.arg(name);
    }
    QFile file(packed);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const ArchiveRead read = readBytes(m_folder.path(), xzPacked(file.readAll()));
    QCOMPARE(read.outcome(), u"good"_s);
    QStringList lines = read.lines;
    lines.replaceInStrings(QRegularExpression(u"^(file|folder) [0-7]+ "_s), u"\\1 "_s);
    QCOMPARE(lines, expected);
    QVERIFY(expected.size() >= 8);
}

void TestArchiveReader::knowsContainersByContent_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("container");
    QTest::addColumn<bool>("isHtml");
    QTest::newRow("xz") << xzPacked("a") << u"tar.xz"_s << false;
    QTest::newRow("gzip") << gzipPacked("a") << u"tgz"_s << false;
    QTest::newRow("zip") << zipPacked({{.name = "a"}}) << u"zip"_s << false;
    QTest::newRow("an empty zip") << zipPacked({}) << u"zip"_s << false;
    QTest::newRow("an empty file") << QByteArray() << u"none"_s << false;
    QTest::newRow("text") << QByteArray("404 Not Found") << u"none"_s << false;
    QTest::newRow("a shared library") << QByteArray("\x7f"
                                                    "ELF")
                                      << u"none"_s << false;
    QTest::newRow("an HTML page") << QByteArray("<!DOCTYPE html>\n<html>") << u"none"_s << true;
    QTest::newRow("an HTML page behind blank lines") << QByteArray("\n\n  <HTML lang=en>") << u"none"_s << true;
    QTest::newRow("an HTML page with a byte order mark") << QByteArray("\xef\xbb\xbf<html>") << u"none"_s << true;
    QTest::newRow("an XHTML page") << QByteArray("<?xml version=\"1.0\"?><html xmlns=''>") << u"none"_s << true;
    QTest::newRow("an XML file") << QByteArray("<?xml version=\"1.0\"?><Error/>") << u"none"_s << false;
}

void TestArchiveReader::knowsContainersByContent()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isHtml);
    const auto sniffed = sniffContainer(writeBytes(m_folder.path(), u"cudnn.tar.xz"_s, bytes));
    QVERIFY(sniffed);
    QTEST(toString(sniffed->container), "container");
    QCOMPARE(sniffed->isHtml, isHtml);
}

void TestArchiveReader::skipsWhatIsNotRead()
{
    const QString path = writeBytes(m_folder.path(), u"a"_s, xzPacked(exampleTar()));
    const auto reader = ArchiveReader::open(path);
    QVERIFY(reader);
    char some[100];
    int entries = 0;
    for (;;) {
        const auto entry = (*reader)->next();
        QVERIFY(entry);
        if (!*entry)
            break;
        ++entries;
        QVERIFY((*reader)->read(some, sizeof some));
    }
    QCOMPARE(entries, exampleLines.size());
    QCOMPARE((*reader)->packedDone(), (*reader)->packedTotal());
    const auto again = (*reader)->next();
    QVERIFY(again && !*again);
}

void TestArchiveReader::stopsWhenCancelled()
{
    const QByteArray tar = TarBuilder().file("a", noise(65536).repeated(128)).bytes();
    for (const QByteArray &packed : {xzPacked(tar, 1 << 20), gzipPacked(tar), zipPacked({{.name = "a", .content = tar}})}) {
        bool isCancelled = false;
        const auto reader = ArchiveReader::open(writeBytes(m_folder.path(), u"a"_s, packed), {.isCancelled = [&] { return isCancelled; }});
        QVERIFY(reader);
        QVERIFY((*reader)->next());
        isCancelled = true;
        QByteArray buffer(1 << 20, '\0');
        auto count = (*reader)->read(buffer.data(), buffer.size());
        while (count && *count > 0)
            count = (*reader)->read(buffer.data(), buffer.size());
        QVERIFY(!count);
        QVERIFY(cudnnsetup::isCancelled(count.error()));
        QVERIFY(!(*reader)->next());
    }
}

void TestArchiveReader::stopsWhenDestroyed_data()
{
    QTest::addColumn<QByteArray>("packed");
    const QByteArray tar = TarBuilder().file("a", noise(65536).repeated(128)).bytes();
    QTest::newRow("xz of one block") << xzPacked(tar);
    QTest::newRow("xz of many blocks") << xzPacked(tar, 1 << 20);
    QTest::newRow("gzip") << gzipPacked(tar);
    QTest::newRow("zip") << zipPacked({{.name = "a", .content = tar}});
}

void TestArchiveReader::stopsWhenDestroyed()
{
    QFETCH(const QByteArray, packed);
    const QString path = writeBytes(m_folder.path(), u"a"_s, packed);
    QByteArray buffer(1 << 20, '\0');
    for (int reads = 0; reads < 8; ++reads) { // each time a little later, at last with a full queue behind
        auto reader = ArchiveReader::open(path);
        QVERIFY(reader);
        if (reads > 0)
            QVERIFY((*reader)->next());
        for (int i = 1; i < reads; ++i)
            QVERIFY((*reader)->read(buffer.data(), buffer.size()).value_or(0) > 0);
    }
}

QTEST_GUILESS_MAIN(TestArchiveReader)
#include "tst_archivereader.moc"
