// SPDX-License-Identifier: MIT
// The real program with libraries that stand in for NVIDIA's: the whole way from the command to the words.
#include "cliprogram.h"
#include "scratchroot.h"
#include "standins.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

const QString shape = u"2,8,16,20,20"_s; // small: the stand-ins compute on the CPU

// A folder with cuDNN, cuBLAS and NVRTC, and the environment of a person who has a driver.
class Machine
{
public:
    explicit Machine(const QString &cudnn = QString::fromLatin1(standins::cudnn9), const QString &toolkit = QString::fromLatin1(standins::toolkitFolder))
    {
        m_folder.folder(u"/lib64"_s);
        put(cudnn);
        const QFileInfoList libraries = QDir(toolkit).entryInfoList(QDir::Files);
        for (const QFileInfo &library : libraries)
            put(library.filePath());
        environment.insert(u"LD_LIBRARY_PATH"_s, QString::fromLatin1(standins::driverFolder));
    }

    QString copy() const { return m_folder.at(u"/lib64"_s); }
    // "NAME=value NAME=value"
    void tell(const QString &assignments)
    {
        const QStringList list = assignments.split(u' ');
        for (const QString &assignment : list)
            environment.insert(assignment.section(u'=', 0, 0), assignment.section(u'=', 1));
    }
    CliRun test(const QStringList &more = {u"--json"_s}) const
    {
        return runCli(QStringList{u"gpu-test"_s, u"--copy"_s, copy(), u"--shape"_s, shape} + more, environment);
    }

    QProcessEnvironment environment;

private:
    void put(const QString &library) const
    {
        QVERIFY(QFile::copy(library, copy() + u'/' + QFileInfo(library).fileName()));
    }

    ScratchRoot m_folder;
};

QString statuses(const QJsonObject &json)
{
    QStringList words;
    const QJsonArray modes = json[u"modes"].toArray();
    for (const QJsonValue &mode : modes)
        words << mode[u"verdict"].toString();
    return words.join(u' ');
}

// No work program of this machine's test runs any more.
int runningChildren(const QString &folder)
{
    int found = 0;
    const QStringList pids = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &pid : pids) {
        QFile command(u"/proc/%1/cmdline"_s.arg(pid));
        QFile maps(u"/proc/%1/maps"_s.arg(pid));
        if (command.open(QIODevice::ReadOnly) && command.readAll().contains("gpu-work") && maps.open(QIODevice::ReadOnly)
            && maps.readAll().contains(QFile::encodeName(folder)))
            ++found;
    }
    return found;
}

} // namespace

class TestCliGpuTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGoodCudnnIsProved();
    void peopleGetLinesATableAndAVerdict();
    void everyFaultHasItsWords_data();
    void everyFaultHasItsWords();
    void aHangIsEndedAndSaid();
    void olderAndBrokenLibrariesAreTold_data();
    void olderAndBrokenLibrariesAreTold();
    void asProgramsTellsWhichFileWasLoaded();
    void verifyComputesWhenAsked();
    void anInterruptEndsTheChild();
};

void TestCliGpuTest::aGoodCudnnIsProved()
{
    const Machine machine;
    const CliRun run = machine.test({u"--json"_s, u"--modes"_s, u"all"_s});
    QVERIFY2(run.exitCode == 0, run.error.constData());
    const QJsonObject json = run.json();
    QCOMPARE(json[u"ok"], QJsonValue(true));
    QCOMPARE(json[u"verdict"][u"kind"].toString(), u"good"_s);
    QCOMPARE(json[u"cudnnVersion"].toString(), u"9.14.0"_s);
    QCOMPARE(json[u"cudnnPath"].toString(), machine.copy() + u"/libcudnn.so.9"_s);
    QCOMPARE(json[u"libraries"][u"cublas"][u"file"].toString(), machine.copy() + u"/libcublas.so.13"_s);
    QCOMPARE(json[u"libraries"][u"nvrtc"][u"file"].toString(), machine.copy() + u"/libnvrtc.so.13"_s);
    QCOMPARE(json[u"modes"].toArray().size(), 8);
    QCOMPARE(statuses(json), QStringList(8, u"faster"_s).join(u' '));
    QVERIFY(json[u"everydaySpeedup"].toDouble() > 1);
    QVERIFY(run.error.contains("\"step\":\"verify\""));
}

void TestCliGpuTest::peopleGetLinesATableAndAVerdict()
{
    const Machine machine;
    const CliRun run = machine.test({});
    QVERIFY2(run.exitCode == 0, run.error.constData());
    const QString text = QString::fromUtf8(run.output);
    QVERIFY2(text.startsWith(u"Stand-in GPU, cuDNN 9.14.0: "_s + machine.copy()), qPrintable(text));
    QVERIFY2(text.contains(u"\nFP32 NCHW: "_s), qPrintable(text));
    QVERIFY2(text.contains(u"(IMPLICIT_PRECOMP_GEMM)"_s), qPrintable(text));
    QVERIFY2(text.contains(u"Speed-up"_s), qPrintable(text));
    QVERIFY2(text.contains(u"computes right on the Stand-in GPU and is"_s), qPrintable(text));
    const QString chinese = QString::fromUtf8(machine.test({u"--lang"_s, u"zh_CN"_s}).output);
    QVERIFY(chinese.contains(u"FP32 NCHW"_s));
}

