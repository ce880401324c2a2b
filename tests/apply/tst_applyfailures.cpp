// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include <QTest>

#include <cerrno>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

// A failure at every single call that changes something: afterwards the tree is the old one or the new one, to the last
// link and mode, and never anything between.
class TestApplyFailures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void oneFailureAtEveryCall_data();
    void oneFailureAtEveryCall();
    void everythingFailsFromEveryCallOn_data();
    void everythingFailsFromEveryCallOn();
    void everyErrorNumberHasItsWords_data();
    void everyErrorNumberHasItsWords();
};

namespace {

const QVersionNumber version(8, 9, 7);

void addMachines()
{
    QTest::addColumn<int>("earlier");
    QTest::addColumn<bool>("hardLinks");
    QTest::newRow("in a fresh toolkit") << int(Machine::Earlier::None) << true;
    QTest::newRow("over an older cuDNN") << int(Machine::Earlier::Older) << true;
    QTest::newRow("over an older cuDNN, on a file system without hard links") << int(Machine::Earlier::Older) << false;
}

// A gate that also plays a file system without hard links.
class Gate : public FailingGate
{
public:
    explicit Gate(bool hasHardLinks) : m_hasHardLinks(hasHardLinks) { }
    int beforeCall(WriteCall call, const QString &path) override
    {
        const int wanted = FailingGate::beforeCall(call, path);
        return wanted == 0 && call == WriteCall::HardLink && !m_hasHardLinks ? EPERM : wanted;
    }

private:
    bool m_hasHardLinks;
};

struct Trees
{
    TreeSnapshot before;
    TreeSnapshot after;
};

Trees treesOf(Machine::Earlier earlier)
{
    const Machine machine(earlier);
    const FakeArchive archive = practiceArchive(version);
    Trees trees{machine.wholeTree(), {}};
    if (!apply(machine.plan(archive), Job{}, machine.seams(archive)).error)
        trees.after = machine.tree();
    return trees;
}

} // namespace

void TestApplyFailures::oneFailureAtEveryCall_data()
{
    addMachines();
}

void TestApplyFailures::oneFailureAtEveryCall()
{
    QFETCH(int, earlier);
    QFETCH(bool, hardLinks);
    const FakeArchive archive = practiceArchive(version);
    const Trees trees = treesOf(Machine::Earlier(earlier));
    QVERIFY(!trees.after.isEmpty());
    int failures = 0;
    for (int n = 1;; ++n) {
        const Machine machine{Machine::Earlier(earlier)};
        Gate gate(hardLinks);
        gate.failAt = n;
        gate.error = EIO;
        const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
        if (gate.failedOn.isEmpty()) {
            QVERIFY(!result.error);
            break;
        }
        const QByteArray where = "call " + QByteArray::number(n) + " on " + gate.failedOn.toUtf8();
        if (!result.error) {
            // A call whose failure does no harm: tidying up, or a second name where a rename does as well.
            QCOMPARE(toString(result.transaction.state), u"committed"_s);
            QVERIFY2(differences(trees.after, machine.tree()).isEmpty(), where.constData());
            continue;
        }
        ++failures;
        QVERIFY2(result.transaction.state == Transaction::State::RolledBack, where + result.error->detail.toUtf8());
        QVERIFY2(result.error->id == ErrorId::WriteFailed, where);
        QVERIFY2(differences(trees.before, machine.wholeTree()).isEmpty(),
                 where + '\n' + differences(trees.before, machine.wholeTree()).join(u'\n').toUtf8());
    }
    QVERIFY2(failures > 80, QByteArray::number(failures));
}

void TestApplyFailures::everythingFailsFromEveryCallOn_data()
{
    addMachines();
}

void TestApplyFailures::everythingFailsFromEveryCallOn()
{
    QFETCH(int, earlier);
    QFETCH(bool, hardLinks);
    const FakeArchive archive = practiceArchive(version);
    const Trees trees = treesOf(Machine::Earlier(earlier));
    QVERIFY(!trees.after.isEmpty());
    int incomplete = 0;
    for (int n = 1;; ++n) {
        const Machine machine{Machine::Earlier(earlier)};
        Gate gate(hardLinks);
        gate.failAt = n;
        gate.error = EROFS;
        gate.stayFailing = true;
        const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
        if (gate.failedOn.isEmpty())
            break;
        const QByteArray where = "from call " + QByteArray::number(n) + " on " + gate.failedOn.toUtf8();
        if (!result.error) {
            QVERIFY2(differences(trees.after, machine.tree()).isEmpty(), where);
            continue;
        }
        if (result.transaction.state == Transaction::State::Incomplete) {
            ++incomplete;
            QVERIFY2(result.error->id == ErrorId::TransactionUnfinished, where);
        } else {
            QVERIFY2(differences(trees.before, machine.tree()).isEmpty(), where);
            QVERIFY2(result.error->id == ErrorId::ReadOnlySystem, where);
        }
        // The medium works again: whatever was left goes back to the old tree.
        const ApplyResult recovered = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
        QVERIFY2(!recovered.error, where);
        QVERIFY2(differencesAfterRecovery(trees.before, machine.wholeTree()).isEmpty(),
                 where + '\n' + differencesAfterRecovery(trees.before, machine.wholeTree()).join(u'\n').toUtf8());
    }
    QVERIFY(incomplete > 20);
}

void TestApplyFailures::everyErrorNumberHasItsWords_data()
{
    QTest::addColumn<int>("error");
    QTest::addColumn<QString>("id");
    QTest::newRow("disk full") << ENOSPC << u"no-space"_s;
    QTest::newRow("quota used up") << EDQUOT << u"no-space"_s;
    QTest::newRow("medium fails") << EIO << u"write-failed"_s;
    QTest::newRow("not allowed") << EACCES << u"not-writable"_s;
    QTest::newRow("mounted read-only") << EROFS << u"read-only-system"_s;
}

void TestApplyFailures::everyErrorNumberHasItsWords()
{
    QFETCH(int, error);
    QFETCH(QString, id);
    const FakeArchive archive = practiceArchive(version);
    for (const bool isBeforeCommit : {true, false}) {
        const Machine machine(Machine::Earlier::Older);
        const TreeSnapshot before = machine.wholeTree();
        FailingGate gate;
        gate.watch = [&](WriteCall call, const QString &path) {
            const bool isWanted = isBeforeCommit
                    ? call == WriteCall::Write && path.contains(u".cudnn-setup"_s) && path.endsWith(u"libcudnn.so.8.9.7"_s)
                    : call == WriteCall::Rename && path == Machine::libraries + u"/libcudnn.so.8"_s;
            if (isWanted && gate.failAt == 0) {
                gate.failAt = gate.count;
                gate.error = error;
            }
        };
        const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
        QVERIFY(result.error);
        QCOMPARE(toString(result.error->id), id);
        QCOMPARE(result.wasBeforeCommit, isBeforeCommit);
        QVERIFY(result.error->message.toString().contains(isBeforeCommit ? u"Nothing has been changed"_s : u"put back"_s));
        QVERIFY(!result.error->detail.isEmpty());
        QCOMPARE(differences(before, machine.wholeTree()), QStringList());
    }
}

QTEST_GUILESS_MAIN(TestApplyFailures)
#include "tst_applyfailures.moc"
