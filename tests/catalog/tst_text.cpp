// SPDX-License-Identifier: MIT
#include "text.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

// Sentences that follow each other, and numbers as their maker writes them.
class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sentencesFollowEachOther();
    void anArgumentIsNeverReplacedAgain();
    void driverVersions_data();
    void driverVersions();
};

void TestText::sentencesFollowEachOther()
{
    const Text first("The folder %1 is full.", {u"/opt"_s});
    const Text both = first.followedBy(Text("Nothing was changed.")).followedBy(Text::verbatim(u"100 %1."_s));
    QCOMPARE(both.toString(), u"The folder /opt is full. Nothing was changed. 100 %1."_s);
    QCOMPARE(first.toString(), u"The folder /opt is full."_s);
    QVERIFY(!(first == both));
    QVERIFY(both == first.followedBy(Text("Nothing was changed.")).followedBy(Text::verbatim(u"100 %1."_s)));
}

void TestText::anArgumentIsNeverReplacedAgain()
{
    QCOMPARE(Text("%1 is not %2.", {u"%2"_s, u"%1"_s}).toString(), u"%2 is not %1."_s);
}

void TestText::driverVersions_data()
{
    QTest::addColumn<QVersionNumber>("version");
    QTest::addColumn<QString>("text");
    QTest::newRow("a last part below ten") << QVersionNumber(470, 82, 1) << u"470.82.01"_s;
    QTest::newRow("two parts") << QVersionNumber(570, 26) << u"570.26"_s;
    QTest::newRow("three digits") << QVersionNumber(535, 104, 5) << u"535.104.05"_s;
    QTest::newRow("nothing") << QVersionNumber() << u""_s;
}

void TestText::driverVersions()
{
    QFETCH(QVersionNumber, version);
    QTEST(driverText(version), "text");
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