void TestCliGpuTest::everyFaultHasItsWords_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("modes");
    const auto row = [](const char *name, const QString &told, int exitCode, const QString &kind, const QString &finding,
                        const QString &modes) { QTest::newRow(name) << told << exitCode << kind << finding << modes; };
    const QString none = u"notReached notReached notReached"_s;
    row("wrong numbers", u"STANDIN_CUDNN=wrong"_s, 1, u"wrong"_s, u"convolution-wrong"_s, u"wrong wrong wrong"_s);
    row("one output that is no number", u"STANDIN_CUDNN=nan"_s, 1, u"wrong"_s, u"convolution-wrong"_s, u"wrong wrong wrong"_s);
    row("one output that is off", u"STANDIN_CUDNN=oneWrong"_s, 1, u"wrong"_s, u"convolution-wrong"_s, u"wrong wrong wrong"_s);
    row("outputs that were not written", u"STANDIN_CUDNN=unwritten"_s, 1, u"wrong"_s, u"convolution-wrong"_s, u"wrong wrong wrong"_s);
    row("a status", u"STANDIN_CUDNN=status:5000"_s, 1, u"wrong"_s, u"convolution-failed"_s, u"failed failed failed"_s);
    row("a status when cuDNN begins", u"STANDIN_CUDNN=status:4000@cudnnCreate"_s, 1, u"wrong"_s, u"convolution-failed"_s, none);
    row("no algorithm", u"STANDIN_CUDNN=unsupported"_s, 1, u"wrong"_s, u"convolution-failed"_s, u"unsupported unsupported unsupported"_s);
    row("a crash", u"STANDIN_CUDNN=crash"_s, 1, u"wrong"_s, u"gpu-test-crashed"_s, u"failed notReached notReached"_s);
    row("a crash in the second mode", u"STANDIN_CUDNN=abort@cudnnFindConvolutionForwardAlgorithmEx#2"_s, 1, u"wrong"_s,
        u"gpu-test-crashed"_s, u"faster failed notReached"_s);
    row("an abort while cuDNN is loaded", u"STANDIN_CUDNN=abort@load"_s, 1, u"wrong"_s, u"gpu-test-crashed"_s, none);
    row("a silent exit", u"STANDIN_CUDNN=exit"_s, 1, u"wrong"_s, u"gpu-test-crashed"_s, u"failed notReached notReached"_s);
    row("slow", u"STANDIN_CUDNN=slow"_s, 1, u"notFaster"_s, u"convolution-slow"_s, u"notFaster notFaster notFaster"_s);
    row("as slow as without", u"STANDIN_CUDNN=even"_s, 1, u"notFaster"_s, u"convolution-slow"_s, u"notFaster notFaster notFaster"_s);
    row("no GPU", u"STANDIN_CUDA=noDevice"_s, 3, u"impossible"_s, u"no-nvidia-gpu"_s, none);
    row("a driver that does not begin", u"STANDIN_CUDA=initFails"_s, 3, u"impossible"_s, u"uvm-not-loaded"_s, none);
    row("a NVRTC that does not compile", u"STANDIN_NVRTC=compileFails"_s, 0, u"partial"_s, {}, u"right right right"_s);
    row("a NVML that is dead", u"STANDIN_NVML=dead"_s, 0, u"good"_s, {}, u"faster faster faster"_s);
    row("a cuBLAS that fails", u"STANDIN_BLAS=fails"_s, 0, u"good"_s, {}, u"faster right faster"_s); // our own kernel has no TF32
    // What lies outside of cuDNN is no fault of it.
    row("slow on a GPU that is held back", u"STANDIN_CUDNN=even STANDIN_NVML=throttled"_s, 0, u"notFaster"_s, u"convolution-slow"_s,
        u"notFaster notFaster notFaster"_s);
    row("slow on a GPU that another uses", u"STANDIN_CUDNN=even STANDIN_NVML=busy"_s, 0, u"notFaster"_s, u"convolution-slow"_s,
        u"notFaster notFaster notFaster"_s);
    row("slow on a small GPU", u"STANDIN_CUDNN=even STANDIN_CUDA=tiny"_s, 0, u"notFaster"_s, u"convolution-slow"_s,
        u"notFaster notFaster notFaster"_s);
}

