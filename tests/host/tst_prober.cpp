// SPDX-License-Identifier: MIT
#include "host/prober.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <sys/wait.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString library(const QString &name)
{
    return QStringLiteral(TEST_LIBRARIES) + u"/libtest_%1.so"_s.arg(name);
}

const ChildProcessProber prober(QStringLiteral(PROBE_TOOL));

} // namespace

class TestProber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void aGoodLibraryAnswers();
    void aLibraryThatCannotBeLoadedHasTheLoadersWords_data();
    void aLibraryThatCannotBeLoadedHasTheLoadersWords();
    void aCrashOrAHangIsAnError_data();
    void aCrashOrAHangIsAnError();
    void aCrashInALaterLibraryLosesNoEarlierAnswer();
    void aHangInALaterLibraryLosesNoEarlierAnswer();
    void whatALibraryPrintsIsNoAnswer();
    void theChildGetsTheEnvironmentOfTheRequest();
    void aBareNameIsSearchedInTheLibraryPath();
    void aProgramThatDoesNotStartIsSaidSo();
    void nvmlAnswersForDriverAndCards();
    void nvmlThatFailsSaysWhy();
    void nvmlThatIsNotThereIsMissing();
    void nvmlIsAskedInAChildProcess_data();
    void nvmlIsAskedInAChildProcess();
    void aLibraryThatNeverStopsTalkingIsStopped();
};

// No child is left behind, not even as a zombie.
void TestProber::cleanup()
{
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestProber::aGoodLibraryAnswers()
{
    const auto answer = prober.probe({.library = library(u"good"_s), .alsoLoad = {library(u"callcrash"_s)}});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 90102);
    QCOMPARE(answer->cudartVersion, 12040);
    QCOMPARE(answer->loads.size(), 2);
    QVERIFY(answer->loads[0].loaded);
    QCOMPARE(answer->loads[0].loadedFrom, QFileInfo(library(u"good"_s)).canonicalFilePath());
    QVERIFY(answer->loads[1].loaded);
    QVERIFY(answer->loads[1].error.isEmpty());
}

void TestProber::aLibraryThatCannotBeLoadedHasTheLoadersWords_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("an empty file") << QByteArray("") << u"file too short"_s;
    QTest::newRow("a text") << QByteArray(4096, 'x') << u"invalid ELF header"_s;
    QTest::newRow("no file") << QByteArray() << u"cannot open shared object file"_s;
}

void TestProber::aLibraryThatCannotBeLoadedHasTheLoadersWords()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"libcudnn.so.9"_s));
    if (!content.isNull()) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
    }
    const auto answer = prober.probe({.library = file.fileName(), .alsoLoad = {library(u"good"_s)}});
    QVERIFY(answer);
    QVERIFY(!answer->cudnnVersion);
    QVERIFY(!answer->loads[0].loaded);
    QVERIFY2(answer->loads[0].error.contains(words), qPrintable(answer->loads[0].error));
    QVERIFY(answer->loads[1].loaded);
}

void TestProber::aCrashOrAHangIsAnError_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("detail");
    QTest::newRow("crashes when loaded") << u"crash"_s << u"load-failed"_s << QString();
    QTest::newRow("hangs when loaded") << u"hang"_s << u"command-timed-out"_s << QString();
    QTest::newRow("aborts when called") << u"callcrash"_s << u"load-failed"_s << u"Unable to load any of {libcudnn_graph.so.9}"_s;
}

void TestProber::aCrashOrAHangIsAnError()
{
    QFETCH(QString, name);
    QFETCH(QString, detail);
    const auto answer = prober.probe({.library = library(name), .timeout = 700ms});
    QVERIFY(!answer);
    QTEST(toString(answer.error().id), "id");
    QVERIFY2(answer.error().detail.contains(detail), qPrintable(answer.error().detail));
    QVERIFY(answer.error().message.toString().contains(library(name)));
}

void TestProber::aCrashInALaterLibraryLosesNoEarlierAnswer()
{
    const auto answer = prober.probe(
            {.library = library(u"good"_s), .alsoLoad = {library(u"crash"_s), library(u"callcrash"_s)}});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 90102);
    QCOMPARE(answer->loads.size(), 3);
    QVERIFY(answer->loads[0].loaded);
    QVERIFY(!answer->loads[1].loaded);
    QVERIFY(answer->loads[1].error.startsWith(u"loading it crashed the program"_s));
    QVERIFY(!answer->loads[2].loaded);
    QVERIFY(answer->loads[2].error.startsWith(u"not tried"_s));
}

void TestProber::aHangInALaterLibraryLosesNoEarlierAnswer()
{
    const auto answer = prober.probe(
            {.library = library(u"good"_s), .alsoLoad = {library(u"hang"_s)}, .timeout = 700ms});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 90102);
    QVERIFY(answer->loads[1].error.startsWith(u"loading it did not come to an end"_s));
}

