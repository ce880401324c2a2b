// SPDX-License-Identifier: MIT
#include "catalog/compatibility.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using Weight = Reason::Weight;

Q_DECLARE_METATYPE(CandidateFacts)
Q_DECLARE_METATYPE(TargetFacts)

// What fits where, and that every answer is a sentence with the numbers in it.
class TestCompatibility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void judges_data();
    void judges();
    void everySentenceIsWhole();
    void worstReasonStandsFirst();
    void theDriversNumberIsNotTheToolkits();

private:
    std::optional<Catalog> m_catalog;
};

static QVersionNumber v(const char *text)
{
    return QVersionNumber::fromString(QLatin1StringView(text));
}

static CandidateFacts cudnn(const char *version, int cuda, const char *platform = "linux-x86_64")
{
    return {.version = v(version), .cudaMajor = cuda, .platform = QString::fromLatin1(platform)};
}

static TargetFacts machine(const char *toolkit)
{
    return {.architecture = u"x86_64"_s, .toolkitCuda = v(toolkit)};
}

static TargetFacts machine(const char *toolkit, const char *driver, const char *maxCuda,
                           QList<QVersionNumber> gpus = {})
{
    TargetFacts target = machine(toolkit);
    target.driverVersion = v(driver);
    target.driverMaxCuda = v(maxCuda);
    target.computeCapabilities = std::move(gpus);
    return target;
}

static TargetFacts arm(const char *toolkit, bool isTegra)
{
    TargetFacts target = machine(toolkit);
    target.architecture = u"aarch64"_s;
    target.isTegra = isTegra;
    return target;
}

static TargetFacts withGlibc(TargetFacts target, const char *glibc)
{
    target.glibc = v(glibc);
    return target;
}

static CandidateFacts builtWith(CandidateFacts candidate, const char *cuda)
{
    candidate.cudaBuild = v(cuda);
    return candidate;
}

void TestCompatibility::initTestCase()
{
    auto catalog = Catalog::bundled();
    QVERIFY(catalog);
    m_catalog = *catalog;
}

