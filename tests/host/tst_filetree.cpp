// SPDX-License-Identifier: MIT
#include "host/filetree.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

// A root with links of every kind, and a folder beside it that must never be seen.
class FileTreeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void staysInsideTheRoot_data();
    void staysInsideTheRoot();
    void outsideNeverLeavesTheRoot_data();
    void outsideNeverLeavesTheRoot();
    void outsideKeepsTheLastLink();
    void statusSaysWhatThePathIs_data();
    void statusSaysWhatThePathIs();
    void linkChainNamesEveryStep_data();
    void linkChainNamesEveryStep();
    void linkTargetIsAsStored();
    void fortyLinksAreFollowedAndNoMore();
    void listsSortedAndFiltered();
    void readsWithinTheLimit();
    void readsEachPlainFileOfAFolder();
    void readingRefuses_data();
    void readingRefuses();
    void cleanGivesOneSpelling_data();
    void cleanGivesOneSpelling();
    void thisMachineIsSeenAsItIs();

private:
    void write(const QString &path, const QByteArray &bytes) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(at(path)).path()));
        QFile file(at(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), qint64(bytes.size()));
    }
    void link(const QString &path, const QString &target) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(at(path)).path()));
        QVERIFY(::symlink(QFile::encodeName(target).constData(), QFile::encodeName(at(path)).constData()) == 0);
    }
    QString at(const QString &path) const { return m_scratch.path() + u"/root"_s + path; }

    QTemporaryDir m_scratch;
};

void FileTreeTest::initTestCase()
{
    QVERIFY(m_scratch.isValid());
    write(u"/usr/local/cuda-12.4/lib/libcudart.so.12.4.127"_s, "cudart");
    write(u"/etc/ld.so.conf"_s, "0123456789");
    write(u"/../secret/key"_s, "outside");
    link(u"/usr/local/cuda"_s, u"/usr/local/cuda-12.4"_s);
    link(u"/usr/local/cuda-12.4/lib64"_s, u"lib"_s);
    link(u"/usr/local/cuda-12.4/targets/x86_64-linux/lib"_s, u"../../lib"_s);
    link(u"/usr/local/cuda-12.4/lib/libcudart.so.12"_s, u"libcudart.so.12.4.127"_s);
    link(u"/usr/local/cuda-12.4/lib/libcudart.so"_s, u"libcudart.so.12"_s);
    link(u"/usr/lib/libcudart.so"_s, u"../../usr/local/cuda/lib64/libcudart.so"_s);
    link(u"/escape-by-dots"_s, u"../../../../../../../../secret"_s);
    link(u"/escape-by-one"_s, u"../secret"_s);
    link(u"/escape-absolute"_s, m_scratch.path() + u"/secret"_s);
    link(u"/dangling"_s, u"/not/here"_s);
    link(u"/loop"_s, u"loop"_s);
    link(u"/ping"_s, u"/pong"_s);
    link(u"/pong"_s, u"/ping"_s);
    link(u"/absolute-etc"_s, u"/etc"_s);
    link(u"/top"_s, u"/"_s);
    QVERIFY(::mkfifo(QFile::encodeName(at(u"/pipe"_s)).constData(), 0600) == 0);
    link(u"/chain0"_s, u"/etc/ld.so.conf"_s);
    for (int i = 1; i <= 40; ++i)
        link(u"/chain%1"_s.arg(i), u"/chain%1"_s.arg(i - 1));
}

