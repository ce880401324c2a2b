// SPDX-License-Identifier: MIT
#include "practice/practicelibraries.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

QHash<QString, PracticeFile> byPath(const QList<PracticeFile> &files)
{
    QHash<QString, PracticeFile> hash;
    for (const PracticeFile &file : files)
        hash.insert(file.path, file);
    return hash;
}

// The library set that the release data names for a version.
QJsonObject librarySet(const QVersionNumber &version)
{
    QFile file(u":/data/cudnn-support.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonArray sets = QJsonDocument::fromJson(file.readAll())[u"library_sets"].toArray();
    for (const QJsonValue &set : sets) {
        const auto from = QVersionNumber::fromString(set[u"from_version"].toString());
        const auto below = QVersionNumber::fromString(set[u"below"].toString());
        if (version >= from && (below.isNull() || version < below))
            return set.toObject();
    }
    return {};
}

void writeFiles(const QList<PracticeFile> &files, const QDir &folder)
{
    for (const PracticeFile &practiceFile : files) {
        const QString path = folder.filePath(practiceFile.path);
        QVERIFY(folder.mkpath(QFileInfo(practiceFile.path).path()));
        if (!practiceFile.linkTarget.isEmpty()) {
            QVERIFY(QFile::link(practiceFile.linkTarget, path));
            continue;
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(practiceFile.content), qint64(practiceFile.content.size()));
    }
}

} // namespace

class TestPracticeLibraries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyReleaseHasTheFilesThatTheReleaseDataNames_data();
    void everyReleaseHasTheFilesThatTheReleaseDataNames();
    void linksLeadOverTheSonameToTheFile();
    void olderReleasesUseTheOlderFolders();
    void aProgramCompilesLinksAndReadsTheVersion_data();
    void aProgramCompilesLinksAndReadsTheVersion();
    void itsOwnLibrariesAreKnownByTheirBytes();
    void aLibraryOfAnybodyElseIsNotKnown_data();
    void aLibraryOfAnybodyElseIsNotKnown();
};

void TestPracticeLibraries::everyReleaseHasTheFilesThatTheReleaseDataNames_data()
{
    QTest::addColumn<QVersionNumber>("version");
    for (const char *version : {"7.6.5", "8.2.1.32", "8.9.7.29", "9.1.0.70", "9.19.0.56", "9.21.0", "9.28.1"})
        QTest::newRow(version) << QVersionNumber::fromString(QLatin1String(version));
}

void TestPracticeLibraries::everyReleaseHasTheFilesThatTheReleaseDataNames()
{
    QFETCH(QVersionNumber, version);
    QSet<QString> shared;
    QSet<QString> headers;
    for (const PracticeFile &file : practiceCudnn(version, QVersionNumber(12, 4))) {
        const QString name = file.path.section(u'/', -1);
        if (name.endsWith(u".so"))
            shared << name.mid(3).chopped(3);
        if (name.endsWith(u".h") && !name.contains(u"_v%1."_s.arg(version.majorVersion())))
            headers << name;
    }
    const QJsonObject set = librarySet(version);
    QSet<QString> expected;
    for (const QJsonValue &name : set[u"shared"].toArray())
        expected << name.toString();
    QVERIFY(!expected.isEmpty());
    QCOMPARE(shared, expected);
    for (const QJsonValue &name : set[u"headers"].toArray())
        QVERIFY2(headers.contains(name.toString()) || name.toString().startsWith(u"as 9.0"), qPrintable(name.toString()));
}

void TestPracticeLibraries::linksLeadOverTheSonameToTheFile()
{
    const auto files = byPath(practiceCudnn(QVersionNumber({8, 9, 7, 29}), QVersionNumber(12, 2)));
    QCOMPARE(files[u"lib/libcudnn.so"_s].linkTarget, u"libcudnn.so.8"_s);
    QCOMPARE(files[u"lib/libcudnn.so.8"_s].linkTarget, u"libcudnn.so.8.9.7"_s);
    QVERIFY(files[u"lib/libcudnn.so.8.9.7"_s].content.startsWith("\177ELF"));
    QVERIFY(files[u"lib/libcudnn_cnn_train.so.8.9.7"_s].content.startsWith("\177ELF"));
    QCOMPARE(files[u"include/cudnn_version.h"_s].content, files[u"include/cudnn_version_v8.h"_s].content);
    QVERIFY(files.contains(u"LICENSE"_s));
    for (const PracticeFile &file : files)
        QVERIFY2(file.linkTarget.isEmpty() || files.contains(u"lib/"_s + file.linkTarget), qPrintable(file.path));
}

