// SPDX-License-Identifier: MIT
#include "report/columns.h"
#include "report/speedchart.h"

#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

using Status = GpuModeResult::Status;

constexpr GpuMode fp32{GpuMode::Precision::Fp32, GpuMode::Layout::Nchw};
constexpr GpuMode tf32{GpuMode::Precision::Tf32, GpuMode::Layout::Nchw};
constexpr GpuMode fp16{GpuMode::Precision::Fp16, GpuMode::Layout::Nhwc};

GpuModeResult measured(const GpuMode &mode, double off, double on)
{
    return {.mode = mode,
            .status = Status::Measured,
            .batch = 16,
            .onRuns = {on, on * 1.01, on * 0.99},
            .offRuns = {off, off * 0.99, off * 1.01},
            .offMethod = u"im2col + cuBLAS"_s,
            .relativeError = 1e-6};
}

// The times that an H200 takes.
GpuTestReport report()
{
    GpuTestReport report;
    report.end = GpuTestReport::End::Complete;
    report.device = GpuDevice{.name = u"NVIDIA H200"_s};
    report.libraries = GpuLibraries{};
    report.libraries->cudnn.version = u"9.14.0"_s;
    report.modes = {measured(fp32, 3.30, 1.47), measured(tf32, 1.42, 0.782), measured(fp16, 0.9, 0.199)};
    return report;
}

QStringList words(const QList<Text> &texts)
{
    QStringList words;
    for (const Text &text : texts)
        words << text.toString();
    return words;
}

QStringList namesOf(const SpeedChart &chart)
{
    QStringList names;
    for (const SpeedChart::Group &group : chart.groups)
        names << group.name.toString();
    return names;
}

// Every text element of the picture; empty when it is not well-formed.
QStringList textsIn(const QByteArray &svg)
{
    QStringList texts;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == "text"_L1)
            texts << xml.readElementText();
    }
    return xml.hasError() ? QStringList() : texts;
}

QList<double> barWidthsIn(const QByteArray &svg)
{
    QList<double> widths;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == "rect"_L1 && xml.attributes().hasAttribute("x"_L1))
            widths << xml.attributes().value("width"_L1).toDouble();
    }
    return widths;
}

} // namespace

class TestSpeedChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsWhatWasMeasured();
    void comparesWhatFrameworksDo();
    void axisBeginsAtZeroAndEndsAtARoundNumber_data();
    void axisBeginsAtZeroAndEndsAtARoundNumber();
    void numbersHaveThreeDigits_data();
    void numbersHaveThreeDigits();
    void whatHasNoTimeHasAWord_data();
    void whatHasNoTimeHasAWord();
    void aWrongResultIsNoSpeedup_data();
    void aWrongResultIsNoSpeedup();
    void aSlowerCudnnIsSaidSo();
    void notesSayWhatIsUnusual_data();
    void notesSayWhatIsUnusual();
    void showsHowFarARunningTestCame();
    void textIsEquivalent();
    void svgIsWellFormedAndHoldsEveryWord();
    void svgEscapesStrangeNames();
    void svgBarsAreAsLongAsTheTimes();
    void svgOfAnEmptyReportIsAPicture();
    void breaksLinesAtBlanksAndBesideChineseSigns();
};

void TestSpeedChart::showsWhatWasMeasured()
{
    const SpeedChart chart = speedChartOf(report());
    QCOMPARE(chart.title.toString(), u"NVIDIA H200 with cuDNN 9.14.0"_s);
    QCOMPARE(chart.problem.toString(), u"One 3×3 convolution: 16 images of 224×224 points, from 64 to 128 channels."_s);
    QCOMPARE(namesOf(chart), (QStringList{u"FP32 NCHW"_s, u"TF32 NCHW"_s, u"FP16 NHWC"_s, u"In everyday use"_s}));
    const SpeedChart::Group &group = chart.groups.first();
    QCOMPARE(group.without.name.toString(), u"without cuDNN"_s);
    QCOMPARE(group.without.value(), u"3.30 ms"_s);
    QCOMPARE(group.with.name.toString(), u"with cuDNN"_s);
    QCOMPARE(group.with.value(), u"1.47 ms"_s);
    QCOMPARE(group.speedup.toString(), u"2.2×"_s);
    QVERIFY(!group.isWrong);
}