void FileTreeTest::staysInsideTheRoot_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected"); // empty: does not exist
    const auto row = [](const char *name, const char *path, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromLatin1(expected);
    };
    row("a plain file", "/etc/ld.so.conf", "/etc/ld.so.conf");
    row("the root itself", "/", "/");
    row("a link to the root", "/top", "/");
    row("below a link to the root", "/top/top/etc", "/etc");
    row("an absolute link counts from the root", "/usr/local/cuda", "/usr/local/cuda-12.4");
    row("links in the middle", "/usr/local/cuda/lib64/libcudart.so", "/usr/local/cuda-12.4/lib/libcudart.so.12.4.127");
    row("dots inside a link", "/usr/local/cuda/targets/x86_64-linux/lib", "/usr/local/cuda-12.4/lib");
    row("a relative link through another link", "/usr/lib/libcudart.so",
        "/usr/local/cuda-12.4/lib/libcudart.so.12.4.127");
    row("dots after a link leave its target", "/usr/local/cuda/../cuda/lib64/../lib", "/usr/local/cuda-12.4/lib");
    row("dots at the top stay at the top", "/../../etc/ld.so.conf", "/etc/ld.so.conf");
    row("a link with many dots", "/escape-by-dots/key", "");
    row("a link with one step too many", "/escape-by-one/key", "");
    row("an absolute link to a folder beside the root", "/escape-absolute/key", "");
    row("dots in the path beside the root", "/../secret/key", "");
    row("a dangling link", "/dangling", "");
    row("a link to itself", "/loop", "");
    row("two links to each other", "/ping/x", "");
    row("below a file", "/etc/ld.so.conf/x", "");
    row("dots below a file", "/etc/ld.so.conf/../ld.so.conf", "");
    row("dots below something missing", "/missing/../etc", "");
    row("slashes and dots that say nothing", "//etc/./ld.so.conf", "/etc/ld.so.conf");
}

void FileTreeTest::staysInsideTheRoot()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    const FileTree files(at(QString()));
    QCOMPARE(files.canonical(path).value_or(QString()), expected);
    QCOMPARE(files.exists(path), !expected.isEmpty());
}

void FileTreeTest::outsideNeverLeavesTheRoot_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected"); // below the root; empty: any path of the root that does not exist
    const auto row = [](const char *name, const char *path, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromLatin1(expected);
    };
    row("a file", "/etc/ld.so.conf", "/etc/ld.so.conf");
    row("a new file below a link", "/usr/local/cuda/lib64/new", "/usr/local/cuda-12.4/lib/new");
    row("below a dangling link", "/dangling/x", "/not/here/x");
    row("below a link with dots", "/escape-by-dots/key", "/secret/key");
    row("below an absolute link out", "/absolute-etc/ld.so.conf", "/etc/ld.so.conf");
    row("a link met after a missing part and dots", "/missing/../absolute-etc/ld.so.conf", "/etc/ld.so.conf");
    row("dots as the last part", "/usr/local/cuda/..", "/usr/local");
    row("dots beyond the top", "/../../secret", "/secret");
    row("below a link to itself", "/loop/x", "");
    row("below a circle of absolute links", "/ping/x", "");
    row("below a chain that is too long", "/chain40/x", "");
}

void FileTreeTest::outsideNeverLeavesTheRoot()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    const FileTree files(at(QString()));
    const QString found = files.outside(path);
    QVERIFY2(found.startsWith(at(u"/"_s)), qPrintable(found));
    if (!expected.isEmpty()) {
        QCOMPARE(found, at(expected));
        QCOMPARE(files.inside(found), expected);
    } else {
        // Not even the kernel, which follows links its own way, finds anything there.
        struct stat status;
        QVERIFY(::stat(QFile::encodeName(found).constData(), &status) != 0);
    }
}

void FileTreeTest::outsideKeepsTheLastLink()
{
    const FileTree files(at(QString()));
    QCOMPARE(files.outside(u"/usr/local/cuda"_s), at(u"/usr/local/cuda"_s));
    QCOMPARE(files.outside(u"/usr/local/cuda/lib64"_s), at(u"/usr/local/cuda-12.4/lib64"_s));
}

void FileTreeTest::statusSaysWhatThePathIs_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("itself");
    QTest::addColumn<int>("target");
    using Type = FileTree::Type;
    const auto row = [](const char *name, const char *path, Type itself, Type target) {
        QTest::newRow(name) << QString::fromLatin1(path) << int(itself) << int(target);
    };
    row("a file", "/etc/ld.so.conf", Type::File, Type::File);
    row("a folder", "/etc", Type::Directory, Type::Directory);
    row("the root", "/", Type::Directory, Type::Directory);
    row("a link to a folder", "/usr/local/cuda", Type::Link, Type::Directory);
    row("a link to a file", "/usr/lib/libcudart.so", Type::Link, Type::File);
    row("a dangling link", "/dangling", Type::Link, Type::Missing);
    row("a link to itself", "/loop", Type::Link, Type::Missing);
    row("nothing", "/nothing", Type::Missing, Type::Missing);
    row("a pipe", "/pipe", Type::Other, Type::Other);
    row("a link out of the root", "/escape-absolute", Type::Link, Type::Missing);
}

