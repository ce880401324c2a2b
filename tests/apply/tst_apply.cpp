// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/workspace.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

const QVersionNumber v897(8, 9, 7);

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

QStringList names(const TreeSnapshot &tree, const QString &part)
{
    QStringList found;
    for (auto it = tree.begin(); it != tree.end(); ++it) {
        if (it.key().contains(part))
            found << it.key();
    }
    return found;
}

void sayError(const ApplyResult &result)
{
    if (result.error)
        qWarning().noquote() << toString(result.error->id) << result.error->message.toString() << result.error->detail;
}

} // namespace

class TestApply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void freshToolkitGetsTheWholeCudnn();
    void olderCudnnGoesOutInTheSameTransaction();
    void whatGoesOutKeepsItsInodeOwnerModeAndTime();
    void committedTransactionIsListedWithItsHashes();
    void newPrefixIsMadeAndTakenBack();
    void prefixThatNobodyAskedToMakeIsRefused();
    void cancelLeavesTheOldTree_data();
    void cancelLeavesTheOldTree();
    void refusesBeforeAnyChange_data();
    void refusesBeforeAnyChange();
    void fileThatAppearsDuringTheCommitIsNotOverwritten();
    void failingLdconfigPutsEverythingBack();
    void settingsThatHoldTheContentAlreadyAreLeftAlone();
    void wheelGetsLinksForTheLinker();
    void secondProgramIsRefused();
    void samePlanTwiceIsRefused();
    void newVersionOverOurOwnIsATransactionOfItsOwn();
    void unfinishedTransactionIsNotBuiltUpon();
    void leftoverOfAStagingRunIsClearedAway();
    void mappedLibraryKeepsItsContent();
    void realLdconfigFindsTheNewLibraries();
};

void TestApply::freshToolkitGetsTheWholeCudnn()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive));
    sayError(result);
    QVERIFY(!result.error);
    QCOMPARE(toString(result.transaction.state), u"committed"_s);

    for (const ArchiveEntry &entry : archive.entries) {
        const QString name = entry.path.section(u'/', -1);
        const QString folder = entry.path.startsWith(u"cudnn/lib/"_s) ? Machine::libraries : Machine::headers;
        if (!entry.path.contains(u"/lib/"_s) && !entry.path.contains(u"/include/"_s))
            continue;
        const QString path = machine.root().at(folder + u'/' + name);
        struct stat status;
        QCOMPARE(::lstat(QFile::encodeName(path).constData(), &status), 0);
        if (entry.type == ArchiveEntry::Type::SymbolicLink) {
            QVERIFY2(S_ISLNK(status.st_mode), qPrintable(path));
            QCOMPARE(QFile::symLinkTarget(path).section(u'/', -1), entry.linkTarget);
        } else {
            QVERIFY(S_ISREG(status.st_mode));
            QCOMPARE(int(status.st_mode & 0444), 0444);
            QCOMPARE(contentOf(path), archive.content.value(entry.path));
        }
    }
    QCOMPARE(contentOf(machine.root().at(Machine::conf)), Machine::libraries.toUtf8() + '\n');
    QVERIFY(contentOf(machine.root().at(u"/etc/ld.so.cache"_s)).contains("libcudnn.so.8"));
    // Of the work nothing stays but the journal, the licence and the empty backup.
    QCOMPARE(names(machine.wholeTree(), u".cudnn-setup/"_s).size(), 4);
}

void TestApply::olderCudnnGoesOutInTheSameTransaction()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    QVERIFY(!names(machine.tree(), u"8.6.0"_s).isEmpty());
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive));
    sayError(result);
    QVERIFY(!result.error);
    QCOMPARE(names(machine.tree(), u"8.6.0"_s), QStringList());
    QCOMPARE(contentOf(machine.root().at(Machine::libraries + u"/libcudnn.so.8"_s)),
             archive.content.value(u"cudnn/lib/libcudnn.so.8.9.7"_s));
    QVERIFY(std::any_of(result.transaction.changes.begin(), result.transaction.changes.end(), [](const auto &change) {
        return change.path.endsWith(u"libcudnn.so.8"_s) && change.change == Transaction::Change::Replaced;
    }));
    QVERIFY(std::any_of(result.transaction.changes.begin(), result.transaction.changes.end(), [](const auto &change) {
        return change.path.endsWith(u"libcudnn.so.8.6.0"_s) && change.change == Transaction::Change::PutAside;
    }));
}

