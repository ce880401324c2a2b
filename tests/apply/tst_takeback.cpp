// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/apply.h"
#include "apply/history.h"
#include "apply/takeback.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

// A toolkit into which several versions are installed, one over the other, as the planner would have it.
struct Shelf
{
    explicit Shelf(Machine::Earlier earlier = Machine::Earlier::Older) : machine(earlier), first(machine.wholeTree()) { }

    Host host() const { return Host::inFolder(machine.path()).value(); }

    QString install(const QVersionNumber &version, CallGate *gate = nullptr)
    {
        const FakeArchive archive = practiceArchive(version);
        Plan plan = machine.plan(archive, version);
        plan.id = u"20261130-194501-%1"_s.arg(++count, 6, 16, QChar(u'0'));
        plan.command = u"install "_s + version.toString();
        plan.operations.removeIf([](const Operation &operation) { return operation.kind == Operation::Kind::PutAside; });
        for (const QString &folder : {Machine::libraries, Machine::headers}) {
            const QStringList names = QDir(machine.path() + folder).entryList({u"*cudnn*"_s}, QDir::Files | QDir::System);
            for (const QString &name : names)
                plan.operations.prepend({.kind = Operation::Kind::PutAside, .path = folder + u'/' + name});
        }
        const ApplyResult result = apply(plan, Job{}, machine.seams(archive, gate));
        return result.error || result.isCancelled ? QString() : plan.id;
    }

    ApplyResult carryOut(const Result<Plan> &plan, CallGate *gate = nullptr) const
    {
        if (!plan)
            return {.transaction = {}, .error = plan.error(), .wasBeforeCommit = true};
        return apply(*plan, Job{}, machine.seams(FakeArchive{}, gate));
    }

    QList<PastChange> history() const { return historyOf(FileTree(machine.path()), Machine::toolkit).value(); }
    QString at(const QString &path) const { return machine.path() + path; }
    // Of a library that every version brings.
    QString library(const QVersionNumber &version) const
    {
        return Machine::libraries + u"/libcudnn.so."_s + version.toString();
    }

    Machine machine;
    TreeSnapshot first;
    int count = 0;
};

const QVersionNumber one(8, 9, 7);
const QVersionNumber two(8, 9, 6);
const QVersionNumber three(8, 9, 5);

QByteArray words(const ApplyResult &result)
{
    return result.error ? (result.error->message.toString() + u'\n' + result.error->detail).toUtf8() : QByteArray("no error");
}

QByteArray lines(const QStringList &differences)
{
    return differences.join(u'\n').toUtf8();
}

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

// Changes that lie one on the other, and their way back.
class TestTakeBack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void theHistorySaysWhatWasDone();
    void theNewestChangeIsTakenBackAlone();
    void anOlderChangeTakesTheNewerOnesWithIt();
    void thereAndBackAgainIsWhereOneStarted();
    void changesOfOneSecondKeepTheirOrder();
    void aFileThatSomebodyChangedStaysAndTheOldOneIsKept();
    void whatIsHeldBackStopsNothingAndComesBackLater();
    void nothingToTakeBackIsSaid();
    void aChangeInBetweenIsNotTakenBackUnseen();
    void onlyTheLastBackupsAreKept();
    void theFirstBackupIsNeverDropped();
    void everythingComesBackOverDroppedBackups();
    void aDroppedBackupIsNoWayBack();
    void killedAnywhereItIsAllOrNothing();
    void aFailingDiskIsFinishedLater();
    void noRoomIsSaidBeforeAnythingIsWritten();
    void aCopyOfTheTargetLeavesWhatIsTheOriginals();
    void aRecordInAStrangeFolderStopsAnInstallBeforehand();
    void aBackupThatWasChangedIsNoWayBack();
    void aStrangersFileInTheBackupStopsNothing();
};

void TestTakeBack::theHistorySaysWhatWasDone()
{
    Shelf shelf;
    const QString a = shelf.install(one);
    const QString b = shelf.install(two);
    const QList<PastChange> history = shelf.history();
    QCOMPARE(history.size(), 2);
    QCOMPARE(history[0].transaction.id, b);
    QCOMPARE(history[1].transaction.id, a);
    QCOMPARE(history[0].command, u"install 8.9.6"_s);
    QCOMPARE(history[0].transaction.after, std::optional(two));
    QVERIFY(history[0].canRollBack && history[1].canRollBack);
    QVERIFY(history[0].backupBytes > 1000);
    QVERIFY(history[0].state == PastChange::State::Committed);
}

