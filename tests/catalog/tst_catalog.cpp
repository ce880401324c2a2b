// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

// The bundled catalogue answers by hash, name and version, and says nothing where nothing is stated.
class TestCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void releasesAreSortedNewestFirst();
    void anArchiveIsKnownByItsHash();
    void aNameMayHaveSeveralArchives();
    void anArchiveOfAnotherComponentIsKnownButNoRelease();
    void aReleaseIsFoundByThreeOrFourParts_data();
    void aReleaseIsFoundByThreeOrFourParts();
    void supportIsWhatIsStated_data();
    void supportIsWhatIsStated();
    void newGpusHaveNeedsOfTheirOwn_data();
    void newGpusHaveNeedsOfTheirOwn();
    void librarySetFollowsTheVersion_data();
    void librarySetFollowsTheVersion();
    void lowestDriver_data();
    void lowestDriver();
    void cudnnNumbers_data();
    void cudnnNumbers();
    void numbersThatAreNoVersion_data();
    void numbersThatAreNoVersion();
    void fileNames_data();
    void fileNames();
    void brokenDataIsAnError_data();
    void brokenDataIsAnError();
    void parsingCost();

private:
    const Catalog &catalog() const { return *m_catalog; }
    std::optional<Catalog> m_catalog;
};

static QVersionNumber v(const char *text)
{
    return QVersionNumber::fromString(QLatin1StringView(text));
}

