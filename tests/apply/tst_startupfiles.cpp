// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/commit.h"
#include "apply/undo.h"
#include "apply/workspace.h"
#include "plan/activationscripts.h"
#include "plan/markedblock.h"

#include <QFile>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

const QVersionNumber version(8, 9, 7);
const QString bashrc = u"/home/a/.bashrc"_s;
const QString profile = u"/home/a/.profile"_s;
const QString zshrc = u"/home/a/.zshrc"_s; // is not there
const QByteArray older = "# >>> cuDNN Setup >>>\nan older copy\n# <<< cuDNN Setup <<<\n";

QByteArray block()
{
    return scripts::startUpBlock(Machine::toolkit, scripts::Shell::Posix);
}

// A person's start-up files, and one cuDNN that is switched on in them (and off, the older one).
struct Person
{
    Person() : machine(Machine::Earlier::None), archive(practiceArchive(version))
    {
        machine.root().file(bashrc, "alias ll='ls -l'\n# no newline at the end");
        machine.root().file(profile, "umask 022\n" + older + "export EDITOR=vi\n");
        ::chmod(QFile::encodeName(at(bashrc)).constData(), 0600);
        before = machine.tree();
    }

    Plan plan() const
    {
        using Kind = Operation::Kind;
        Plan plan = machine.plan(archive);
        plan.operations = {{.kind = Kind::AddBlock, .path = bashrc, .content = block()},
                           {.kind = Kind::RemoveBlock, .path = profile, .content = older},
                           {.kind = Kind::AddBlock, .path = profile, .content = block()},
                           {.kind = Kind::AddBlock, .path = zshrc, .content = block()},
                           {.kind = Kind::SetMode, .path = Machine::libraries + u"/libcudart.so.12"_s, .mode = 0755}};
        return plan;
    }

    ApplyResult switchOn(CallGate *gate = nullptr) const { return apply(plan(), Job{}, machine.seams(archive, gate)); }

    UndoReport undoIt(CallGate *gate = nullptr) const
    {
        const auto tree = TargetTree::open(machine.path(), Machine::toolkit, gate).value();
        const auto folder = tree.root().open(u".cudnn-setup/"_s + plan().id).value();
        return undo(tree, folder, loadJournal(folder).value(), CacheUndo::Renew, [] { return Result<void>(); });
    }

    QString at(const QString &path) const { return machine.path() + path; }
    QByteArray content(const QString &path) const
    {
        QFile file(at(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void edit(const QString &path, const QByteArray &content) const
    {
        QFile file(at(path));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(content), content.size());
    }

    Machine machine;
    FakeArchive archive;
    TreeSnapshot before;
};

} // namespace

// A person's start-up files: our lines come and go, and nothing else does.
class TestStartUpFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useMemoryForScratchRoots(); }
    void aBlockComesOnLinesOfItsOwn_data();
    void aBlockComesOnLinesOfItsOwn();
    void onlyWholeLinesAreABlock();
    void linesComeAndEverythingElseStays();
    void undoneTheFilesAreTheVeryOldOnes();
    void whatTheOwnerEditedStaysWhenOurLinesGo();
    void linesThatTheOwnerEditedAreLeftAndSaid();
    void aFileOfOurLinesAloneGoesWithThem();
    void undoingTwiceIsUndoingOnce();
    void aModeThatSomebodySetSinceStays();
    void aFailingDiskLeavesEverythingAsItWas();
    void aLinkIsNotFollowed();
    void whatAnEditorSavesWhileWeWriteIsNotLost();
    void whatAnEditorSavesWhileWeUndoIsNotLost();
    void theGroupOfAFileStays();
};

void TestStartUpFiles::aBlockComesOnLinesOfItsOwn_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("edited");
    QTest::newRow("to an empty file") << QByteArray() << QByteArray("[b]\n");
    QTest::newRow("behind a last line") << QByteArray("one\n") << QByteArray("one\n[b]\n");
    QTest::newRow("behind a last line without its end") << QByteArray("one") << QByteArray("one\n[b]\n");
    QTest::newRow("behind an empty line") << QByteArray("one\n\n") << QByteArray("one\n\n[b]\n");
}

