// SPDX-License-Identifier: MIT
#include "rehearsal.h"
#include "scratchroot.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>
#include <QThread>

#include <csignal>

using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

// Every number up to count when nothing is to be left out, else the given ones and about as many more, spread
// evenly.
QList<int> numbersToTry(int count, const QList<int> &always, int samples)
{
    QList<int> numbers = always;
    const int step = isLong() && realArchive().isEmpty() ? 1 : std::max(1, count / samples);
    for (int n = 1; n <= count; n += step)
        numbers << n;
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

QByteArray words(const QString &when, const QStringList &differences)
{
    return (when + u'\n' + differences.join(u'\n')).toLocal8Bit();
}

} // namespace

// The real program, ended by SIGKILL: after `recover` the machine is exactly the old one or exactly the new
// one.
class TestKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (realArchive().isEmpty())
            useMemoryForScratchRoots();
    }
    void theDiskHasItBeforeItIsNeeded_data() { addTasks(); }
    void theDiskHasItBeforeItIsNeeded();
    void killedBeforeACall_data() { addTasks(); }
    void killedBeforeACall();
    void recoverIsKilledAsWell_data() { addTasks(); }
    void recoverIsKilledAsWell();
    void killedAtAnyMoment_data() { addTasks(); }
    void killedAtAnyMoment();

private:
    static void addTasks();
    const Rehearsal &rehearsal();

    std::map<QString, std::unique_ptr<Rehearsal>> m_rehearsals;
};

void TestKilled::addTasks()
{
    QTest::addColumn<Task>("task");
    for (const auto &[name, task] : tasks())
        QTest::newRow(qPrintable(name)) << task;
}

const Rehearsal &TestKilled::rehearsal()
{
    auto &rehearsal = m_rehearsals[QString::fromUtf8(QTest::currentDataTag())];
    if (!rehearsal) {
        QFETCH(Task, task);
        rehearsal = std::make_unique<Rehearsal>(task);
    }
    return *rehearsal;
}

// What a power cut needs beyond a kill: the order of the calls that bring things to the disk.
void TestKilled::theDiskHasItBeforeItIsNeeded()
{
    const QStringList &calls = rehearsal().calls();
    const auto isOfTree = [](const QString &call) {
        return !call.contains(u"/.cudnn-setup") && !call.startsWith(u"fsync");
    };
    const auto firstChange = std::find_if(calls.begin(), calls.end(), isOfTree) - calls.begin();
    QVERIFY(firstChange < calls.size());
    const QStringList before = calls.first(firstChange);

    const auto journal = before.lastIndexOf(QRegularExpression(u"^renameat.*/transaction\\.json$"_s));
    QVERIFY(journal > 0);
    const QString folder = before[journal].section(u' ', 1).section(u'/', 0, -2);
    QVERIFY(before.lastIndexOf(u"fsync "_s + folder + u"/transaction.json.new"_s)
            > before.lastIndexOf(u"write "_s + folder + u"/transaction.json.new"_s));
    QVERIFY(before.lastIndexOf(u"fsync "_s + folder) > journal);

    int made = 0;
    for (qsizetype i = 0; i < firstChange; ++i) {
        const QString path = before[i].section(u' ', 1);
        const QString parent = path.section(u'/', 0, -2);
        const bool isStaged = path.startsWith(folder + u"/stage/"_s);
        made += isStaged && before[i].startsWith(u"openat ") ? 1 : 0;
        if (isStaged && before[i].startsWith(u"write "))
            QVERIFY2(before.lastIndexOf(u"fsync "_s + path) > i, qPrintable(before[i]));
        if (isStaged && !before[i].startsWith(u"write ") && !before[i].startsWith(u"fchmod ")
            && !before[i].startsWith(u"fsync "))
            QVERIFY2(before.lastIndexOf(u"fsync "_s + parent, journal) > i, qPrintable(before[i]));
        if (path.startsWith(folder + u"/backup/"_s))
            QVERIFY2(before.lastIndexOf(u"fsync "_s + parent) > i, qPrintable(before[i]));
    }
    QVERIFY(made > 10 || rehearsal().takesBack());

    const auto end = calls.lastIndexOf(QRegularExpression(u"/transaction\\.json$"_s));
    for (qsizetype i = firstChange; i < calls.size(); ++i) {
        const QString parent = calls[i].section(u' ', 1).section(u'/', 0, -2);
        if (isOfTree(calls[i]))
            QVERIFY2(calls.lastIndexOf(u"fsync "_s + parent, end) > i, qPrintable(calls[i]));
    }
}