void TestCompatibility::judges_data()
{
    QTest::addColumn<CandidateFacts>("candidate");
    QTest::addColumn<TargetFacts>("target");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("firstReason");
    QTest::addColumn<QString>("words"); // must be in the first reason

    QTest::newRow("8.9.7 for CUDA 12 into CUDA 12.4, nothing else known")
            << cudnn("8.9.7.29", 12) << machine("12.4") << u"supported"_s << u"ok"_s << u"x86_64"_s;
    QTest::newRow("a whole machine that fits")
            << cudnn("8.9.7.29", 12) << withGlibc(machine("12.4", "550.54.14", "12.4", {v("8.6")}), "2.36")
            << u"supported"_s << u"ok"_s << u""_s;
    QTest::newRow("8.9.7 for CUDA 12 into CUDA 11.8")
            << cudnn("8.9.7.29", 12) << machine("11.8") << u"unsupported"_s << u"cuda-major-mismatch"_s
            << u"11.8"_s;
    QTest::newRow("the same release for the right CUDA is named")
            << cudnn("8.9.7.29", 12) << machine("11.8") << u"unsupported"_s << u"cuda-major-mismatch"_s
            << u"8.9.7"_s;
    QTest::newRow("no build of this release for the toolkit: the newest that has one is named")
            << cudnn("9.17.0", 13) << machine("11.8") << u"unsupported"_s << u"cuda-major-mismatch"_s
            << u"9.10.2"_s;
    QTest::newRow("a wheel of CUDA 12 under CUDA 13")
            << cudnn("9.10.2.21", 12) << machine("13.0") << u"unsupported"_s << u"cuda-major-mismatch"_s
            << u"13.0"_s;
    QTest::newRow("toolkit without a version")
            << cudnn("8.9.7.29", 12) << TargetFacts{.architecture = u"x86_64"_s} << u"unknown"_s
            << u"version-unknown"_s << u"12"_s;
    QTest::newRow("cuDNN whose CUDA is not known") << CandidateFacts{.version = v("8.9.7")} << machine("12.4")
                                                   << u"unknown"_s << u"version-unknown"_s << u"CUDA"_s;
    QTest::newRow("CUDA 10 builds belong to a minor version")
            << builtWith(cudnn("7.6.5.32", 10), "10.0") << machine("10.2") << u"unknown"_s
            << u"version-unknown"_s << u"10.0"_s;
    QTest::newRow("CUDA 10 build of the right minor version")
            << builtWith(cudnn("7.6.5.32", 10), "10.2") << machine("10.2.89") << u"supported"_s << u"ok"_s
            << u""_s;
    QTest::newRow("8.0.5 names no CUDA 11.4")
            << cudnn("8.0.5.39", 11) << machine("11.4") << u"unknown"_s << u"version-unknown"_s << u"11.4"_s;
    QTest::newRow("8.1.0 serves all of CUDA 11")
            << cudnn("8.1.0.77", 11) << machine("11.8") << u"supported"_s << u"ok"_s << u""_s;

    QTest::newRow("ARM server archive on a PC")
            << cudnn("8.9.7.29", 12, "linux-sbsa") << machine("12.4") << u"unsupported"_s
            << u"archive-wrong-platform"_s << u"linux-x86_64"_s;
    QTest::newRow("Windows archive on Linux")
            << cudnn("8.9.7.29", 12, "windows-x86_64") << machine("12.4") << u"unsupported"_s
            << u"archive-wrong-platform"_s << u"linux-x86_64"_s;
    QTest::newRow("POWER archive on a PC")
            << cudnn("8.9.7.29", 12, "linux-ppc64le") << machine("12.4") << u"unsupported"_s
            << u"archive-wrong-platform"_s << u"linux-ppc64le"_s;
    QTest::newRow("ARM server archive on an ARM server")
            << cudnn("8.9.7.29", 12, "linux-sbsa") << arm("12.4", false) << u"supported"_s << u"ok"_s
            << u"linux-sbsa"_s;
    QTest::newRow("Jetson archive on an ARM server")
            << cudnn("8.9.5.30", 12, "linux-aarch64") << arm("12.4", false) << u"unsupported"_s
            << u"archive-wrong-platform"_s << u"linux-sbsa"_s;
    QTest::newRow("Jetson archive on a Jetson board")
            << cudnn("8.9.5.30", 12, "linux-aarch64") << arm("12.2", true) << u"supported"_s << u"ok"_s
            << u"linux-aarch64"_s;
    QTest::newRow("ARM server archive on a Jetson board with CUDA 12")
            << cudnn("9.3.0.75", 12, "linux-sbsa") << arm("12.6", true) << u"unsupported"_s
            << u"sbsa-on-tegra"_s << u"linux-aarch64"_s;
    QTest::newRow("ARM server archive on a Jetson board with CUDA 13.0: it depends on the board")
            << cudnn("9.14.0.64", 13, "linux-sbsa") << arm("13.0", true) << u"unknown"_s
            << u"version-unknown"_s << u"13.2"_s;
    QTest::newRow("ARM server archive on a Jetson board with CUDA 13.2")
            << cudnn("9.22.0", 13, "linux-sbsa") << arm("13.2", true) << u"supported"_s << u"ok"_s
            << u"linux-sbsa"_s;
    QTest::newRow("a platform nobody knows") << cudnn("8.9.7.29", 12, "beos-x86_64") << machine("12.4")
                                             << u"unknown"_s << u"version-unknown"_s << u"beos"_s;

    QTest::newRow("driver of CUDA 11 under cuDNN for CUDA 12")
            << cudnn("8.9.7.29", 12) << machine("12.4", "470.82.01", "11.4") << u"unsupported"_s
            << u"driver-too-old"_s << u"525.60.13"_s;
    QTest::newRow("driver 535 (CUDA 12.2) under toolkit 12.4: one CUDA major")
            << cudnn("8.9.7.29", 12) << machine("12.4", "535.104.05", "12.2") << u"supported"_s << u"ok"_s
            << u""_s;
    QTest::newRow("driver just below the floor")
            << cudnn("8.9.7.29", 12) << machine("12.0", "525.60.11", "12.0") << u"unsupported"_s
            << u"driver-too-old"_s << u"525.60.13"_s;
    QTest::newRow("driver newer than the toolkit")
            << cudnn("8.9.7.29", 11) << machine("11.8", "580.95.05", "13.0") << u"supported"_s << u"ok"_s
            << u""_s;
    QTest::newRow("only the driver's highest CUDA is known and is too low")
            << cudnn("8.9.7.29", 12)
            << TargetFacts{.architecture = u"x86_64"_s, .toolkitCuda = v("12.4"), .driverMaxCuda = v("11.8")}
            << u"unsupported"_s << u"driver-too-old"_s << u"11.8"_s;
    QTest::newRow("toolkit update 12.4.1 under a driver that names 12.4")
            << cudnn("8.9.7.29", 12) << machine("12.4.1", "550.54.15", "12.4") << u"supported"_s << u"ok"_s
            << u""_s;
    QTest::newRow("only the driver's highest CUDA is known, and the toolkit is an update of it")
            << cudnn("8.9.7.29", 12)
            << TargetFacts{.architecture = u"x86_64"_s,
                           .toolkitCuda = v("12.4.1"),
                           .driverMaxCuda = v("12.4")}
            << u"supported"_s << u"ok"_s << u""_s;
    QTest::newRow("CUDA 13 driver floor") << cudnn("9.17.0", 13) << machine("13.0", "575.57.08", "12.9")
                                          << u"unsupported"_s << u"driver-too-old"_s << u"580.65.06"_s;

    QTest::newRow("Maxwell card under 9.11: too old, the last that fits is named")
            << cudnn("9.11.0.98", 12) << machine("12.4", "550.54.14", "12.4", {v("5.2")}) << u"unsupported"_s
            << u"gpu-too-old"_s << u"9.10.2"_s;
    QTest::newRow("Pascal card under 9.10.2")
            << cudnn("9.10.2.21", 12) << machine("12.4", "550.54.14", "12.4", {v("6.1")}) << u"supported"_s
            << u"ok"_s << u""_s;
    QTest::newRow("one of two cards too old")
            << cudnn("9.11.0.98", 12) << machine("12.4", "550.54.14", "12.4", {v("8.6"), v("6.1")})
            << u"unknown"_s << u"gpu-partly-unsupported"_s << u"6.1"_s;
    QTest::newRow("Blackwell card under 8.9.7: too new")
            << cudnn("8.9.7.29", 12) << machine("12.8", "570.124.06", "12.8", {v("12.0")}) << u"unsupported"_s
            << u"gpu-too-new"_s << u"9.0"_s;
    QTest::newRow("Blackwell card under 9.0.0: forward compatible, a warning")
            << cudnn("9.0.0.312", 12) << machine("12.8", "570.124.06", "12.8", {v("12.0")}) << u"unknown"_s
            << u"gpu-too-new"_s << u"9.0.0"_s;
    QTest::newRow("Blackwell card under 9.10.2 with all it needs")
            << cudnn("9.10.2.21", 12) << machine("12.8", "570.124.06", "12.8", {v("12.0")}) << u"supported"_s
            << u"ok"_s << u""_s;
    QTest::newRow("Blackwell card under 9.10.2 with an older toolkit")
            << cudnn("9.10.2.21", 12) << machine("12.4", "570.124.06", "12.8", {v("12.0")}) << u"unknown"_s
            << u"gpu-too-new"_s << u"12.8"_s;
    QTest::newRow("Blackwell card under 9.10.2 with an older driver")
            << cudnn("9.10.2.21", 12) << machine("12.8", "550.54.14", "12.4", {v("12.0")}) << u"unsupported"_s
            << u"driver-too-old"_s << u"570.26"_s;
    QTest::newRow("9.2.0 states nothing of GPUs, though 9.0.0 and 9.5.0 do")
            << cudnn("9.2.0.82", 12) << machine("12.4", "550.54.14", "12.4", {v("8.6")}) << u"unknown"_s
            << u"version-unknown"_s << u"8.6"_s;

    QTest::newRow("glibc below what was tested is no refusal")
            << cudnn("9.5.1.17", 12) << withGlibc(machine("12.4"), "2.17") << u"unknown"_s
            << u"version-unknown"_s << u"2.28"_s;
    QTest::newRow("glibc is not judged where nothing is stated")
            << cudnn("9.10.2.21", 12) << withGlibc(machine("12.4"), "2.17") << u"supported"_s << u"ok"_s
            << u""_s;
    QTest::newRow("a known bad release") << cudnn("9.10.0.56", 12) << machine("12.4") << u"unknown"_s
                                         << u"obsolete-cudnn"_s << u"9.10.1"_s;
    QTest::newRow("a withdrawn release by three parts")
            << cudnn("9.25.0", 13) << machine("13.0") << u"unknown"_s << u"obsolete-cudnn"_s << u"9.25.1.1"_s;
    QTest::newRow("a preview") << cudnn("8.0.0.180", 11) << machine("11.0") << u"unknown"_s
                               << u"obsolete-cudnn"_s << u"8.0.0"_s;
    QTest::newRow("wrong products with several GPUs and CUDA 12.9")
            << cudnn("9.5.1.17", 12) << machine("12.9", "575.57.08", "12.9", {v("8.6"), v("8.6")})
            << u"unknown"_s << u"obsolete-cudnn"_s << u"9.10.1"_s;
    QTest::newRow("the same with one GPU")
            << cudnn("9.5.1.17", 12) << machine("12.9", "575.57.08", "12.9", {v("8.6")}) << u"supported"_s
            << u"ok"_s << u""_s;
    QTest::newRow("a release newer than the data") << cudnn("9.99.0.1", 12) << machine("12.4") << u"unknown"_s
                                                   << u"version-unknown"_s << u"9.99.0"_s;
    QTest::newRow("nothing known at all")
            << CandidateFacts{} << TargetFacts{} << u"unknown"_s << u"version-unknown"_s << u""_s;
}

