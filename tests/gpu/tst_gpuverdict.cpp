// SPDX-License-Identifier: MIT
#include "gpu/gpuverdict.h"

#include <QTest>

#include <functional>
#include <limits>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

using Status = GpuModeResult::Status;
using End = GpuTestReport::End;
using Change = std::function<void(GpuTestReport &)>;

constexpr GpuMode fp32{GpuMode::Precision::Fp32, GpuMode::Layout::Nchw};
constexpr GpuMode tf32{GpuMode::Precision::Tf32, GpuMode::Layout::Nchw};
constexpr GpuMode fp16{GpuMode::Precision::Fp16, GpuMode::Layout::Nhwc};
constexpr GpuMode bf16{GpuMode::Precision::Bf16, GpuMode::Layout::Nhwc};

const QString copyFile = u"/opt/copy/lib/libcudnn.so.9.14.0"_s;

GpuModeResult measured(const GpuMode &mode, double on, double off, double noise = 0)
{
    return {.mode = mode,
            .status = Status::Measured,
            .batch = 16,
            .onRuns = {on, on, on * (1 + noise)},
            .offRuns = {off, off, off},
            .algorithm = u"IMPLICIT_GEMM"_s,
            .offMethod = u"im2col + cuBLAS"_s,
            .relativeError = 1e-5,
            .differenceFromOff = 2e-5};
}

// A test in which all went well: three modes, each at least twice as fast.
GpuTestReport goodReport()
{
    GpuTestReport report{.end = End::Complete, .seconds = 5};
    report.device = GpuDevice{.name = u"NVIDIA H200"_s, .computeCapability = {9, 0}, .multiprocessors = 132};
    report.libraries = GpuLibraries{.driver = {.asked = u"libcuda.so.1"_s, .file = u"/lib/libcuda.so.1"_s},
                                    .cudnn = {.asked = copyFile, .file = copyFile, .version = u"9.14.0"_s},
                                    .cublas = {.asked = u"libcublas.so.13"_s, .file = u"/lib/libcublas.so.13"_s},
                                    .nvrtc = {.asked = u"libnvrtc.so.13"_s, .file = u"/lib/libnvrtc.so.13"_s}};
    report.modes = {measured(fp32, 1.5, 3.3), measured(tf32, 0.7, 1.4), measured(fp16, 0.2, 1.0)};
    return report;
}

// Nothing was computed, and the child said why.
GpuTestReport endedBefore(End end, const QString &words = {})
{
    GpuTestReport report = goodReport();
    report.end = end;
    report.endWords = words;
    for (GpuModeResult &result : report.modes)
        result = {.mode = result.mode};
    return report;
}

GpuTestReport slowReport()
{
    GpuTestReport report = goodReport();
    for (GpuModeResult &result : report.modes)
        result = measured(result.mode, 2, 1);
    return report;
}

GpuVerdict judged(const GpuTestReport &report, bool machineHasGpu = true)
{
    return verdictOf(report, {.dispatcher = copyFile, .machineHasGpu = machineHasGpu});
}

QString all(const GpuVerdict &verdict)
{
    QStringList lines{verdict.sentence.toString()};
    for (const Text &reason : verdict.reasons)
        lines << reason.toString();
    return (lines << verdict.mending.toString()).join(u'\n');
}

GpuModeResult failed(const GpuMode &mode, const QString &problem)
{
    return {.mode = mode, .status = Status::Failed, .problem = problem};
}

} // namespace

Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(GpuTestReport)
Q_DECLARE_METATYPE(GpuModeResult)

class TestGpuVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasMeasuredIsJudged_data();
    void whatWasMeasuredIsJudged();
    void whatCouldNotBeBegunIsJudged_data();
    void whatCouldNotBeBegunIsJudged();
    void whyItIsNotFasterIsSeen_data();
    void whyItIsNotFasterIsSeen();
    void aReasonThatIsNotThereIsNotNamed();
    void aStatusHasItsMending_data();
    void aStatusHasItsMending();
    void everyModeHasItsVerdict_data();
    void everyModeHasItsVerdict();
    void anotherCopyIsAlwaysNamed();
    void slowIsAFaultWithoutAReasonOnly();
    void everydayComparesFp32WithoutToTf32With();
    void everyVerdictSaysWhatToDo();
};

