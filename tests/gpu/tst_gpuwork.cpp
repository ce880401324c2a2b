// SPDX-License-Identifier: MIT
#include "../app/cliprogram.h"
#include "gpu/gpuprotocol.h"
#include "standins.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using gpuprotocol::Request;
using Precision = GpuMode::Precision;
using Layout = GpuMode::Layout;
using Status = GpuModeResult::Status;
using End = GpuTestReport::End;

namespace {

constexpr int longestMs = 60'000;
constexpr GpuMode plainMode{Precision::Fp32, Layout::Nchw};

Request request(const QList<GpuMode> &modes = {plainMode})
{
    const auto path = [](const char *library) { return QString::fromUtf8(library); };
    return {.driver = path(standins::driver),
            .cudnn = path(standins::cudnn9),
            .cublas = path(standins::cublas),
            .nvrtc = path(standins::nvrtc),
            .nvml = path(standins::nvml),
            .modes = modes,
            .seconds = 30,
            .shape = {.batch = 2, .inputChannels = 4, .outputChannels = 8, .height = 12, .width = 10}};
}

// Of CUDA 10.2 and cuDNN 7.6.
Request oldRequest(const QList<GpuMode> &modes = {plainMode})
{
    Request old = request(modes);
    old.cudnn = QString::fromUtf8(standins::cudnn7);
    old.cublas = QString::fromUtf8(standins::oldCublas);
    old.nvrtc = QString::fromUtf8(standins::oldNvrtc);
    return old;
}

// "STANDIN_CUDNN=slow" or nothing.
QProcessEnvironment environmentFrom(const QString &told)
{
    QProcessEnvironment environment;
    if (!told.isEmpty())
        environment.insert(told.section(u'=', 0, 0), told.section(u'=', 1));
    return environment;
}

// What the child said, and how it ended.
struct Run
{
    GpuTestReport report;
    QStringList kinds; // of its lines, in order
    std::optional<GpuMode> running;
    bool isCrashed = false;
    int exitCode = -1;
    QByteArray error;
    bool isOnlyJson = true;

    const GpuModeResult &only() const
    {
        static const GpuModeResult none;
        return report.modes.size() == 1 ? report.modes.constFirst() : none;
    }
    const GpuModeResult &of(const GpuMode &mode) const
    {
        static const GpuModeResult none;
        const GpuModeResult *result = report.mode(mode);
        return result ? *result : none;
    }
};

void start(QProcess &process, const QByteArray &input, const QString &told)
{
    startCli(process, {u"gpu-work"_s}, environmentFrom(told));
    process.write(input);
    process.closeWriteChannel();
}

Run runWith(const QByteArray &input, const QString &told)
{
    QProcess process;
    start(process, input, told);
    Run run;
    run.report.end = End::NotStarted;
    if (!process.waitForFinished(longestMs))
        return run;
    run.isCrashed = process.exitStatus() == QProcess::CrashExit;
    run.exitCode = process.exitCode();
    run.error = process.readAllStandardError();
    const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    for (const QByteArray &line : lines) {
        const QJsonObject json = QJsonDocument::fromJson(line).object();
        run.isOnlyJson = run.isOnlyJson && (line.isEmpty() || !json.isEmpty());
        if (!json.isEmpty() && !json.contains(u"at"))
            run.kinds << (json.contains(u"end") ? u"end"_s : json.keys().constFirst());
        gpuprotocol::take(json, run.report, run.running);
    }
    return run;
}

Run run(const Request &request, const QString &told = {})
{
    return runWith(QJsonDocument(gpuprotocol::fromRequest(request)).toJson(), told);
}

bool isAbout(std::optional<double> value, double expected)
{
    return value && std::abs(*value - expected) < expected / 10;
}

} // namespace

