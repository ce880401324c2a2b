// SPDX-License-Identifier: MIT
#include "gpu/gpuprotocol.h"
#include "gpu/gpusupervisor.h"

#include "practice/practice.h"
#include "smallcudnn.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <sys/wait.h>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr GpuMode fp32{GpuMode::Precision::Fp32, GpuMode::Layout::Nchw};
constexpr GpuMode tf32{GpuMode::Precision::Tf32, GpuMode::Layout::Nchw};
constexpr GpuMode fp16{GpuMode::Precision::Fp16, GpuMode::Layout::Nhwc};

QByteArray line(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QByteArray running(const GpuMode &mode)
{
    return line(gpuprotocol::fromRunning(mode));
}

QByteArray measured(const GpuMode &mode)
{
    return running(mode)
            + line(gpuprotocol::fromResult({.mode = mode,
                                            .status = GpuModeResult::Status::Measured,
                                            .batch = 16,
                                            .onRuns = {1, 1, 1},
                                            .offRuns = {3, 3, 3},
                                            .relativeError = 1e-5}));
}

QByteArray beginning()
{
    return line(gpuprotocol::fromLibraries({.driver = {.asked = u"libcuda.so.1"_s, .file = u"/lib/libcuda.so.1"_s},
                                            .cudnn = {.asked = u"libcudnn.so.9"_s, .file = u"/lib/libcudnn.so.9"_s, .version = u"9.14.0"_s},
                                            .cublas = {.asked = u"libcublas.so.13"_s},
                                            .nvrtc = {.asked = u"libnvrtc.so.13"_s}}))
            + line(gpuprotocol::fromDevice({.index = 0, .name = u"A GPU"_s, .multiprocessors = 40}));
}

QByteArray end(GpuTestReport::End end = GpuTestReport::End::Complete, const QString &words = {})
{
    return line(gpuprotocol::fromEnd(end, words));
}

QByteArray wholeTest()
{
    return beginning() + measured(fp32) + measured(tf32) + measured(fp16) + end();
}

GpuTestReport planned()
{
    GpuTestReport report;
    for (const GpuMode &mode : {fp32, tf32, fp16})
        report.modes << GpuModeResult{.mode = mode};
    return report;
}

// A script of the played child, and the child that plays it.
class Play
{
public:
    explicit Play(const QByteArray &script) { m_folder.file(u"/script"_s, script); }

    LineChild child(std::chrono::milliseconds timeout = 60s) const
    {
        LineChild child{.program = QStringLiteral(PLAYED_CHILD), .arguments = {u"gpu-work"_s}, .timeout = timeout};
        child.environment.insert(u"PLAYED_SCRIPT"_s, m_folder.at(u"/script"_s));
        return child;
    }
    GpuTestReport report(std::chrono::milliseconds timeout = 60s) const
    {
        return *superviseGpuChild(planned(), child(timeout), {}, {});
    }

private:
    ScratchRoot m_folder;
};

// "measured failed notReached"
QString statuses(const GpuTestReport &report)
{
    QStringList words;
    for (const GpuModeResult &result : report.modes)
        words << toString(result.status);
    return words.join(u' ');
}

bool isAlive(qint64 pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

} // namespace

class TestGpuSupervisor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void everyWayToEndIsAReport_data();
    void everyWayToEndIsAReport();
    void whatComesInIsHandedOnAtOnce();
    void cancellingEndsItAtOnce();
    void aGrandchildThatHoldsThePipesIsEndedToo_data();
    void aGrandchildThatHoldsThePipesIsEndedToo();
    void megabytesOfWordsAreKeptSmall();
    void theChildGetsItsLibrariesAndItsSurroundings();
    void aProgramThatIsNotThereIsNoJudgement();
    void aMachineInAFolderIsNotTried_data();
    void aMachineInAFolderIsNotTried();
    void aFolderWithoutCudnnIsSaid();
};