void TestGpuVerdict::whatWasMeasuredIsJudged_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const Change &change, const QString &kind, const QString &finding, const QString &words) {
        QTest::newRow(name) << change << kind << finding << words;
    };
    row("all went well", [](GpuTestReport &) {}, u"good"_s, {}, u"cuDNN 9.14.0 computes right on the NVIDIA H200 and is 2.0 to 5.0 times"_s);
    row("one mode", [](GpuTestReport &r) { r.modes = {measured(fp32, 1, 2.2)}; }, u"good"_s, {}, u"is 2.2 times as fast"_s);
    row("one of three is not faster", [](GpuTestReport &r) { r.modes[1] = measured(tf32, 1.4, 1.4); }, u"good"_s, {},
        u"Not faster in TF32 NCHW"_s);
    row("one of three is noisy", [](GpuTestReport &r) { r.modes[1] = measured(tf32, 1.4, 1.4, 0.5); }, u"good"_s, {}, u"2.2 to 5.0"_s);
    row("modes that this GPU lacks", [](GpuTestReport &r) { r.modes << GpuModeResult{.mode = bf16, .status = Status::Unsupported}; },
        u"good"_s, {}, u"2.0 to 5.0"_s);
    row("time was up before the last",
        [](GpuTestReport &r) {
            r.end = End::TimeUp;
            r.modes << GpuModeResult{.mode = bf16};
        },
        u"good"_s, {}, u"Time was up before BF16 NHWC"_s);
    row("a crash after all was measured", [](GpuTestReport &r) { r.end = End::Crashed; }, u"good"_s, {}, u"2.0 to 5.0"_s);
    row("two of three are not faster",
        [](GpuTestReport &r) {
            r.modes[1] = measured(tf32, 1.4, 1.4);
            r.modes[2] = measured(fp16, 1.4, 1.45);
        },
        u"notFaster"_s, u"convolution-slow"_s, u"is not faster than the same convolution without it"_s);
    row("the only mode is noisy", [](GpuTestReport &r) { r.modes = {measured(fp32, 1, 2.2, 0.3)}; }, u"unsteady"_s, {},
        u"differ so much"_s);
    row("the only mode is noisy and slow", [](GpuTestReport &r) { r.modes = {measured(fp32, 2, 1, 0.3)}; }, u"unsteady"_s, {},
        u"differ so much"_s);
    row("noise could turn the result",
        [](GpuTestReport &r) {
            r.modes[0] = measured(fp32, 1, 1);
            r.modes[1] = measured(tf32, 1, 1, 0.5);
        },
        u"unsteady"_s, {}, u"differ so much"_s);
    row("nothing to compare with",
        [](GpuTestReport &r) {
            r.libraries->nvrtc = {.asked = u"libnvrtc.so.13"_s, .problem = u"libnvrtc.so.13: cannot open shared object file"_s};
            for (GpuModeResult &result : r.modes) {
                result.offRuns.clear();
                result.offProblem = u"no NVRTC"_s;
            }
        },
        u"partial"_s, {}, u"libnvrtc.so.13: cannot open"_s);
    row("an error beyond the limit", [](GpuTestReport &r) { r.modes[1].relativeError = 0.5; }, u"wrong"_s, u"convolution-wrong"_s,
        u"wrong numbers on the NVIDIA H200, in TF32 NCHW: they are off by up to 0.5"_s);
    row("an error that FP16 explains and FP32 does not", [](GpuTestReport &r) { r.modes[0].relativeError = 5e-3; }, u"wrong"_s,
        u"convolution-wrong"_s, u"in FP32 NCHW"_s);
    row("an error that FP16 explains", [](GpuTestReport &r) { r.modes[2].relativeError = 5e-3; }, u"good"_s, {}, {});
    row("an output that is no number",
        [](GpuTestReport &r) { r.modes[2].relativeError = std::numeric_limits<double>::quiet_NaN(); }, u"wrong"_s,
        u"convolution-wrong"_s, u"(NaN)"_s);
    row("right where it was sampled, wrong elsewhere", [](GpuTestReport &r) { r.modes[0].differenceFromOff = 3; }, u"wrong"_s,
        u"convolution-wrong"_s, u"off by up to 3"_s);
    row("no number elsewhere",
        [](GpuTestReport &r) { r.modes[0].differenceFromOff = std::numeric_limits<double>::quiet_NaN(); }, u"wrong"_s,
        u"convolution-wrong"_s, u"(NaN)"_s);
    row("a status in one mode",
        [](GpuTestReport &r) { r.modes[1] = failed(tf32, u"cudnnConvolutionForward: CUDNN_STATUS_EXECUTION_FAILED"_s); }, u"wrong"_s,
        u"convolution-failed"_s, u"cudnnConvolutionForward: CUDNN_STATUS_EXECUTION_FAILED\nRight results came in FP32 NCHW, FP16 NHWC."_s);
    row("no mode is supported",
        [](GpuTestReport &r) {
            for (GpuModeResult &result : r.modes)
                result = {.mode = result.mode, .status = Status::Unsupported, .problem = u"CUDNN_STATUS_ARCH_MISMATCH"_s};
        },
        u"wrong"_s, u"convolution-failed"_s, u"has no convolution for the NVIDIA H200 (compute capability 9.0)"_s);
    row("only modes were asked for that this GPU lacks",
        [](GpuTestReport &r) {
            r.modes = {{.mode = bf16, .status = Status::Unsupported}};
        },
        u"impossible"_s, {}, u"does not have BF16 NHWC"_s);
    row("a crash in the second mode",
        [](GpuTestReport &r) {
            r.end = End::Crashed;
            r.endWords = u"SIGABRT\nUnable to load any of {libcudnn_graph.so.9}"_s;
            r.modes[1] = failed(tf32, u"SIGABRT"_s);
            r.modes[2] = {.mode = fp16};
        },
        u"wrong"_s, u"gpu-test-crashed"_s, u"crashed at the convolution in TF32 NCHW (SIGABRT)"_s);
    row("a hang in the first mode",
        [](GpuTestReport &r) {
            r.end = End::Hung;
            r.seconds = 80.02;
            r.modes = {failed(fp32, u"no end after 80 s"_s), {.mode = tf32}};
        },
        u"wrong"_s, u"gpu-test-timed-out"_s, u"in FP32 NCHW did not come to an end; the test was stopped after 80 s"_s);
}