// The child of the GPU test, with libraries that stand in for NVIDIA's.
class TestGpuWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyModeIsMeasured_data();
    void everyModeIsMeasured();
    void linesComeInOrder();
    void theGpuAndTheLibrariesAreDescribed();
    void theStateOfTheGpuIsTold_data();
    void theStateOfTheGpuIsTold();
    void failuresHaveTheirWords_data();
    void failuresHaveTheirWords();
    void wrongNumbersAreSeen_data();
    void wrongNumbersAreSeen();
    void timesAreThoseOfTheGpu_data();
    void timesAreThoseOfTheGpu();
    void aMissingPieceNarrowsTheTest_data();
    void aMissingPieceNarrowsTheTest();
    void withoutDriverOrCudnnNothingIsMeasured_data();
    void withoutDriverOrCudnnNothingIsMeasured();
    void oldLibrariesMeasureWhatTheyHave();
    void aSmallCardTakesFewerImages_data();
    void aSmallCardTakesFewerImages();
    void whatDiesHasSaidHowFarItCame_data();
    void whatDiesHasSaidHowFarItCame();
    void whatHangsHasSaidWhere();
    void whatLibrariesPrintIsNoAnswer();
    void withoutTimeNothingIsBegun();
    void whatIsNoRequestIsRefused_data();
    void whatIsNoRequestIsRefused();
};

void TestGpuWork::everyModeIsMeasured_data()
{
    QTest::addColumn<GpuMode>("mode");
    QTest::addColumn<QString>("cudnn");
    for (const GpuMode &mode : allGpuModes()) {
        QTest::addRow("cuDNN 9, %s", qPrintable(toString(mode))) << mode << QString::fromUtf8(standins::cudnn9);
        QTest::addRow("cuDNN 8, %s", qPrintable(toString(mode))) << mode << QString::fromUtf8(standins::cudnn8);
    }
}

void TestGpuWork::everyModeIsMeasured()
{
    QFETCH(GpuMode, mode);
    QFETCH(QString, cudnn);
    Request asked = request({mode});
    asked.cudnn = cudnn;
    const Run done = run(asked);
    const GpuModeResult &result = done.only();
    QCOMPARE(toString(done.report.end), toString(End::Complete));
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(toString(result.mode), toString(mode));
    QCOMPARE(toString(result.status), toString(Status::Measured));
    QCOMPARE(result.problem, QString());
    QCOMPARE(result.offProblem, QString());
    QCOMPARE(result.batch, 2);
    QCOMPARE(result.onRuns.size(), 5);
    QCOMPARE(result.offRuns.size(), 5);
    QCOMPARE(result.spread(), 0.0);
    QVERIFY(isAbout(result.onMs(), 0.0105));
    QVERIFY(isAbout(result.speedup(), 4)); // four launches for two images, and one
    QVERIFY(*result.relativeError <= errorLimit(mode.precision));
    QVERIFY(*result.differenceFromOff <= errorLimit(mode.precision));
    // FP32 is computed without TF32: else its error would be hundreds of times larger.
    QVERIFY(mode.precision != Precision::Fp32 || *result.relativeError < 1e-5);
    const bool isPlain = mode.precision == Precision::Fp32;
    QCOMPARE(result.algorithm, isPlain ? u"IMPLICIT_PRECOMP_GEMM"_s : u"IMPLICIT_PRECOMP_GEMM, tensor cores"_s);
    QCOMPARE(result.workspaceBytes, 4096);
    QCOMPARE(result.offMethod, u"im2col + cuBLAS"_s);
}

void TestGpuWork::linesComeInOrder()
{
    const Run done = run(request({plainMode, {Precision::Fp16, Layout::Nhwc}}));
    QVERIFY(done.isOnlyJson);
    QCOMPARE(done.kinds,
             (QStringList{u"libraries"_s, u"device"_s, u"before"_s, u"libraries"_s, u"running"_s, u"during"_s, u"result"_s, u"result"_s,
                          u"running"_s, u"during"_s, u"result"_s, u"result"_s, u"after"_s, u"end"_s})); // with cuDNN, then whole
    QCOMPARE(done.report.modes.size(), 2);
    QVERIFY(!done.running);
}

