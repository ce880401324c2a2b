// SPDX-License-Identifier: MIT
#include "streamtarget.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup::test;

// The streams that the fuzzer starts from and those that it once found, again: none does what it must not.
class TestFuzzCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void replayed_data();
    void replayed();
    void seedsStillEndAsTheyDid_data();
    void seedsStillEndAsTheyDid();
};

void TestFuzzCorpus::initTestCase()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
}

void TestFuzzCorpus::replayed_data()
{
    QTest::addColumn<QString>("path");
    const QFileInfoList files = QDir(QStringLiteral(CUDNNSETUP_FUZZ_CORPUS)).entryInfoList(QDir::Files);
    for (const QFileInfo &file : files)
        QTest::addRow("%s", qPrintable(file.fileName())) << file.filePath();
}

void TestFuzzCorpus::replayed()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    StreamTarget target;
    QCOMPARE(target.run(file.readAll()), QString());
}

// Else the fuzzer would start from streams that are refused at the door.
void TestFuzzCorpus::seedsStillEndAsTheyDid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("end");
    for (const char *name : {"install", "two-libraries", "settings", "prefix"})
        QTest::addRow("%s is carried out", name) << QString::fromLatin1(name) << u"committed"_s;
    QTest::newRow("a Cancel behind the end") << u"install-cancelled"_s << u"cancelled"_s;
    QTest::newRow("a stream that stops") << u"install-cut"_s << u"archive-truncated"_s;
    QTest::newRow("a file of the system") << u"foreign-file"_s << u"outside-target"_s;
    QTest::newRow("a link that leads out") << u"link-out"_s << u"archive-unsafe"_s;
}

void TestFuzzCorpus::seedsStillEndAsTheyDid()
{
    QFETCH(QString, name);
    QFETCH(QString, end);
    QFile file(QStringLiteral(CUDNNSETUP_FUZZ_CORPUS) + u'/' + name);
    QVERIFY(file.open(QIODevice::ReadOnly));
    StreamTarget target;
    target.run(file.readAll());
    QCOMPARE(target.lastEnd(), end);
}

QTEST_GUILESS_MAIN(TestFuzzCorpus)
#include "tst_fuzzcorpus.moc"