void TestCompatibility::judges()
{
    QFETCH(CandidateFacts, candidate);
    QFETCH(TargetFacts, target);
    QFETCH(QString, words);
    const Verdict verdict = judge(*m_catalog, candidate, target);
    QVERIFY(!verdict.reasons.isEmpty());
    for (const Reason &reason : verdict.reasons)
        qInfo("%d %s: %s", int(reason.weight), qPrintable(reason.id), qPrintable(reason.text.toString()));
    QTEST(toString(verdict.kind), "verdict");
    QTEST(verdict.reasons.constFirst().id, "firstReason");
    QVERIFY2(verdict.reasons.constFirst().text.toString().contains(words), qPrintable(words));
}

void TestCompatibility::everySentenceIsWhole()
{
    const auto target = withGlibc(machine("12.4", "535.104.05", "12.2", {v("8.6"), v("5.2")}), "2.17");
    int sentences = 0;
    for (const Release &release : m_catalog->releases()) {
        for (const ReleaseArchive &archive : release.archives) {
            const Verdict verdict = judge(*m_catalog,
                                          {.version = archive.version,
                                           .cudaMajor = archive.cudaMajor,
                                           .cudaBuild = archive.cudaBuild,
                                           .platform = archive.platform},
                                          target);
            for (const Reason &reason : verdict.reasons) {
                const QString text = reason.text.toString();
                QVERIFY2(text.endsWith(u'.') && text.at(0).isUpper() != text.startsWith("cuDNN"_L1)
                                 && !text.contains(u'%'),
                         qPrintable(text));
                ++sentences;
            }
        }
    }
    QVERIFY(sentences > 1000);
}