void TestApply::whatGoesOutKeepsItsInodeOwnerModeAndTime()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const QByteArray old = QFile::encodeName(machine.root().at(Machine::headers + u"/cudnn.h"_s));
    QCOMPARE(::chmod(old.constData(), 0640), 0);
    if (::geteuid() == 0)
        QCOMPARE(::chown(old.constData(), 1234, 4321), 0);
    const struct timespec times[2] = {{1000000000, 5}, {1000000000, 7}};
    QCOMPARE(::utimensat(AT_FDCWD, old.constData(), times, 0), 0);
    struct stat before;
    QCOMPARE(::stat(old.constData(), &before), 0);

    FailingGate gate;
    gate.watch = [&gate](WriteCall call, const QString &path) {
        if (call == WriteCall::Rename && path.endsWith(u"zz-cudnn-setup.conf"_s)) {
            gate.failAt = gate.count;
            gate.error = EIO;
        }
    };
    const TreeSnapshot tree = machine.wholeTree();
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
    QVERIFY(result.error);
    QVERIFY(result.error->id == ErrorId::WriteFailed);
    QVERIFY(!result.wasBeforeCommit);
    QCOMPARE(differences(tree, machine.wholeTree()), QStringList());
    struct stat after;
    QCOMPARE(::stat(old.constData(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    QCOMPARE(after.st_mode, before.st_mode);
    QCOMPARE(after.st_uid, before.st_uid);
    QCOMPARE(after.st_gid, before.st_gid);
    QCOMPARE(after.st_nlink, before.st_nlink);
    QCOMPARE(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    QCOMPARE(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
}

void TestApply::committedTransactionIsListedWithItsHashes()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    QVERIFY(transactionsOf(FileTree(machine.path()), Machine::toolkit).isEmpty());
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive));
    QVERIFY(!result.error);
    const QList<Transaction> transactions = transactionsOf(FileTree(machine.path()), Machine::toolkit);
    QCOMPARE(transactions.size(), 1);
    QCOMPARE(toJson(transactions.first()), toJson(result.transaction));
    QCOMPARE(transactions.first().archiveSha256, archive.sha256);
    QCOMPARE(transactions.first().libraryDir, Machine::libraries);
    for (const Transaction::ChangedPath &change : transactions.first().changes) {
        if (change.path.endsWith(u"libcudnn.so.8.9.7"_s))
            QCOMPARE(change.sha256,
                     QCryptographicHash::hash(archive.content.value(u"cudnn/lib/libcudnn.so.8.9.7"_s), QCryptographicHash::Sha256).toHex());
        if (change.change == Transaction::Change::Added)
            QVERIFY(!change.sha256.isEmpty() || !change.linkTarget.isEmpty());
    }
}

void TestApply::newPrefixIsMadeAndTakenBack()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    Plan plan = machine.plan(archive);
    plan.targetRoot = u"/home/a/.local/share/cudnn/8.9.7"_s;
    plan.libraryDir = plan.targetRoot + u"/lib"_s;
    plan.includeDir = plan.targetRoot + u"/include"_s;
    plan.operations = {{.kind = Operation::Kind::MakeDirectory, .path = plan.targetRoot, .mode = 0755},
                       {.kind = Operation::Kind::MakeDirectory, .path = plan.libraryDir, .mode = 0755},
                       {.kind = Operation::Kind::MakeDirectory, .path = plan.includeDir, .mode = 0755},
                       {.kind = Operation::Kind::Unpack, .path = plan.libraryDir, .memberPrefix = u"cudnn/lib/"_s},
                       {.kind = Operation::Kind::Unpack, .path = plan.includeDir, .memberPrefix = u"cudnn/include/"_s}};
    const TreeSnapshot before = machine.wholeTree();
    FakeArchive cut = archive;
    cut.cutAfter = 20;
    QVERIFY(apply(plan, Job{}, machine.seams(cut)).error);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());

    const ApplyResult result = apply(plan, Job{}, machine.seams(archive));
    sayError(result);
    QVERIFY(!result.error);
    QCOMPARE(contentOf(machine.root().at(plan.libraryDir + u"/libcudnn.so.8"_s)),
             archive.content.value(u"cudnn/lib/libcudnn.so.8.9.7"_s));
}