void FileTreeTest::statusSaysWhatThePathIs()
{
    QFETCH(QString, path);
    const FileTree files(at(QString()));
    QTEST(int(files.status(path).type), "itself");
    QTEST(int(files.statusOfTarget(path).type), "target");
}

void FileTreeTest::linkChainNamesEveryStep_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("a file is a chain of one") << u"/etc/ld.so.conf"_s << QStringList{u"/etc/ld.so.conf"_s};
    QTest::newRow("three levels") << u"/usr/local/cuda/lib64/libcudart.so"_s
                                  << QStringList{u"/usr/local/cuda/lib64/libcudart.so"_s,
                                                 u"/usr/local/cuda-12.4/lib/libcudart.so.12"_s,
                                                 u"/usr/local/cuda-12.4/lib/libcudart.so.12.4.127"_s};
    QTest::newRow("a link with dots") << u"/usr/lib/libcudart.so"_s
                                      << QStringList{u"/usr/lib/libcudart.so"_s,
                                                     u"/usr/local/cuda/lib64/libcudart.so"_s,
                                                     u"/usr/local/cuda-12.4/lib/libcudart.so.12"_s,
                                                     u"/usr/local/cuda-12.4/lib/libcudart.so.12.4.127"_s};
    QTest::newRow("a dangling link ends at what is missing") << u"/dangling"_s
                                                             << QStringList{u"/dangling"_s, u"/not/here"_s};
    QTest::newRow("a circle ends where it closes") << u"/ping"_s << QStringList{u"/ping"_s, u"/pong"_s};
    QTest::newRow("a link to itself") << u"/loop"_s << QStringList{u"/loop"_s};
}

void FileTreeTest::linkChainNamesEveryStep()
{
    QFETCH(QString, path);
    QTEST(FileTree(at(QString())).linkChain(path), "expected");
}

void FileTreeTest::linkTargetIsAsStored()
{
    const FileTree files(at(QString()));
    QCOMPARE(files.linkTarget(u"/usr/local/cuda/targets/x86_64-linux/lib"_s).value_or(QString()), u"../../lib"_s);
    QVERIFY(!files.linkTarget(u"/etc"_s).has_value());
    QVERIFY(!files.linkTarget(u"/nothing"_s).has_value());
}

void FileTreeTest::fortyLinksAreFollowedAndNoMore()
{
    const FileTree files(at(QString()));
    QCOMPARE(files.canonical(u"/chain39"_s).value_or(QString()), u"/etc/ld.so.conf"_s);
    QVERIFY(!files.canonical(u"/chain40"_s).has_value());
}

void FileTreeTest::listsSortedAndFiltered()
{
    const FileTree files(at(QString()));
    const QStringList all{u"libcudart.so"_s, u"libcudart.so.12"_s, u"libcudart.so.12.4.127"_s};
    QCOMPARE(files.list(u"/usr/local/cuda/lib64"_s), all);
    QCOMPARE(files.list(u"/usr/local/cuda/lib64"_s, {u"libcudart.so.1?"_s}), QStringList{all[1]});
    QCOMPARE(files.list(u"/usr/local/cuda/lib64"_s, {u"*.so"_s, u"*.127"_s}), (QStringList{all[0], all[2]}));
    QCOMPARE(files.list(u"/usr/local/cuda/lib64"_s, {u"LIBCUDART*"_s}), QStringList());
    QCOMPARE(files.list(u"/escape-absolute"_s), QStringList());
    QCOMPARE(files.list(u"/etc/ld.so.conf"_s), QStringList());
}

void FileTreeTest::readsWithinTheLimit()
{
    const FileTree files(at(QString()));
    QCOMPARE(files.read(u"/absolute-etc/ld.so.conf"_s).value_or(QByteArray()), QByteArray("0123456789"));
    QCOMPARE(files.read(u"/etc/ld.so.conf"_s, 4).value_or(QByteArray()), QByteArray("0123"));
    QCOMPARE(files.read(u"/etc/ld.so.conf"_s, 0).value_or("not empty"), QByteArray());
}