// No child is left behind, not even as a zombie.
void TestGpuSupervisor::cleanup()
{
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestGpuSupervisor::everyWayToEndIsAReport_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("words"); // which the end's words hold; empty: there are none
    QTest::addColumn<QString>("modes");
    const QString all = u"measured measured measured"_s;
    const QString none = u"notReached notReached notReached"_s;
    QTest::newRow("a whole test") << wholeTest() << u"complete"_s << QString() << all;
    QTest::newRow("a whole test with chatter in between")
            << "Loading...\n{\n[1,2]\n\xff\xfe\n" + wholeTest() + "bye\n" << u"complete"_s << QString() << all;
    QTest::newRow("a whole test that crashes when all is said") << wholeTest() + "!crash\n" << u"complete"_s << QString() << all;
    QTest::newRow("time was up") << beginning() + measured(fp32) + end(GpuTestReport::End::TimeUp) << u"timeUp"_s << QString()
                                 << u"measured notReached notReached"_s;
    QTest::newRow("no GPU") << end(GpuTestReport::End::NoGpu, u"cuInit: CUDA_ERROR_NO_DEVICE"_s) << u"noGpu"_s
                            << u"CUDA_ERROR_NO_DEVICE"_s << none;
    QTest::newRow("a crash at once") << QByteArray("!crash\n") << u"crashed"_s << u"SIGSEGV"_s << none;
    QTest::newRow("a crash in the second mode") << beginning() + measured(fp32) + running(tf32) + "!crash\n" << u"crashed"_s
                                                << u"SIGSEGV"_s << u"measured failed notReached"_s;
    QTest::newRow("an abort with words")
            << beginning() + running(fp32) + "!words Unable to load any of {libcudnn_graph.so.9}\n!abort\n" << u"crashed"_s
            << u"SIGABRT\nUnable to load any of {libcudnn_graph.so.9}"_s << u"failed notReached notReached"_s;
    QTest::newRow("killed from outside") << beginning() + "!kill\n" << u"crashed"_s << u"SIGKILL"_s << none;
    QTest::newRow("a crash in the middle of a line")
            << beginning() + running(fp32) + "!unfinished {\"result\":{\"mode\":\"fp32-nchw\",\"sta\n!crash\n" << u"crashed"_s
            << u"SIGSEGV"_s << u"failed notReached notReached"_s;
    QTest::newRow("a silent exit") << beginning() + running(fp32) + "!exit 0\n" << u"crashed"_s << u"exit status 0"_s
                                   << u"failed notReached notReached"_s;
    QTest::newRow("an exit with a status") << QByteArray("!exit 3\n") << u"crashed"_s << u"exit status 3"_s << none;
    QTest::newRow("a program that the loader could not begin")
            << QByteArray("!words libQt6Core.so.6: cannot open shared object file\n!exit 127\n") << u"notStarted"_s
            << u"libQt6Core.so.6"_s << none;
    QTest::newRow("a hang at once") << QByteArray("!hang\n") << u"hung"_s << u"0.7 s"_s << none;
    QTest::newRow("a hang in the first mode, deaf to SIGTERM") << beginning() + running(fp32) + "!deaf\n!hang\n" << u"hung"_s
                                                              << u"0.7 s"_s << u"failed notReached notReached"_s;
    QTest::newRow("endless chatter") << beginning() + measured(fp32) + running(tf32) + "!endless y\n" << u"hung"_s << u"0.7 s"_s
                                     << u"measured failed notReached"_s;
    QTest::newRow("endless answers") << QByteArray("!endless {\"running\":\"fp32-nchw\"}\n") << u"hung"_s << u"0.7 s"_s
                                     << u"failed notReached notReached"_s;
}

void TestGpuSupervisor::everyWayToEndIsAReport()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, words);
    const bool isToHang = QLatin1StringView(QTest::currentDataTag()).contains("hang"_L1)
            || QLatin1StringView(QTest::currentDataTag()).contains("endless"_L1);
    const GpuTestReport report = Play(script).report(isToHang ? 700ms : 60s);
    QTEST(toString(report.end), "end");
    if (words.isEmpty())
        QCOMPARE(report.endWords, QString());
    else
        QVERIFY2(report.endWords.contains(words), qPrintable(report.endWords));
    QTEST(statuses(report), "modes");
    QVERIFY(report.seconds < 60);
}