void TestStartUpFiles::aBlockComesOnLinesOfItsOwn()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, edited);
    QCOMPARE(withBlock(content, "[b]\n"), edited);
    const bool isOpen = !content.isEmpty() && !content.endsWith('\n');
    QCOMPARE(withoutBlock(edited, "[b]\n"), std::optional(isOpen ? content + '\n' : content));
}

void TestStartUpFiles::onlyWholeLinesAreABlock()
{
    QCOMPARE(withoutBlock("x[b]\n", "[b]\n"), std::nullopt);
    QCOMPARE(withoutBlock("x[b]\n[b]\ny\n", "[b]\n"), std::optional(QByteArray("x[b]\ny\n")));
    QCOMPARE(withoutBlock("anything", ""), std::nullopt);
}

void TestStartUpFiles::linesComeAndEverythingElseStays()
{
    const Person person;
    const ApplyResult result = person.switchOn();
    QVERIFY2(!result.error, qPrintable(result.error ? result.error->detail : QString()));
    QCOMPARE(person.content(bashrc), "alias ll='ls -l'\n# no newline at the end\n" + block());
    QCOMPARE(person.content(profile), "umask 022\nexport EDITOR=vi\n" + block());
    QCOMPARE(person.content(zshrc), block());
    struct stat status;
    QCOMPARE(::stat(QFile::encodeName(person.at(bashrc)).constData(), &status), 0);
    QCOMPARE(int(status.st_mode & 07777), 0600);
}

void TestStartUpFiles::undoneTheFilesAreTheVeryOldOnes()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    const UndoReport report = person.undoIt();
    QVERIFY2(report.isComplete() && report.kept.isEmpty(), qPrintable((report.stuck + report.kept).join(u'\n')));
    QCOMPARE(differences(person.before, person.machine.tree()), QStringList());
}

void TestStartUpFiles::whatTheOwnerEditedStaysWhenOurLinesGo()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    person.edit(bashrc, "# first\n" + person.content(bashrc) + "# last\n");
    person.edit(profile, person.content(profile) + "# last\n");
    const UndoReport report = person.undoIt();
    QVERIFY2(report.isComplete() && report.kept.isEmpty(), qPrintable((report.stuck + report.kept).join(u'\n')));
    QCOMPARE(person.content(bashrc), QByteArray("# first\nalias ll='ls -l'\n# no newline at the end\n# last\n"));
    QCOMPARE(person.content(profile), "umask 022\nexport EDITOR=vi\n# last\n" + older);
}

void TestStartUpFiles::linesThatTheOwnerEditedAreLeftAndSaid()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    const QByteArray edited = person.content(bashrc).replace("# <<<", "export MINE=1\n# <<<");
    person.edit(bashrc, edited);
    const UndoReport report = person.undoIt();
    QCOMPARE(report.kept, QStringList{bashrc});
    QCOMPARE(person.content(bashrc), edited);
}

void TestStartUpFiles::aFileOfOurLinesAloneGoesWithThem()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    person.edit(zshrc, block()); // the same lines, saved by somebody's editor
    QVERIFY(person.undoIt().kept.isEmpty());
    QVERIFY(!QFile::exists(person.at(zshrc)));

    const Person other;
    QVERIFY(!other.switchOn().error);
    other.edit(zshrc, block() + "setopt autocd\n");
    QVERIFY(other.undoIt().kept.isEmpty());
    QCOMPARE(other.content(zshrc), QByteArray("setopt autocd\n"));
}

void TestStartUpFiles::undoingTwiceIsUndoingOnce()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    person.edit(profile, person.content(profile) + "# last\n");
    QVERIFY(person.undoIt().isComplete());
    const TreeSnapshot once = person.machine.tree();
    QVERIFY(person.undoIt().isComplete());
    QCOMPARE(differences(once, person.machine.tree()), QStringList());
}

