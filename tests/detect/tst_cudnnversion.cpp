// SPDX-License-Identifier: MIT
#include "detect/cudnnversion.h"

#include "smallcudnn.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

class TestCudnnVersion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheVersionOfAHeader_data();
    void readsTheVersionOfAHeader();
    void findsTheHeaderThatBelongsToAMajor_data();
    void findsTheHeaderThatBelongsToAMajor();
    void readsNumbersInNames_data();
    void readsNumbersInNames();
    void readsVersionWords();
    void realLibrariesCarryVersionWords();
    void readsTheCudaMajorOfAPackage_data();
    void readsTheCudaMajorOfAPackage();
    void readsTheCudaMajorOfLibraries_data();
    void readsTheCudaMajorOfLibraries();
};

void TestCudnnVersion::readsTheVersionOfAHeader_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("as it is written") << QByteArray("#define CUDNN_MAJOR 8\n#define CUDNN_MINOR 9\n#define CUDNN_PATCHLEVEL 7\n"
                                                    "#define CUDNN_VERSION (CUDNN_MAJOR * 1000 + CUDNN_MINOR * 100 + 7)\n")
                                      << u"8.9.7"_s;
    QTest::newRow("cudnn.h of 7 with blanks") << QByteArray("/* x */\r\n#  define  CUDNN_MAJOR\t7\r\n#define CUDNN_MINOR 6\r\n"
                                                            "#define CUDNN_PATCHLEVEL 5\r\n")
                                              << u"7.6.5"_s;
    QTest::newRow("two digits") << QByteArray("#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 19\n#define CUDNN_PATCHLEVEL 10\n")
                                << u"9.19.10"_s;
    QTest::newRow("a header that only includes another") << QByteArray("#include \"cudnn_version.h\"\n") << QString();
    QTest::newRow("a patch level is missing") << QByteArray("#define CUDNN_MAJOR 9\n#define CUDNN_MINOR 1\n") << QString();
    QTest::newRow("another macro of a similar name")
            << QByteArray("#define CUDNN_MAJOR_X 9\n#define CUDNN_MINOR 1\n#define CUDNN_PATCHLEVEL 1\n") << QString();
    QTest::newRow("empty") << QByteArray() << QString();
}

void TestCudnnVersion::readsTheVersionOfAHeader()
{
    QFETCH(QByteArray, text);
    const auto version = versionOfHeader(text);
    QTEST(version ? version->toString() : QString(), "version");
}

void TestCudnnVersion::findsTheHeaderThatBelongsToAMajor_data()
{
    QTest::addColumn<QStringList>("headers"); // path=version
    QTest::addColumn<int>("major");
    QTest::addColumn<QList<int>>("others");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("folder");
    QTest::newRow("the plain header") << QStringList{u"/a/cudnn_version.h=8.9.7"_s} << 8 << QList<int>() << u"8.9.7"_s
                                      << u"/a"_s;
    QTest::newRow("the plain one goes before the versioned one, as for a compiler")
            << QStringList{u"/a/cudnn_version.h=8.9.2"_s, u"/a/cudnn_version_v8.h=8.9.7"_s} << 8 << QList<int>() << u"8.9.2"_s
            << u"/a"_s;
    QTest::newRow("the versioned one where the plain one is of the other copy")
            << QStringList{u"/a/cudnn_version.h=9.1.0"_s, u"/a/cudnn_version_v8.h=8.9.7"_s} << 8 << QList<int>{9}
            << u"8.9.7"_s << u"/a"_s;
    QTest::newRow("a plain header of another major does not fit and is told")
            << QStringList{u"/a/cudnn_version.h=9.1.0"_s} << 8 << QList<int>() << u"9.1.0"_s << u"/a"_s;
    QTest::newRow("a plain header of the other copy is not this one's")
            << QStringList{u"/a/cudnn_version.h=9.1.0"_s} << 8 << QList<int>{9} << QString() << QString();
    QTest::newRow("the second folder") << QStringList{u"/b/cudnn.h=7.6.5"_s} << 7 << QList<int>() << u"7.6.5"_s << u"/b"_s;
    QTest::newRow("one that fits in the second folder goes before one that does not in the first")
            << QStringList{u"/a/cudnn_version.h=9.1.0"_s, u"/b/cudnn_version.h=8.9.7"_s} << 8 << QList<int>() << u"8.9.7"_s
            << u"/b"_s;
    QTest::newRow("no header") << QStringList() << 8 << QList<int>() << QString() << QString();
}

void TestCudnnVersion::findsTheHeaderThatBelongsToAMajor()
{
    QFETCH(QStringList, headers);
    QFETCH(int, major);
    QFETCH(QList<int>, others);
    const ScratchRoot root;
    for (const QString &header : headers) {
        const auto version = QVersionNumber::fromString(header.section(u'=', 1));
        root.file(header.section(u'=', 0, 0), QByteArray("#define CUDNN_MAJOR ") + QByteArray::number(version.majorVersion())
                          + "\n#define CUDNN_MINOR " + QByteArray::number(version.minorVersion())
                          + "\n#define CUDNN_PATCHLEVEL " + QByteArray::number(version.microVersion()) + '\n');
    }
    const auto found = findCudnnHeader(FileTree(root.at()), {u"/a"_s, u"/b"_s}, major, others);
    QTEST(found ? found->version.toString() : QString(), "version");
    QTEST(found ? found->includeDir : QString(), "folder");
}