void TestGpuVerdict::whatWasMeasuredIsJudged()
{
    QFETCH(Change, change);
    QFETCH(QString, words);
    GpuTestReport report = goodReport();
    change(report);
    const GpuVerdict verdict = judged(report);
    QTEST(toString(verdict.kind), "kind");
    QTEST(verdict.finding, "finding");
    QVERIFY2(all(verdict).contains(words), qPrintable(all(verdict)));
}

void TestGpuVerdict::whatCouldNotBeBegunIsJudged_data()
{
    QTest::addColumn<GpuTestReport>("report");
    QTest::addColumn<bool>("machineHasGpu");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const GpuTestReport &report, const QString &kind, const QString &finding,
                        const QString &words, bool machineHasGpu = true) {
        QTest::newRow(name) << report << machineHasGpu << kind << finding << words;
    };
    const auto with = [](GpuTestReport report, const Change &change) {
        change(report);
        return report;
    };
    const QString notFound = u"libcuda.so.1: cannot open shared object file: No such file or directory"_s;
    const Change withoutDriver = [&](GpuTestReport &r) { r.libraries->driver = {.asked = u"libcuda.so.1"_s, .problem = notFound}; };
    row("no driver", with(endedBefore(End::NoGpu, notFound), withoutDriver), u"impossible"_s, u"driver-missing"_s, notFound);
    row("no driver and no GPU", with(endedBefore(End::NoGpu, notFound), withoutDriver), u"impossible"_s, u"no-nvidia-gpu"_s,
        u"No NVIDIA GPU is seen"_s, false);
    row("a driver without a function", with(endedBefore(End::NoGpu),
                                            [](GpuTestReport &r) { r.libraries->driver.problem = u"undefined symbol: cuMemAlloc_v2"_s; }),
        u"impossible"_s, u"driver-too-old"_s, u"cuMemAlloc_v2"_s);
    row("no device", endedBefore(End::NoGpu, u"cuInit: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)"_s), u"impossible"_s,
        u"no-nvidia-gpu"_s, u"CUDA_ERROR_NO_DEVICE"_s);
    row("no device, because a variable hides it",
        with(endedBefore(End::NoGpu, u"cuInit: CUDA_ERROR_NO_DEVICE"_s),
             [](GpuTestReport &r) { r.variables = {{u"CUDA_VISIBLE_DEVICES"_s, QString()}}; }),
        u"impossible"_s, u"no-nvidia-gpu"_s, u"CUDA_VISIBLE_DEVICES is set to ''"_s);
    row("module and libraries of the driver differ", endedBefore(End::NoGpu, u"cuInit: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"_s),
        u"impossible"_s, u"driver-mismatch"_s, u"Restart"_s);
    row("nvidia_uvm is not there", endedBefore(End::NoGpu, u"cuInit: CUDA_ERROR_UNKNOWN"_s), u"impossible"_s, u"uvm-not-loaded"_s,
        u"modprobe"_s);
    row("a stub", endedBefore(End::NoGpu, u"cuInit: CUDA_ERROR_STUB_LIBRARY"_s), u"impossible"_s, u"stubs-on-path"_s, u"stubs"_s);
    row("the GPU's memory is full", endedBefore(End::NotStarted, u"cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY"_s), u"impossible"_s, {},
        u"memory is full"_s);
    row("a crash while libraries are loaded", with(endedBefore(End::Crashed, u"SIGSEGV"_s), [](GpuTestReport &r) { r.libraries.reset(); }),
        u"wrong"_s, u"gpu-test-crashed"_s, u"before the first convolution (SIGSEGV)"_s);
    row("a hang while libraries are loaded", with(endedBefore(End::Hung), [](GpuTestReport &r) { r.seconds = 21; }), u"wrong"_s,
        u"gpu-test-timed-out"_s, u"stopped after 21 s"_s);
    row("ended by the system", endedBefore(End::Crashed, u"SIGKILL"_s), u"impossible"_s, u"gpu-test-crashed"_s, u"memory ran out"_s);
    row("a crash in another library, before cuDNN was asked",
        with(endedBefore(End::Crashed, u"SIGSEGV"_s), [](GpuTestReport &r) { r.at = u"nvrtc"_s; }), u"impossible"_s,
        u"gpu-test-crashed"_s, u"NVRTC crashed. That is not cuDNN"_s);
    row("a crash in another library, after cuDNN had computed right",
        with(endedBefore(End::Crashed, u"SIGSEGV"_s),
             [](GpuTestReport &r) {
                 r.at = u"cublas"_s;
                 r.modes[0] = goodReport().modes[0];
             }),
        u"partial"_s, u"gpu-test-crashed"_s, u"cuBLAS crashed. That is not cuDNN"_s);
    row("a hang in another library", with(endedBefore(End::Hung), [](GpuTestReport &r) { r.at = u"cublas"_s; }), u"impossible"_s,
        u"gpu-test-timed-out"_s, u"cuBLAS did not come to an end"_s);
    row("a crash in cuDNN", with(endedBefore(End::Crashed, u"SIGSEGV"_s), [](GpuTestReport &r) { r.at = u"cudnn"_s; }), u"wrong"_s,
        u"gpu-test-crashed"_s, u"(SIGSEGV)"_s);
    row("a program that did not start",
        with(endedBefore(End::NotStarted, u"No such file"_s), [](GpuTestReport &r) { r.libraries.reset(); }), u"impossible"_s, {},
        u"No such file"_s);
    row("cuDNN that cannot begin", endedBefore(End::NotStarted, u"cudnnCreate: CUDNN_STATUS_NOT_INITIALIZED"_s), u"wrong"_s,
        u"convolution-failed"_s, u"Update the driver"_s);
    row("time was up at once", endedBefore(End::TimeUp), u"impossible"_s, {}, u"Time was up before the first convolution"_s);
    row("cuDNN with an undefined symbol",
        with(endedBefore(End::NotStarted),
             [](GpuTestReport &r) { r.libraries->cudnn = {.asked = copyFile, .problem = copyFile + u": undefined symbol: foo"_s}; }),
        u"wrong"_s, u"load-failed"_s, u"undefined symbol: foo"_s);
    row("cuDNN without a function",
        with(endedBefore(End::NotStarted),
             [](GpuTestReport &r) { r.libraries->cudnn.problem = u"undefined symbol: cudnnConvolutionForward"_s; }),
        u"wrong"_s, u"load-failed"_s, u"a function is missing"_s);
    row("cuDNN whose own library is missing",
        with(endedBefore(End::NotStarted),
             [](GpuTestReport &r) {
                 r.libraries->cudnn = {.asked = copyFile, .problem = u"libcudnn_ops.so.9: cannot open shared object file: No such file"_s};
             }),
        u"wrong"_s, u"load-failed"_s, u"libcudnn_ops.so.9"_s);
    row("cuDNN that needs another's library",
        with(endedBefore(End::NotStarted),
             [](GpuTestReport &r) {
                 r.libraries->cudnn = {.asked = copyFile, .problem = u"libcublasLt.so.13: cannot open shared object file: No such file"_s};
             }),
        u"wrong"_s, u"dependency-missing"_s, u"it needs libcublasLt.so.13"_s);
    row("no cuDNN for programs",
        with(endedBefore(End::NotStarted),
             [](GpuTestReport &r) {
                 r.way = GpuTestReport::Way::AsPrograms;
                 r.libraries->cudnn = {.asked = u"libcudnn.so.9"_s,
                                       .problem = u"libcudnn.so.9: cannot open shared object file: No such file"_s};
             }),
        u"wrong"_s, u"present-not-reachable"_s, u"A copy lies in /opt/copy/lib"_s);
}

