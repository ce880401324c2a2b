// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/takeback.h"
#include "apply/workspace.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

const QVersionNumber version(8, 9, 7);
const QString id = u"20261130-194501-a1b2c3"_s;
const QString history = Machine::toolkit + u"/.cudnn-setup"_s;
const QString old = Machine::libraries + u"/libcudnn_old.so"_s;

// The record of a change that had put one library aside when it was cut off.
Journal cutOff()
{
    Journal journal;
    journal.id = id;
    journal.state = Journal::State::Committing;
    journal.libraryDir = u"targets/x86_64-linux/lib"_s;
    journal.steps = {{.kind = Step::Kind::PutAside,
                      .change = Transaction::Change::PutAside,
                      .path = old.sliced(Machine::toolkit.size() + 1),
                      .backup = u"0"_s,
                      .before = {.type = NodeRecord::Type::File, .size = 8}}};
    return journal;
}

void write(const Machine &machine, const Journal &journal)
{
    machine.root().file(history + u'/' + id + u"/backup/0"_s, "precious");
    const auto folder = Directory::openRoot(machine.root().at(history + u'/' + id), history);
    if (!folder || !saveJournal(*folder, journal))
        qFatal("cannot write the journal");
}

ApplyResult recover(const Machine &machine, CallGate *gate = nullptr)
{
    return recoverTarget(machine.path(), Machine::toolkit, machine.seams(FakeArchive{}, gate));
}

FailingGate gateThatMayNotWrite()
{
    FailingGate gate;
    gate.failAt = 1;
    gate.error = EACCES;
    gate.stayFailing = true;
    return gate;
}

using Forge = std::function<void(Journal &)>;

} // namespace

Q_DECLARE_METATYPE(Forge)

class TestUnfinished : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void whatWasCutOffIsUndone();
    void forgedJournalIsRefusedAndNothingTouched_data();
    void forgedJournalIsRefusedAndNothingTouched();
    void olderForgedJournalKeepsTheNewerOneFromBeingUndone();
    void committedInstallationIsNotWrittenTo();
    void committedInstallationMayHaveMoved();
    void foldersThatMayNotBeTidiedUpAreNothingUnfinished();
    void cutOffChangeOfTheAdministratorNeedsHisRights();
    void administratorBelievesOnlyWhatIsHisOwn_data();
    void administratorBelievesOnlyWhatIsHisOwn();
    void loaderCacheThatWasNotThereBeforeIsRenewed();
    void refusalNamesTheWholeCommand();
};

void TestUnfinished::whatWasCutOffIsUndone()
{
    const Machine machine(Machine::Earlier::None);
    write(machine, cutOff());
    const ApplyResult result = recover(machine);
    QVERIFY(!result.error);
    QCOMPARE(result.transaction.id, id);
    QVERIFY(QFile::exists(machine.root().at(old)));
    QVERIFY(!QFile::exists(machine.root().at(history)));
}