void TestGpuWork::theGpuAndTheLibrariesAreDescribed()
{
    const Request asked = request();
    const Run done = run(asked, u"STANDIN_CUDA_MEMORY=4000000000"_s);
    const GpuDevice device = done.report.device.value_or(GpuDevice{});
    QCOMPARE(device.name, u"Stand-in GPU"_s);
    QCOMPARE(device.computeCapability, QVersionNumber(8, 6));
    QCOMPARE(device.multiprocessors, 80);
    QCOMPARE(device.memoryBytes, 4'000'000'000);
    QCOMPARE(device.freeBytes, 4'000'000'000);
    QCOMPARE(device.maxCuda, QVersionNumber(13, 0));
    QCOMPARE(device.driverVersion, u"580.65.06"_s);
    const GpuLibraries libraries = done.report.libraries.value_or(GpuLibraries{});
    QCOMPARE(libraries.driver.file, asked.driver);
    QCOMPARE(libraries.cudnn.asked, asked.cudnn);
    QCOMPARE(libraries.cudnn.file, asked.cudnn);
    QCOMPARE(libraries.cudnn.version, u"9.14.0"_s);
    QCOMPARE(libraries.cublas.version, u"13.0.0"_s);
    QCOMPARE(libraries.nvrtc.version, u"13.0"_s);
    for (const GpuLibrary &library : {libraries.driver, libraries.cudnn, libraries.cublas, libraries.nvrtc})
        QCOMPARE(library.problem, QString());
}

void TestGpuWork::theStateOfTheGpuIsTold_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<int>("clockMhz"); // 0: unknown
    QTest::addColumn<QStringList>("throttling");
    QTest::addColumn<QStringList>("programs");
    QTest::newRow("at rest") << QString() << 1980 << QStringList() << QStringList();
    QTest::newRow("too hot") << u"STANDIN_NVML=throttled"_s << 600 << QStringList{u"power"_s, u"heat"_s} << QStringList();
    QTest::newRow("another program computes") << u"STANDIN_NVML=busy"_s << 1980 << QStringList() << QStringList{u"4242 python3"_s};
    QTest::newRow("process ids of another namespace mean nothing")
            << u"STANDIN_NVML=busy,hidden"_s << 1980 << QStringList() << QStringList();
    QTest::newRow("NVML does not answer") << u"STANDIN_NVML=dead"_s << 0 << QStringList() << QStringList();
    QTest::newRow("one question is not answered") << u"STANDIN_NVML=status:3@nvmlDeviceGetClockInfo"_s << 0 << QStringList() << QStringList();
}

void TestGpuWork::theStateOfTheGpuIsTold()
{
    QFETCH(QString, told);
    QFETCH(int, clockMhz);
    QFETCH(QStringList, throttling);
    QFETCH(QStringList, programs);
    const Run done = run(request(), told);
    QCOMPARE(toString(done.only().status), toString(Status::Measured));
    for (const GpuState &state : {done.report.before, done.report.during, done.report.after}) {
        QCOMPARE(state.clockMhz.value_or(0), clockMhz);
        QCOMPARE(state.throttling, throttling);
        QStringList seen;
        for (const FileUserFacts &program : state.programs)
            seen << u"%1 %2"_s.arg(program.pid).arg(program.name);
        QCOMPARE(seen, programs);
    }
}

void TestGpuWork::failuresHaveTheirWords_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<End>("end");
    QTest::addColumn<Status>("status"); // of the mode; NotReached where there is no result
    QTest::addColumn<QString>("words");
    const QString forward = u"cudnnConvolutionForward: "_s;
    QTest::newRow("no GPU") << u"STANDIN_CUDA=noDevice"_s << End::NoGpu << Status::NotReached
                            << u"cuInit: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)"_s;
    QTest::newRow("the driver does not start") << u"STANDIN_CUDA=initFails"_s << End::NoGpu << Status::NotReached
                                               << u"cuInit: CUDA_ERROR_UNKNOWN (unknown error)"_s;
    QTest::newRow("a status without a name") << u"STANDIN_CUDA=status:12345"_s << End::NoGpu << Status::NotReached
                                             << u"cuInit: 12345 (unknown)"_s;
    QTest::newRow("cuDNN does not start") << u"STANDIN_CUDNN=status:1001@cudnnCreate"_s << End::NotStarted << Status::NotReached
                                          << u"cudnnCreate: CUDNN_STATUS_NOT_INITIALIZED"_s;
    QTest::newRow("no memory") << u"STANDIN_CUDA=outOfMemory"_s << End::Complete << Status::Failed
                               << u"cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"_s;
    QTest::newRow("the convolution fails") << u"STANDIN_CUDNN=status:5000"_s << End::Complete << Status::Failed
                                           << forward + u"CUDNN_STATUS_EXECUTION_FAILED"_s;
    QTest::newRow("the convolution fails after a while") << u"STANDIN_CUDNN=status:5000#100"_s << End::Complete << Status::Failed
                                                         << forward + u"CUDNN_STATUS_EXECUTION_FAILED"_s;
    QTest::newRow("the convolution is not supported") << u"STANDIN_CUDNN=status:3000"_s << End::Complete << Status::Unsupported
                                                      << forward + u"CUDNN_STATUS_NOT_SUPPORTED"_s;
    QTest::newRow("no algorithm is supported")
            << u"STANDIN_CUDNN=unsupported"_s << End::Complete << Status::Unsupported
            << u"cudnnFindConvolutionForwardAlgorithmEx: CUDNN_STATUS_NOT_SUPPORTED"_s;
    QTest::newRow("a kernel fails, which is told later")
            << u"STANDIN_CUDA=status:719@cuStreamSynchronize"_s << End::Complete << Status::Failed
            << u"cuStreamSynchronize: CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)"_s;
}