void TestStartUpFiles::aModeThatSomebodySetSinceStays()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    const QString library = Machine::libraries + u"/libcudart.so.12"_s;
    const QByteArray path = QFile::encodeName(person.at(library));
    struct stat status;
    QCOMPARE(::stat(path.constData(), &status), 0);
    QCOMPARE(int(status.st_mode & 07777), 0755);
    QCOMPARE(::chmod(path.constData(), 0500), 0);
    QCOMPARE(person.undoIt().kept, QStringList{library});
    QCOMPARE(::stat(path.constData(), &status), 0);
    QCOMPARE(int(status.st_mode & 07777), 0500);
}

void TestStartUpFiles::aFailingDiskLeavesEverythingAsItWas()
{
    int failures = 0;
    for (int n = 1;; ++n) {
        const Person person;
        FailingGate gate;
        gate.failAt = n;
        gate.error = ENOSPC;
        const ApplyResult result = person.switchOn(&gate);
        if (!result.error)
            break;
        ++failures;
        QVERIFY2(differences(person.before, person.machine.tree()).isEmpty(),
                 QByteArray::number(n) + '\n' + differences(person.before, person.machine.tree()).join(u'\n').toUtf8());
    }
    QVERIFY(failures > 15);
}

void TestStartUpFiles::aLinkIsNotFollowed()
{
    const Person person;
    person.machine.root().file(u"/home/a/dotfiles/zshrc"_s, "setopt autocd\n");
    person.machine.root().link(zshrc, u"dotfiles/zshrc"_s);
    const ApplyResult result = person.switchOn();
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"not-supported"_s);
    QCOMPARE(person.content(u"/home/a/dotfiles/zshrc"_s), QByteArray("setopt autocd\n"));
}

void TestStartUpFiles::whatAnEditorSavesWhileWeWriteIsNotLost()
{
    const Person person;
    FailingGate editor;
    editor.watch = [&person](WriteCall call, const QString &path) {
        if (call == WriteCall::Sync && path.startsWith(u"/home/a/.cudnn-setup-"_s) && path.endsWith(u".new"_s))
            person.edit(bashrc, "export PRECIOUS=1\n");
    };
    const ApplyResult result = person.switchOn(&editor);
    QVERIFY(result.error);
    QCOMPARE(toString(result.error->id), u"not-confirmed"_s);
    QCOMPARE(person.content(bashrc), QByteArray("export PRECIOUS=1\n"));
}

void TestStartUpFiles::whatAnEditorSavesWhileWeUndoIsNotLost()
{
    const Person person;
    QVERIFY(!person.switchOn().error);
    person.edit(bashrc, person.content(bashrc) + "# mine\n");
    FailingGate editor;
    editor.watch = [&person](WriteCall call, const QString &path) {
        if (call == WriteCall::Sync && path.startsWith(u"/home/a/.cudnn-setup-"_s) && path.endsWith(u".new"_s))
            person.edit(bashrc, "export PRECIOUS=1\n");
    };
    const UndoReport report = person.undoIt(&editor);
    QCOMPARE(report.kept, QStringList{bashrc});
    QCOMPARE(person.content(bashrc), QByteArray("export PRECIOUS=1\n"));
}

void TestStartUpFiles::theGroupOfAFileStays()
{
    if (::geteuid() != 0)
        QSKIP("Only root can give a file to any group.");
    const Person person;
    const QByteArray path = QFile::encodeName(person.at(bashrc));
    QCOMPARE(::chown(path.constData(), uid_t(-1), 1), 0);
    QVERIFY(!person.switchOn().error);
    person.edit(bashrc, person.content(bashrc) + "# mine\n");
    QVERIFY(person.undoIt().isComplete());
    struct stat status;
    QCOMPARE(::stat(path.constData(), &status), 0);
    QCOMPARE(int(status.st_gid), 1);
}

QTEST_GUILESS_MAIN(TestStartUpFiles)
#include "tst_startupfiles.moc"