void TestGpuSupervisor::whatComesInIsHandedOnAtOnce()
{
    QStringList seen;
    const Play play(beginning() + measured(fp32) + running(tf32) + "!hang\n");
    Job job;
    // The child hangs only after it has said all this: what is seen was handed on before its end.
    job.isCancelled = [&] { return seen.size() == 6; };
    const auto report = superviseGpuChild(planned(), play.child(600s), job,
                                          [&](const GpuTestReport &soFar, const std::optional<GpuMode> &mode) {
                                              seen << (soFar.device ? soFar.device->name : u"-"_s) + u' ' + statuses(soFar) + u' '
                                                      + (mode ? toString(*mode) : u"-"_s);
                                          });
    QVERIFY(!report);
    QCOMPARE(seen,
             QStringList({u"- notReached notReached notReached -"_s, u"- notReached notReached notReached -"_s,
                          u"A GPU notReached notReached notReached -"_s, u"A GPU notReached notReached notReached fp32-nchw"_s,
                          u"A GPU measured notReached notReached -"_s, u"A GPU measured notReached notReached tf32-nchw"_s}));
}

void TestGpuSupervisor::cancellingEndsItAtOnce()
{
    bool hasBegun = false;
    QElapsedTimer clock;
    Job job;
    job.isCancelled = [&] { return hasBegun; };
    const Play play("!deaf\n" + beginning() + "!hang\n");
    const auto report = superviseGpuChild(planned(), play.child(600s), job,
                                          [&](const GpuTestReport &soFar, const std::optional<GpuMode> &) {
                                              if (soFar.device && !hasBegun) {
                                                  hasBegun = true;
                                                  clock.start();
                                              }
                                          });
    QVERIFY(!report);
    QVERIFY(hasBegun);
    QVERIFY(clock.elapsed() < 10'000);
}

void TestGpuSupervisor::aGrandchildThatHoldsThePipesIsEndedToo_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("after a good end") << end();
    QTest::newRow("after a crash") << QByteArray("!crash\n");
    QTest::newRow("after a silent exit") << QByteArray("!exit 0\n");
    QTest::newRow("after a hang") << QByteArray("!hang\n");
}