void TestGpuWork::failuresHaveTheirWords()
{
    QFETCH(QString, told);
    QFETCH(End, end);
    QFETCH(Status, status);
    QFETCH(QString, words);
    const Run done = run(request(), told);
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(toString(done.report.end), toString(end));
    QCOMPARE(toString(done.only().status), toString(status));
    QCOMPARE(end == End::Complete ? done.only().problem : done.report.endWords, words);
    QVERIFY(done.only().onRuns.isEmpty());
    QVERIFY(!done.only().relativeError);
}

void TestGpuWork::wrongNumbersAreSeen_data()
{
    QTest::addColumn<GpuMode>("mode");
    QTest::addColumn<QString>("told");
    QTest::addColumn<bool>("isNumber"); // what comes out, everywhere
    for (const GpuMode &mode : {plainMode, GpuMode{Precision::Fp16, Layout::Nhwc}, GpuMode{Precision::Bf16, Layout::Nchw}}) {
        const QByteArray name = toString(mode).toLatin1();
        QTest::addRow("all outputs are half as large again, %s", name.constData()) << mode << u"STANDIN_CUDNN=wrong"_s << true;
        QTest::addRow("a single output is off, %s", name.constData()) << mode << u"STANDIN_CUDNN=oneWrong"_s << true;
        QTest::addRow("a single output is no number, %s", name.constData()) << mode << u"STANDIN_CUDNN=nan"_s << false;
        QTest::addRow("nothing is written, %s", name.constData()) << mode << u"STANDIN_CUDNN=unwritten"_s << false;
    }
}

void TestGpuWork::wrongNumbersAreSeen()
{
    QFETCH(GpuMode, mode);
    QFETCH(QString, told);
    QFETCH(bool, isNumber);
    const GpuModeResult result = run(request({mode}), told).only();
    QCOMPARE(toString(result.status), toString(Status::Measured));
    QCOMPARE(result.offProblem, QString());
    QVERIFY(result.differenceFromOff);
    QCOMPARE(!std::isnan(*result.differenceFromOff), isNumber);
    QVERIFY(!isNumber || *result.differenceFromOff > 10 * errorLimit(mode.precision));
}