static QByteArray dataFile(const char *name)
{
    QFile file(u":/data/"_s + QLatin1StringView(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestCatalog::initTestCase()
{
    auto result = Catalog::bundled();
    if (!result)
        QFAIL(qPrintable(result.error().detail));
    m_catalog = *result;
}

void TestCatalog::releasesAreSortedNewestFirst()
{
    const auto &releases = catalog().releases();
    QVERIFY(releases.size() > 80);
    for (qsizetype i = 1; i < releases.size(); ++i)
        QVERIFY2(releases[i - 1].version > releases[i].version, qPrintable(releases[i].version.toString()));
    QCOMPARE(catalog().collected(), u"2026-11-30"_s);
}

void TestCatalog::anArchiveIsKnownByItsHash()
{
    const auto *archive =
            catalog().archiveByHash("0e86a03070293426dc0f9e788f803b8d74103ce6c77dad70d69862bb07c69a67");
    QVERIFY(archive);
    QCOMPARE(archive->version, v("9.26.0.51"));
    QCOMPARE(archive->platform, u"linux-x86_64"_s);
    QCOMPARE(archive->cudaMajor, 12);
    QCOMPARE(archive->size, 1015433992);
    QCOMPARE(archive->topDir, u"cudnn-linux-x86_64-9.26.0.51_cuda12-archive"_s);
    QCOMPARE(archive->component, u"cudnn"_s);
    QVERIFY(!catalog().archiveByHash(QByteArray(64, '0')));
    QVERIFY(!catalog().archiveByHash({}));
}

void TestCatalog::aNameMayHaveSeveralArchives()
{
    const auto known = catalog().archivesByName(u"cudnn-linux-x86_64-9.26.0.51_cuda12-archive.tar.xz"_s);
    QCOMPARE(known.size(), 1);
    // NVIDIA lists it, nobody published its hash.
    const auto unpublished = catalog().archivesByName(u"cudnn-linux-sbsa-9.26.0.51_cuda13-archive.tar.xz"_s);
    QCOMPARE(unpublished.size(), 1);
    QVERIFY(!unpublished.constFirst()->sha256);
    QVERIFY(!unpublished.constFirst()->size);
    QVERIFY(catalog().archivesByName(u"cudnn.tar.xz"_s).isEmpty());
}

void TestCatalog::anArchiveOfAnotherComponentIsKnownButNoRelease()
{
    const auto *jit =
            catalog().archiveByHash("20faac91433538922888a45e87392e69de284ccdc9c2f12c335ec047ff932c99");
    QVERIFY(jit);
    QCOMPARE(jit->component, u"cudnn_jit"_s);
    for (const Release &release : catalog().releases()) {
        for (const ReleaseArchive &archive : release.archives)
            QCOMPARE(archive.component, u"cudnn"_s);
    }
}

void TestCatalog::aReleaseIsFoundByThreeOrFourParts_data()
{
    QTest::addColumn<QVersionNumber>("asked");
    QTest::addColumn<QVersionNumber>("found");
    QTest::newRow("four parts") << v("8.9.7.29") << v("8.9.7.29");
    QTest::newRow("three parts") << v("8.9.7") << v("8.9.7.29");
    QTest::newRow("three parts with two builds give the newest") << v("8.9.5") << v("8.9.5.30");
    QTest::newRow("an older build by its four parts") << v("8.9.5.29") << v("8.9.5.29");
    QTest::newRow("a build that is not known is not its neighbour") << v("8.9.7.30") << QVersionNumber();
    QTest::newRow("two parts are no release") << v("8.9") << QVersionNumber();
    QTest::newRow("unknown version") << v("9.99.0") << QVersionNumber();
}

void TestCatalog::aReleaseIsFoundByThreeOrFourParts()
{
    QFETCH(QVersionNumber, asked);
    QFETCH(QVersionNumber, found);
    const Release *release = catalog().release(asked);
    QCOMPARE(release ? release->version : QVersionNumber(), found);
}

void TestCatalog::supportIsWhatIsStated_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<int>("cuda");
    QTest::addColumn<QString>("minors");
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("capabilities");
    QTest::newRow("8.9.7 for CUDA 12")
            << v("8.9.7.29") << 12 << u"12.0 12.1 12.2"_s << u"525.60.13"_s << u"5.0-9.0"_s;
    QTest::newRow("8.4.0: the row's own floor, no upper end printed")
            << v("8.4.0") << 11 << u"11.0 11.1 11.2 11.3 11.4 11.5 11.6"_s << u""_s << u"3.5-"_s;
    QTest::newRow("8.4.0 for CUDA 10 has another floor")
            << v("8.4.0") << 10 << u"10.2"_s << u""_s << u"3.0-"_s;
    QTest::newRow("9.19.0: the matrix was not read") << v("9.19.0.56") << 13 << u""_s << u""_s << u"7.5-"_s;
    QTest::newRow("9.2.0: nothing is stated, though both neighbours are")
            << v("9.2.0") << 12 << u""_s << u""_s << u"-"_s;
    QTest::newRow("9.10.2 for CUDA 12 covers all its GPUs")
            << v("9.10.2.21") << 12 << u"12.0 12.1 12.2 12.3 12.4 12.5 12.6 12.8 12.9"_s << u"525.60.13"_s
            << u"5.0-12.0"_s;
}

void TestCatalog::supportIsWhatIsStated()
{
    QFETCH(QVersionNumber, version);
    QFETCH(int, cuda);
    const auto support = catalog().support(version, cuda);
    QVERIFY(support);
    QTEST(support->cudaMinors.join(u' '), "minors");
    QTEST(support->driverMinLinux.value_or(QVersionNumber()).toString(), "driver");
    QTEST(support->minComputeCapability.value_or(QVersionNumber()).toString() + u'-'
                  + support->maxComputeCapability.value_or(QVersionNumber()).toString(),
          "capabilities");
    QVERIFY(!support->evidence.isEmpty());
    QVERIFY(!support->sources.isEmpty());
    QVERIFY(!catalog().support(version, 99));
}

void TestCatalog::newGpusHaveNeedsOfTheirOwn_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::newRow("9.10.2") << v("9.10.2");
    QTest::newRow("9.17.0") << v("9.17.0");
}

void TestCatalog::newGpusHaveNeedsOfTheirOwn()
{
    QFETCH(QVersionNumber, version);
    const auto support = catalog().support(version, 12);
    QVERIFY(support && support->newGpus);
    QCOMPARE(support->newGpus->fromComputeCapability, v("10.0"));
    QCOMPARE(support->newGpus->cudaMinors, QStringList({u"12.8"_s, u"12.9"_s}));
    QCOMPARE(support->newGpus->driverMinLinux, v("570.26"));
}

void TestCatalog::librarySetFollowsTheVersion_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("soname");
    QTest::newRow("7.6.5 is one library") << v("7.6.5") << 1 << u"libcudnn.so.7"_s;
    QTest::newRow("8.9.7") << v("8.9.7.29") << 7 << u"libcudnn.so.8"_s;
    QTest::newRow("9.19.0") << v("9.19.0") << 8 << u"libcudnn.so.9"_s;
    QTest::newRow("9.21.1 adds one") << v("9.21.1") << 9 << u"libcudnn.so.9"_s;
    QTest::newRow("9.22.0 adds another") << v("9.22.0") << 10 << u"libcudnn.so.9"_s;
}

void TestCatalog::librarySetFollowsTheVersion()
{
    QFETCH(QVersionNumber, version);
    const auto set = catalog().librarySet(version);
    QVERIFY(set);
    QTEST(int(set->shared.size()), "count");
    QTEST(set->linuxSoname, "soname");
    QVERIFY(set->headers.contains(u"cudnn.h"_s));
    QVERIFY(!catalog().librarySet(v("6.0.21")));
}

void TestCatalog::lowestDriver_data()
{
    QTest::addColumn<QVersionNumber>("cuda");
    QTest::addColumn<QString>("driver");
    QTest::newRow("CUDA 13 by its major") << v("13.1") << u"580.65.06"_s;
    QTest::newRow("CUDA 12.4: any driver of the major, not the one that came with 12.4")
            << v("12.4") << u"525.60.13"_s;
    QTest::newRow("CUDA 11.8") << v("11.8.0") << u"450.80.02"_s;
    QTest::newRow("CUDA 10.2: before minor-version compatibility") << v("10.2") << u"440.33"_s;
    QTest::newRow("CUDA 10 without a minor is not guessed") << v("10") << u""_s;
    QTest::newRow("CUDA 14 is not known") << v("14.0") << u""_s;
}

