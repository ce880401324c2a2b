// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/commit.h"
#include "apply/ldconfig.h"
#include "apply/stepplanner.h"
#include "apply/undo.h"
#include "apply/workspace.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

#include <sys/stat.h>
#include <sys/time.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

const QVersionNumber version(8, 9, 7);

// A committed transaction on a machine, opened for undoing as roll back and uninstall will do it.
struct Committed
{
    Committed() : archive(practiceArchive(version)), before(machine.tree())
    {
        plan = machine.plan(archive);
        isDone = !apply(plan, Job{}, machine.seams(archive)).error;
        if (isDone)
            open(machine.path(), Machine::toolkit);
    }

    void open(const QString &root, const QString &target)
    {
        tree = TargetTree::open(root, target, nullptr).value();
        transaction = tree->root().open(u".cudnn-setup/"_s + plan.id).value();
        journal = loadJournal(*transaction).value();
    }

    UndoReport undoAll() const
    {
        return undo(*tree, *transaction, journal, CacheUndo::Renew, [this] {
            return renewLoaderCache(*machine.seams(archive).commands, machine.path());
        });
    }

    Machine machine{Machine::Earlier::Older};
    FakeArchive archive;
    TreeSnapshot before;
    Plan plan;
    bool isDone = false;
    std::optional<TargetTree> tree;
    std::optional<Directory> transaction;
    Journal journal;
};

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class TestUndo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void committedTransactionCanBeUndoneLater();
    void undoingTwiceChangesNothingMore();
    void targetThatMovedIsUndoneAllTheSame();
    void copiedTargetIsKnownByItsContent();
    void fileOfOursThatSomebodyChangedIsKept();
    void fileInPlaceOfAnOldOneThatSomebodyChangedIsKeptAndTheOldOneToo();
    void linkThatSomebodyTurnedIsKept();
    void filesThatAreGoneAreNoProblem();
    void lostBackupIsSaid();
    void folderOfOursWithSomebodysFileStays();
    void settingsOnAnotherFileSystemAreDoneAndUndone_data();
    void settingsOnAnotherFileSystemAreDoneAndUndone();
    void draftOfALoaderCacheThatWasCutOffGoes();
    void journalThatCannotBeReadStopsEverything();
    void folderWithoutAJournalIsClearedAwayWhenEmpty();
    void undoIsOnTheDiskBeforeTheFirstChange();
};

void TestUndo::committedTransactionCanBeUndoneLater()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    QVERIFY(!differences(committed.before, committed.machine.tree()).isEmpty());
    const UndoReport report = committed.undoAll();
    QVERIFY2(report.isComplete(), qPrintable(report.stuck.join(u'\n')));
    QVERIFY(report.kept.isEmpty());
    QCOMPARE(differences(committed.before, committed.machine.tree()), QStringList());
    QCOMPARE(committed.transaction->open(u"backup"_s).value().names().value(), QStringList());
}

void TestUndo::undoingTwiceChangesNothingMore()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    QVERIFY(committed.undoAll().isComplete());
    const UndoReport again = committed.undoAll();
    QVERIFY2(again.isComplete(), qPrintable(again.stuck.join(u'\n')));
    QCOMPARE(differences(committed.before, committed.machine.tree()), QStringList());
}

void TestUndo::targetThatMovedIsUndoneAllTheSame()
{
    Committed committed;
    QVERIFY(committed.isDone);
    const QString moved = u"/usr/local/moved"_s;
    QVERIFY(QFile::rename(committed.machine.root().at(Machine::toolkit), committed.machine.root().at(moved)));
    committed.open(committed.machine.path(), moved);
    const UndoReport report = committed.undoAll();
    QVERIFY(report.isComplete());
    // What lies outside may be of whatever has come to the old place since.
    QCOMPARE(report.kept, QStringList{Machine::conf});
    QVERIFY(QFile::rename(committed.machine.root().at(moved), committed.machine.root().at(Machine::toolkit)));
    QStringList left = differences(committed.before, committed.machine.tree());
    left.removeIf([](const QString &line) { return line.contains(u"etc/ld.so.c"_s); });
    QCOMPARE(left, QStringList());
}