void TestGpuWork::timesAreThoseOfTheGpu_data()
{
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<QString>("told");
    QTest::addColumn<double>("speedup");
    QTest::addColumn<double>("spread");
    QTest::addColumn<QString>("algorithm");
    const QString usual = u"IMPLICIT_PRECOMP_GEMM, tensor cores"_s;
    const QString cudnn = QString::fromUtf8(standins::cudnn9);
    QTest::newRow("faster") << cudnn << QString() << 4.0 << 0.0 << usual;
    QTest::newRow("as fast as without cuDNN") << cudnn << u"STANDIN_CUDNN=even"_s << 1.0 << 0.0 << usual;
    QTest::newRow("slower") << cudnn << u"STANDIN_CUDNN=slow"_s << 0.1 << 0.0 << usual;
    QTest::newRow("unsteady") << cudnn << u"STANDIN_CUDNN=noisy"_s << 4.0 / 3 << 2.0 / 3 << usual;
    QTest::newRow("a plan of the graph interface is faster still")
            << QString::fromUtf8(standins::cudnn9WithGraphs) << QString() << 8.0 << 0.0 << u"graph plan"_s;
}

void TestGpuWork::timesAreThoseOfTheGpu()
{
    QFETCH(QString, cudnn);
    QFETCH(QString, told);
    QFETCH(double, speedup);
    QFETCH(double, spread);
    Request asked = request({{Precision::Tf32, Layout::Nchw}});
    asked.cudnn = cudnn;
    const GpuModeResult result = run(asked, told).only();
    QVERIFY2(isAbout(result.speedup(), speedup), qPrintable(QString::number(result.speedup().value_or(0))));
    QVERIFY2(std::abs(result.spread() - spread) < 0.01, qPrintable(QString::number(result.spread())));
    QTEST(result.algorithm, "algorithm");
    QVERIFY(*result.relativeError <= errorLimit(Precision::Tf32));
}

void TestGpuWork::aMissingPieceNarrowsTheTest_data()
{
    QTest::addColumn<Request>("asked");
    QTest::addColumn<QString>("told");
    QTest::addColumn<QString>("offMethod"); // empty: there is no time without cuDNN
    QTest::addColumn<QString>("offProblem");
    const auto with = [](QString Request::*library, const QString &path, const GpuMode &mode = plainMode) {
        Request asked = request({mode});
        asked.*library = path;
        return asked;
    };
    const QString own = u"im2col + own kernel"_s;
    const QString blas = u"im2col + cuBLAS"_s;
    const GpuMode half{Precision::Fp16, Layout::Nhwc};
    const GpuMode brain{Precision::Bf16, Layout::Nchw};
    const GpuMode tf32{Precision::Tf32, Layout::Nchw};
    QTest::newRow("no cuBLAS") << with(&Request::cublas, {}) << QString() << own << QString();
    QTest::newRow("no cuBLAS, FP16") << with(&Request::cublas, {}, half) << QString() << own << QString();
    QTest::newRow("no cuBLAS, BF16") << with(&Request::cublas, {}, brain) << QString() << own << QString();
    QTest::newRow("no cuBLAS, TF32") << with(&Request::cublas, {}, tf32) << QString() << QString() << u"no TF32 without cuBLAS"_s;
    QTest::newRow("cuBLAS does not start") << request() << u"STANDIN_BLAS=fails"_s << own << QString();
    QTest::newRow("cuBLAS fails") << request() << u"STANDIN_BLAS=status:13"_s << QString()
                                  << u"cublasGemmEx: CUBLAS_STATUS_EXECUTION_FAILED"_s;
    QTest::newRow("cuBLAS is wrong") << request() << u"STANDIN_BLAS=wrong"_s << QString()
                                     << u"the results without cuDNN are wrong (relative error 1."_s;
    QTest::newRow("no NVRTC") << with(&Request::nvrtc, {}) << QString() << QString() << u"NVRTC was not found"_s;
    QTest::newRow("NVRTC is no library") << with(&Request::nvrtc, u"/nowhere/libnvrtc.so.13"_s) << QString() << QString()
                                         << u"/nowhere/libnvrtc.so.13: cannot open shared object file"_s;
    QTest::newRow("NVRTC refuses our kernels") << request() << u"STANDIN_NVRTC=compileFails"_s << QString()
                                               << u"nvrtcCompileProgram: NVRTC_ERROR_COMPILATION\ncudnnsetup.cu(1): error: "_s;
    QTest::newRow("the driver refuses our kernels") << request() << u"STANDIN_CUDA=status:222@cuModuleLoadData"_s << QString()
                                                    << u"cuModuleLoadData: CUDA_ERROR_UNSUPPORTED_PTX_VERSION"_s;
    QTest::newRow("NVRTC no longer knows this GPU") << request() << u"STANDIN_CUDA=capability:61"_s << QString()
                                                    << u"NVRTC knows no architecture of this GPU"_s;
    QTest::newRow("NVRTC does not know this GPU yet") << request() << u"STANDIN_CUDA=capability:130"_s << blas << QString();
    QTest::newRow("a driver that is older than the toolkit") << request() << u"STANDIN_CUDA=old"_s << blas << QString();
    QTest::newRow("no NVML") << with(&Request::nvml, {}) << QString() << blas << QString();
}