void TestSpeedChart::comparesWhatFrameworksDo()
{
    const SpeedChart chart = speedChartOf(report());
    const SpeedChart::Group &everyday = chart.groups.last();
    QCOMPARE(everyday.without.name.toString(), u"FP32 without cuDNN"_s);
    QCOMPARE(everyday.without.value(), u"3.30 ms"_s);
    QCOMPARE(everyday.with.name.toString(), u"TF32 with cuDNN"_s);
    QCOMPARE(everyday.with.value(), u"0.782 ms"_s);
    QCOMPARE(everyday.speedup.toString(), u"4.2×"_s);
    QVERIFY(chart.notes.first().toString().startsWith("In everyday use: "_L1));

    GpuTestReport old = report();
    old.modes[1] = {.mode = tf32, .status = Status::Unsupported};
    QCOMPARE(namesOf(speedChartOf(old)).last(), u"FP16 NHWC"_s);
    GpuTestReport uneven = report();
    uneven.modes[1].batch = 8;
    QCOMPARE(namesOf(speedChartOf(uneven)).last(), u"FP16 NHWC"_s);
}

void TestSpeedChart::axisBeginsAtZeroAndEndsAtARoundNumber_data()
{
    QTest::addColumn<double>("longest");
    QTest::addColumn<QStringList>("ticks");
    QTest::newRow("some milliseconds") << 3.30 << QStringList{u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s};
    QTest::newRow("exactly at a tick") << 4.0 << QStringList{u"0"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s};
    QTest::newRow("a part of a millisecond") << 0.47 << QStringList{u"0.0"_s, u"0.2"_s, u"0.4"_s, u"0.6"_s};
    QTest::newRow("hundreds") << 730.0 << QStringList{u"0"_s, u"200"_s, u"400"_s, u"600"_s, u"800"_s};
    QTest::newRow("very little") << 0.011 << QStringList{u"0.000"_s, u"0.005"_s, u"0.010"_s, u"0.015"_s};
}

void TestSpeedChart::axisBeginsAtZeroAndEndsAtARoundNumber()
{
    QFETCH(double, longest);
    GpuTestReport one = report();
    one.modes = {measured(fp32, longest, longest / 3)};
    const SpeedChart chart = speedChartOf(one);
    QStringList ticks;
    for (const double tick : chart.ticks)
        ticks << tickText(chart, tick);
    QTEST(ticks, "ticks");
    QCOMPARE(chart.ticks.first(), 0.0);
    QCOMPARE(chart.ticks.last(), chart.axisEnd);
    QVERIFY(chart.axisEnd >= longest * (1 - 1e-9));
}

void TestSpeedChart::numbersHaveThreeDigits_data()
{
    QTest::addColumn<double>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("hundreds") << 123.4 << u"123 ms"_s;
    QTest::newRow("tens") << 12.34 << u"12.3 ms"_s;
    QTest::newRow("ones") << 3.3 << u"3.30 ms"_s;
    QTest::newRow("tenths") << 0.19949 << u"0.199 ms"_s;
    QTest::newRow("hundredths") << 0.01234 << u"0.0123 ms"_s;
}

void TestSpeedChart::numbersHaveThreeDigits()
{
    QFETCH(double, milliseconds);
    QTEST(millisecondsText(milliseconds), "text");
}

void TestSpeedChart::whatHasNoTimeHasAWord_data()
{
    QTest::addColumn<Status>("status");
    QTest::addColumn<QString>("word");
    QTest::newRow("a mode that this GPU has not") << Status::Unsupported << u"not possible here"_s;
    QTest::newRow("a mode that failed") << Status::Failed << u"failed"_s;
    QTest::newRow("a mode that was not reached") << Status::NotReached << u"not measured"_s;
}

void TestSpeedChart::whatHasNoTimeHasAWord()
{
    QFETCH(Status, status);
    QFETCH(QString, word);
    GpuTestReport one = report();
    one.modes = {{.mode = fp16, .status = status, .problem = u"cudnnConvolutionForward: CUDNN_STATUS_INTERNAL_ERROR"_s}};
    const SpeedChart chart = speedChartOf(one);
    QVERIFY(!chart.groups.first().hasTime());
    QCOMPARE(chart.groups.first().with.value(), word);
    QCOMPARE(chart.groups.first().without.value(), word);
    QCOMPARE(chart.groups.first().speedup.toString(), QString());
    QCOMPARE(chart.groups.first().sentence.toString(), u"FP16 NHWC: "_s + word);
    QCOMPARE(chart.axisEnd, 0.0);
    QVERIFY(chart.ticks.isEmpty());
    QVERIFY(textsIn(svgOf(chart)).contains(word));
}