void TestGpuVerdict::whatCouldNotBeBegunIsJudged()
{
    QFETCH(GpuTestReport, report);
    QFETCH(bool, machineHasGpu);
    QFETCH(QString, words);
    const GpuVerdict verdict = judged(report, machineHasGpu);
    QTEST(toString(verdict.kind), "kind");
    QTEST(verdict.finding, "finding");
    QVERIFY2(all(verdict).contains(words), qPrintable(all(verdict)));
}

void TestGpuVerdict::whyItIsNotFasterIsSeen_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const Change &change, const QString &words) { QTest::newRow(name) << change << words; };
    row("a small GPU", [](GpuTestReport &r) { r.device->multiprocessors = 3; }, u"This GPU is small"_s);
    row("held back while it computed", [](GpuTestReport &r) { r.during.throttling = {u"heat"_s}; }, u"held back while it computed (heat)"_s);
    row("held back right after", [](GpuTestReport &r) { r.after.throttling = {u"power"_s}; }, u"(power)"_s);
    row("low clocks",
        [](GpuTestReport &r) {
            r.during.clockMhz = 600;
            r.during.maxClockMhz = 1980;
        },
        u"600 MHz of 1980 MHz"_s);
    row("another program", [](GpuTestReport &r) { r.before.programs = {{.pid = 4242, .name = u"python3"_s}}; }, u"python3 (4242)"_s);
    row("another program whose name is not known", [](GpuTestReport &r) { r.before.programs = {{.pid = 4242}}; }, u"GPU: 4242."_s);
    row("a busy GPU", [](GpuTestReport &r) { r.before.load = 90; }, u"90 % of the time"_s);
    row("TF32 turned off", [](GpuTestReport &r) { r.variables = {{u"NVIDIA_TF32_OVERRIDE"_s, u"0"_s}}; }, u"NVIDIA_TF32_OVERRIDE=0"_s);
    row("only TF32 was compared", [](GpuTestReport &r) { r.modes = {measured(tf32, 1, 1)}; }, u"Only the TF32 comparison"_s);
    row("a log of an older cuDNN",
        [](GpuTestReport &r) { r.variables = {{u"CUDNN_LOGDEST_DBG"_s, u"stdout"_s}, {u"CUDNN_LOGINFO_DBG"_s, u"1"_s}}; },
        u"CUDNN_LOGINFO_DBG=1"_s);
    row("a log of a newer cuDNN",
        [](GpuTestReport &r) { r.variables = {{u"CUDNN_LOGDEST_DBG"_s, u"stderr"_s}, {u"CUDNN_LOGLEVEL_DBG"_s, u"3"_s}}; },
        u"CUDNN_LOGLEVEL_DBG=3"_s);
    row("launches that wait", [](GpuTestReport &r) { r.variables = {{u"CUDA_LAUNCH_BLOCKING"_s, u"1"_s}}; }, u"CUDA_LAUNCH_BLOCKING"_s);
    row("fewer images", [](GpuTestReport &r) { r.modes[2].batch = 4; }, u"4 instead of 16 images"_s);
}

