// SPDX-License-Identifier: MIT
#include "ratemeter.h"

#include <QTest>

using namespace cudnnsetup;

class TestRateMeter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsNothingFromOneCount();
    void tellsASteadyPace();
    void forgetsAnOldPace();
    void knowsNoEndWithoutATotal();
    void startsAnewWhenCountsGoBack();
    void passesOverCountsThatComeTooClose();
};

void TestRateMeter::knowsNothingFromOneCount()
{
    RateMeter meter;
    QVERIFY(!meter.bytesPerSecond() && !meter.secondsLeft());
    meter.add(100, 1000, 0);
    QVERIFY(!meter.bytesPerSecond() && !meter.secondsLeft());
}

void TestRateMeter::tellsASteadyPace()
{
    RateMeter meter;
    for (int i = 0; i <= 10; ++i)
        meter.add(i * 100, 2000, i * 100);
    QCOMPARE(*meter.bytesPerSecond(), 1000);
    QCOMPARE(*meter.secondsLeft(), 1);
}

void TestRateMeter::forgetsAnOldPace()
{
    RateMeter meter;
    qint64 done = 0;
    for (int i = 0; i <= 10; ++i)
        meter.add(done += 100'000, -1, i * 100);
    for (int i = 11; i <= 300; ++i)
        meter.add(done += 100, -1, i * 100);
    QVERIFY(*meter.bytesPerSecond() >= 1000 && *meter.bytesPerSecond() < 1100);
}

void TestRateMeter::knowsNoEndWithoutATotal()
{
    RateMeter meter;
    meter.add(0, -1, 0);
    meter.add(100, -1, 100);
    QVERIFY(meter.bytesPerSecond());
    QVERIFY(!meter.secondsLeft());
}

void TestRateMeter::startsAnewWhenCountsGoBack()
{
    RateMeter meter;
    meter.add(1000, 5000, 0);
    meter.add(0, 5000, 1000);
    QVERIFY(!meter.bytesPerSecond());
    meter.add(1000, 5000, 2000);
    QCOMPARE(*meter.bytesPerSecond(), 1000);
}

void TestRateMeter::passesOverCountsThatComeTooClose()
{
    RateMeter meter;
    meter.add(0, 1000, 0);
    meter.add(500, 1000, 1);
    QVERIFY(!meter.bytesPerSecond());
    meter.add(500, 1000, 500);
    QCOMPARE(*meter.bytesPerSecond(), 1000);
}

QTEST_APPLESS_MAIN(TestRateMeter)
#include "tst_ratemeter.moc"
