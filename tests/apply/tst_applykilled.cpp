// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "plan/activationscripts.h"

#include <QDir>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

const QVersionNumber version(8, 9, 7);

} // namespace

// Killed before every single call that changes something: undoing leaves exactly the old tree, or the new one where the
// journal says 'committed'; undoing may itself be killed and begun again.
class TestApplyKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void treeIsOldOrNewAfterEveryKill_data();
    void treeIsOldOrNewAfterEveryKill();
    void undoingMayBeKilledAsWell();
    void killedInANewPrefixLeavesAtMostEmptyFolders();
    void hooksOfAProjectAreThereOrNot();
};

void TestApplyKilled::treeIsOldOrNewAfterEveryKill_data()
{
    QTest::addColumn<int>("earlier");
    QTest::newRow("in a fresh toolkit") << int(Machine::Earlier::None);
    QTest::newRow("over an older cuDNN") << int(Machine::Earlier::Older);
}

void TestApplyKilled::treeIsOldOrNewAfterEveryKill()
{
    QFETCH(int, earlier);
    const FakeArchive archive = practiceArchive(version);
    const Machine reference{Machine::Earlier(earlier)};
    const TreeSnapshot before = reference.wholeTree();
    QVERIFY(!apply(reference.plan(archive), Job{}, reference.seams(archive)).error);
    const TreeSnapshot after = reference.tree();
    int olds = 0;
    int news = 0;
    for (int n = 1;; ++n) {
        const Machine machine{Machine::Earlier(earlier)};
        const bool isKilled = diesIn([&] {
            DyingGate gate(n);
            return !apply(machine.plan(archive), Job{}, machine.seams(archive, &gate)).error;
        });
        if (!isKilled)
            break;
        const ApplyResult result = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
        QVERIFY2(!result.error, QByteArray::number(n) + (result.error ? result.error->detail.toUtf8() : QByteArray()));
        if (transactionsOf(FileTree(machine.path()), Machine::toolkit).isEmpty()) {
            ++olds;
            QVERIFY2(differencesAfterRecovery(before, machine.wholeTree()).isEmpty(),
                     QByteArray::number(n) + '\n' + differencesAfterRecovery(before, machine.wholeTree()).join(u'\n').toUtf8());
        } else {
            ++news;
            QVERIFY2(differences(after, machine.tree()).isEmpty(), QByteArray::number(n));
        }
    }
    QVERIFY(olds > 80);
    QVERIFY(news > 0);
}

void TestApplyKilled::undoingMayBeKilledAsWell()
{
    const FakeArchive archive = practiceArchive(version);
    int kills = 0;
    for (int n = 1;; ++n) {
        const Machine machine(Machine::Earlier::Older);
        const TreeSnapshot before = machine.wholeTree();
        // Killed near the end of the commit, when there is most to undo.
        FailingGate atCache;
        const bool isCut = diesIn([&] {
            atCache.watch = [](WriteCall call, const QString &path) {
                if (call == WriteCall::Sync && path == Machine::headers)
                    ::_exit(DyingGate::exitCode);
            };
            return !apply(machine.plan(archive), Job{}, machine.seams(archive, &atCache)).error;
        });
        QVERIFY(isCut);
        QVERIFY(differences(before, machine.tree()).size() > 10);
        const bool isKilled = diesIn([&] {
            DyingGate gate(n);
            return !recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive, &gate)).error;
        });
        kills += isKilled ? 1 : 0;
        const ApplyResult result = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
        QVERIFY2(!result.error, QByteArray::number(n) + (result.error ? result.error->detail.toUtf8() : QByteArray()));
        QVERIFY2(differences(before, machine.wholeTree()).isEmpty(),
                 QByteArray::number(n) + '\n' + differences(before, machine.wholeTree()).join(u'\n').toUtf8());
        if (!isKilled)
            break;
    }
    QVERIFY(kills > 20);
}