void TestApply::prefixThatNobodyAskedToMakeIsRefused()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    Plan plan = machine.plan(archive);
    plan.targetRoot = u"/opt/cuda"_s;
    plan.operations = {{.kind = Operation::Kind::Unpack, .path = u"/opt/cuda/lib"_s, .memberPrefix = u"cudnn/lib/"_s}};
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = apply(plan, Job{}, machine.seams(archive));
    QVERIFY(result.error);
    QVERIFY(result.error->id == ErrorId::InputMissing);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::cancelLeavesTheOldTree_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<qint64>("done");
    QTest::newRow("while unpacking the first file") << int(Progress::Step::Stage) << qint64(1);
    QTest::newRow("while checking") << int(Progress::Step::Check) << qint64(0);
    QTest::newRow("before the first step of the commit") << int(Progress::Step::Commit) << qint64(0);
    QTest::newRow("in the middle of the commit") << int(Progress::Step::Commit) << qint64(7);
    QTest::newRow("while the loader cache is renewed") << int(Progress::Step::LoaderCache) << qint64(0);
}

void TestApply::cancelLeavesTheOldTree()
{
    QFETCH(int, step);
    QFETCH(qint64, done);
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const TreeSnapshot before = machine.wholeTree();
    bool isWanted = false;
    const Job job{.report =
                          [&](const Progress &progress) {
                              if (int(progress.step) == step && progress.done >= done)
                                  isWanted = true;
                          },
                  .isCancelled = [&] { return isWanted; }};
    const ApplyResult result = apply(machine.plan(archive), job, machine.seams(archive));
    QVERIFY(isWanted);
    QVERIFY(result.isCancelled);
    QVERIFY(!result.error);
    QCOMPARE(toString(result.transaction.state), u"rolledBack"_s);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::refusesBeforeAnyChange_data()
{
    QTest::addColumn<std::function<void(const Machine &, Plan &)>>("prepare");
    QTest::addColumn<ErrorId>("id");
    using Prepare = std::function<void(const Machine &, Plan &)>;
    QTest::newRow("a folder stands where a library has to go") << Prepare([](const Machine &machine, Plan &) {
        machine.root().folder(Machine::libraries + u"/libcudnn.so.8.9.7"_s);
    }) << ErrorId::NotSupported;
    QTest::newRow("a folder stands where the settings have to go") << Prepare([](const Machine &machine, Plan &) {
        machine.root().folder(Machine::conf);
    }) << ErrorId::NotSupported;
    QTest::newRow("a file appeared since the plan was made") << Prepare([](const Machine &machine, Plan &) {
        machine.root().file(Machine::libraries + u"/libcudnn.so.8.9.7"_s, "somebody's");
    }) << ErrorId::NotConfirmed;
    QTest::newRow("a link appeared since the plan was made") << Prepare([](const Machine &machine, Plan &) {
        machine.root().link(Machine::libraries + u"/libcudnn.so"_s, u"elsewhere"_s);
    }) << ErrorId::NotConfirmed;
    QTest::newRow("what is to be put aside is a folder") << Prepare([](const Machine &machine, Plan &plan) {
        machine.root().folder(Machine::libraries + u"/old"_s);
        plan.operations << Operation{.kind = Operation::Kind::PutAside, .path = Machine::libraries + u"/old"_s};
    }) << ErrorId::NotSupported;
    QTest::newRow("the plan goes through a link that leads out") << Prepare([](const Machine &machine, Plan &plan) {
        machine.root().folder(u"/elsewhere"_s);
        machine.root().link(Machine::toolkit + u"/lib"_s, machine.root().at(u"/elsewhere"_s));
        plan.operations[0].path = Machine::toolkit + u"/lib"_s;
    }) << ErrorId::OutsideTarget;
    QTest::newRow("the plan goes through a link that stays inside") << Prepare([](const Machine &, Plan &plan) {
        plan.operations[0].path = Machine::toolkit + u"/lib64"_s;
    }) << ErrorId::OutsideTarget;
    QTest::newRow("the target itself is a link") << Prepare([](const Machine &machine, Plan &plan) {
        machine.root().link(u"/usr/local/cuda"_s, u"cuda-12.4"_s);
        plan.targetRoot = u"/usr/local/cuda"_s;
        plan.libraryDir.replace(Machine::toolkit, plan.targetRoot);
        for (Operation &operation : plan.operations) {
            operation.path.replace(Machine::toolkit, plan.targetRoot);
            operation.content.replace(Machine::toolkit.toUtf8(), plan.targetRoot.toUtf8());
        }
    }) << ErrorId::OutsideTarget;
    QTest::newRow("the history folder is a link") << Prepare([](const Machine &machine, Plan &) {
        machine.root().folder(u"/elsewhere"_s);
        machine.root().link(Machine::toolkit + u"/.cudnn-setup"_s, machine.root().at(u"/elsewhere"_s));
    }) << ErrorId::OutsideTarget;
    QTest::newRow("the history folder is a file") << Prepare([](const Machine &machine, Plan &) {
        machine.root().file(Machine::toolkit + u"/.cudnn-setup"_s, "hm");
    }) << ErrorId::WriteFailed;
    QTest::newRow("the archive changed since it was looked at") << Prepare([](const Machine &, Plan &plan) {
        plan.archive.sha256 = QByteArray(64, 'b');
    }) << ErrorId::ArchiveAltered;
    QTest::newRow("the archive holds another version") << Prepare([](const Machine &, Plan &plan) {
        plan.expectedVersion = QVersionNumber(8, 9, 6);
    }) << ErrorId::ArchiveAltered;
    QTest::newRow("the archive holds another architecture") << Prepare([](const Machine &, Plan &plan) {
        plan.expectedArchitecture = u"aarch64"_s;
    }) << ErrorId::WrongArchitecture;
    QTest::newRow("the archive unpacks to more than was announced") << Prepare([](const Machine &, Plan &plan) {
        plan.bytesToWrite -= 1000;
    }) << ErrorId::ArchiveAltered;
    QTest::newRow("the archive has nothing below the prefix") << Prepare([](const Machine &, Plan &plan) {
        plan.operations[0].memberPrefix = u"cudnn/lib64/"_s;
    }) << ErrorId::CudnnAbsent;
}

void TestApply::refusesBeforeAnyChange()
{
    QFETCH(std::function<void(const Machine &, Plan &)>, prepare);
    QFETCH(ErrorId, id);
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    Plan plan = machine.plan(archive);
    prepare(machine, plan);
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = apply(plan, Job{}, machine.seams(archive));
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), toString(id));
    QVERIFY(result.wasBeforeCommit);
    QVERIFY(!result.isCancelled);
    QCOMPARE(toString(result.transaction.state), u"rolledBack"_s);
    QVERIFY2(result.error->message.toString().contains(u"Nothing has been changed"_s),
             qPrintable(result.error->message.toString()));
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::fileThatAppearsDuringTheCommitIsNotOverwritten()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const QString path = Machine::libraries + u"/libcudnn.so.8.9.7"_s;
    TreeSnapshot before = machine.wholeTree();
    FailingGate gate;
    bool isDone = false;
    gate.watch = [&](WriteCall call, const QString &at) {
        if (call != WriteCall::Rename || at != path || isDone)
            return;
        isDone = true;
        machine.root().file(path, "somebody's");
    };
    const ApplyResult result = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
    QVERIFY(isDone);
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"not-confirmed"_s);
    QCOMPARE(contentOf(machine.root().at(path)), QByteArray("somebody's"));
    QVERIFY(QFile::remove(machine.root().at(path)));
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::failingLdconfigPutsEverythingBack()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    FakeLdconfig ldconfig(machine.path());
    ldconfig.isFailing = true;
    ApplySeams seams = machine.seams(archive);
    seams.commands = &ldconfig;
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = apply(machine.plan(archive), Job{}, seams);
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"command-failed"_s);
    QVERIFY(result.error->detail.contains(u"no such luck"_s));
    QVERIFY(!result.wasBeforeCommit);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::settingsThatHoldTheContentAlreadyAreLeftAlone()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    machine.root().file(Machine::conf, Machine::libraries.toUtf8() + '\n');
    const QByteArray path = QFile::encodeName(machine.root().at(Machine::conf));
    struct stat before;
    struct stat after;
    QCOMPARE(::stat(path.constData(), &before), 0);
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    QCOMPARE(::stat(path.constData(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
}

void TestApply::wheelGetsLinksForTheLinker()
{
    const Machine machine(Machine::Earlier::None);
    FakeArchive whole = practiceArchive(v897);
    FakeArchive wheel;
    // A wheel holds each library under its SONAME, and no links.
    for (const ArchiveEntry &entry : whole.entries) {
        if (entry.type == ArchiveEntry::Type::File)
            wheel.add(QString(entry.path).replace(u".so.8.9.7"_s, u".so.8"_s), whole.content.value(entry.path));
    }
    wheel.add(u"cudnn/lib/__init__.py"_s, "");
    Plan plan = machine.plan(wheel);
    plan.operations[0].namePatterns = QStringList{u"libcudnn*"_s};
    plan.operations << Operation{.kind = Operation::Kind::MakeLink,
                                 .path = Machine::libraries + u"/libcudnn.so"_s,
                                 .linkTarget = u"libcudnn.so.8"_s}
                    << Operation{.kind = Operation::Kind::MakeLink,
                                 .path = Machine::libraries + u"/libcudnn_ext.so"_s,
                                 .linkTarget = u"libcudnn_ext.so.8"_s};
    const ApplyResult result = apply(plan, Job{}, machine.seams(wheel));
    sayError(result);
    QVERIFY(!result.error);
    QCOMPARE(QFile::symLinkTarget(machine.root().at(Machine::libraries + u"/libcudnn.so"_s)).section(u'/', -1), u"libcudnn.so.8"_s);
    QVERIFY(names(machine.tree(), u"libcudnn_ext"_s).isEmpty());
    QVERIFY(names(machine.tree(), u"__init__"_s).isEmpty());
}

void TestApply::secondProgramIsRefused()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const auto target = Directory::openRoot(machine.root().at(Machine::toolkit), Machine::toolkit);
    QVERIFY(target.has_value());
    auto other = Workspace::open(*target);
    QVERIFY(other.has_value());
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult refused = apply(machine.plan(archive), Job{}, machine.seams(archive));
    QVERIFY(refused.error);
    QCOMPARE(toString(refused.error->id), u"in-use"_s);
    QVERIFY(refused.error->message.toString().contains(Machine::toolkit));
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
    other->close();
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
}

void TestApply::samePlanTwiceIsRefused()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const Plan plan = machine.plan(archive);
    QVERIFY(!apply(plan, Job{}, machine.seams(archive)).error);
    const TreeSnapshot before = machine.wholeTree();
    const ApplyResult result = apply(plan, Job{}, machine.seams(archive));
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"input-malformed"_s);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
}