void TestUndo::copiedTargetIsKnownByItsContent()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    // A restored file: same content, another number, another time.
    const QString path = committed.machine.root().at(Machine::libraries + u"/libcudnn.so.8.9.7"_s);
    QVERIFY(QFile::copy(path, path + u".copy"_s));
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(path + u".copy"_s, path));
    const struct timeval times[2] = {{1000000000, 0}, {1000000000, 0}};
    QCOMPARE(::utimes(QFile::encodeName(path).constData(), times), 0);
    const UndoReport report = committed.undoAll();
    QVERIFY(report.isComplete());
    QVERIFY(report.kept.isEmpty());
    QCOMPARE(differences(committed.before, committed.machine.tree()), QStringList());
}

void TestUndo::fileOfOursThatSomebodyChangedIsKept()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    const QString path = Machine::libraries + u"/libcudnn.so.8.9.7"_s;
    overwrite(committed.machine.root().at(path), "mine now");
    const UndoReport report = committed.undoAll();
    QVERIFY(report.isComplete());
    QCOMPARE(report.kept, QStringList{path});
    const QStringList left = differences(committed.before, committed.machine.tree());
    QCOMPARE(left.filter(u"ld.so.cache"_s).size(), 2);
    QCOMPARE(left.size(), 3);
    QVERIFY(left.filter(path.sliced(1)).size() == 1);
}

void TestUndo::fileInPlaceOfAnOldOneThatSomebodyChangedIsKeptAndTheOldOneToo()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    const QString path = Machine::headers + u"/cudnn_version.h"_s;
    overwrite(committed.machine.root().at(path), "mine now");
    const UndoReport report = committed.undoAll();
    QVERIFY(report.isComplete());
    QCOMPARE(report.kept, QStringList{path});
    QCOMPARE(report.held.size(), 1);
    QCOMPARE(committed.tree->absolutePath(report.held.first().path), path);
    QCOMPARE(committed.transaction->open(u"backup"_s).value().names().value().size(), 1);
    // Once it is out of the way the old one comes back.
    QVERIFY(QFile::remove(committed.machine.root().at(path)));
    QVERIFY(committed.undoAll().isComplete());
    QCOMPARE(differences(committed.before, committed.machine.tree()), QStringList());
}

void TestUndo::linkThatSomebodyTurnedIsKept()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    const QString path = Machine::libraries + u"/libcudnn.so"_s;
    QVERIFY(QFile::remove(committed.machine.root().at(path)));
    committed.machine.root().link(path, u"elsewhere"_s);
    const UndoReport report = committed.undoAll();
    // The old link had the same text as ours, so this one stands in the place of an old one.
    QCOMPARE(report.kept, QStringList{path});
    QCOMPARE(QFile::symLinkTarget(committed.machine.root().at(path)).section(u'/', -1), u"elsewhere"_s);
}

void TestUndo::filesThatAreGoneAreNoProblem()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    for (const Step &step : committed.journal.steps) {
        if (step.kind == Step::Kind::Place && step.path.endsWith(u".h"_s))
            QVERIFY(QFile::remove(committed.machine.root().at(committed.tree->absolutePath(step.path))));
    }
    const UndoReport report = committed.undoAll();
    QVERIFY2(report.isComplete(), qPrintable(report.stuck.join(u'\n')));
    QCOMPARE(differences(committed.before, committed.machine.tree()), QStringList());
}

void TestUndo::lostBackupIsSaid()
{
    const Committed committed;
    QVERIFY(committed.isDone);
    QDir backup(committed.machine.root().at(Machine::toolkit + u"/.cudnn-setup/"_s + committed.plan.id + u"/backup"_s));
    QVERIFY(backup.removeRecursively());
    const TreeSnapshot installed = committed.machine.tree();
    const UndoReport report = committed.undoAll();
    QVERIFY(!report.isComplete());
    // Nothing that stands in the place of something lost is taken away on top of it.
    for (const Step &step : committed.journal.steps) {
        const QString path = committed.tree->absolutePath(step.path).sliced(1);
        if (step.kind == Step::Kind::Place && step.before.type == NodeRecord::Type::File && !step.isBeside)
            QCOMPARE(committed.machine.tree().value(path), installed.value(path));
    }
}

