// SPDX-License-Identifier: MIT
#include "cliprogram.h"
#include "treesnapshot.h"

#include "practice/practice.h"
#include "practice/practicearchive.h"

#include <KCompressionDevice>

#include <QBuffer>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

// A practice cuDNN with one library so large that unpacking it takes a while.
void writeLargeArchive(const QString &path)
{
    QList<PracticeFile> files = practiceCudnn(QVersionNumber({8, 9, 7, 29}), QVersionNumber(12, 2));
    files << PracticeFile{.path = u"lib/libcudnn_large.so.8.9.7"_s, .content = QByteArray(256 << 20, '\0'), .mode = 0755};
    KCompressionDevice device(path, KCompressionDevice::GZip);
    QVERIFY(device.open(QIODevice::WriteOnly));
    const QByteArray tar = tarOf(u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive"_s, files);
    QCOMPARE(device.write(tar), qint64(tar.size()));
    device.close();
}

} // namespace

// What happens when somebody stops the program, or whoever reads its words goes away.
class TestCliInterruption : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aSignalDuringUnpackingLeavesTheOldTree_data();
    void aSignalDuringUnpackingLeavesTheOldTree();
    void aReaderThatGoesAwayDoesNotStopAnInstallation();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    PracticeMachine m_practice;
};

void TestCliInterruption::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto practice = writePractice(m_folder->path());
    QVERIFY(practice);
    m_practice = *practice;
}

void TestCliInterruption::aSignalDuringUnpackingLeavesTheOldTree_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl-C") << SIGINT;
    QTest::newRow("kill") << SIGTERM;
}

void TestCliInterruption::aSignalDuringUnpackingLeavesTheOldTree()
{
    QFETCH(int, signal);
    QTemporaryDir downloads;
    const QString path = downloads.filePath(u"large.tgz"_s);
    writeLargeArchive(path);
    const auto before = snapshotOf(m_practice.machine + u"/root"_s);

    QProcess process;
    startCli(process, {u"--machine"_s, m_practice.machine, u"install"_s, path, u"--toolkit"_s, u"/usr/local/cuda-12.4"_s, u"--yes"_s,
                       u"--json"_s, u"--allow-unknown-archive"_s});
    process.setReadChannel(QProcess::StandardError);
    QByteArray progress;
    while (!progress.contains("\"stage\"")) {
        QVERIFY2(process.waitForReadyRead(60000), progress.constData());
        progress += process.readAll();
    }
    QCOMPARE(::kill(pid_t(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 6);
    const QJsonObject document = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(document[u"error"][u"id"].toString(), u"cancelled"_s);
    QCOMPARE(differences(before, snapshotOf(m_practice.machine + u"/root"_s)), QStringList());
}

void TestCliInterruption::aReaderThatGoesAwayDoesNotStopAnInstallation()
{
    QProcess process;
    process.setChildProcessModifier([] {
        int ends[2];
        if (::pipe(ends) != 0)
            ::_exit(99);
        ::close(ends[0]); // nobody will ever read
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
    });
    startCli(process, {u"--machine"_s, m_practice.machine, u"install"_s, m_practice.archives.constFirst().path, u"--toolkit"_s,
                       u"/usr/local/cuda-12.4"_s, u"--yes"_s, u"--json"_s});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 8); // done, but nobody was told
    QVERIFY(QFileInfo::exists(m_practice.machine + u"/root/usr/local/cuda-12.4/lib64/libcudnn.so.8.9.7"_s));
}

QTEST_GUILESS_MAIN(TestCliInterruption)
#include "tst_cli_interruption.moc"
