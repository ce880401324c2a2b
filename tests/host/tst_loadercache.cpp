// SPDX-License-Identifier: MIT
#include "host/loadercache.h"

#include "practice/elfwriter.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

const QString ldconfig = QStringLiteral("/sbin/ldconfig");

QString output(const QString &program, const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

// "name => path" of each line of `ldconfig -p`, in its order.
QStringList printed(const QString &text)
{
    QStringList lines;
    auto it = QRegularExpression(u"^\\t(\\S+) \\(.*\\) => (.*)$"_s, QRegularExpression::MultilineOption).globalMatch(text);
    while (it.hasNext()) {
        const auto match = it.next();
        lines << match.captured(1) + u" => "_s + match.captured(2);
    }
    return lines;
}

QStringList described(const QList<LoaderCacheEntry> &entries)
{
    QStringList lines;
    for (const LoaderCacheEntry &entry : entries)
        lines << entry.soname + u" => "_s + entry.path;
    return lines;
}

void writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

// A cache in the new format with one entry, whose number of entries and name offset can lie.
QByteArray smallCache(quint32 count = 1, quint32 nameOffset = 72)
{
    QByteArray bytes("glibc-ld.so.cache1.1");
    const auto add = [&](quint32 word) { bytes.append(reinterpret_cast<const char *>(&word), 4); };
    add(count);
    add(32);
    for (int i = 0; i < 5; ++i)
        add(0);
    add(0x0303); // x86_64
    add(nameOffset);
    add(86);
    add(0);
    add(0);
    add(0);
    return bytes + QByteArray("libcudnn.so.9\0/lib/libcudnn.so.9\0", 33);
}

} // namespace

class TestLoaderCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysTheSameAsLdconfigOfThisMachine();
    void saysTheSameAsLdconfigOfAFolder();
    void readsBothFormats();
    void refusesADamagedCache_data();
    void refusesADamagedCache();
    void readsConfiguredFolders_data();
    void readsConfiguredFolders();
};

void TestLoaderCache::saysTheSameAsLdconfigOfThisMachine()
{
    const QStringList expected = printed(output(ldconfig, {u"-p"_s}));
    if (expected.isEmpty())
        QSKIP("this machine has no loader cache");
    const auto entries = readLoaderCache(FileTree());
    QVERIFY(entries);
    QCOMPARE(described(*entries), expected);
}

void TestLoaderCache::saysTheSameAsLdconfigOfAFolder()
{
    const QTemporaryDir root;
    const auto lib = [](ElfImage::Machine machine) { return writeElf({.machine = machine, .soname = "libcudnn.so.9"}); };
    writeFile(root.filePath(u"etc/ld.so.conf"_s), "include /etc/ld.so.conf.d/*.conf\n");
    writeFile(root.filePath(u"etc/ld.so.conf.d/cuda.conf"_s), "/usr/local/cuda/lib64\n");
    writeFile(root.filePath(u"usr/local/cuda/lib64/libcudnn.so.9.1.0"_s), lib(ElfImage::Machine::X86_64));
    writeFile(root.filePath(u"lib/libcudnn.so.9.0.0"_s), lib(ElfImage::Machine::X86_64));
    writeFile(root.filePath(u"lib/arm/libcudnn.so.9.0.0"_s), lib(ElfImage::Machine::Aarch64));
    QProcess make;
    make.start(ldconfig, {u"-r"_s, root.path(), u"/lib/arm"_s});
    make.waitForFinished();
    if (make.exitCode() != 0)
        QSKIP("ldconfig -r needs root");
    const auto entries = readLoaderCache(FileTree(root.path()));
    QVERIFY(entries);
    QCOMPARE(described(*entries), printed(output(ldconfig, {u"-r"_s, root.path(), u"-p"_s})));
    QVERIFY(entries->size() >= 2);
    QCOMPARE(entries->first().architecture, u"x86_64"_s);
}