void TestGpuVerdict::whyItIsNotFasterIsSeen()
{
    QFETCH(Change, change);
    QFETCH(QString, words);
    GpuTestReport report = slowReport();
    change(report);
    const GpuVerdict verdict = judged(report);
    QCOMPARE(toString(verdict.kind), u"notFaster"_s);
    QCOMPARE(verdict.reasons.size(), 1);
    QVERIFY2(verdict.reasons[0].toString().contains(words), qPrintable(all(verdict)));
}

void TestGpuVerdict::aReasonThatIsNotThereIsNotNamed()
{
    GpuTestReport report = slowReport();
    report.before.load = 3;
    report.during.clockMhz = 1900;
    report.during.maxClockMhz = 1980;
    report.variables = {{u"CUDNN_LOGINFO_DBG"_s, u"1"_s}, // without a destination it logs nothing
                        {u"CUDA_LAUNCH_BLOCKING"_s, u"0"_s},
                        {u"CUDA_VISIBLE_DEVICES"_s, u"0"_s},
                        {u"NVIDIA_TF32_OVERRIDE"_s, u"1"_s}};
    const GpuVerdict verdict = judged(report);
    QVERIFY2(verdict.reasons.isEmpty(), qPrintable(all(verdict)));
    QVERIFY(verdict.mending.toString().startsWith(u"No cause was found"));
}