void TestCompatibility::worstReasonStandsFirst()
{
    const Verdict verdict =
            judge(*m_catalog, cudnn("9.10.0.56", 12), machine("11.8", "470.82.01", "11.4", {v("8.6")}));
    QVERIFY(verdict.reasons.constFirst().weight == Weight::Against);
    for (qsizetype i = 1; i < verdict.reasons.size(); ++i)
        QVERIFY(verdict.reasons[i - 1].weight >= verdict.reasons[i].weight);
}

void TestCompatibility::theDriversNumberIsNotTheToolkits()
{
    // nvidia-smi says 12.4, the toolkit is 11.8: the classic mix-up.
    const Verdict verdict = judge(*m_catalog, cudnn("8.9.7.29", 12), machine("11.8", "550.54.14", "12.4"));
    QCOMPARE(toString(verdict.kind), u"unsupported"_s);
    const bool isExplained =
            std::any_of(verdict.reasons.begin(), verdict.reasons.end(), [](const Reason &reason) {
                const QString text = reason.text.toString();
                return text.contains("12.4"_L1) && text.contains("11.8"_L1)
                       && text.contains("not the toolkit's version"_L1);
            });
    QVERIFY(isExplained);
}

QTEST_GUILESS_MAIN(TestCompatibility)
#include "tst_compatibility.moc"