void TestSpeedChart::aWrongResultIsNoSpeedup_data()
{
    QTest::addColumn<double>("error");
    QTest::newRow("far off") << 0.3;
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN();
}

void TestSpeedChart::aWrongResultIsNoSpeedup()
{
    QFETCH(double, error);
    GpuTestReport wrong = report();
    wrong.modes[1].relativeError = error;
    const SpeedChart chart = speedChartOf(wrong);
    QVERIFY(chart.groups[1].isWrong);
    QCOMPARE(chart.groups[1].speedup.toString(), u"wrong"_s);
    QVERIFY2(chart.groups[1].sentence.toString().contains("wrong"_L1), qPrintable(chart.groups[1].sentence.toString()));
    QCOMPARE(namesOf(chart).last(), u"FP16 NHWC"_s); // no everyday comparison with a wrong result
    QVERIFY(words(chart.notes).contains(u"TF32 NCHW: the result is wrong, so its time does not count."_s));
}

void TestSpeedChart::aSlowerCudnnIsSaidSo()
{
    GpuTestReport slow = report();
    slow.modes = {measured(fp32, 1.0, 2.0), measured(fp16, 1.0, 1.0)};
    const SpeedChart chart = speedChartOf(slow);
    QCOMPARE(chart.groups[0].speedup.toString(), u"0.5×"_s);
    QCOMPARE(chart.groups[0].sentence.toString(),
             u"FP32 NCHW: 1.00 ms without cuDNN and 2.00 ms with it, which takes 2.0 times as long."_s);
    QCOMPARE(chart.groups[1].sentence.toString(),
             u"FP16 NHWC: 1.00 ms without cuDNN and 1.00 ms with it, which is equally fast."_s);
}

void TestSpeedChart::notesSayWhatIsUnusual_data()
{
    QTest::addColumn<GpuModeResult>("result");
    QTest::addColumn<QString>("note");
    GpuModeResult small = measured(fp32, 3, 1);
    small.batch = 4;
    QTest::newRow("a small card") << small
                                  << u"FP32 NCHW: measured with 4 images instead of 16, because the GPU has too little free memory "
                                     u"for more."_s;
    GpuModeResult own = measured(fp32, 3, 1);
    own.offMethod = u"im2col + own kernel"_s;
    QTest::newRow("no cuBLAS")
            << own << u"FP32 NCHW: the time without cuDNN is that of a kernel of this program, because cuBLAS could not be used."_s;
    GpuModeResult alone = measured(fp32, 3, 1);
    alone.offRuns.clear();
    alone.offProblem = u"libnvrtc.so.12: cannot open shared object file"_s;
    QTest::newRow("no NVRTC")
            << alone << u"FP32 NCHW has no time without cuDNN: libnvrtc.so.12: cannot open shared object file."_s;
    QTest::newRow("a mode the GPU has not") << GpuModeResult{.mode = fp16, .status = Status::Unsupported}
                                            << u"Not possible with this GPU and this cuDNN: FP16 NHWC."_s;
    QTest::newRow("a mode that failed")
            << GpuModeResult{.mode = fp16, .status = Status::Failed, .problem = u"cudnnCreate: CUDNN_STATUS_NOT_INITIALIZED"_s}
            << u"FP16 NHWC failed: cudnnCreate: CUDNN_STATUS_NOT_INITIALIZED."_s;
    QTest::newRow("time was up") << GpuModeResult{.mode = fp16} << u"The test ended before it came to: FP16 NHWC."_s;
}

void TestSpeedChart::notesSayWhatIsUnusual()
{
    QFETCH(GpuModeResult, result);
    QFETCH(QString, note);
    GpuTestReport one = report();
    one.modes = {result};
    QCOMPARE(words(speedChartOf(one).notes), QStringList{note});
}

