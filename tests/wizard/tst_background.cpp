// SPDX-License-Identifier: MIT
#include "background.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>
#include <QThreadPool>

using namespace cudnnsetup;

class TestBackground : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesPartsThenTheValueInOurThread();
    void aStoppedWorkStillGivesItsValue();
    void nothingComesOfForgottenWork();
    void theReceiverMayStartOtherWork();
    void progressIsThrottledButNeverAStep();
    void itsEndDoesNotOutliveTheReceiver();
};

void TestBackground::givesPartsThenTheValueInOurThread()
{
    QThreadPool pool;
    Background<int, QString> work;
    QStringList parts;
    int value = 0;
    QThread *workThread = nullptr;
    QThread *ourThread = nullptr;
    work.start(&pool,
               [&](const Job &, const auto &handOver) {
                   workThread = QThread::currentThread();
                   handOver(QStringLiteral("a"));
                   handOver(QStringLiteral("b"));
                   return 7;
               },
               {.done =
                        [&](const int &v) {
                            value = v;
                            ourThread = QThread::currentThread();
                        },
                .part = [&](const QString &part) { parts << part; }});
    QVERIFY(work.isRunning());
    QTRY_COMPARE(value, 7);
    QCOMPARE(parts, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    QCOMPARE(ourThread, QThread::currentThread());
    QVERIFY(workThread != ourThread);
    QVERIFY(!work.isRunning());
}

void TestBackground::aStoppedWorkStillGivesItsValue()
{
    QThreadPool pool;
    QSemaphore begun;
    QSemaphore stopped;
    Background<bool> work;
    std::optional<bool> wasCancelled;
    work.start(&pool,
               [&](const Job &job, const auto &) {
                   begun.release();
                   stopped.acquire();
                   return job.isCancelled();
               },
               {.done = [&](const bool &cancelled) { wasCancelled = cancelled; }});
    begun.acquire();
    work.stop();
    stopped.release();
    QTRY_VERIFY(wasCancelled.has_value());
    QVERIFY(*wasCancelled);
}

void TestBackground::nothingComesOfForgottenWork()
{
    QThreadPool pool;
    QSemaphore go;
    Background<int> work;
    int values = 0;
    work.start(&pool,
               [&](const Job &, const auto &) {
                   go.acquire();
                   return 1;
               },
               {.done = [&](const int &) { ++values; }});
    work.forget();
    QVERIFY(!work.isRunning());
    int second = 0;
    go.release();
    QVERIFY(pool.waitForDone());
    work.start(&pool, [](const Job &, const auto &) { return 2; },
               {.done = [&](const int &v) { second = v; }});
    QTRY_COMPARE(second, 2);
    QCOMPARE(values, 0);
}

void TestBackground::theReceiverMayStartOtherWork()
{
    QThreadPool pool;
    Background<int> work;
    int last = 0;
    work.start(&pool, [](const Job &, const auto &) { return 1; }, {.done = [&](const int &) {
        work.start(&pool, [](const Job &, const auto &) { return 2; },
                   {.done = [&](const int &v) { last = v; }});
    }});
    QTRY_COMPARE(last, 2);
}

void TestBackground::progressIsThrottledButNeverAStep()
{
    QThreadPool pool;
    Background<int> work;
    QList<Progress> seen;
    bool isDone = false;
    work.start(
            &pool,
            [](const Job &job, const auto &) {
                for (int i = 0; i < 1000; ++i)
                    job.report({.step = Progress::Step::Stage, .done = i});
                job.report({.step = Progress::Step::Commit, .done = 1});
                return 0;
            },
            {.done = [&](const int &) { isDone = true; }, .progress = [&](const Progress &p) { seen << p; }});
    QTRY_VERIFY(isDone);
    QCOMPARE(seen.first().done, 0);
    QCOMPARE(toString(seen.last().step), toString(Progress::Step::Commit));
    // A thousand counts in a row take far less than ten seconds, which is what a hundred reports would mean.
    QVERIFY(seen.size() < 100);
}

void TestBackground::itsEndDoesNotOutliveTheReceiver()
{
    QThreadPool pool;
    QSemaphore go;
    int values = 0;
    {
        Background<int> work;
        work.start(&pool,
                   [&](const Job &, const auto &) {
                       go.acquire();
                       return 1;
                   },
                   {.done = [&](const int &) { ++values; }});
    }
    go.release();
    QVERIFY(pool.waitForDone());
    QCoreApplication::sendPostedEvents(nullptr, 0);
    QCoreApplication::processEvents();
    QCOMPARE(values, 0);
}

QTEST_GUILESS_MAIN(TestBackground)
#include "tst_background.moc"
