// SPDX-License-Identifier: MIT
#include "report/documents.h"
#include "report/progresstext.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestDocuments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotKnownIsNull();
    void anErrorCarriesItsIdAndWords();
    void progressWithoutATotalHasNone();
    void progressIsSaidInOneLine_data();
    void progressIsSaidInOneLine();
    void releasesAreFiltered();
};

void TestDocuments::whatIsNotKnownIsNull()
{
    ArchiveIdentity identity;
    identity.path = u"/x"_s;
    const QJsonObject document = identifyDocument(identity);
    for (const QString &key : {u"container"_s, u"version"_s, u"cuda"_s, u"platform"_s, u"sha256"_s, u"entries"_s, u"unpackedBytes"_s, u"topDir"_s})
        QVERIFY2(document.contains(key) && document[key].isNull(), qPrintable(key));
    QCOMPARE(document[u"authenticity"].toString(), u"unknown"_s);
}

void TestDocuments::anErrorCarriesItsIdAndWords()
{
    const QJsonObject error = errorDocument({ErrorId::NoSpace, Text("No room."), u"12 bytes"_s})[u"error"].toObject();
    QCOMPARE(error[u"id"].toString(), u"no-space"_s);
    QCOMPARE(error[u"message"].toString(), u"No room."_s);
    QCOMPARE(error[u"detail"].toString(), u"12 bytes"_s);
}

void TestDocuments::progressWithoutATotalHasNone()
{
    const QJsonObject progress = progressDocument({.step = Progress::Step::Stage, .done = 7})[u"progress"].toObject();
    QCOMPARE(progress[u"step"].toString(), u"stage"_s);
    QCOMPARE(progress[u"done"].toInt(), 7);
    QVERIFY(progress[u"total"].isNull() && progress[u"bottleneck"].isNull());
}

void TestDocuments::progressIsSaidInOneLine_data()
{
    QTest::addColumn<Progress>("progress");
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("line");
    constexpr qint64 mebi = 1 << 20;
    QTest::newRow("a step without bytes") << Progress{.step = Progress::Step::Commit} << qint64(5000) << u"Putting the files in place"_s;
    QTest::newRow("with a subject") << Progress{.step = Progress::Step::Look, .subject = Text("driver")} << qint64(0)
                                    << u"Looking at the machine: driver"_s;
    QTest::newRow("too early for a rate") << Progress{.step = Progress::Step::Stage, .done = 50 * mebi, .total = 100 * mebi}
                                          << qint64(200) << u"Unpacking  50 % of 100 MiB"_s;
    QTest::newRow("with rate and time left") << Progress{.step = Progress::Step::Stage, .done = 50 * mebi, .total = 100 * mebi}
                                             << qint64(2000) << u"Unpacking  50 % of 100 MiB, 25 MiB/s, 2 s left"_s;
    QTest::newRow("no total known") << Progress{.step = Progress::Step::Hash, .done = 50 * mebi} << qint64(2000)
                                    << u"Reading the archive  50 MiB, 25 MiB/s"_s;
    QTest::newRow("more than was announced") << Progress{.step = Progress::Step::Stage, .done = 120 * mebi, .total = 100 * mebi}
                                             << qint64(200) << u"Unpacking  100 % of 100 MiB"_s;
}

void TestDocuments::progressIsSaidInOneLine()
{
    QFETCH(Progress, progress);
    QFETCH(qint64, milliseconds);
    QFETCH(QString, line);
    QCOMPARE(progressText(progress, milliseconds), line);
}

void TestDocuments::releasesAreFiltered()
{
    const auto catalog = Catalog::bundled();
    QVERIFY(catalog);
    const auto isFor = [](const Release &release, const QString &platform) {
        return std::all_of(release.archives.begin(), release.archives.end(),
                           [&](const ReleaseArchive &archive) { return archive.platform == platform; });
    };
    const auto some = filteredReleases(*catalog, {.platform = u"linux-sbsa"_s, .cudaMajor = 12});
    QVERIFY(!some.isEmpty());
    for (const Release &release : some)
        QVERIFY(!release.archives.isEmpty() && isFor(release, u"linux-sbsa"_s) && release.status == u"ok");
    QCOMPARE(filteredReleases(*catalog, {.withAll = true}).size(), catalog->releases().size());
    QVERIFY(some.size() < catalog->releases().size());
}

QTEST_GUILESS_MAIN(TestDocuments)
#include "tst_documents.moc"
