// SPDX-License-Identifier: MIT
#include "archive/sha256.h"

#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestSha256 : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesPublishedDigests_data();
    void givesPublishedDigests();
    void startsAnewAfterFinish();
    void hashesFiles();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void stopsWhenCancelled();
};

void TestSha256::givesPublishedDigests_data()
{
    // FIPS 180-4 examples.
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("digest");
    QTest::newRow("nothing") << QByteArray() << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("abc") << QByteArray("abc") << QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QTest::newRow("a million times a") << QByteArray(1000000, 'a')
                                       << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void TestSha256::givesPublishedDigests()
{
    QFETCH(const QByteArray, input);
    Sha256 hash;
    hash.add(QByteArrayView(input).first(input.size() / 3));
    hash.add(QByteArrayView(input).sliced(input.size() / 3));
    QTEST(hash.finish(), "digest");
}

void TestSha256::startsAnewAfterFinish()
{
    Sha256 hash;
    hash.add("something else");
    hash.finish();
    hash.add("abc");
    QCOMPARE(hash.finish(), QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

void TestSha256::hashesFiles()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"名前 a"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(3000000, 'x')), 3000000);
    file.close();
    Sha256 expected;
    expected.add(QByteArray(3000000, 'x'));

    QList<Progress> reports;
    const auto hash = sha256OfFile(file.fileName(), {.report = [&](const Progress &p) { reports << p; }});
    QVERIFY(hash);
    QCOMPARE(*hash, expected.finish());
    QCOMPARE(reports.last().done, 3000000);
    QCOMPARE(reports.last().total, 3000000);
    QVERIFY(reports.last().step == Progress::Step::Hash);
}

void TestSha256::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("id");
    QTest::newRow("a file that is not there") << u"missing"_s << u"input-missing"_s;
    QTest::newRow("a folder") << u"."_s << u"not-readable"_s;
}

void TestSha256::refusesWhatIsNoFile()
{
    QFETCH(const QString, path);
    QTemporaryDir folder;
    const auto hash = sha256OfFile(folder.filePath(path));
    QVERIFY(!hash);
    QTEST(toString(std::get<Error>(hash.error()).id), "id");
}

void TestSha256::stopsWhenCancelled()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"a"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("abc");
    file.close();
    const auto hash = sha256OfFile(file.fileName(), {.isCancelled = [] { return true; }});
    QVERIFY(!hash);
    QVERIFY(isCancelled(hash.error()));
}

QTEST_GUILESS_MAIN(TestSha256)
#include "tst_sha256.moc"