void TestCliGpuTest::everyFaultHasItsWords()
{
    QFETCH(QString, told);
    Machine machine;
    machine.tell(told);
    const CliRun run = machine.test();
    const QJsonObject json = run.json();
    QTEST(run.exitCode, "exitCode");
    QTEST(json[u"verdict"][u"kind"].toString(), "kind");
    QTEST(json[u"verdict"][u"finding"].toString(), "finding");
    QTEST(statuses(json), "modes");
    QVERIFY(!json[u"verdict"][u"sentence"].toString().isEmpty());
    if (run.exitCode == 3)
        QCOMPARE(run.errorId(), json[u"verdict"][u"finding"].toString());
    QCOMPARE(runningChildren(machine.copy()), 0);
}

// The time is that which the test is given, and what the supervisor adds for loading.
void TestCliGpuTest::aHangIsEndedAndSaid()
{
    Machine machine;
    machine.tell(u"STANDIN_CUDNN=hang"_s);
    const CliRun run = machine.test({u"--json"_s, u"--seconds"_s, u"1"_s});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()[u"verdict"][u"finding"].toString(), u"gpu-test-timed-out"_s);
    QCOMPARE(statuses(run.json()), u"failed notReached notReached"_s);
    QCOMPARE(runningChildren(machine.copy()), 0);
}

void TestCliGpuTest::olderAndBrokenLibrariesAreTold_data()
{
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("finding");
    QTest::newRow("cuDNN 8") << QString::fromLatin1(standins::cudnn8) << 0 << u"good"_s << QString();
    QTest::newRow("cuDNN 7") << QString::fromLatin1(standins::cudnn7) << 0 << u"good"_s << QString();
    QTest::newRow("a function is missing") << QString::fromLatin1(standins::cudnnWithoutForward) << 1 << u"wrong"_s
                                           << u"load-failed"_s;
    QTest::newRow("cuDNN cannot be loaded") << QString::fromLatin1(standins::cudnnUnloadable) << 1 << u"wrong"_s
                                            << u"load-failed"_s;
}

void TestCliGpuTest::olderAndBrokenLibrariesAreTold()
{
    QFETCH(QString, cudnn);
    const Machine machine(cudnn);
    const CliRun run = machine.test();
    QTEST(run.exitCode, "exitCode");
    QTEST(run.json()[u"verdict"][u"kind"].toString(), "kind");
    QTEST(run.json()[u"verdict"][u"finding"].toString(), "finding");
}

void TestCliGpuTest::asProgramsTellsWhichFileWasLoaded()
{
    Machine machine;
    const Machine other;
    const QString driver = machine.environment.value(u"LD_LIBRARY_PATH"_s);
    machine.environment.insert(u"LD_LIBRARY_PATH"_s, driver + u':' + other.copy());
    const QJsonObject json = machine.test({u"--json"_s, u"--as-programs"_s}).json();
    QCOMPARE(json[u"way"].toString(), u"asPrograms"_s);
    QCOMPARE(json[u"libraries"][u"cudnn"][u"asked"].toString(), u"libcudnn.so.9"_s);
    QCOMPARE(json[u"cudnnPath"].toString(), other.copy() + u"/libcudnn.so.9"_s);
    QVERIFY2(json[u"verdict"][u"reasons"][0].toString().contains(u"not the copy in "_s + machine.copy()),
             qPrintable(json[u"verdict"][u"reasons"][0].toString()));
}

void TestCliGpuTest::verifyComputesWhenAsked()
{
    Machine machine;
    const auto row = [&] {
        const QJsonObject json = runCli({u"verify"_s, u"--copy"_s, machine.copy(), u"--gpu"_s, u"on"_s, u"--json"_s}, machine.environment).json();
        const QJsonArray checks = json[u"checks"].toArray();
        return QStringList{checks.last()[u"id"].toString(), checks.last()[u"status"].toString(), checks.last()[u"finding"].toString(),
                           json[u"gpuTest"][u"verdict"][u"kind"].toString()};
    };
    machine.tell(u"STANDIN_CUDNN=crash"_s);
    QCOMPARE(row(), QStringList({u"gpu"_s, u"failed"_s, u"gpu-test-crashed"_s, u"wrong"_s}));
    machine.tell(u"STANDIN_CUDNN="_s);
    machine.tell(u"STANDIN_CUDA=noDevice"_s);
    QCOMPARE(row(), QStringList({u"gpu"_s, u"failed"_s, u"no-nvidia-gpu"_s, u"impossible"_s}));
}

void TestCliGpuTest::anInterruptEndsTheChild()
{
    Machine machine;
    machine.tell(u"STANDIN_CUDNN=hang"_s);
    QProcess process;
    startCli(process, {u"gpu-test"_s, u"--copy"_s, machine.copy(), u"--shape"_s, shape}, machine.environment);
    process.closeWriteChannel();
    // The device is told when the child is at work.
    QByteArray output;
    while (!output.contains("Stand-in GPU") && process.waitForReadyRead(60000))
        output += process.readAllStandardOutput();
    QVERIFY(output.contains("Stand-in GPU"));
    process.terminate();
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 6);
    QTRY_COMPARE(runningChildren(machine.copy()), 0);
}

QTEST_GUILESS_MAIN(TestCliGpuTest)
#include "tst_cli_gputest.moc"