void TestProber::whatALibraryPrintsIsNoAnswer()
{
    const auto answer = prober.probe({.library = library(u"loud"_s)});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 0);
    QVERIFY(!answer->cudartVersion);
}

void TestProber::theChildGetsTheEnvironmentOfTheRequest()
{
    const auto answer = prober.probe(
            {.library = library(u"loud"_s), .environment = {{u"PROBE_TEST_VALUE"_s, u"8907"_s}}});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 8907);
}

void TestProber::aBareNameIsSearchedInTheLibraryPath()
{
    QVERIFY(!prober.probe({.library = u"libtest_good.so"_s})->loads[0].loaded);
    const auto answer = prober.probe({.library = u"libtest_good.so"_s, .libraryPath = {QStringLiteral(TEST_LIBRARIES)}});
    QVERIFY(answer);
    QCOMPARE(answer->cudnnVersion, 90102);
    QCOMPARE(answer->loads[0].loadedFrom, QFileInfo(library(u"good"_s)).canonicalFilePath());
}

void TestProber::aProgramThatDoesNotStartIsSaidSo()
{
    const auto answer = ChildProcessProber(u"/nonexistent/cudnn-setup-cli"_s).probe({.library = library(u"good"_s)});
    QVERIFY(!answer);
    QVERIFY(answer.error().id == ErrorId::CommandMissing);
}

void TestProber::nvmlAnswersForDriverAndCards()
{
    const auto answer = askNvml(library(u"fakenvml"_s));
    QVERIFY(answer);
    const NvmlAnswer copy = nvmlAnswerFromJson(toJson(*answer));
    QCOMPARE(copy.driverVersion, QVersionNumber({535, 154, 5}));
    QCOMPARE(copy.maxCuda, QVersionNumber(12, 2));
    QCOMPARE(copy.gpus.size(), 2);
    QCOMPARE(copy.gpus[0].name, u"NVIDIA GeForce RTX 3090"_s);
    QCOMPARE(copy.gpus[0].computeCapability, QVersionNumber(8, 6));
    QCOMPARE(copy.gpus[0].memoryBytes, 25769803776);
    QCOMPARE(copy.gpus[1].index, 1);
    QVERIFY(!copy.gpus[1].memoryBytes);
}

void TestProber::nvmlThatFailsSaysWhy()
{
    qputenv("FAKE_NVML_STATUS", "18");
    const auto answer = askNvml(library(u"fakenvml"_s));
    qunsetenv("FAKE_NVML_STATUS");
    QVERIFY(!answer);
    QVERIFY(answer.error().id == ErrorId::LoadFailed);
    QCOMPARE(answer.error().detail, u"Driver/library version mismatch"_s);
}

void TestProber::nvmlThatIsNotThereIsMissing()
{
    QVERIFY(askNvml(u"/nonexistent/libnvidia-ml.so.1"_s).error().id == ErrorId::InputMissing);
}

void TestProber::nvmlIsAskedInAChildProcess_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id"); // empty: it answers
    QTest::newRow("a driver that answers") << u"fakenvml"_s << QString();
    QTest::newRow("a driver library that crashes") << u"crash"_s << u"load-failed"_s;
    QTest::newRow("a library that is none of NVIDIA's") << u"good"_s << u"load-failed"_s;
    QTest::newRow("no driver") << QString() << u"input-missing"_s;
}

void TestProber::nvmlIsAskedInAChildProcess()
{
    QFETCH(QString, name);
    QFETCH(QString, id);
    if (name.isEmpty() && nvmlIsThere())
        QSKIP("this machine has a driver");
    const QTemporaryDir folder;
    if (!name.isEmpty())
        QVERIFY(QFile::link(library(name), folder.filePath(u"libnvidia-ml.so.1"_s)));
    const QByteArray before = qgetenv("LD_LIBRARY_PATH");
    qputenv("LD_LIBRARY_PATH", folder.path().toUtf8());
    const auto answer = prober.askNvml();
    qputenv("LD_LIBRARY_PATH", before);
    QCOMPARE(answer ? QString() : toString(answer.error().id), id);
    if (answer)
        QCOMPARE(answer->gpus.size(), 2);
}

void TestProber::aLibraryThatNeverStopsTalkingIsStopped()
{
    const auto answer = prober.probe({.library = library(u"chatter"_s), .timeout = 700ms});
    QVERIFY(!answer);
    QVERIFY(answer.error().id == ErrorId::CommandTimedOut);
    QVERIFY(!answer.error().detail.isEmpty());
    QVERIFY(answer.error().detail.size() <= 256 << 10);
}

QTEST_GUILESS_MAIN(TestProber)
#include "tst_prober.moc"