void TestUndo::folderOfOursWithSomebodysFileStays()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(version);
    Plan plan = machine.plan(archive);
    plan.libraryDir = Machine::toolkit + u"/lib"_s;
    plan.operations[0].path = plan.libraryDir;
    plan.operations[2].content = plan.libraryDir.toUtf8() + '\n';
    plan.operations.prepend({.kind = Operation::Kind::MakeDirectory, .path = plan.libraryDir, .mode = 0755});
    const TreeSnapshot before = machine.wholeTree();
    FailingGate gate;
    gate.watch = [&](WriteCall call, const QString &path) {
        if (call != WriteCall::Rename || path != plan.libraryDir + u"/libcudnn.so"_s || gate.failAt > 0)
            return;
        machine.root().file(plan.libraryDir + u"/somebodys"_s, "keep");
        gate.failAt = gate.count;
        gate.error = EIO;
    };
    const ApplyResult result = apply(plan, Job{}, machine.seams(archive, &gate));
    QVERIFY(result.error);
    QVERIFY(result.transaction.state == Transaction::State::RolledBack);
    QCOMPARE(result.kept, QStringList{plan.libraryDir});
    const QStringList left = differences(before, machine.wholeTree());
    QCOMPARE(left.size(), 2); // the folder and the file
}

void TestUndo::settingsOnAnotherFileSystemAreDoneAndUndone_data()
{
    QTest::addColumn<bool>("hadSettings");
    QTest::newRow("new settings") << false;
    QTest::newRow("other settings before") << true;
}

void TestUndo::settingsOnAnotherFileSystemAreDoneAndUndone()
{
    QFETCH(bool, hadSettings);
    const FakeArchive archive = practiceArchive(version);
    const QByteArray content = "/new\n";
    // Another file system cannot be had in a test; the steps for one can.
    const auto stepsOn = [&](const Machine &machine) {
        NodeRecord before;
        if (hadSettings) {
            const auto etc = Directory::openRoot(machine.root().at(u"/etc/ld.so.conf.d"_s), u"/etc/ld.so.conf.d"_s).value();
            before = recordOf(etc, u"zz-cudnn-setup.conf"_s).value();
        }
        return Step{.change = Transaction::Change::Written,
                    .path = Machine::conf,
                    .staged = u".cudnn-setup-1.new"_s,
                    .backup = hadSettings ? u".cudnn-setup-1.old"_s : QString(),
                    .isBeside = true,
                    .before = before,
                    .after = {.type = NodeRecord::Type::File,
                              .size = content.size(),
                              .mode = 0644,
                              .sha256 = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex()}};
    };
    bool isThrough = false;
    for (int n = 1; !isThrough; ++n) {
        const Machine machine(hadSettings ? Machine::Earlier::Older : Machine::Earlier::None);
        const TreeSnapshot before = machine.wholeTree();
        FailingGate gate;
        gate.failAt = n;
        gate.error = ENOSPC;
        const TargetTree tree = TargetTree::open(machine.path(), Machine::toolkit, &gate).value();
        const Directory transaction = Directory::openRoot(machine.root().at(Machine::toolkit), Machine::toolkit, &gate).value();
        machine.root().folder(Machine::toolkit + u"/backup"_s);
        Journal journal;
        journal.steps = {stepsOn(machine)};
        const Commit commit(tree, transaction, journal, {{Machine::conf, content}});
        const bool isDone = commit.run(Job{}).has_value();
        isThrough = gate.failedOn.isEmpty();
        QVERIFY(isDone || !isThrough);
        if (isDone) {
            QFile file(machine.root().at(Machine::conf));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), content);
        }
        const TargetTree healthy = TargetTree::open(machine.path(), Machine::toolkit, nullptr).value();
        const UndoReport report = undo(healthy, healthy.root(), journal, CacheUndo::Restore, [] { return Result<void>(); });
        QVERIFY2(report.isComplete(), qPrintable(report.stuck.join(u'\n')));
        QVERIFY(QDir(machine.root().at(Machine::toolkit + u"/backup"_s)).removeRecursively());
        QCOMPARE(differences(before, machine.wholeTree()), QStringList());
    }
}

void TestUndo::draftOfALoaderCacheThatWasCutOffGoes()
{
    Committed committed;
    QVERIFY(committed.isDone);
    // As if ldconfig had been ended before it renamed: the cache of before still stands.
    const Directory etc = committed.tree->machine().open(u"etc"_s).value();
    for (Step &step : committed.journal.steps) {
        if (step.kind == Step::Kind::LoaderCache)
            step.before = recordOf(etc, u"ld.so.cache"_s).value();
    }
    committed.machine.root().file(u"/etc/ld.so.cache~"_s, "half");
    QVERIFY(committed.undoAll().isComplete());
    QVERIFY(!QFile::exists(committed.machine.root().at(u"/etc/ld.so.cache~"_s)));
}