void TestGpuWork::aMissingPieceNarrowsTheTest()
{
    QFETCH(Request, asked);
    QFETCH(QString, told);
    QFETCH(QString, offMethod);
    QFETCH(QString, offProblem);
    const Run done = run(asked, told);
    const GpuModeResult &result = done.only();
    QCOMPARE(toString(done.report.end), toString(End::Complete));
    QCOMPARE(toString(result.status), toString(Status::Measured));
    QCOMPARE(result.onRuns.size(), 5);
    QVERIFY(*result.relativeError <= errorLimit(result.mode.precision));
    QCOMPARE(result.offMethod, offMethod);
    QCOMPARE(result.offRuns.size(), offMethod.isEmpty() ? 0 : 5);
    QCOMPARE(result.differenceFromOff.has_value(), !offMethod.isEmpty());
    QVERIFY2(result.offProblem.startsWith(offProblem) && result.offProblem.isEmpty() == offProblem.isEmpty(),
             qPrintable(result.offProblem));
}

void TestGpuWork::withoutDriverOrCudnnNothingIsMeasured_data()
{
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<End>("end");
    QTest::addColumn<QString>("words");
    const QString driver = QString::fromUtf8(standins::driver);
    const QString cudnn = QString::fromUtf8(standins::cudnn9);
    const QString unloadable = QString::fromUtf8(standins::cudnnUnloadable);
    QTest::newRow("no driver") << u"/nowhere/libcuda.so.1"_s << cudnn << End::NoGpu
                               << u"/nowhere/libcuda.so.1: cannot open shared object file: No such file or directory"_s;
    QTest::newRow("something else as the driver") << cudnn << cudnn << End::NoGpu << u"undefined symbol: cuInit"_s;
    QTest::newRow("no cuDNN") << driver << u"/nowhere/libcudnn.so.9"_s << End::NotStarted
                              << u"/nowhere/libcudnn.so.9: cannot open shared object file: No such file or directory"_s;
    QTest::newRow("a cuDNN without the convolution") << driver << QString::fromUtf8(standins::cudnnWithoutForward) << End::NotStarted
                                                     << u"undefined symbol: cudnnConvolutionForward"_s;
    QTest::newRow("a cuDNN that needs what is not there") << driver << unloadable << End::NotStarted
                                                          << unloadable + u": undefined symbol: cudnnStandinOfAnotherVersion"_s;
    QTest::newRow("an empty file") << driver << u"EMPTY"_s << End::NotStarted << u"EMPTY: file too short"_s;
}

void TestGpuWork::withoutDriverOrCudnnNothingIsMeasured()
{
    QFETCH(QString, driver);
    QFETCH(QString, cudnn);
    QFETCH(End, end);
    QFETCH(QString, words);
    const QTemporaryDir folder;
    QFile empty(folder.filePath(u"libcudnn.so.9"_s));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    empty.close();
    Request asked = request();
    asked.driver = driver;
    asked.cudnn = cudnn.replace(u"EMPTY"_s, empty.fileName());
    const Run done = run(asked);
    QCOMPARE(done.exitCode, 0);
    QCOMPARE(toString(done.report.end), toString(end));
    QCOMPARE(done.report.endWords, words.replace(u"EMPTY"_s, empty.fileName()));
    QVERIFY(done.report.modes.isEmpty());
}