void TestApplyKilled::killedInANewPrefixLeavesAtMostEmptyFolders()
{
    const FakeArchive archive = practiceArchive(version);
    const QString prefix = u"/home/a/cudnn"_s;
    int kills = 0;
    for (int n = 1;; ++n) {
        const Machine machine(Machine::Earlier::None);
        Plan plan = machine.plan(archive);
        plan.targetRoot = prefix;
        plan.libraryDir = prefix + u"/lib"_s;
        plan.includeDir = prefix + u"/include"_s;
        plan.operations = {{.kind = Operation::Kind::MakeDirectory, .path = prefix, .mode = 0755},
                           {.kind = Operation::Kind::Unpack, .path = plan.libraryDir, .memberPrefix = u"cudnn/lib/"_s},
                           {.kind = Operation::Kind::Unpack, .path = plan.includeDir, .memberPrefix = u"cudnn/include/"_s}};
        const TreeSnapshot before = machine.wholeTree();
        const bool isKilled = diesIn([&] {
            DyingGate gate(n);
            return !apply(plan, Job{}, machine.seams(archive, &gate)).error;
        });
        if (!isKilled)
            break;
        ++kills;
        QVERIFY(!recoverTarget(machine.path(), prefix, machine.seams(archive)).error);
        if (!transactionsOf(FileTree(machine.path()), prefix).isEmpty())
            continue;
        const QStringList left = differences(before, machine.wholeTree());
        const bool isEmptyFolders = std::all_of(left.begin(), left.end(), [](const QString &line) {
            return line.startsWith(u"+ home"_s) && line.contains(u"directory"_s);
        });
        QVERIFY2(isEmptyFolders, QByteArray::number(n) + '\n' + left.join(u'\n').toUtf8());
    }
    QVERIFY(kills > 50);
}

// Files outside of the target, in folders that have to be made as well.
void TestApplyKilled::hooksOfAProjectAreThereOrNot()
{
    using scripts::Shell;
    const FakeArchive archive = practiceArchive(version);
    const QString environment = u"/home/a/envs/x"_s;
    int olds = 0;
    int news = 0;
    for (int n = 1;; ++n) {
        const Machine machine(Machine::Earlier::None);
        QVERIFY(QDir().mkpath(machine.path() + environment));
        Plan plan = machine.plan(archive);
        const scripts::Copy copy{.root = plan.targetRoot, .libraryDir = plan.libraryDir};
        plan.operations = {{.kind = Operation::Kind::WriteFile,
                            .path = scripts::scriptPath(copy.root, Shell::Posix),
                            .content = scripts::activate(copy, Shell::Posix)},
                           {.kind = Operation::Kind::WriteFile,
                            .path = environment + u"/etc/conda/activate.d/cudnn-setup.sh"_s,
                            .content = scripts::condaOn(copy.root, environment, Shell::Posix)},
                           {.kind = Operation::Kind::WriteFile,
                            .path = environment + u"/etc/conda/deactivate.d/cudnn-setup.sh"_s,
                            .content = scripts::condaOff(copy.root, environment, Shell::Posix)}};
        const TreeSnapshot before = machine.wholeTree();
        const bool isKilled = diesIn([&] {
            DyingGate gate(n);
            return !apply(plan, Job{}, machine.seams(archive, &gate)).error;
        });
        if (!isKilled)
            break;
        const ApplyResult result = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
        QVERIFY2(!result.error, QByteArray::number(n) + (result.error ? result.error->detail.toUtf8() : QByteArray()));
        const bool isOld = transactionsOf(FileTree(machine.path()), Machine::toolkit).isEmpty();
        ++(isOld ? olds : news);
        const bool isWhole = isOld ? differences(before, machine.wholeTree()).isEmpty()
                                   : QFile::exists(machine.path() + plan.operations.constLast().path);
        QVERIFY2(isWhole, QByteArray::number(n));
    }
    QVERIFY(olds > 20);
    QVERIFY(news > 0);
}

QTEST_GUILESS_MAIN(TestApplyKilled)
#include "tst_applykilled.moc"
