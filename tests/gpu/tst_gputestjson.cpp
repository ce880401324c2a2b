// SPDX-License-Identifier: MIT
#include "gpu/gputest.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

constexpr GpuMode fp32{GpuMode::Precision::Fp32, GpuMode::Layout::Nchw};
constexpr GpuMode tf32{GpuMode::Precision::Tf32, GpuMode::Layout::Nchw};

GpuTestReport wholeReport()
{
    GpuTestReport report{.end = GpuTestReport::End::Complete, .seconds = 4.5};
    report.device = GpuDevice{.name = u"NVIDIA H200"_s,
                              .computeCapability = {9, 0},
                              .memoryBytes = 150'000'000'000,
                              .freeBytes = 149'000'000'000,
                              .multiprocessors = 132,
                              .maxCuda = QVersionNumber(13, 0),
                              .driverVersion = u"580.65.06"_s};
    report.libraries = GpuLibraries{.driver = {.asked = u"libcuda.so.1"_s, .file = u"/lib/libcuda.so.580"_s},
                                    .cudnn = {.asked = u"/a/libcudnn.so.9"_s, .file = u"/a/libcudnn.so.9.14.0"_s, .version = u"9.14.0"_s},
                                    .cublas = {.asked = u"libcublas.so.13"_s, .problem = u"not found"_s},
                                    .nvrtc = {.asked = u"libnvrtc.so.13"_s, .file = u"/b/libnvrtc.so.13"_s, .version = u"13.0"_s}};
    report.before = {.clockMhz = 345, .maxClockMhz = 1980, .temperature = 31, .programs = {{.pid = 7, .name = u"python3"_s}}};
    report.during = {.clockMhz = 1980, .throttling = {u"power"_s}};
    report.modes = {{.mode = fp32,
                     .status = GpuModeResult::Status::Measured,
                     .batch = 16,
                     .onRuns = {1.4, 1.5, 1.6},
                     .offRuns = {3.0, 3.0, 3.0},
                     .algorithm = u"IMPLICIT_PRECOMP_GEMM"_s,
                     .offMethod = u"im2col + cuBLAS"_s,
                     .workspaceBytes = 0,
                     .relativeError = 1e-6,
                     .differenceFromOff = 2e-6},
                    {.mode = tf32}};
    report.variables = {{u"CUDA_VISIBLE_DEVICES"_s, u"0"_s}};
    report.verdict = {.kind = GpuVerdict::Kind::Good, .sentence = Text::verbatim(u"It is good."_s)};
    return report;
}

QStringList keysOf(const QJsonValue &value)
{
    return value.toObject().keys();
}

// Keys that stand behind the name in the line of docs/CLI.md: name{a,b,...} or name[{a,b,...}].
QStringList documentedKeys(const QString &name)
{
    QFile file(QStringLiteral(CUDNNSETUP_SOURCE_DIR "/docs/CLI.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    const qsizetype start = text.indexOf(u"- `gpu-test`, and"_s);
    static const QRegularExpression list(u"\\[?\\{([^{}]*)\\}"_s);
    const qsizetype at = text.indexOf(u'`' + name, start);
    QStringList keys = list.match(text, at).captured(1).remove(u"[]"_s).split(u',');
    keys.sort();
    return keys;
}

} // namespace

class TestGpuTestJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreThoseOfTheReport();
    void keysAreThoseOfTheContract();
    void whatIsNotKnownIsNull();
    void whatIsNoNumberIsNullAndWrong();
    void okSaysWhetherItIsProved_data();
    void okSaysWhetherItIsProved();
};