void TestGpuWork::oldLibrariesMeasureWhatTheyHave()
{
    const Run done = run(oldRequest(allGpuModes()), u"STANDIN_CUDA=old,capability:75"_s);
    QCOMPARE(done.report.device.value_or(GpuDevice{}).maxCuda, QVersionNumber(10, 2));
    QCOMPARE(done.report.libraries->cudnn.version, u"7.6.5"_s);
    QCOMPARE(done.report.libraries->cublas.version, u"10.2.4"_s);
    QCOMPARE(done.report.libraries->nvrtc.version, u"10.2"_s);
    QCOMPARE(done.report.modes.size(), 8);
    for (const GpuModeResult &result : std::as_const(done.report.modes)) {
        const bool isNew = result.mode.precision == Precision::Tf32 || result.mode.precision == Precision::Bf16;
        QCOMPARE(toString(result.status), toString(isNew ? Status::Unsupported : Status::Measured));
        QCOMPARE(result.problem, isNew ? u"cuDNN 7 has no such mode; cuDNN 8 does"_s : QString());
        QCOMPARE(result.offRuns.size(), isNew ? 0 : 5);
        QVERIFY(isNew || *result.differenceFromOff <= errorLimit(result.mode.precision));
    }
    const Run onTuring = run(request({{Precision::Bf16, Layout::Nchw}}), u"STANDIN_CUDA=capability:75"_s);
    QCOMPARE(toString(onTuring.only().status), toString(Status::Unsupported));
    QCOMPARE(onTuring.only().problem, u"this GPU (compute capability 7.5) has no such mode; those from 8.0 on do"_s);
}

void TestGpuWork::aSmallCardTakesFewerImages_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("batch"); // 0: not even one image fits
    QTest::newRow("room for all") << 1'000'000 << 16;
    QTest::newRow("room for half of them") << 250'000 << 8;
    QTest::newRow("room for one") << 60'000 << 1;
    QTest::newRow("no room") << 5'000 << 0;
}

void TestGpuWork::aSmallCardTakesFewerImages()
{
    QFETCH(int, bytes);
    QFETCH(int, batch);
    Request asked = request();
    asked.shape.batch = 16; // 200 kB with its outputs, 17 kB of columns
    const GpuModeResult result = run(asked, u"STANDIN_CUDA_MEMORY=%1"_s.arg(bytes)).only();
    if (batch == 0) {
        QCOMPARE(toString(result.status), toString(Status::Failed));
        QCOMPARE(result.problem, u"cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"_s);
        return;
    }
    QCOMPARE(toString(result.status), toString(Status::Measured));
    QCOMPARE(result.batch, batch);
    QCOMPARE(result.offProblem, QString());
    QVERIFY(*result.relativeError < 1e-5 && *result.differenceFromOff < 1e-5);
}

void TestGpuWork::whatDiesHasSaidHowFarItCame_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<int>("signal"); // 0: it ended by itself
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("results");
    QTest::addColumn<QString>("running");
    QTest::addColumn<QString>("at");
    QTest::newRow("a crash in the convolution") << u"STANDIN_CUDNN=crash"_s << SIGSEGV << QByteArray() << 0 << u"fp32-nchw"_s << u"cudnn"_s;
    QTest::newRow("a crash in the second mode") << u"STANDIN_CUDNN=crash@cudnnFindConvolutionForwardAlgorithmEx#2"_s << SIGSEGV
                                                << QByteArray() << 1 << u"fp16-nhwc"_s << u"cudnn"_s;
    QTest::newRow("an abort") << u"STANDIN_CUDNN=abort"_s << SIGABRT << QByteArray("stand-in: abort in cudnnConvolutionForward\n") << 0
                              << u"fp32-nchw"_s << u"cudnn"_s;
    QTest::newRow("a silent end") << u"STANDIN_CUDNN=exit"_s << 0 << QByteArray() << 0 << u"fp32-nchw"_s << u"cudnn"_s;
    QTest::newRow("a crash of the driver") << u"STANDIN_CUDA=crash"_s << SIGSEGV << QByteArray() << 0 << QString() << u"driver"_s;
    QTest::newRow("a crash while cuDNN is loaded") << u"STANDIN_CUDNN=crash@load"_s << SIGSEGV << QByteArray() << 0 << QString() << u"cudnn"_s;
    QTest::newRow("a crash of NVRTC") << u"STANDIN_NVRTC=crash"_s << SIGSEGV << QByteArray() << 0 << QString() << u"nvrtc"_s;
    QTest::newRow("a crash of cuBLAS") << u"STANDIN_BLAS=crash"_s << SIGSEGV << QByteArray() << 1 << QString() << u"cublas"_s;
    QTest::newRow("a crash of NVML") << u"STANDIN_NVML=crash"_s << SIGSEGV << QByteArray() << 0 << QString() << u"nvml"_s;
}