void TestLoaderCache::readsBothFormats()
{
    const auto entries = parseLoaderCache(smallCache());
    QVERIFY(entries);
    QCOMPARE(described(*entries), QStringList{u"libcudnn.so.9 => /lib/libcudnn.so.9"_s});
    QCOMPARE(entries->first().architecture, u"x86_64"_s);

    // The old table before it: a header of 16 bytes and one entry of 12, then padding to 8.
    QByteArray old("ld.so-1.7.0\0\1\0\0\0", 16);
    old += QByteArray(12, 'x') + QByteArray(4, '\0');
    const auto behind = parseLoaderCache(old + smallCache());
    QVERIFY(behind);
    QCOMPARE(described(*behind), described(*entries));
}

void TestLoaderCache::refusesADamagedCache_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("an empty file") << QByteArray();
    QTest::newRow("a text") << QByteArray("# not a cache at all, but longer than a header of the real thing\n");
    QTest::newRow("only the old format") << QByteArray("ld.so-1.7.0\0\0\0\0\0", 16);
    QTest::newRow("old format cut off") << QByteArray("ld.so-1.7.0");
    QTest::newRow("more entries than bytes") << smallCache(2000000000);
    QTest::newRow("a name outside the file") << smallCache(1, 5000);
    QTest::newRow("a name without an end") << smallCache().chopped(1).replace("/lib/", "/////");
    QTest::newRow("cut in the header") << smallCache().left(30);
    QTest::newRow("cut in the table") << smallCache().left(60);
    QTest::newRow("cut in the names") << smallCache().left(80);
}

void TestLoaderCache::refusesADamagedCache()
{
    QFETCH(QByteArray, bytes);
    const auto entries = parseLoaderCache(bytes);
    QVERIFY(!entries);
    QVERIFY(entries.error().id == ErrorId::InputMalformed);

    const QTemporaryDir root;
    QVERIFY(readLoaderCache(FileTree(root.path())).error().id == ErrorId::InputMissing);
}

void TestLoaderCache::readsConfiguredFolders_data()
{
    QTest::addColumn<QByteArray>("configuration");
    QTest::addColumn<QStringList>("folders");
    QTest::newRow("no file") << QByteArray() << QStringList();
    QTest::newRow("folders, comments and blanks") << QByteArray("# a comment\n\n  /opt/a/lib/  # why\n/opt/b\n/opt/a/lib\n")
                                                  << QStringList{u"/opt/a/lib"_s, u"/opt/b"_s};
    QTest::newRow("an include with a star, in the order of names")
            << QByteArray("/first\ninclude /etc/ld.so.conf.d/*.conf\n/last\n")
            << QStringList{u"/first"_s, u"/usr/local/lib"_s, u"/usr/local/cuda/lib64"_s, u"/last"_s};
    QTest::newRow("an include beside the file") << QByteArray("include ld.so.conf.d/z*.conf ld.so.conf.d/a.conf\n")
                                                << QStringList{u"/usr/local/cuda/lib64"_s, u"/usr/local/lib"_s};
    QTest::newRow("a file that includes itself") << QByteArray("include /etc/ld.so.conf\n/x\n") << QStringList{u"/x"_s};
    QTest::newRow("old words") << QByteArray("hwcap 1 nosegneg\n/old=libc5\nrelative/is/no/folder\n")
                               << QStringList{u"/old"_s};
}

void TestLoaderCache::readsConfiguredFolders()
{
    QFETCH(QByteArray, configuration);
    const QTemporaryDir root;
    if (!configuration.isNull())
        writeFile(root.filePath(u"etc/ld.so.conf"_s), configuration);
    writeFile(root.filePath(u"etc/ld.so.conf.d/a.conf"_s), "/usr/local/lib\n");
    writeFile(root.filePath(u"etc/ld.so.conf.d/z-cuda.conf"_s), "/usr/local/cuda/lib64\n");
    writeFile(root.filePath(u"etc/ld.so.conf.d/.hidden.conf"_s), "/hidden\n");
    writeFile(root.filePath(u"etc/ld.so.conf.d/README"_s), "/readme\n");
    QTEST(loaderConfiguredFolders(FileTree(root.path())), "folders");
}

QTEST_GUILESS_MAIN(TestLoaderCache)
#include "tst_loadercache.moc"