void TestApply::newVersionOverOurOwnIsATransactionOfItsOwn()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive first = practiceArchive(v897);
    const FakeArchive second = practiceArchive(QVersionNumber(9, 1, 0));
    const Plan plan = machine.plan(first);
    const ApplyResult installed = apply(plan, Job{}, machine.seams(first));
    QVERIFY(!installed.error);
    Plan next = machine.plan(second, QVersionNumber(9, 1, 0));
    next.id = u"20261201-080000-000001"_s;
    for (const Transaction::ChangedPath &change : installed.transaction.changes) {
        if (change.change == Transaction::Change::Added)
            next.operations.prepend({.kind = Operation::Kind::PutAside, .path = change.path});
    }
    const ApplyResult result = apply(next, Job{}, machine.seams(second));
    sayError(result);
    QVERIFY(!result.error);
    QCOMPARE(names(machine.tree(), u"so.8"_s), QStringList());
    const QList<Transaction> transactions = transactionsOf(FileTree(machine.path()), Machine::toolkit);
    QCOMPARE(transactions.size(), 2);
    QCOMPARE(transactions.first().id, next.id);
}

void TestApply::unfinishedTransactionIsNotBuiltUpon()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const TreeSnapshot before = machine.wholeTree();
    FailingGate gate;
    gate.watch = [&gate](WriteCall call, const QString &path) {
        if (call == WriteCall::Rename && path.endsWith(u"libcudnn.so"_s) && gate.failAt == 0) {
            gate.failAt = gate.count;
            gate.error = EIO;
            gate.stayFailing = true;
        }
    };
    const ApplyResult broken = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
    QVERIFY(broken.error);
    QCOMPARE(toString(broken.error->id), u"transaction-unfinished"_s);
    QCOMPARE(toString(broken.transaction.state), u"incomplete"_s);
    QVERIFY(broken.error->detail.contains(u"write-failed"_s));

    Plan next = machine.plan(archive);
    next.id = u"20261201-080000-000001"_s;
    const TreeSnapshot between = machine.tree();
    const ApplyResult refused = apply(next, Job{}, machine.seams(archive));
    QVERIFY(refused.error);
    QCOMPARE(toString(refused.error->id), u"transaction-unfinished"_s);
    QVERIFY(refused.wasBeforeCommit);
    QCOMPARE(differences(between, machine.tree()), QStringList());

    const ApplyResult recovered = recoverTarget(machine.path(), Machine::toolkit, machine.seams(archive));
    sayError(recovered);
    QVERIFY(!recovered.error);
    QCOMPARE(recovered.transaction.id, machine.plan(archive).id);
    QCOMPARE(differences(before, machine.wholeTree()), QStringList());
    QVERIFY(!apply(next, Job{}, machine.seams(archive)).error);
}