void TestTakeBack::theNewestChangeIsTakenBackAlone()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const TreeSnapshot withOne = shelf.machine.wholeTree();
    QVERIFY(!shelf.install(two).isEmpty());
    const ApplyResult result = shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit));
    QVERIFY2(!result.error, words(result));
    QVERIFY(result.transaction.state == Transaction::State::Committed);
    QCOMPARE(lines(differences(withOne, shelf.machine.wholeTree())), QByteArray());
    QCOMPARE(shelf.history().size(), 1);
}

void TestTakeBack::anOlderChangeTakesTheNewerOnesWithIt()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const TreeSnapshot withOne = shelf.machine.wholeTree();
    const QString b = shelf.install(two);
    const QString c = shelf.install(three);
    const auto plan = planRollBack(shelf.host(), Machine::toolkit, b);
    QVERIFY(plan);
    QCOMPARE(plan->operations.size(), 2);
    QVERIFY(plan->operations.first().path.endsWith(c));
    const ApplyResult result = shelf.carryOut(plan);
    QVERIFY2(!result.error, words(result));
    QCOMPARE(lines(differences(withOne, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::thereAndBackAgainIsWhereOneStarted()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    QVERIFY(!shelf.install(two).isEmpty());
    QVERIFY(!shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit)).error);
    QVERIFY(!shelf.install(three).isEmpty());
    const ApplyResult result = shelf.carryOut(planUninstall(shelf.host(), Machine::toolkit));
    QVERIFY2(!result.error, words(result));
    QCOMPARE(lines(differences(shelf.first, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::changesOfOneSecondKeepTheirOrder()
{
    Shelf shelf;
    shelf.count = 0x20;
    const QString a = shelf.install(one);
    shelf.count = 0x10; // the names sort the other way round
    const QString b = shelf.install(two);
    QCOMPARE(shelf.history().first().transaction.id, b);
    QVERIFY(!shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit)).error);
    QCOMPARE(shelf.history().first().transaction.id, a);
}

void TestTakeBack::aFileThatSomebodyChangedStaysAndTheOldOneIsKept()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const QString header = Machine::headers + u"/cudnn.h"_s;
    overwrite(shelf.at(header), "// mine");
    const auto plan = planRollBack(shelf.host(), Machine::toolkit);
    QVERIFY(plan);
    QCOMPARE(plan->warnings.size(), 1);
    QCOMPARE(plan->warnings.first().id, u"changed-since"_s);
    const ApplyResult result = shelf.carryOut(plan);
    QVERIFY2(!result.error, words(result));
    QCOMPARE(result.kept, QStringList{header});
    const QStringList left = differences(shelf.first, shelf.machine.tree());
    const auto isOfHeader = [&header](const QString &line) { return line.contains(header.sliced(1)); };
    QVERIFY2(!left.isEmpty() && std::all_of(left.begin(), left.end(), isOfHeader), lines(left));
    QCOMPARE(shelf.history().size(), 1);
    QVERIFY(shelf.history().first().state == PastChange::State::RolledBack);
}

void TestTakeBack::whatIsHeldBackStopsNothingAndComesBackLater()
{
    Shelf shelf;
    const QString a = shelf.install(one);
    const QString header = Machine::headers + u"/cudnn.h"_s;
    overwrite(shelf.at(header), "// mine");
    QVERIFY(!shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit)).error);
    QVERIFY(!shelf.install(two).isEmpty());
    QVERIFY(!shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit)).error);
    QVERIFY(QFile::remove(shelf.at(header)));
    const ApplyResult result = shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit, a));
    QVERIFY2(!result.error, words(result));
    QCOMPARE(lines(differences(shelf.first, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::nothingToTakeBackIsSaid()
{
    Shelf shelf;
    for (const auto &plan : {planRollBack(shelf.host(), Machine::toolkit), planUninstall(shelf.host(), Machine::toolkit),
                             planRollBack(shelf.host(), Machine::toolkit, u"20200101-000000-000000"_s)}) {
        QVERIFY(!plan);
        QCOMPARE(toString(plan.error().id), u"input-missing"_s);
    }
    const auto recovery = planRecovery(shelf.host(), Machine::toolkit);
    QVERIFY(recovery && recovery->operations.isEmpty());
}

void TestTakeBack::aChangeInBetweenIsNotTakenBackUnseen()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const auto plan = planRollBack(shelf.host(), Machine::toolkit);
    QVERIFY(!shelf.install(two).isEmpty());
    const TreeSnapshot before = shelf.machine.wholeTree();
    const ApplyResult result = shelf.carryOut(plan);
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"not-confirmed"_s);
    QVERIFY(result.wasBeforeCommit);
    QCOMPARE(lines(differences(before, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::onlyTheLastBackupsAreKept()
{
    Shelf shelf(Machine::Earlier::None);
    for (const auto &version : {one, two, three, one, two, three})
        QVERIFY(!shelf.install(version).isEmpty());
    QList<bool> canGoBack;
    for (const PastChange &change : shelf.history())
        canGoBack << change.canRollBack;
    // The oldest has nothing to keep: there was no cuDNN before it.
    QCOMPARE(canGoBack, (QList<bool>{true, true, true, false, false, true}));
}

void TestTakeBack::theFirstBackupIsNeverDropped()
{
    Shelf shelf(Machine::Earlier::Older);
    for (const auto &version : {one, two, three, one, two})
        QVERIFY(!shelf.install(version).isEmpty());
    QVERIFY(shelf.history().last().backupBytes > 1000);
    const auto cleanUp = planCleanUp(shelf.host(), Machine::toolkit, 0);
    QVERIFY(cleanUp);
    QCOMPARE(cleanUp->operations.size(), 3);
    const ApplyResult result = shelf.carryOut(cleanUp);
    QVERIFY2(!result.error, words(result));
    QVERIFY(shelf.history().last().backupBytes > 1000);
    QVERIFY(shelf.history().last().canRollBack);
}

void TestTakeBack::everythingComesBackOverDroppedBackups()
{
    for (const auto earlier : {Machine::Earlier::None, Machine::Earlier::Older}) {
        Shelf shelf(earlier);
        for (const auto &version : {one, two, three, one, two, three})
            QVERIFY(!shelf.install(version).isEmpty());
        const ApplyResult result = shelf.carryOut(planUninstall(shelf.host(), Machine::toolkit));
        QVERIFY2(!result.error, words(result));
        QCOMPARE(result.kept, QStringList());
        QCOMPARE(lines(differencesAfterRecovery(shelf.first, shelf.machine.wholeTree())), QByteArray());
    }
}

void TestTakeBack::aDroppedBackupIsNoWayBack()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const QString b = shelf.install(two);
    QVERIFY(!shelf.carryOut(planCleanUp(shelf.host(), Machine::toolkit, 0)).error);
    const auto plan = planRollBack(shelf.host(), Machine::toolkit, b);
    QVERIFY(!plan);
    QCOMPARE(toString(plan.error().id), u"not-supported"_s);
}

void TestTakeBack::killedAnywhereItIsAllOrNothing()
{
    Shelf reference;
    QVERIFY(!reference.install(one).isEmpty() && !reference.install(two).isEmpty());
    int olds = 0;
    int news = 0;
    for (int n = 1;; ++n) {
        Shelf shelf;
        QVERIFY(!shelf.install(one).isEmpty() && !shelf.install(two).isEmpty());
        const TreeSnapshot installed = shelf.machine.wholeTree();
        const auto plan = planUninstall(shelf.host(), Machine::toolkit);
        const bool isKilled = diesIn([&] {
            DyingGate gate(n);
            return !shelf.carryOut(plan, &gate).error;
        });
        if (!isKilled)
            break;
        const ApplyResult recovered = shelf.carryOut(planRecovery(shelf.host(), Machine::toolkit));
        QVERIFY2(!recovered.error, QByteArray::number(n) + ' ' + words(recovered));
        const bool isOld = !shelf.history().isEmpty();
        ++(isOld ? olds : news);
        const TreeSnapshot wanted = isOld ? reference.machine.tree() : shelf.first;
        const TreeSnapshot now = isOld ? shelf.machine.tree() : shelf.machine.wholeTree();
        QVERIFY2(differences(wanted, now).isEmpty(), QByteArray::number(n) + '\n' + lines(differences(wanted, now)));
    }
    QVERIFY(olds > 2);
    QVERIFY(news > 40);
}

void TestTakeBack::aFailingDiskIsFinishedLater()
{
    int unfinished = 0;
    for (int n = 1;; ++n) {
        Shelf shelf;
        QVERIFY(!shelf.install(one).isEmpty() && !shelf.install(two).isEmpty());
        const TreeSnapshot installed = shelf.machine.tree();
        FailingGate gate;
        gate.failAt = n;
        gate.error = EIO;
        gate.stayFailing = true;
        const ApplyResult result = shelf.carryOut(planUninstall(shelf.host(), Machine::toolkit), &gate);
        if (gate.failedOn.isEmpty())
            break;
        const QByteArray when = "from call " + QByteArray::number(n) + " on " + gate.failedOn.toUtf8();
        const bool isIncomplete = result.transaction.state == Transaction::State::Incomplete;
        unfinished += isIncomplete;
        if (result.error && !isIncomplete) {
            QVERIFY2(differences(installed, shelf.machine.tree()).isEmpty(), when);
            continue;
        }
        const ApplyResult recovered = shelf.carryOut(planRecovery(shelf.host(), Machine::toolkit));
        QVERIFY2(!recovered.error, when + ' ' + words(recovered));
        QVERIFY2(differences(shelf.first, shelf.machine.wholeTree()).isEmpty(),
                 when + '\n' + lines(differences(shelf.first, shelf.machine.wholeTree())));
    }
    QVERIFY(unfinished > 20);
}

void TestTakeBack::noRoomIsSaidBeforeAnythingIsWritten()
{
    Shelf shelf;
    Plan plan = shelf.machine.plan(practiceArchive(one), one);
    plan.bytesToWrite = qint64(1) << 60;
    FailingGate gate; // only counts
    const ApplyResult result = apply(plan, Job{}, shelf.machine.seams(practiceArchive(one), &gate));
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"no-space"_s);
    QCOMPARE(gate.count, 0);
    QCOMPARE(lines(differences(shelf.first, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::aCopyOfTheTargetLeavesWhatIsTheOriginals()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const QString copy = Machine::toolkit + u"-copy"_s;
    QCOMPARE(QProcess::execute(u"cp"_s, {u"-a"_s, shelf.at(Machine::toolkit), shelf.at(copy)}), 0);
    const ApplyResult ofCopy = shelf.carryOut(planUninstall(shelf.host(), copy));
    QVERIFY2(!ofCopy.error, words(ofCopy));
    QCOMPARE(ofCopy.kept, QStringList{Machine::conf});
    QVERIFY(QDir(shelf.at(copy)).removeRecursively());
    const ApplyResult ofOriginal = shelf.carryOut(planUninstall(shelf.host(), Machine::toolkit));
    QVERIFY2(!ofOriginal.error, words(ofOriginal));
    QCOMPARE(ofOriginal.kept, QStringList());
    QCOMPARE(lines(differences(shelf.first, shelf.machine.wholeTree())), QByteArray());
}

void TestTakeBack::aRecordInAStrangeFolderStopsAnInstallBeforehand()
{
    Shelf shelf;
    const QString folder = shelf.at(Machine::toolkit) + u"/.cudnn-setup/"_s + shelf.install(one);
    QCOMPARE(QProcess::execute(u"cp"_s, {u"-a"_s, folder, folder + u".bak"_s}), 0);
    const TreeSnapshot before = shelf.machine.wholeTree();
    QVERIFY(shelf.install(two).isEmpty());
    QCOMPARE(lines(differences(before, shelf.machine.wholeTree())), QByteArray());
    QVERIFY(QDir(folder + u".bak"_s).removeRecursively());
    QVERIFY(!shelf.install(three).isEmpty());
}

void TestTakeBack::aBackupThatWasChangedIsNoWayBack()
{
    Shelf shelf;
    QVERIFY(!shelf.install(one).isEmpty());
    const QString backup = shelf.at(Machine::toolkit) + u"/.cudnn-setup/"_s + shelf.history().first().transaction.id + u"/backup"_s;
    const QFileInfoList kept = QDir(backup).entryInfoList(QDir::Files);
    const auto file = std::find_if(kept.begin(), kept.end(), [](const QFileInfo &info) { return !info.isSymLink(); });
    QVERIFY(file != kept.end());
    overwrite(file->filePath(), "ten bytes.");
    QVERIFY(!shelf.history().first().canRollBack);
    const auto plan = planRollBack(shelf.host(), Machine::toolkit);
    QVERIFY(!plan);
    QCOMPARE(toString(plan.error().id), u"not-supported"_s);
}

void TestTakeBack::aStrangersFileInTheBackupStopsNothing()
{
    Shelf shelf;
    const QString id = shelf.install(one);
    const QString file = Machine::toolkit + u"/.cudnn-setup/"_s + id + u"/backup/notes.txt"_s;
    shelf.machine.root().file(file, "mine");
    const ApplyResult result = shelf.carryOut(planRollBack(shelf.host(), Machine::toolkit));
    QVERIFY2(!result.error, words(result));
    QVERIFY(QFile::exists(shelf.at(file)));
    QCOMPARE(lines(differences(shelf.first, shelf.machine.tree())), QByteArray());
    QVERIFY(!shelf.install(two).isEmpty());
}

QTEST_GUILESS_MAIN(TestTakeBack)
#include "tst_takeback.moc"