void TestGpuSupervisor::aGrandchildThatHoldsThePipesIsEndedToo()
{
    QFETCH(QByteArray, end);
    QElapsedTimer clock;
    clock.start();
    qint64 grandchild = 0;
    const Play play("!grandchild\n" + end);
    LineChild child = play.child(end == "!hang\n" ? 700ms : 600s);
    // The supervisor passes over what it does not know; here it is heard.
    const auto hear = [&](const QByteArray &words) {
        const qint64 pid = QJsonDocument::fromJson(words)[u"grandchild"].toInteger();
        grandchild = pid > 0 ? pid : grandchild;
    };
    runLineChild(child, hear);
    QVERIFY(grandchild > 0);
    QTRY_VERIFY(!isAlive(grandchild));
    const GpuTestReport report = *superviseGpuChild(planned(), child, {}, {});
    QVERIFY(report.end != GpuTestReport::End::NotStarted);
    QVERIFY(clock.elapsed() < 60'000);
}

void TestGpuSupervisor::megabytesOfWordsAreKeptSmall()
{
    const GpuTestReport report = Play("!manyWords\n!abort\n").report();
    QVERIFY(report.endWords.startsWith(u"SIGABRT\n"));
    QVERIFY(report.endWords.endsWith(u"the last word"));
    QVERIFY(report.endWords.size() < 100'000);
}

void TestGpuSupervisor::theChildGetsItsLibrariesAndItsSurroundings()
{
    const ScratchRoot folder;
    writeCudnn(folder, {9, 1, 0}, {12, 4}, u"/copy/lib"_s, u"/copy/include"_s);
    folder.file(u"/script"_s, "!tell " + folder.at(u"/told"_s).toLocal8Bit() + '\n' + wholeTest());
    qputenv("PLAYED_SCRIPT", folder.at(u"/script"_s).toLocal8Bit());
    qputenv("LD_LIBRARY_PATH", "/somewhere/lib");
    const Host host = Host::local(QStringLiteral(PLAYED_CHILD));
    qunsetenv("LD_LIBRARY_PATH");
    qunsetenv("PLAYED_SCRIPT");

    const GpuTestRequest request{.libraryDir = folder.at(u"/copy/lib"_s), .device = 2, .modes = {fp32, tf32, fp16}, .limit = 7s};
    const auto report = runGpuTest(host, {}, request, host.prober().program(), {});
    QVERIFY(report);
    QVERIFY(report->verdict.kind == GpuVerdict::Kind::Good);
    QFile told(folder.at(u"/told"_s));
    QVERIFY(told.open(QIODevice::ReadOnly));
    const auto heard = gpuprotocol::requestFrom(QJsonDocument::fromJson(told.readLine()).object());
    QCOMPARE(heard.cudnn, folder.at(u"/copy/lib/libcudnn.so.9"_s));
    QCOMPARE(heard.driver, u"libcuda.so.1"_s);
    QCOMPARE(heard.device, 2);
    QVERIFY(heard.modes == request.modes);
    QCOMPARE(heard.seconds, 7.0);
    QCOMPARE(told.readLine(), QFile::encodeName(folder.at(u"/copy/lib"_s)) + ":/somewhere/lib\n");
}

void TestGpuSupervisor::aProgramThatIsNotThereIsNoJudgement()
{
    const ScratchRoot folder;
    writeCudnn(folder, {9, 1, 0}, {12, 4}, u"/copy/lib"_s, u"/copy/include"_s);
    const Host host = Host::local(QStringLiteral(PLAYED_CHILD));
    const auto report = runGpuTest(host, {}, {.libraryDir = folder.at(u"/copy/lib"_s)}, u"/nowhere/program"_s, {});
    QVERIFY(report);
    QVERIFY(report->end == GpuTestReport::End::NotStarted);
    QVERIFY(!report->endWords.isEmpty());
    QVERIFY(report->verdict.kind == GpuVerdict::Kind::Impossible);
    QCOMPARE(statuses(*report), u"notReached notReached notReached"_s);
}

void TestGpuSupervisor::aMachineInAFolderIsNotTried_data()
{
    QTest::addColumn<bool>("isPractice");
    QTest::addColumn<QString>("words");
    QTest::newRow("a practice machine") << true << u"A practice machine has no GPU"_s;
    QTest::newRow("a machine looked at from outside") << false << u"Run the test on the machine itself"_s;
}

void TestGpuSupervisor::aMachineInAFolderIsNotTried()
{
    QFETCH(bool, isPractice);
    QFETCH(QString, words);
    const ScratchRoot folder;
    folder.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
    writeCudnn(folder, {9, 1, 0}, {12, 4}, u"/root/usr/lib64"_s, u"/root/usr/include"_s);
    const auto prober = std::make_shared<ChildProcessProber>(QStringLiteral(PLAYED_CHILD));
    const auto host = isPractice ? Host::recorded(folder.at(), practiceProber(prober)) : Host::inFolder(folder.at(u"/root"_s));
    QVERIFY(host);
    const auto report = runGpuTest(*host, {}, {.libraryDir = u"/usr/lib64"_s}, QStringLiteral(PLAYED_CHILD), {});
    QVERIFY(report);
    QVERIFY(report->end == GpuTestReport::End::NotStarted);
    QVERIFY(report->verdict.kind == GpuVerdict::Kind::Impossible);
    QVERIFY2(report->verdict.sentence.toString().contains(words), qPrintable(report->verdict.sentence.toString()));
}

void TestGpuSupervisor::aFolderWithoutCudnnIsSaid()
{
    const ScratchRoot folder;
    folder.folder(u"/empty"_s);
    const Host host = Host::local(QStringLiteral(PLAYED_CHILD));
    const auto report = runGpuTest(host, {}, {.libraryDir = folder.at(u"/empty"_s)}, QStringLiteral(PLAYED_CHILD), {});
    QVERIFY(report);
    QCOMPARE(report->verdict.finding, u"cudnn-absent"_s);
    QVERIFY(report->verdict.kind == GpuVerdict::Kind::Impossible);
}

QTEST_GUILESS_MAIN(TestGpuSupervisor)
#include "tst_gpusupervisor.moc"