void TestGpuTestJson::valuesAreThoseOfTheReport()
{
    const QJsonObject json = toJson(wholeReport());
    QCOMPARE(json[u"way"].toString(), u"thisCopy"_s);
    QCOMPARE(json[u"end"].toString(), u"complete"_s);
    QCOMPARE(json[u"cudnnVersion"].toString(), u"9.14.0"_s);
    QCOMPARE(json[u"cudnnPath"].toString(), u"/a/libcudnn.so.9.14.0"_s);
    QCOMPARE(json[u"seconds"].toDouble(), 4.5);
    QCOMPARE(json[u"device"][u"computeCapability"].toString(), u"9.0"_s);
    QCOMPARE(json[u"device"][u"memoryBytes"].toInteger(), 150'000'000'000);
    QCOMPARE(json[u"device"][u"maxCuda"].toString(), u"13.0"_s);
    QCOMPARE(json[u"libraries"][u"cublas"][u"problem"].toString(), u"not found"_s);
    QCOMPARE(json[u"before"][u"programs"][0][u"name"].toString(), u"python3"_s);
    QCOMPARE(json[u"during"][u"throttling"][0].toString(), u"power"_s);
    QCOMPARE(json[u"variables"][u"CUDA_VISIBLE_DEVICES"].toString(), u"0"_s);
    QCOMPARE(json[u"verdict"][u"kind"].toString(), u"good"_s);
    QCOMPARE(json[u"verdict"][u"sentence"].toString(), u"It is good."_s);
    const QJsonObject mode = json[u"modes"][0].toObject();
    QCOMPARE(mode[u"name"].toString(), u"fp32-nchw"_s);
    QCOMPARE(mode[u"onMs"].toDouble(), 1.5);
    QCOMPARE(mode[u"offMs"].toDouble(), 3.0);
    QCOMPARE(mode[u"speedup"].toDouble(), 2.0);
    QCOMPARE(mode[u"onTflops"].toDouble(), ConvolutionShape{}.operations() / 1.5e-3 / 1e12);
    QCOMPARE(mode[u"algorithm"].toString(), u"IMPLICIT_PRECOMP_GEMM"_s);
    QCOMPARE(mode[u"relativeError"].toDouble(), 1e-6);
    QCOMPARE(mode[u"workspaceBytes"], QJsonValue(0)); // known, and none
    QCOMPARE(mode[u"verdict"].toString(), u"faster"_s);
    QCOMPARE(json[u"ok"], QJsonValue(true));
}

void TestGpuTestJson::keysAreThoseOfTheContract()
{
    const QJsonObject json = toJson(wholeReport());
    QVERIFY(documentedKeys(u"device"_s).contains(u"computeCapability"_s)); // the contract was found
    QCOMPARE(keysOf(json[u"device"]), documentedKeys(u"device"_s));
    QCOMPARE(keysOf(json[u"modes"][0]), documentedKeys(u"modes"_s));
    QCOMPARE(keysOf(json[u"verdict"]), documentedKeys(u"verdict"_s));
    QCOMPARE(keysOf(json[u"shape"]), documentedKeys(u"shape"_s));
    QCOMPARE(json.keys(), QStringList({u"after"_s, u"before"_s, u"cudnnPath"_s, u"cudnnVersion"_s, u"device"_s, u"during"_s, u"end"_s,
                                       u"endWords"_s, u"everydaySpeedup"_s, u"libraries"_s, u"modes"_s, u"ok"_s, u"seconds"_s,
                                       u"shape"_s, u"variables"_s, u"verdict"_s, u"way"_s}));
}

void TestGpuTestJson::whatIsNotKnownIsNull()
{
    GpuTestReport report = wholeReport();
    QJsonObject json = toJson(report);
    QVERIFY(json[u"endWords"].isNull());
    QVERIFY(json[u"everydaySpeedup"].isNull());
    QVERIFY(json[u"libraries"][u"cublas"][u"file"].isNull());
    QVERIFY(json[u"libraries"][u"driver"][u"version"].isNull());
    QVERIFY(json[u"after"][u"clockMhz"].isNull());
    QVERIFY(json[u"verdict"][u"finding"].isNull());
    QVERIFY(json[u"verdict"][u"mending"].isNull());
    const QJsonObject notReached = json[u"modes"][1].toObject();
    for (const char *key : {"onMs", "offMs", "speedup", "onTflops", "spread", "batch", "algorithm", "offMethod", "workspaceBytes",
                            "relativeError", "differenceFromOff", "problem", "offProblem"})
        QVERIFY2(notReached[QLatin1StringView(key)].isNull(), key);
    report.device.reset();
    report.libraries.reset();
    json = toJson(report);
    for (const char *key : {"device", "libraries", "cudnnVersion", "cudnnPath"})
        QVERIFY2(json[QLatin1StringView(key)].isNull(), key);
}

void TestGpuTestJson::whatIsNoNumberIsNullAndWrong()
{
    GpuTestReport report = wholeReport();
    report.modes[0].relativeError = std::numeric_limits<double>::quiet_NaN();
    const QJsonObject mode = toJson(report)[u"modes"][0].toObject();
    QVERIFY(mode[u"relativeError"].isNull());
    QCOMPARE(mode[u"verdict"].toString(), u"wrong"_s);
}

void TestGpuTestJson::okSaysWhetherItIsProved_data()
{
    QTest::addColumn<GpuVerdict::Kind>("kind");
    QTest::addColumn<bool>("isOk");
    using Kind = GpuVerdict::Kind;
    QTest::newRow("good") << Kind::Good << true;
    QTest::newRow("unsteady") << Kind::Unsteady << true;
    QTest::newRow("partial") << Kind::Partial << true;
    QTest::newRow("slow for no reason") << Kind::NotFaster << false;
    QTest::newRow("wrong") << Kind::Wrong << false;
    QTest::newRow("impossible") << Kind::Impossible << false;
}

void TestGpuTestJson::okSaysWhetherItIsProved()
{
    QFETCH(GpuVerdict::Kind, kind);
    GpuTestReport report = wholeReport();
    report.verdict = {.kind = kind, .finding = u"convolution-slow"_s};
    QTEST(toJson(report)[u"ok"].toBool(), "isOk");
}


QTEST_GUILESS_MAIN(TestGpuTestJson)
#include "tst_gputestjson.moc"