void TestUnfinished::forgedJournalIsRefusedAndNothingTouched_data()
{
    QTest::addColumn<Forge>("forge");
    const auto row = [](const char *name, const Forge &forge) { QTest::newRow(name) << forge; };
    row("a backup name that leads out", [](Journal &journal) { journal.steps[0].backup = u"../../x"_s; });
    row("a backup name that is a folder's", [](Journal &journal) { journal.steps[0].backup = u".."_s; });
    row("a path that leads out", [](Journal &journal) { journal.steps[0].path = u"../x"_s; });
    row("a path in the history", [](Journal &journal) { journal.steps[0].path = u".cudnn-setup/x"_s; });
    row("a setting of the system", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::Place;
        journal.steps[0].path = u"/etc/ld.so.preload"_s;
    });
    row("loader settings put aside", [](Journal &journal) { journal.steps[0].path = Machine::conf; });
    row("loader settings one folder deeper", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::Place;
        journal.steps[0].path = u"/etc/ld.so.conf.d/a/b.conf"_s;
    });
    row("a loader cache elsewhere", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::LoaderCache;
        journal.steps[0].path = u"/etc/ld.so.preload"_s;
    });
    row("somebody's file as a backup beside", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::LoaderCache;
        journal.steps[0].path = u"/etc/ld.so.cache"_s;
        journal.steps[0].isBeside = true;
        journal.steps[0].backup = u"ld.so.preload"_s;
    });
    row("somebody's file as staged beside", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::Place;
        journal.steps[0].path = Machine::conf;
        journal.steps[0].isBeside = true;
        journal.steps[0].backup.clear();
        journal.steps[0].staged = u"other.conf"_s;
    });
    row("a folder elsewhere", [](Journal &journal) {
        journal.steps[0].kind = Step::Kind::MakeDirectory;
        journal.steps[0].path = u"/empty"_s;
    });
    row("a folder elsewhere that was made for the target", [](Journal &journal) { journal.madeFolders << u"/empty"_s; });
    row("the same before its first step", [](Journal &journal) {
        journal.state = Journal::State::Staging;
        journal.madeFolders << u"/empty"_s;
    });
    row("the record of another change", [](Journal &journal) { journal.id = u"../.."_s; });
}

void TestUnfinished::forgedJournalIsRefusedAndNothingTouched()
{
    QFETCH(Forge, forge);
    const Machine machine(Machine::Earlier::None);
    machine.root().file(u"/etc/ld.so.preload"_s, "keep");
    machine.root().file(u"/etc/ld.so.conf.d/other.conf"_s, "keep");
    machine.root().file(Machine::toolkit + u"/.cudnn-setup/x"_s, "keep");
    machine.root().folder(u"/empty"_s);
    Journal journal = cutOff();
    forge(journal);
    write(machine, journal);
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = recover(machine);
    QVERIFY(result.error);
    const bool isOfThisChange = journal.id == id;
    QCOMPARE(toString(result.error->id), isOfThisChange ? u"transaction-unfinished"_s : u"input-malformed"_s);
    const QString words = result.error->message.toString() + result.error->detail;
    QVERIFY2(words.contains(isOfThisChange ? u"Nothing has been changed"_s : u"left as it is"_s), qPrintable(words));
    QVERIFY(words.contains(id));
    QVERIFY(result.wasBeforeCommit);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestUnfinished::olderForgedJournalKeepsTheNewerOneFromBeingUndone()
{
    const Machine machine(Machine::Earlier::None);
    write(machine, cutOff());
    machine.root().file(history + u"/20200101-000000-000000/transaction.json"_s, "{\"sche");
    const TreeSnapshot before = machine.wholeTree();
    QVERIFY(recover(machine).error);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestUnfinished::committedInstallationIsNotWrittenTo()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(version);
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    const TreeSnapshot before = machine.wholeTree();
    FailingGate gate = gateThatMayNotWrite();
    const ApplyResult result = recover(machine, &gate);
    QVERIFY(!result.error);
    QVERIFY(result.transaction.id.isEmpty());
    QCOMPARE(gate.count, 0);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestUnfinished::committedInstallationMayHaveMoved()
{
    const Machine machine(Machine::Earlier::None);
    Journal journal = cutOff();
    journal.state = Journal::State::Committed;
    journal.madeFolders = {u"/home/elsewhere"_s};
    write(machine, journal);
    QVERIFY(!recover(machine).error);
    QVERIFY(QFile::exists(machine.root().at(history + u'/' + id + u"/backup/0"_s)));
}

void TestUnfinished::foldersThatMayNotBeTidiedUpAreNothingUnfinished()
{
    const QTemporaryDir kept;
    QVERIFY(QDir(kept.path()).mkpath(u"root"_s + history + u"/20200101-000000-000000"_s));
    QFile description(kept.filePath(u"machine.json"_s));
    QVERIFY(description.open(QIODevice::WriteOnly));
    description.write(R"({"schema":1,"os":"linux","writable":false})");
    description.close();
    const auto host = Host::recorded(kept.path(), nullptr);
    QVERIFY(host);
    const auto plan = planRecovery(*host, Machine::toolkit);
    QVERIFY(plan && plan->operations.isEmpty());

    const Machine machine(Machine::Earlier::None);
    machine.root().folder(history + u"/20200101-000000-000000"_s);
    QVERIFY(!recover(machine).error);
    QVERIFY(!QFile::exists(machine.root().at(history)));
}

void TestUnfinished::cutOffChangeOfTheAdministratorNeedsHisRights()
{
    const Machine machine(Machine::Earlier::None);
    write(machine, cutOff());
    FailingGate gate = gateThatMayNotWrite();
    const ApplyResult result = recover(machine, &gate);
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"not-writable"_s);
}

void TestUnfinished::administratorBelievesOnlyWhatIsHisOwn_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("owner");
    QTest::addColumn<int>("mode");
    const QString folder = history + u'/' + id;
    const QString file = folder + u"/transaction.json"_s;
    QTest::newRow("the history is somebody's") << history << 1234 << 0755;
    QTest::newRow("the history may be written by all") << history << 0 << 0777;
    QTest::newRow("the folder of the change is somebody's") << folder << 1234 << 0755;
    QTest::newRow("the folder of the change may be written by its group") << folder << 0 << 0775;
    QTest::newRow("the record is somebody's") << file << 1234 << 0644;
    QTest::newRow("the record may be written by all") << file << 0 << 0646;
}