void TestGpuVerdict::aStatusHasItsMending_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("words");
    QTest::newRow("of cuDNN 8, for another GPU") << u"CUDNN_STATUS_ARCH_MISMATCH"_s << u"was not made for this GPU"_s;
    QTest::newRow("of cuDNN 9, for another GPU") << u"CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH"_s << u"was not made for this GPU"_s;
    QTest::newRow("not supported") << u"CUDNN_STATUS_NOT_SUPPORTED"_s << u"newer release"_s;
    QTest::newRow("not executed") << u"CUDNN_STATUS_EXECUTION_FAILED"_s << u"Xid"_s;
    QTest::newRow("of cuDNN 9, not executed") << u"CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER"_s << u"Xid"_s;
    QTest::newRow("inside") << u"CUDNN_STATUS_INTERNAL_ERROR"_s << u"memory is full"_s;
    QTest::newRow("of cuDNN 8, memory") << u"CUDNN_STATUS_ALLOC_FAILED"_s << u"Memory ran out"_s;
    QTest::newRow("of cuDNN 9, memory of the GPU") << u"CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"_s << u"Memory ran out"_s;
    QTest::newRow("of cuDNN 9, memory of the computer") << u"CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED"_s << u"Memory ran out"_s;
    QTest::newRow("a library of its own") << u"CUDNN_STATUS_SUBLIBRARY_LOADING_FAILED"_s << u"verify"_s;
    QTest::newRow("libraries of two versions") << u"CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH"_s << u"two cuDNN versions"_s;
    QTest::newRow("of cuDNN 8, libraries of two versions") << u"CUDNN_STATUS_VERSION_MISMATCH"_s << u"two cuDNN versions"_s;
    QTest::newRow("not set up") << u"CUDNN_STATUS_NOT_INITIALIZED"_s << u"too old for the CUDA"_s;
    QTest::newRow("memory, as the driver says it") << u"cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (out of memory)"_s << u"Memory ran out"_s;
    QTest::newRow("one that nobody knows") << u"CUDNN_STATUS_WHATEVER"_s << u"raw words"_s;
}

void TestGpuVerdict::aStatusHasItsMending()
{
    QFETCH(QString, status);
    QFETCH(QString, words);
    GpuTestReport report = goodReport();
    report.modes = {failed(fp32, u"cudnnConvolutionForward: "_s + status)};
    const GpuVerdict verdict = judged(report);
    QCOMPARE(verdict.finding, u"convolution-failed"_s);
    QVERIFY2(verdict.mending.toString().contains(words), qPrintable(verdict.mending.toString()));
    QVERIFY(verdict.reasons[0].toString().contains(status));
}