void TestPracticeLibraries::olderReleasesUseTheOlderFolders()
{
    const auto files = byPath(practiceCudnn(QVersionNumber(7, 6, 5), QVersionNumber(10, 2)));
    QVERIFY(files.contains(u"lib64/libcudnn.so.7.6.5"_s));
    QVERIFY(files.contains(u"NVIDIA_SLA_cuDNN_Support.txt"_s));
    QVERIFY(!files.contains(u"include/cudnn_version.h"_s));
    QVERIFY(files[u"include/cudnn.h"_s].content.contains("#define CUDNN_MAJOR 7\n"));
}

void TestPracticeLibraries::aProgramCompilesLinksAndReadsTheVersion_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<QVersionNumber>("cuda");
    QTest::addColumn<QString>("libraryFolder");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("7.6.5 of CUDA 10.2") << QVersionNumber(7, 6, 5) << QVersionNumber(10, 2) << u"lib64"_s
                                        << QByteArray("7605 7605 10020\n");
    QTest::newRow("8.9.7 of CUDA 12.2") << QVersionNumber({8, 9, 7, 29}) << QVersionNumber(12, 2) << u"lib"_s
                                        << QByteArray("8907 8907 12020\n");
    QTest::newRow("9.1.0 of CUDA 12.4") << QVersionNumber({9, 1, 0, 70}) << QVersionNumber(12, 4) << u"lib"_s
                                        << QByteArray("90100 90100 12040\n");
}

void TestPracticeLibraries::aProgramCompilesLinksAndReadsTheVersion()
{
#ifndef Q_PROCESSOR_X86_64
    QSKIP("the program is built for this machine, the libraries for x86_64");
#endif
    QFETCH(QVersionNumber, version);
    QFETCH(QVersionNumber, cuda);
    QFETCH(QString, libraryFolder);
    QFETCH(QByteArray, answer);
    QTemporaryDir folder;
    writeFiles(practiceCudnn(version, cuda), QDir(folder.path()));
    QFile source(folder.filePath(u"main.cpp"_s));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("#include <cudnn.h>\n#include <cstdio>\n"
                 "int main() { cudnnHandle_t handle = nullptr; if (cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS) return 1;\n"
                 "std::printf(\"%zu %d %zu\\n\", cudnnGetVersion(), int(CUDNN_VERSION), cudnnGetCudartVersion()); }\n");
    source.close();

    QProcess compiler;
    compiler.setWorkingDirectory(folder.path());
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    compiler.start(u"c++"_s, {u"main.cpp"_s, u"-Iinclude"_s, u"-L"_s + libraryFolder, u"-lcudnn"_s,
                              u"-Wl,-rpath,$ORIGIN/"_s + libraryFolder, u"-o"_s, u"main"_s});
    QVERIFY(compiler.waitForFinished(60000));
    QCOMPARE(compiler.readAll(), QByteArray());
    QProcess program;
    program.start(folder.filePath(u"main"_s), QStringList());
    QVERIFY(program.waitForFinished(60000));
    QCOMPARE(program.readAllStandardOutput(), answer);
}

void TestPracticeLibraries::itsOwnLibrariesAreKnownByTheirBytes()
{
    const auto files = byPath(practiceCudnn(QVersionNumber({9, 1, 0, 70}), QVersionNumber(12, 4), ElfImage::Machine::Aarch64));
    const auto known = practiceLibraryOf(files[u"lib/libcudnn_cnn.so.9.1.0"_s].content);
    QVERIFY(known);
    QCOMPARE(known->name, u"libcudnn_cnn"_s);
    QCOMPARE(known->version, QVersionNumber(9, 1, 0));
    QCOMPARE(known->cuda, QVersionNumber(12, 4));
    QCOMPARE(known->needed, QByteArrayList({"libcudnn_ops.so.9", "libcudnn_graph.so.9"}));
}

void TestPracticeLibraries::aLibraryOfAnybodyElseIsNotKnown_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto files = byPath(practiceCudnn(QVersionNumber(8, 9, 7), QVersionNumber(12, 2)));
    const QByteArray good = files[u"lib/libcudnn.so.8.9.7"_s].content;
    QByteArray altered = good;
    altered[altered.size() / 2] = char(altered[altered.size() / 2] ^ 1);
    QTest::newRow("one bit altered") << altered;
    QTest::newRow("cut short") << good.chopped(1);
    QTest::newRow("something added at the end") << good + "x";
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("the mark alone") << QByteArray("practice libcudnn 8.9.7 cuda 12.2 x86_64\0", 41);
    QTest::newRow("another library with the mark")
            << writeElf({.functions = {{"cudnnGetVersion", 1}}, .strings = {"practice libcudnn 8.9.7 cuda 12.2 x86_64"}});
}

void TestPracticeLibraries::aLibraryOfAnybodyElseIsNotKnown()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!practiceLibraryOf(bytes));
}

QTEST_GUILESS_MAIN(TestPracticeLibraries)
#include "tst_practicelibraries.moc"
