// SPDX-License-Identifier: MIT
#include "report/gputesttext.h"

#include <QTest>

#include <limits>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

using Status = GpuModeResult::Status;

GpuModeResult measured(GpuMode::Precision precision, double off, double on)
{
    return {.mode = {precision, GpuMode::Layout::Nchw},
            .status = Status::Measured,
            .batch = 16,
            .onRuns = {on},
            .offRuns = {off},
            .algorithm = u"IMPLICIT_PRECOMP_GEMM"_s,
            .offMethod = u"im2col + cuBLAS"_s,
            .workspaceBytes = 64 << 20,
            .relativeError = 2.5e-6,
            .differenceFromOff = 3e-6};
}

GpuTestReport report()
{
    GpuTestReport report;
    report.end = GpuTestReport::End::Complete;
    report.seconds = 6.4;
    report.device = GpuDevice{.name = u"NVIDIA H200"_s,
                              .computeCapability = QVersionNumber(9, 0),
                              .memoryBytes = qint64(139) << 30,
                              .freeBytes = qint64(138) << 30,
                              .driverVersion = u"580.65.06"_s};
    report.libraries = GpuLibraries{};
    report.libraries->cudnn = {u"/opt/cudnn/lib/libcudnn.so.9"_s, u"/opt/cudnn/lib/libcudnn.so.9.14.0"_s, u"9.14.0"_s};
    report.libraries->nvrtc = {.asked = u"libnvrtc.so.13"_s, .problem = u"cannot open shared object file"_s};
    report.during = {.clockMhz = 1410, .maxClockMhz = 1980, .temperature = 81, .throttling = {u"heat"_s}};
    report.before.programs = {{4711, u"python3"_s}};
    report.variables = {{u"NVIDIA_TF32_OVERRIDE"_s, u"0"_s}};
    report.modes = {measured(GpuMode::Precision::Fp32, 3.30, 1.47), measured(GpuMode::Precision::Tf32, 1.42, 0.782),
                    {.mode = {GpuMode::Precision::Bf16}, .status = Status::Unsupported}};
    report.verdict = {.kind = GpuVerdict::Kind::Good,
                      .sentence = Text::verbatim(u"cuDNN works and is fast."_s),
                      .reasons = {Text::verbatim(u"The GPU is hot."_s)},
                      .mending = Text::verbatim(u"Let it cool."_s)};
    return report;
}

} // namespace

class TestGpuTestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beginsWithTheVerdict();
    void showsTheTimesAsATable();
    void tellsTheFacts_data();
    void tellsTheFacts();
    void saysHowTheTestEnded_data();
    void saysHowTheTestEnded();
    void saysLittleOfAnEmptyReport();
    void saysWhenAResultIsNoNumber();
};

void TestGpuTestText::beginsWithTheVerdict()
{
    const QString text = gpuTestText(report());
    QVERIFY2(text.startsWith("cuDNN works and is fast.\n- The GPU is hot.\nWhat to do: Let it cool.\n\n"_L1), qPrintable(text));
    QVERIFY(text.endsWith(u'\n') && !text.endsWith("\n\n"_L1));
}

void TestGpuTestText::showsTheTimesAsATable()
{
    const QStringList lines = gpuTableText(report()).split(u'\n');
    QCOMPARE(lines.value(0), u"NVIDIA H200 with cuDNN 9.14.0"_s);
    QCOMPARE(lines.value(3), u"Mode             Without cuDNN  With cuDNN  Speed-up  TFLOP/s  Error"_s);
    QCOMPARE(lines.value(4), u"FP32 NCHW        3.30 ms        1.47 ms     2.2×      80.5     2.5e-06"_s);
    QCOMPARE(lines.value(6), u"BF16 NCHW        not possible here"_s);
    QCOMPARE(lines.value(7), u"In everyday use  3.30 ms        0.782 ms    4.2×      -        -"_s);
}

void TestGpuTestText::tellsTheFacts_data()
{
    QTest::addColumn<QString>("fact");
    QTest::newRow("which way") << u"Run with this copy of cuDNN, called by its path."_s;
    QTest::newRow("the GPU") << u"GPU 0: NVIDIA H200, compute capability 9.0, 139 GiB of memory, 138 GiB of it free."_s;
    QTest::newRow("the driver") << u"Driver: 580.65.06."_s;
    QTest::newRow("clock, temperature, throttling") << u"During the test: 1410 of 1980 MHz, 81 °C, held back by: heat"_s;
    QTest::newRow("other programs") << u"Other programs on this GPU: python3 (4711)"_s;
    QTest::newRow("a library") << u"cuDNN 9.14.0: /opt/cudnn/lib/libcudnn.so.9.14.0"_s;
    QTest::newRow("a library that is missing") << u"NVRTC: libnvrtc.so.13\n    cannot open shared object file"_s;
    QTest::newRow("a variable") << u"In the environment: NVIDIA_TF32_OVERRIDE=0"_s;
    QTest::newRow("algorithm and workspace")
            << u"    with cuDNN: IMPLICIT_PRECOMP_GEMM, workspace 64 MiB; milliseconds of the repeats: 1.4700"_s;
    QTest::newRow("accuracy") << u"    relative error 2.5e-06 (limit 1e-03), difference between with and without cuDNN 3.0e-06"_s;
    QTest::newRow("how long") << u"The test took 6.4 seconds."_s;
}

void TestGpuTestText::tellsTheFacts()
{
    QFETCH(QString, fact);
    const QString facts = gpuFactsText(report());
    QVERIFY2(facts.contains(fact), qPrintable(facts));
}

void TestGpuTestText::saysHowTheTestEnded_data()
{
    QTest::addColumn<GpuTestReport::End>("end");
    QTest::addColumn<QString>("sentence");
    using End = GpuTestReport::End;
    QTest::newRow("complete") << End::Complete << QString();
    QTest::newRow("time was up") << End::TimeUp << u"The time for the test was up before all of it was measured."_s;
    QTest::newRow("crashed") << End::Crashed << u"The program that ran the test crashed."_s;
    QTest::newRow("hung") << End::Hung << u"The program that ran the test stopped answering and was ended."_s;
    QTest::newRow("not started") << End::NotStarted << u"The test could not be started."_s;
    QTest::newRow("no GPU") << End::NoGpu << u"There is no GPU that the test could use."_s;
}

void TestGpuTestText::saysHowTheTestEnded()
{
    QFETCH(GpuTestReport::End, end);
    QFETCH(QString, sentence);
    GpuTestReport ended = report();
    ended.end = end;
    ended.endWords = u"first\nsecond\n"_s;
    QCOMPARE(endSentence(ended).toString(), sentence);
    QVERIFY(gpuFactsText(ended).contains(u"\n    first\n    second\n"_s));
    QVERIFY(gpuFactsText(ended).contains(sentence));
}

void TestGpuTestText::saysLittleOfAnEmptyReport()
{
    QCOMPARE(gpuTestText({}), u"Run with this copy of cuDNN, called by its path.\nThe test could not be started.\n"_s);
}

void TestGpuTestText::saysWhenAResultIsNoNumber()
{
    GpuTestReport wrong = report();
    wrong.modes[0].relativeError = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(gpuTableText(wrong).contains("not a number"_L1));
    QVERIFY(gpuFactsText(wrong).contains("relative error not a number"_L1));
}

QTEST_GUILESS_MAIN(TestGpuTestText)
#include "tst_gputesttext.moc"