void TestKilled::killedBeforeACall()
{
    const Rehearsal &task = rehearsal();
    QVERIFY(task.calls().size() > 20);
    QVERIFY(task.journalBoundaries().size() >= 4);
    int olds = 0;
    int news = 0;
    for (const int n : numbersToTry(int(task.calls().size()), task.journalBoundaries(), 20)) {
        const auto machine = task.newMachine();
        const CliRun killed = task.run(*machine, {.killAt = n});
        const QString when =
                u"killed before call %1, %2"_s.arg(QString::number(n), task.calls().value(n - 1));
        QVERIFY2(killed.exitCode == (n > task.calls().size() ? 0 : -1), qPrintable(when));
        const CliRun recovered = task.recover(*machine);
        QVERIFY2(recovered.exitCode == 0, words(when, {QString::fromUtf8(recovered.error)}));
        const auto [state, differences] = task.look(*machine);
        QVERIFY2(state != Rehearsal::State::Between, words(when, differences));
        ++(state == Rehearsal::State::Old ? olds : news);
    }
    QVERIFY(olds > 0);
    QVERIFY(news > 0);
    qInfo("%d kills: %d times the old machine, %d times the new one", olds + news, olds, news);
}

void TestKilled::recoverIsKilledAsWell()
{
    const Rehearsal &task = rehearsal();
    int kills = 0;
    for (int n = 1;; n += isLong() ? 1 : 12) {
        const auto machine = task.newMachine();
        QCOMPARE(task.run(*machine, {.killAt = task.worstCall()}).exitCode, -1);
        const CliRun killed = task.recover(*machine, {.killAt = n});
        const QString when = u"recover was killed before call %1"_s.arg(n);
        kills += killed.exitCode == -1 ? 1 : 0;
        const CliRun recovered = task.recover(*machine);
        QVERIFY2(recovered.exitCode == 0, words(when, {QString::fromUtf8(recovered.error)}));
        const auto [state, differences] = task.look(*machine);
        QVERIFY2(state == task.stateAfterWorst(), words(when, differences));
        if (killed.exitCode == 0)
            break;
    }
    QVERIFY(kills > 3);
}

void TestKilled::killedAtAnyMoment()
{
    const Rehearsal &task = rehearsal();
    const quint32 seed = qEnvironmentVariableIsSet("CUDNN_SETUP_SEED")
                                 ? qEnvironmentVariable("CUDNN_SETUP_SEED").toUInt()
                                 : QRandomGenerator::global()->generate();
    qInfo("CUDNN_SETUP_SEED=%u", seed);
    QRandomGenerator random(seed);
    const int rounds = isLong() ? 200 : 25;
    int olds = 0;
    int news = 0;
    for (int i = 0; i < rounds; ++i) {
        const auto machine = task.newMachine();
        const auto moment = random.bounded(qint64(task.duration().count() * 11 / 10));
        QProcess process;
        startCli(process, task.arguments(*machine));
        QVERIFY(process.waitForStarted());
        QThread::usleep(quint64(moment)); // the moment is what is tried here
        ::kill(pid_t(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished());
        const QString when =
                u"killed after %1 us, round %2"_s.arg(QString::number(moment), QString::number(i));
        const CliRun recovered = task.recover(*machine);
        QVERIFY2(recovered.exitCode == 0, words(when, {QString::fromUtf8(recovered.error)}));
        const auto [state, differences] = task.look(*machine);
        QVERIFY2(state != Rehearsal::State::Between, words(when, differences));
        ++(state == Rehearsal::State::Old ? olds : news);
    }
    qInfo("%d kills: %d times the old machine, %d times the new one", rounds, olds, news);
}

QTEST_GUILESS_MAIN(TestKilled)
#include "tst_killed.moc"