void TestUndo::journalThatCannotBeReadStopsEverything()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(version);
    machine.root().file(Machine::toolkit + u"/.cudnn-setup/1/transaction.json"_s, "{\"sche");
    machine.root().file(Machine::toolkit + u"/.cudnn-setup/1/backup/0"_s, "precious");
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult applied = apply(machine.plan(archive), Job{}, machine.seams(archive));
    QVERIFY(applied.error);
    QCOMPARE(toString(applied.error->id), u"transaction-unfinished"_s);
    const ApplyResult recovered = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
    QVERIFY(recovered.error);
    QCOMPARE(toString(recovered.error->id), u"input-malformed"_s);
    QVERIFY(recovered.error->message.toString().contains(u"/.cudnn-setup/1/transaction.json"_s));
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestUndo::folderWithoutAJournalIsClearedAwayWhenEmpty()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(version);
    machine.root().file(Machine::toolkit + u"/.cudnn-setup/empty/transaction.json.new"_s, "{\"sche");
    machine.root().file(Machine::toolkit + u"/.cudnn-setup/strange/backup/0"_s, "precious");
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    QVERIFY(!QFile::exists(machine.root().at(Machine::toolkit + u"/.cudnn-setup/empty"_s)));
    QVERIFY(QFile::exists(machine.root().at(Machine::toolkit + u"/.cudnn-setup/strange/backup/0"_s)));
}

void TestUndo::undoIsOnTheDiskBeforeTheFirstChange()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(version);
    const QString history = Machine::toolkit + u"/.cudnn-setup"_s;
    const QString folder = history + u'/' + machine.plan(archive).id;
    struct Call
    {
        WriteCall call;
        QString path;
    };
    QList<Call> calls;
    FailingGate gate;
    gate.watch = [&calls](WriteCall call, const QString &path) { calls << Call{call, path}; };
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive, &gate)).error);

    const auto firstOf = [&calls](qsizetype from, const auto &matches) {
        return std::distance(calls.begin(), std::find_if(calls.begin() + from, calls.end(), matches));
    };
    const auto lastOf = [&calls](qsizetype until, WriteCall call, const QString &path) {
        for (qsizetype i = until - 1; i >= 0; --i) {
            if (calls[i].call == call && calls[i].path == path)
                return i;
        }
        return qsizetype(-1);
    };
    const qsizetype change = firstOf(0, [&](const Call &call) {
        return call.call != WriteCall::Sync && call.call != WriteCall::HardLink && !call.path.startsWith(history);
    });
    QVERIFY(change < calls.size());
    const qsizetype journal = lastOf(change, WriteCall::Rename, folder + u"/transaction.json"_s);
    const qsizetype journalSynced = lastOf(change, WriteCall::Sync, folder);
    const qsizetype backupSynced = lastOf(change, WriteCall::Sync, folder + u"/backup"_s);
    QVERIFY(journal >= 0);
    QVERIFY(journal < journalSynced && journalSynced < change);
    // Second names of all that will be replaced are there, and on the disk, before anything is replaced.
    QVERIFY(journalSynced < backupSynced && backupSynced < change);
    QCOMPARE(firstOf(backupSynced, [](const Call &call) { return call.call == WriteCall::HardLink; }), calls.size());
    for (const Call &call : calls) {
        if (call.call == WriteCall::CreateFile && call.path.contains(u"/stage/"_s)) {
            const qsizetype synced = lastOf(journal, WriteCall::Sync, call.path);
            QVERIFY2(synced >= 0, qPrintable(call.path));
        }
    }
    // The folders are on the disk before the journal says that all is done.
    const qsizetype done = lastOf(calls.size(), WriteCall::Rename, folder + u"/transaction.json"_s);
    QVERIFY(lastOf(done, WriteCall::Sync, Machine::libraries) > change);
    QVERIFY(lastOf(done, WriteCall::Sync, Machine::headers) > change);
    QVERIFY(lastOf(done, WriteCall::Sync, u"/etc/ld.so.conf.d"_s) > change);
}

QTEST_GUILESS_MAIN(TestUndo)
#include "tst_undo.moc"
