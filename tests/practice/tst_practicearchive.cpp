// SPDX-License-Identifier: MIT
#include "practice/practicearchive.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

QString linkText(const QString &path)
{
    return QString::fromStdString(std::filesystem::read_symlink(path.toStdString()).string());
}

// What an outside program prints about the archive; it must not complain.
QString listed(const QString &program, const QStringList &arguments, const QString &folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        return u"failed: "_s + QString::fromLocal8Bit(process.readAllStandardError());
    return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
}

QString save(const QTemporaryDir &folder, const PracticeArchive &archive)
{
    QFile file(folder.filePath(archive.fileName));
    if (!file.open(QIODevice::WriteOnly) || file.write(archive.bytes) != archive.bytes.size())
        return {};
    return file.fileName();
}

} // namespace

class TestPracticeArchive : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNameIsTheOneThatNvidiaGives_data();
    void theNameIsTheOneThatNvidiaGives();
    void tarUnpacksItWithItsLinks_data();
    void tarUnpacksItWithItsLinks();
    void aNameOfMoreThanAHundredBytesIsKept();
    void pythonReadsTheWheel();
    void sameCallGivesSameBytes();
};

void TestPracticeArchive::theNameIsTheOneThatNvidiaGives_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<QVersionNumber>("cuda");
    QTest::addColumn<Container>("container");
    QTest::addColumn<ElfImage::Machine>("machine");
    QTest::addColumn<QString>("name");
    const auto x86 = ElfImage::Machine::X86_64;
    QTest::newRow("8.9.7 of CUDA 12") << QVersionNumber({8, 9, 7, 29}) << QVersionNumber(12, 2) << Container::TarXz << x86
                                      << u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s;
    QTest::newRow("8.4.0 names the minor version of CUDA")
            << QVersionNumber({8, 4, 0, 27}) << QVersionNumber(11, 6) << Container::TarXz << x86
            << u"cudnn-linux-x86_64-8.4.0.27_cuda11.6-archive.tar.xz"_s;
    QTest::newRow("9.1.0 for Arm servers") << QVersionNumber({9, 1, 0, 70}) << QVersionNumber(12, 4) << Container::TarXz
                                           << ElfImage::Machine::Aarch64 << u"cudnn-linux-sbsa-9.1.0.70_cuda12-archive.tar.xz"_s;
    QTest::newRow("the older form") << QVersionNumber({8, 2, 1, 32}) << QVersionNumber(11, 3) << Container::TarGz << x86
                                    << u"cudnn-11.3-linux-x64-v8.2.1.32.tgz"_s;
    QTest::newRow("a wheel") << QVersionNumber({9, 1, 0, 70}) << QVersionNumber(12, 4) << Container::Zip << x86
                             << u"nvidia_cudnn_cu12-9.1.0.70-py3-none-manylinux2014_x86_64.whl"_s;
}

void TestPracticeArchive::theNameIsTheOneThatNvidiaGives()
{
    QFETCH(QVersionNumber, version);
    QFETCH(QVersionNumber, cuda);
    QFETCH(Container, container);
    QFETCH(ElfImage::Machine, machine);
    QFETCH(QString, name);
    QCOMPARE(practiceArchive(version, cuda, container, machine).fileName, name);
}

void TestPracticeArchive::tarUnpacksItWithItsLinks_data()
{
    QTest::addColumn<Container>("container");
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<QString>("libraryFolder");
    QTest::newRow("tar.xz") << Container::TarXz << QVersionNumber({8, 9, 7, 29})
                            << u"cudnn-linux-x86_64-8.9.7.29_cuda11-archive/lib"_s;
    QTest::newRow("tgz") << Container::TarGz << QVersionNumber({8, 2, 1, 32}) << u"cuda/lib64"_s;
}

void TestPracticeArchive::tarUnpacksItWithItsLinks()
{
    QFETCH(Container, container);
    QFETCH(QVersionNumber, version);
    QFETCH(QString, libraryFolder);
    QTemporaryDir folder;
    const QVersionNumber cuda(11, 3);
    const PracticeArchive archive = practiceArchive(version, cuda, container);
    QCOMPARE(listed(u"tar"_s, {u"-xf"_s, save(folder, archive)}, folder.path()), QString());

    const QDir top(folder.filePath(archive.topDir));
    for (const PracticeFile &expected : practiceCudnn(version, cuda)) {
        const QFileInfo info(top.filePath(expected.path));
        if (!expected.linkTarget.isEmpty()) {
            QVERIFY2(info.isSymLink() && info.exists(), qPrintable(expected.path));
            QCOMPARE(linkText(info.filePath()), expected.linkTarget);
            continue;
        }
        QFile file(info.filePath());
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(expected.path));
        QCOMPARE(file.readAll(), expected.content);
        QCOMPARE(info.isExecutable(), (expected.mode & 0100) != 0);
    }
    QVERIFY(QFileInfo::exists(folder.filePath(libraryFolder + u"/libcudnn.so"_s)));
}

void TestPracticeArchive::aNameOfMoreThanAHundredBytesIsKept()
{
    QTemporaryDir folder;
    const QString longName = u"lib/"_s + QString(150, u'n');
    QFile file(folder.filePath(u"long.tar"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(tarOf(u"top"_s, {{.path = longName, .content = "x"}, {.path = u"after"_s, .content = "y"}}));
    file.close();
    QCOMPARE(listed(u"tar"_s, {u"-tf"_s, file.fileName()}, folder.path()), u"top/\ntop/lib/\ntop/%1\ntop/after\n"_s.arg(longName));
}

void TestPracticeArchive::pythonReadsTheWheel()
{
    if (QStandardPaths::findExecutable(u"python3"_s).isEmpty())
        QSKIP("python3 is not installed");
    QTemporaryDir folder;
    const PracticeArchive wheel = practiceArchive(QVersionNumber({9, 1, 0, 70}), QVersionNumber(12, 4), Container::Zip);
    const QString path = save(folder, wheel);
    QVERIFY(listed(u"python3"_s, {u"-m"_s, u"zipfile"_s, u"-t"_s, path}, folder.path()).contains(u"Done testing"));
    const QString names = listed(u"python3"_s, {u"-m"_s, u"zipfile"_s, u"-l"_s, path}, folder.path());
    QVERIFY2(names.contains(u"nvidia/cudnn/lib/libcudnn_graph.so.9 "), qPrintable(names));
    QVERIFY(names.contains(u"nvidia/cudnn/include/cudnn_version.h "));
    QVERIFY(!names.contains(u".so.9.1.0"));
}

void TestPracticeArchive::sameCallGivesSameBytes()
{
    for (const Container container : {Container::TarXz, Container::TarGz, Container::Zip}) {
        const auto make = [&] { return practiceArchive(QVersionNumber({9, 1, 0, 70}), QVersionNumber(12, 4), container).bytes; };
        QCOMPARE(make(), make());
    }
    // A gzip header may carry the time of packing, which would differ from one second to the next.
    const QByteArray gzip = practiceArchive(QVersionNumber({8, 2, 1, 32}), QVersionNumber(11, 3), Container::TarGz).bytes;
    QCOMPARE(gzip.mid(4, 4), QByteArray(4, '\0'));
}

QTEST_GUILESS_MAIN(TestPracticeArchive)
#include "tst_practicearchive.moc"