void TestSpeedChart::showsHowFarARunningTestCame()
{
    GpuTestReport soFar = report();
    soFar.modes = {measured(fp32, 3.30, 1.47), {.mode = tf32}, {.mode = fp16}};
    const SpeedChart chart = runningChartOf(soFar, tf32);
    QCOMPARE(namesOf(chart), (QStringList{u"FP32 NCHW"_s, u"TF32 NCHW"_s, u"FP16 NHWC"_s}));
    QCOMPARE(chart.groups[0].with.value(), u"1.47 ms"_s);
    QCOMPARE(chart.groups[1].with.value(), u"measuring…"_s);
    QCOMPARE(chart.groups[2].with.value(), u"to come"_s);
    QCOMPARE(chart.groups[1].sentence.toString(), u"TF32 NCHW: measuring…"_s);
    QVERIFY(chart.notes.isEmpty());
}

void TestSpeedChart::textIsEquivalent()
{
    const QString text = textOf(speedChartOf(report()));
    QCOMPARE(text.section(u'\n', 0, 5),
             u"NVIDIA H200 with cuDNN 9.14.0\n"
             u"One 3×3 convolution: 16 images of 224×224 points, from 64 to 128 channels.\n"
             u"FP32 NCHW: 3.30 ms without cuDNN and 1.47 ms with it, which is 2.2 times as fast.\n"
             u"TF32 NCHW: 1.42 ms without cuDNN and 0.782 ms with it, which is 1.8 times as fast.\n"
             u"FP16 NHWC: 0.900 ms without cuDNN and 0.199 ms with it, which is 4.5 times as fast.\n"
             u"In everyday use: 3.30 ms in FP32 without cuDNN and 0.782 ms in TF32 with it, which is 4.2 times as fast."_s);
}

void TestSpeedChart::svgIsWellFormedAndHoldsEveryWord()
{
    const SpeedChart chart = speedChartOf(report());
    const QStringList texts = textsIn(svgOf(chart));
    for (const QString &word : {u"NVIDIA H200 with cuDNN 9.14.0"_s, u"FP32 NCHW"_s, u"3.30 ms"_s, u"1.47 ms"_s, u"2.2×"_s,
                                u"In everyday use"_s, u"TF32 with cuDNN"_s, u"4"_s,
                                u"Milliseconds for one convolution; shorter is faster"_s})
        QVERIFY2(texts.contains(word), qPrintable(word + u" is not in: "_s + texts.join(u" | "_s)));
    QVERIFY(!svgOf(chart).startsWith("<?xml"));
}

void TestSpeedChart::svgEscapesStrangeNames()
{
    GpuTestReport strange = report();
    strange.device->name = u"<script>&\"GPU\"</script>"_s;
    const QByteArray svg = svgOf(speedChartOf(strange));
    QVERIFY(textsIn(svg).contains(u"<script>&\"GPU\"</script> with cuDNN 9.14.0"_s));
    QVERIFY(!svg.contains("<script"));
}

void TestSpeedChart::svgBarsAreAsLongAsTheTimes()
{
    const QList<double> widths = barWidthsIn(svgOf(speedChartOf(report())));
    QCOMPARE(widths.size(), 8);
    QVERIFY(std::abs(widths[0] / widths[1] - 3.30 / 1.47) < 0.01);
    QVERIFY(std::abs(widths[0] / widths[7] - 3.30 / 0.782) < 0.02);
}

void TestSpeedChart::svgOfAnEmptyReportIsAPicture()
{
    const SpeedChart chart = speedChartOf({});
    QVERIFY(chart.isEmpty());
    QCOMPARE(textsIn(svgOf(chart)).first(), u"GPU test"_s);
}

void TestSpeedChart::breaksLinesAtBlanksAndBesideChineseSigns()
{
    QCOMPARE(brokenInto(u"one two three"_s, 7), (QStringList{u"one two"_s, u"three"_s}));
    QCOMPARE(brokenInto(u"CUDNN_STATUS_INTERNAL_ERROR"_s, 7), QStringList{u"CUDNN_STATUS_INTERNAL_ERROR"_s});
    QCOMPARE(brokenInto(u"显卡测试，通过"_s, 8), (QStringList{u"显卡测"_s, u"试，通过"_s}));
    QCOMPARE(columnsOf(u"GPU 显卡"_s), 8);
    QCOMPARE(filledUp(u"显卡"_s, 6) + u'|', u"显卡  |"_s);
}

QTEST_GUILESS_MAIN(TestSpeedChart)
#include "tst_speedchart.moc"