void FileTreeTest::readsEachPlainFileOfAFolder()
{
    QTemporaryDir scratch;
    const auto path = [&scratch](const QString &name) { return scratch.filePath(name); };
    // As long as the first buffer, longer than it, and longer than the limit.
    const QList<std::pair<QString, qsizetype>> sizes{
            {u"a.list"_s, 0}, {u"b.list"_s, 7}, {u"c.list"_s, 256 << 10}, {u"d.list"_s, (256 << 10) + 1}, {u"e.list"_s, 900'000}};
    for (const auto &[name, size] : sizes) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(QByteArray(size, 'x')), qint64(size));
    }
    QVERIFY(QFile::copy(path(u"b.list"_s), path(u"other.txt"_s)));
    QVERIFY(QFile::link(u"/etc/passwd"_s, path(u"link.list"_s)));
    QVERIFY(QDir(scratch.path()).mkpath(u"folder.list"_s));
    const qint64 limit = 700'000;
    for (const bool isWholeMachine : {true, false}) {
        const FileTree files(isWholeMachine ? u"/"_s : scratch.path());
        QList<std::pair<QString, qsizetype>> found;
        files.readEach(isWholeMachine ? scratch.path() : u"/"_s, u"*.list"_s, limit,
                       [&found](const QString &name, const QByteArray &bytes) {
                           QCOMPARE(bytes.count('x'), bytes.size());
                           found.append({name, bytes.size()});
                       });
        QList<std::pair<QString, qsizetype>> expected = sizes;
        expected.last().second = limit;
        QCOMPARE(found, expected);
    }
}

void FileTreeTest::readingRefuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("expected");
    QTest::newRow("a missing file") << u"/nothing"_s << int(ErrorId::InputMissing);
    QTest::newRow("a folder") << u"/etc"_s << int(ErrorId::NotReadable);
    QTest::newRow("a pipe, without waiting for a writer") << u"/pipe"_s << int(ErrorId::NotReadable);
    QTest::newRow("a file beside the root") << u"/escape-by-one/key"_s << int(ErrorId::InputMissing);
    QTest::newRow("a file beside the root by an absolute link") << u"/escape-absolute/key"_s
                                                                << int(ErrorId::InputMissing);
    QTest::newRow("a circle") << u"/ping"_s << int(ErrorId::InputMissing);
}

void FileTreeTest::readingRefuses()
{
    QFETCH(QString, path);
    const Result<QByteArray> bytes = FileTree(at(QString())).read(path);
    QVERIFY(!bytes.has_value());
    QTEST(int(bytes.error().id), "expected");
}

void FileTreeTest::cleanGivesOneSpelling_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it is") << u"/a/b"_s << u"/a/b"_s;
    QTest::newRow("the root") << u"/"_s << u"/"_s;
    QTest::newRow("nothing") << QString() << u"/"_s;
    QTest::newRow("relative") << u"a/b"_s << u"/a/b"_s;
    QTest::newRow("slashes") << u"//a///b//"_s << u"/a/b"_s;
    QTest::newRow("dots") << u"/a/./b/../c"_s << u"/a/c"_s;
    QTest::newRow("dots beyond the top") << u"/../../a"_s << u"/a"_s;
}

void FileTreeTest::cleanGivesOneSpelling()
{
    QFETCH(QString, path);
    QTEST(FileTree::clean(path), "expected");
}

void FileTreeTest::thisMachineIsSeenAsItIs()
{
    const FileTree files;
    QVERIFY(files.isWholeMachine());
    QCOMPARE(files.root(), u"/"_s);
    QCOMPARE(files.outside(at(u"/etc"_s)), at(u"/etc"_s));
    QCOMPARE(files.canonical(at(u"/usr/local/cuda-12.4/lib64"_s)).value_or(QString()),
             QFileInfo(at(u"/usr/local/cuda-12.4/lib"_s)).canonicalFilePath());
    QCOMPARE(files.read(at(u"/escape-by-one/key"_s)).has_value(), true);
    QCOMPARE(int(files.status(at(u"/loop"_s)).type), int(FileTree::Type::Link));
    QVERIFY(!files.canonical(at(u"/loop"_s)).has_value());
    QVERIFY(files.read(u"/proc/self/status"_s).value_or(QByteArray()).contains("Pid:"));
}

QTEST_GUILESS_MAIN(FileTreeTest)
#include "tst_filetree.moc"