void TestGpuWork::whatDiesHasSaidHowFarItCame()
{
    QFETCH(QString, told);
    QFETCH(int, signal);
    QFETCH(QByteArray, words);
    QFETCH(int, results);
    QFETCH(QString, running);
    QFETCH(QString, at);
    const Run done = run(request({plainMode, {Precision::Fp16, Layout::Nhwc}}), told);
    QCOMPARE(done.report.at, at);
    QCOMPARE(done.isCrashed, signal != 0);
    QCOMPARE(done.exitCode, signal);
    QCOMPARE(done.error, words);
    QCOMPARE(done.report.modes.size(), results);
    QCOMPARE(done.running ? toString(*done.running) : QString(), running);
    QVERIFY(!done.kinds.contains(u"end"_s));
}

void TestGpuWork::whatHangsHasSaidWhere()
{
    QProcess process;
    start(process, QJsonDocument(gpuprotocol::fromRequest(request())).toJson(), u"STANDIN_CUDNN=hang"_s);
    QByteArray said;
    while (!said.contains("\"running\":\"fp32-nchw\"") && process.waitForReadyRead(longestMs))
        said += process.readAllStandardOutput();
    QVERIFY2(said.contains("\"running\":\"fp32-nchw\""), said.constData());
    QCOMPARE(process.state(), QProcess::Running);
    process.kill();
    QVERIFY(process.waitForFinished(longestMs));
}

void TestGpuWork::whatLibrariesPrintIsNoAnswer()
{
    const Run done = run(request(), u"STANDIN_CUDNN=loud,loud@load"_s);
    QVERIFY(done.isOnlyJson);
    QCOMPARE(toString(done.only().status), toString(Status::Measured));
    QCOMPARE(toString(done.report.end), toString(End::Complete));
}

void TestGpuWork::withoutTimeNothingIsBegun()
{
    Request asked = request();
    asked.seconds = 0;
    const Run done = run(asked);
    QCOMPARE(toString(done.report.end), toString(End::TimeUp));
    QVERIFY(done.report.device);
    QVERIFY(done.report.modes.isEmpty() && !done.running);
}

void TestGpuWork::whatIsNoRequestIsRefused_data()
{
    QTest::addColumn<QByteArray>("input");
    const auto without = [](const QString &key) {
        QJsonObject json = gpuprotocol::fromRequest(request());
        json.remove(key);
        return QJsonDocument(json).toJson();
    };
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("fp32-nchw\n");
    QTest::newRow("no driver is named") << without(u"driver"_s);
    QTest::newRow("no cuDNN is named") << without(u"cudnn"_s);
    QTest::newRow("no modes") << without(u"modes"_s);
    QTest::newRow("no shape") << without(u"shape"_s);
}

void TestGpuWork::whatIsNoRequestIsRefused()
{
    QFETCH(QByteArray, input);
    const Run done = runWith(input, {});
    QVERIFY(!done.isCrashed);
    QCOMPARE(done.exitCode, 2);
    QVERIFY(done.kinds.isEmpty());
}


QTEST_GUILESS_MAIN(TestGpuWork)
#include "tst_gpuwork.moc"