void TestCatalog::lowestDriver()
{
    QFETCH(QVersionNumber, cuda);
    QTEST(driverText(catalog().lowestDriver(cuda).value_or(QVersionNumber())), "driver");
}

void TestCatalog::cudnnNumbers_data()
{
    QTest::addColumn<qint64>("number");
    QTest::addColumn<QVersionNumber>("version");
    QTest::newRow("5.1.10") << 5110LL << v("5.1.10");
    QTest::newRow("7.6.5") << 7605LL << v("7.6.5");
    QTest::newRow("8.9.7") << 8907LL << v("8.9.7");
    QTest::newRow("9.0.0") << 90000LL << v("9.0.0");
    QTest::newRow("9.10.2") << 91002LL << v("9.10.2");
    QTest::newRow("9.19.0") << 91900LL << v("9.19.0");
}

void TestCatalog::cudnnNumbers()
{
    QFETCH(qint64, number);
    QFETCH(QVersionNumber, version);
    QCOMPARE(versionFromCudnnNumber(number), version);
    QCOMPARE(cudnnNumber(version), number);
    QCOMPARE(cudnnNumber(QVersionNumber(version.segments() << 29)), number);
}

void TestCatalog::numbersThatAreNoVersion_data()
{
    QTest::addColumn<qint64>("number");
    QTest::newRow("zero") << 0LL;
    QTest::newRow("negative") << -1LL;
    QTest::newRow("below the first") << 999LL;
    QTest::newRow("9 in the old scale") << 9100LL;
    QTest::newRow("between the scales") << 20000LL;
    QTest::newRow("garbage from a broken library") << 140187732541440LL;
}

void TestCatalog::numbersThatAreNoVersion()
{
    QFETCH(qint64, number);
    QVERIFY(!versionFromCudnnNumber(number));
}

void TestCatalog::fileNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isLibrary");
    QTest::addColumn<bool>("isHeader");
    QTest::newRow("development link") << u"libcudnn.so"_s << true << false;
    QTest::newRow("real file") << u"libcudnn.so.9.19.0"_s << true << false;
    QTest::newRow("sublibrary") << u"libcudnn_ops_infer.so.8"_s << true << false;
    QTest::newRow("static library") << u"libcudnn_adv_static_v9.a"_s << true << false;
    QTest::newRow("static library of cuDNN 7") << u"libcudnn_static.a"_s << true << false;
    QTest::newRow("CUDA runtime") << u"libcudart.so.12"_s << false << false;
    QTest::newRow("a library of another project") << u"libcudnnfoo.so.1"_s << false << false;
    QTest::newRow("header") << u"cudnn.h"_s << false << true;
    QTest::newRow("versioned header") << u"cudnn_v9.h"_s << false << true;
    QTest::newRow("sub-header") << u"cudnn_ops_infer_v8.h"_s << false << true;
    QTest::newRow("the frontend's header is another project") << u"cudnn_frontend.h"_s << false << false;
    QTest::newRow("CUDA header") << u"cuda.h"_s << false << false;
    QTest::newRow("case matters") << u"LIBCUDNN.so"_s << false << false;
}

void TestCatalog::fileNames()
{
    QFETCH(QString, name);
    QTEST(catalog().fileNames().isLibrary(name), "isLibrary");
    QTEST(catalog().fileNames().isHeader(name), "isHeader");
}

void TestCatalog::brokenDataIsAnError_data()
{
    QTest::addColumn<QByteArray>("releases");
    QTest::addColumn<QByteArray>("support");
    QTest::newRow("no data at all") << QByteArray() << dataFile("cudnn-support.json");
    QTest::newRow("cut off") << dataFile("cudnn-releases.json").left(1000) << dataFile("cudnn-support.json");
    QTest::newRow("not JSON") << dataFile("cudnn-releases.json") << QByteArray("<html>");
    QTest::newRow("another schema") << QByteArray("{\"schema\":2}") << dataFile("cudnn-support.json");
}

void TestCatalog::brokenDataIsAnError()
{
    QFETCH(QByteArray, releases);
    QFETCH(QByteArray, support);
    const auto result = Catalog::fromJson(releases, support, dataFile("cuda-driver.json"));
    QVERIFY(!result);
    QCOMPARE(toString(result.error().id), u"input-malformed"_s);
    QVERIFY(!result.error().message.toString().isEmpty());
    QVERIFY(!result.error().detail.isEmpty());
}

void TestCatalog::parsingCost()
{
    QBENCHMARK
    {
        QVERIFY(Catalog::bundled());
    }
}

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