void TestUnfinished::administratorBelievesOnlyWhatIsHisOwn()
{
    QFETCH(QString, path);
    QFETCH(int, owner);
    QFETCH(int, mode);
    if (::geteuid() != 0)
        QSKIP("Only the administrator is asked whom a record belongs to.");
    const Machine machine(Machine::Earlier::None);
    write(machine, cutOff());
    const QByteArray real = QFile::encodeName(machine.root().at(path));
    QCOMPARE(::chown(real.constData(), uid_t(owner), 0), 0);
    QCOMPARE(::chmod(real.constData(), mode_t(mode)), 0);
    const TreeSnapshot before = machine.wholeTree();
    const FakeArchive archive = practiceArchive(version);
    Plan next = machine.plan(archive);
    next.id = u"20261201-080000-000001"_s;
    for (const ApplyResult &result : {recover(machine), apply(next, Job{}, machine.seams(archive))}) {
        QVERIFY(result.error);
        QCOMPARE(toString(result.error->id), u"transaction-unfinished"_s);
        QVERIFY2(result.error->message.toString().contains(path), qPrintable(result.error->message.toString()));
    }
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestUnfinished::loaderCacheThatWasNotThereBeforeIsRenewed()
{
    const Machine machine(Machine::Earlier::None);
    Journal journal = cutOff();
    journal.steps << Step{.kind = Step::Kind::LoaderCache, .path = u"/etc/ld.so.cache"_s};
    write(machine, journal);
    machine.root().file(u"/etc/ld.so.cache"_s, "libcudnn.so.8\n");
    QVERIFY(!recover(machine).error);
    QFile cache(machine.root().at(u"/etc/ld.so.cache"_s));
    QVERIFY(cache.open(QIODevice::ReadOnly));
    QCOMPARE(cache.readAll(), QByteArray("libcudart.so.12\n"));
}

void TestUnfinished::refusalNamesTheWholeCommand()
{
    const Machine machine(Machine::Earlier::None);
    write(machine, cutOff());
    const FakeArchive archive = practiceArchive(version);
    Plan next = machine.plan(archive);
    next.id = u"20261201-080000-000001"_s;
    const ApplyResult refused = apply(next, Job{}, machine.seams(archive));
    QVERIFY(refused.error);
    const QString words = refused.error->message.toString();
    QVERIFY2(words.contains(u"cudnn-setup-cli recover --toolkit "_s + Machine::toolkit), qPrintable(words));
    QVERIFY2(words.contains(u"sudo"_s), qPrintable(words));
}

QTEST_GUILESS_MAIN(TestUnfinished)
#include "tst_unfinished.moc"