void TestGpuVerdict::everyModeHasItsVerdict_data()
{
    QTest::addColumn<GpuModeResult>("result");
    QTest::addColumn<QString>("word");
    GpuModeResult alone = measured(fp32, 1, 2);
    alone.offRuns.clear();
    GpuModeResult wrong = measured(fp32, 1, 2);
    wrong.relativeError = 1;
    QTest::newRow("faster") << measured(fp32, 1, 2) << u"faster"_s;
    QTest::newRow("hardly faster") << measured(fp32, 1, 1.04) << u"notFaster"_s;
    QTest::newRow("just faster") << measured(fp32, 1, 1.06) << u"faster"_s;
    QTest::newRow("slower") << measured(fp32, 2, 1) << u"notFaster"_s;
    QTest::newRow("noisy") << measured(fp32, 1, 2, 0.21) << u"unsteady"_s;
    QTest::newRow("a little noisy") << measured(fp32, 1, 2, 0.19) << u"faster"_s;
    QTest::newRow("nothing to compare with") << alone << u"right"_s;
    QTest::newRow("wrong") << wrong << u"wrong"_s;
    QTest::newRow("failed") << failed(fp32, {}) << u"failed"_s;
    QTest::newRow("unsupported") << GpuModeResult{.mode = fp32, .status = Status::Unsupported} << u"unsupported"_s;
    QTest::newRow("not reached") << GpuModeResult{.mode = fp32} << u"notReached"_s;
}

void TestGpuVerdict::everyModeHasItsVerdict()
{
    QFETCH(GpuModeResult, result);
    QTEST(toString(verdictOf(result)), "word");
}

void TestGpuVerdict::anotherCopyIsAlwaysNamed()
{
    GpuTestReport report = goodReport();
    report.way = GpuTestReport::Way::AsPrograms;
    report.libraries->cudnn.file = u"/usr/lib/x86_64-linux-gnu/libcudnn.so.9.1.0"_s;
    GpuVerdict verdict = judged(report);
    QCOMPARE(toString(verdict.kind), u"good"_s);
    QVERIFY2(all(verdict).contains(u"Your programs load /usr/lib/x86_64-linux-gnu/libcudnn.so.9.1.0, not the copy in /opt/copy/lib"),
             qPrintable(all(verdict)));
    report.modes = slowReport().modes;
    verdict = judged(report);
    QCOMPARE(verdict.finding, u"shadowed"_s);
    QVERIFY(isFault(verdict));
    report.libraries->cudnn.file = u"/opt/copy/lib/libcudnn.so.9"_s; // another name in the same folder
    QCOMPARE(judged(report).finding, u"convolution-slow"_s);
}

void TestGpuVerdict::slowIsAFaultWithoutAReasonOnly()
{
    GpuTestReport report = slowReport();
    QVERIFY(isFault(judged(report)));
    report.device->multiprocessors = 2;
    QVERIFY(!isFault(judged(report)));
    QVERIFY(!isFault(judged(goodReport())));
    QVERIFY(!isFault(judged(endedBefore(End::NoGpu))));
    QVERIFY(isFault(judged(endedBefore(End::Crashed, u"SIGSEGV"_s))));
}

void TestGpuVerdict::everydayComparesFp32WithoutToTf32With()
{
    GpuTestReport report = goodReport();
    QCOMPARE(*everydaySpeedup(report), 3.3 / 0.7);
    report.modes[1].batch = 8; // one image takes twice as long then
    QCOMPARE(*everydaySpeedup(report), 3.3 / 1.4);
    report.modes[1].mode.layout = GpuMode::Layout::Nhwc; // another layout is another comparison
    QVERIFY(!everydaySpeedup(report));
    report.modes[0].mode.layout = GpuMode::Layout::Nhwc;
    QVERIFY(everydaySpeedup(report));
    report.modes[0].offRuns.clear();
    QVERIFY(!everydaySpeedup(report));
}

void TestGpuVerdict::everyVerdictSaysWhatToDo()
{
    QList<GpuTestReport> reports{slowReport(), endedBefore(End::NoGpu), endedBefore(End::NotStarted), endedBefore(End::TimeUp),
                                 endedBefore(End::Hung), endedBefore(End::Crashed)};
    for (const GpuTestReport &report : std::as_const(reports)) {
        const GpuVerdict verdict = judged(report);
        QVERIFY2(!verdict.sentence.isEmpty() && !verdict.mending.isEmpty(), qPrintable(toString(report.end)));
    }
    QVERIFY(judged(goodReport()).mending.isEmpty());
}

QTEST_GUILESS_MAIN(TestGpuVerdict)
#include "tst_gpuverdict.moc"