void TestApply::leftoverOfAStagingRunIsClearedAway()
{
    const Machine machine(Machine::Earlier::None);
    FakeArchive archive = practiceArchive(v897);
    FailingGate gate;
    gate.watch = [&gate](WriteCall call, const QString &path) {
        if (call == WriteCall::CreateFile && path.endsWith(u"libcudnn.so.8.9.7"_s) && gate.failAt == 0) {
            gate.failAt = gate.count;
            gate.error = ENOSPC;
            gate.stayFailing = true;
        }
    };
    const ApplyResult broken = apply(machine.plan(archive), Job{}, machine.seams(archive, &gate));
    QVERIFY(broken.error);
    QCOMPARE(toString(broken.error->id), u"no-space"_s);
    QVERIFY(broken.wasBeforeCommit);
    QVERIFY(!names(machine.wholeTree(), u".cudnn-setup/20261130"_s).isEmpty());

    Plan next = machine.plan(archive);
    next.id = u"20261201-080000-000001"_s;
    QVERIFY(!apply(next, Job{}, machine.seams(archive)).error);
    QCOMPARE(names(machine.wholeTree(), u".cudnn-setup/20261130"_s), QStringList());
}

void TestApply::mappedLibraryKeepsItsContent()
{
    const Machine machine(Machine::Earlier::Older);
    const FakeArchive archive = practiceArchive(v897);
    const QString path = machine.root().at(Machine::libraries + u"/libcudnn.so.8"_s);
    const QByteArray old = contentOf(path);
    const int file = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    QVERIFY(file >= 0);
    void *mapped = ::mmap(nullptr, size_t(old.size()), PROT_READ, MAP_PRIVATE, file, 0);
    QVERIFY(mapped != MAP_FAILED);
    ::close(file);
    QVERIFY(!apply(machine.plan(archive), Job{}, machine.seams(archive)).error);
    QVERIFY(contentOf(path) != old);
    QCOMPARE(QByteArray(static_cast<const char *>(mapped), old.size()), old);
    ::munmap(mapped, size_t(old.size()));
}

void TestApply::realLdconfigFindsTheNewLibraries()
{
    const Machine machine(Machine::Earlier::None);
    const FakeArchive archive = practiceArchive(v897);
    ApplySeams seams = machine.seams(archive);
    seams.commands = nullptr;
    const ApplyResult result = apply(machine.plan(archive), Job{}, seams);
    sayError(result);
    QVERIFY(!result.error);
    const QByteArray cache = contentOf(machine.root().at(u"/etc/ld.so.cache"_s));
    QVERIFY(cache.startsWith("glibc-ld.so.cache"));
    QVERIFY(cache.contains(Machine::libraries.toUtf8() + "/libcudnn.so.8"));
}

QTEST_GUILESS_MAIN(TestApply)
#include "tst_apply.moc"
