// SPDX-License-Identifier: MIT
#include "rehearsal.h"
#include "scratchroot.h"

#include <QTest>

using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// The real program on a disk that is full, broken, read-only or not ours, from any of its writes on: it says
// so, and the machine is exactly the old one; where even taking back fails, `recover` does it once the disk
// works again.
class TestFailingDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void aWriteFails_data() { addFaults(); }
    void aWriteFails();
    void recoverFailsAsWell_data() { addFaults(); }
    void recoverFailsAsWell();

private:
    static void addFaults();
    const Rehearsal &rehearsal();
    static void check(const Rehearsal &task, const Fault &fault);

    std::map<QString, std::unique_ptr<Rehearsal>> m_rehearsals;
};

void TestFailingDisk::addFaults()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<Task>("task");
    QTest::addColumn<QString>("error");
    QTest::addColumn<bool>("isSticky");
    for (const auto &[name, task] : tasks()) {
        for (const QString &error : {u"ENOSPC"_s, u"EIO"_s, u"EACCES"_s, u"EROFS"_s}) {
            QTest::addRow("%s, %s once", qPrintable(name), qPrintable(error))
                    << name << task << error << false;
            QTest::addRow("%s, %s from then on", qPrintable(name), qPrintable(error))
                    << name << task << error << true;
        }
    }
}

void TestFailingDisk::check(const Rehearsal &task, const Fault &fault)
{
    const auto machine = task.newMachine();
    const CliRun failed = task.run(*machine, fault);
    const QByteArray when =
            u"%1, call %2: %3 -> exit code %4\n"_s
                    .arg(fault.error, QString::number(fault.failAt), task.calls().value(fault.failAt - 1),
                         QString::number(failed.exitCode))
                    .toLocal8Bit()
            + failed.error;
    const QList<int> withTheOldTree = {3, 4, 6, 7};
    QVERIFY2(failed.exitCode == 0 || failed.exitCode == 5 || withTheOldTree.contains(failed.exitCode), when);
    QVERIFY2((failed.exitCode == 0) == failed.errorId().isEmpty(), when);
    const Rehearsal::Sight used = task.lookAtUsedFiles(*machine);
    if (failed.exitCode == 0)
        QVERIFY2(used.state == Rehearsal::State::New, when + used.differences.join(u'\n').toLocal8Bit());
    if (withTheOldTree.contains(failed.exitCode))
        QVERIFY2(used.state == Rehearsal::State::Old, when + used.differences.join(u'\n').toLocal8Bit());

    const CliRun recovered = task.recover(*machine);
    QVERIFY2(recovered.exitCode == 0, when + recovered.error);
    // A disk that fails while all is done already may leave a backup or a stage in the history that nobody
    // needs.
    const Rehearsal::Sight now = task.lookAtUsedFiles(*machine);
    const Rehearsal::Sight all = now.state == Rehearsal::State::New ? now : task.look(*machine);
    const auto expected = failed.exitCode == 0 ? Rehearsal::State::New : Rehearsal::State::Old;
    const bool isRight =
            failed.exitCode == 5 ? all.state != Rehearsal::State::Between : all.state == expected;
    QVERIFY2(isRight, when + "after recover:\n" + all.differences.join(u'\n').toLocal8Bit());
}

const Rehearsal &TestFailingDisk::rehearsal()
{
    QFETCH(QString, name);
    auto &rehearsal = m_rehearsals[name];
    if (!rehearsal) {
        QFETCH(Task, task);
        rehearsal = std::make_unique<Rehearsal>(task);
    }
    return *rehearsal;
}

void TestFailingDisk::aWriteFails()
{
    QFETCH(QString, error);
    QFETCH(bool, isSticky);
    const Rehearsal &task = rehearsal();
    const int count = int(task.calls().size());
    // Without the long tests each row tries other calls than its neighbours.
    const int step = isLong() ? 1 : std::max(1, count / 4);
    for (int n = 1 + int(qHash(error + QString::number(isSticky)) % size_t(step)); n <= count; n += step) {
        check(task, {.failAt = n, .error = error, .isSticky = isSticky});
        if (QTest::currentTestFailed())
            return;
    }
}

// Killed where it leaves the most to do, and the disk fails while `recover` does that.
void TestFailingDisk::recoverFailsAsWell()
{
    QFETCH(QString, error);
    QFETCH(bool, isSticky);
    const Rehearsal &task = rehearsal();
    for (int n = 1 + int(qHash(error) % 7);; n += isLong() ? 1 : 60) {
        const auto machine = task.newMachine();
        QCOMPARE(task.run(*machine, {.killAt = task.worstCall()}).exitCode, -1);
        const QString log = machine->filePath(u"calls"_s);
        const CliRun failed =
                task.recover(*machine, {.failAt = n, .error = error, .isSticky = isSticky, .log = log});
        const QByteArray when = u"%1, call %2 -> exit code %3\n"_s
                                        .arg(error, QString::number(n), QString::number(failed.exitCode))
                                        .toUtf8()
                                + failed.error;
        QFile calls(log);
        QVERIFY(calls.open(QIODevice::ReadOnly));
        const bool isReached = calls.readAll().count('\n') >= n;
        QVERIFY(calls.remove());
        QVERIFY2((failed.exitCode == 0) == failed.errorId().isEmpty(), when);
        const CliRun recovered = task.recover(*machine);
        QVERIFY2(recovered.exitCode == 0, when + recovered.error);
        const Rehearsal::Sight all = task.look(*machine);
        QVERIFY2(all.state == task.stateAfterWorst(), when + all.differences.join(u'\n').toLocal8Bit());
        if (!isReached)
            return;
    }
}

QTEST_GUILESS_MAIN(TestFailingDisk)
#include "tst_failingdisk.moc"