void TestCudnnVersion::readsNumbersInNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("number");
    QTest::newRow("full") << u"libcudnn_ops_infer.so.8.9.7"_s << u"8.9.7"_s;
    QTest::newRow("major") << u"libcudnn.so.9"_s << u"9"_s;
    QTest::newRow("plain") << u"libcudnn.so"_s << QString();
    QTest::newRow("a name with words behind") << u"libcudnn.so.8.bak"_s << QString();
    QTest::newRow("static") << u"libcudnn_static.a"_s << QString();
    QTest::newRow("another library") << u"libcudart.so.12"_s << QString();
}

void TestCudnnVersion::readsNumbersInNames()
{
    QFETCH(QString, name);
    const auto number = numberOfLibraryName(name);
    QTEST(number ? number->toString() : QString(), "number");
}

void TestCudnnVersion::readsVersionWords()
{
    const QString path = QStringLiteral(TEST_LIBRARIES) + u"/libtest_good.so"_s;
    QCOMPARE(versionWordOf(path), QVersionNumber(9, 1, 2));
    const ScratchRoot root;
    root.file(u"/lib/libcudnn.so.9"_s, writeElf({.soname = "libcudnn.so.9"}));
    QVERIFY(!versionWordOf(root.at(u"/lib/libcudnn.so.9"_s)));

    // A wheel-like layout: the dispatcher carries no word, another library does.
    root.link(u"/lib/libcudnn_graph.so.9"_s, u"libcudnn_real.so"_s);
    QVERIFY(QFile::copy(path, root.at(u"/lib/libcudnn_real.so"_s)));
    const FileTree files(root.at());
    const auto sets = cudnnSetsIn(files, u"/lib"_s);
    QCOMPARE(sets.size(), 1);
    const auto found = versionOfLibraries(files, sets.first());
    QVERIFY(found);
    QCOMPARE(found->value, QVersionNumber(9, 1, 2));
    QVERIFY2(found->source.startsWith(u"version word in "_s), qPrintable(found->source));
}

void TestCudnnVersion::realLibrariesCarryVersionWords()
{
    const FileTree files;
    const QString folder = files.canonical(u"/usr/local/cuda/lib64"_s).value_or(QString());
    const auto header = findCudnnHeader(files, {u"/usr/local/cuda/include"_s}, {});
    const auto sets = cudnnSetsIn(files, folder);
    if (!header || sets.isEmpty())
        QSKIP("this machine has no cuDNN in /usr/local/cuda");
    QList<QVersionNumber> words;
    const auto libraries = sets.last().files();
    for (const LibraryFacts &library : libraries) {
        if (const auto word = versionWordOf(library.file))
            words << *word;
    }
    QVERIFY(!words.isEmpty());
    for (const QVersionNumber &word : std::as_const(words))
        QCOMPARE(word, header->version);
}

void TestCudnnVersion::readsTheCudaMajorOfAPackage_data()
{
    QTest::addColumn<QString>("owner");
    QTest::addColumn<int>("major");
    QTest::newRow("dpkg") << u"dpkg: libcudnn9-cuda-12"_s << 12;
    QTest::newRow("pip") << u"pip: nvidia-cudnn-cu13 9.19.0.56"_s << 13;
    QTest::newRow("a package for any CUDA") << u"dpkg: libcudnn8"_s << 0;
    QTest::newRow("conda") << u"conda: cudnn 8.9.2.26"_s << 0;
    QTest::newRow("a name that goes on") << u"dpkg: libcudnn9-static-cuda-13"_s << 13;
}

void TestCudnnVersion::readsTheCudaMajorOfAPackage()
{
    QFETCH(QString, owner);
    QTEST(cudaMajorOfPackage(owner).value_or(0), "major");
}

void TestCudnnVersion::readsTheCudaMajorOfLibraries_data()
{
    QTest::addColumn<QByteArrayList>("needed");
    QTest::addColumn<QByteArrayList>("strings");
    QTest::addColumn<int>("major");
    QTest::newRow("needs cublas") << QByteArrayList{"libc.so.6", "libcublas.so.11"} << QByteArrayList() << 11;
    QTest::newRow("needs an nvrtc with a minor") << QByteArrayList{"libnvrtc.so.11.2"} << QByteArrayList() << 11;
    QTest::newRow("opens cublasLt") << QByteArrayList() << QByteArrayList{"libcublasLt.so.13"} << 13;
    QTest::newRow("needs go before strings") << QByteArrayList{"libcublas.so.12"} << QByteArrayList{"libcublasLt.so.13"} << 12;
    QTest::newRow("old SONAMEs say nothing of CUDA") << QByteArrayList{"libcublas.so.10"} << QByteArrayList() << 0;
    QTest::newRow("a pattern is no name") << QByteArrayList() << QByteArrayList{"libcublasLt.so.%d"} << 0;
}

void TestCudnnVersion::readsTheCudaMajorOfLibraries()
{
    QFETCH(QByteArrayList, needed);
    QFETCH(QByteArrayList, strings);
    const ScratchRoot root;
    root.file(u"/lib/libcudnn.so.9"_s, writeElf({.soname = "libcudnn.so.9"}));
    root.file(u"/lib/libcudnn_ops.so.9"_s,
              writeElf({.soname = "libcudnn_ops.so.9", .needed = needed, .strings = strings}));
    const FileTree files(root.at());
    const auto found = cudaMajorOfLibraries(files, cudnnSetsIn(files, u"/lib"_s).first());
    QTEST(found ? found->value : 0, "major");
    if (found)
        QVERIFY2(found->source.startsWith(u"libcudnn_ops.so.9 "_s), qPrintable(found->source));
}

QTEST_GUILESS_MAIN(TestCudnnVersion)
#include "tst_cudnnversion.moc"
