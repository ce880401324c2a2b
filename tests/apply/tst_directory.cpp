// SPDX-License-Identifier: MIT
#include "apply/directory.h"
#include "scratchroot.h"
#include "treesnapshot.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;
using Kind = FileFault::Kind;

class TestDirectory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoElseMayWriteIntoAFolder_data();
    void whoElseMayWriteIntoAFolder();
    void opensOnlyRealFoldersBelow_data();
    void opensOnlyRealFoldersBelow();
    void nameThatIsNotPlainIsAFault_data();
    void nameThatIsNotPlainIsAFault();
    void passesFoldersThatCannotBeListed();
    void folderSwappedForALinkIsNotFollowed();
    void pathOfAFileLeadsThroughTheOpenFolder();
    void newFileNeverReplaces_data();
    void newFileNeverReplaces();
    void renameRefusesOrReplaces();
    void secondNameOfALinkIsTheLinkItself();
    void modesDoNotDependOnTheMask();
    void groupOfAFolderIsInherited();
    void lockIsForOneProcess();
    void removedLockFileIsNoLock();

private:
    static Directory open(const ScratchRoot &root) { return Directory::openRoot(root.at(), u"/"_s).value(); }
};

void TestDirectory::opensOnlyRealFoldersBelow_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("kind"); // -1: it opens
    QTest::newRow("itself") << QString() << -1;
    QTest::newRow("a folder") << u"a"_s << -1;
    QTest::newRow("a folder in a folder") << u"a/b"_s << -1;
    QTest::newRow("an absolute path is one below the root") << u"/a/b"_s << -1;
    QTest::newRow("a missing folder") << u"a/c"_s << int(Kind::Missing);
    QTest::newRow("a file") << u"a/file"_s << int(Kind::NotDirectory);
    QTest::newRow("below a file") << u"a/file/b"_s << int(Kind::NotDirectory);
    QTest::newRow("a link to a folder inside") << u"inside"_s << int(Kind::IsLink);
    QTest::newRow("below a link to a folder inside") << u"inside/b"_s << int(Kind::IsLink);
    QTest::newRow("a link that leads out") << u"out"_s << int(Kind::IsLink);
    QTest::newRow("below a link that leads out") << u"out/etc"_s << int(Kind::IsLink);
    QTest::newRow("a dangling link") << u"nowhere"_s << int(Kind::IsLink);
    QTest::newRow("a link to itself") << u"loop"_s << int(Kind::IsLink);
    QTest::newRow("up and out") << u"a/../../etc"_s << int(Kind::IsLink);
}

void TestDirectory::opensOnlyRealFoldersBelow()
{
    QFETCH(QString, path);
    QFETCH(int, kind);
    const ScratchRoot root;
    root.folder(u"/a/b"_s);
    root.file(u"/a/file"_s);
    root.link(u"/inside"_s, u"a"_s);
    root.link(u"/out"_s, u"/"_s);
    root.link(u"/nowhere"_s, u"missing"_s);
    root.link(u"/loop"_s, u"loop"_s);
    const auto folder = open(root).open(path);
    QCOMPARE(folder ? -1 : int(folder.error().kind), kind);
}

void TestDirectory::nameThatIsNotPlainIsAFault_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("no name") << QString();
    QTest::newRow("the folder itself") << u"."_s;
    QTest::newRow("the folder above") << u".."_s;
    QTest::newRow("a path") << u"a/x"_s;
    QTest::newRow("a path that leads out") << u"../x"_s;
    QTest::newRow("an absolute path") << u"/x"_s;
    QTest::newRow("more behind its end") << u"..%1x"_s.arg(QChar(0));
}

void TestDirectory::nameThatIsNotPlainIsAFault()
{
    QFETCH(QString, name);
    const ScratchRoot root;
    root.file(u"/folder/a/x"_s, "keep");
    root.file(u"/folder/plain"_s, "keep");
    root.file(u"/x"_s, "keep");
    const TreeSnapshot before = snapshotOf(root.at());
    const Directory folder = open(root).open(u"folder"_s).value();
    const auto isFault = [](const auto &result) { return !result && result.error().kind == Kind::Failed; };
    QVERIFY(isFault(folder.status(name)));
    QVERIFY(isFault(folder.linkTarget(name)));
    QVERIFY(isFault(folder.read(name, [](QByteArrayView) {})));
    QVERIFY(isFault(folder.makeDirectory(name, 0755)));
    QVERIFY(isFault(folder.createFile(name)));
    QVERIFY(isFault(folder.makeLink(name, u"y"_s)));
    QVERIFY(isFault(folder.hardLink(name, folder, u"new"_s)));
    QVERIFY(isFault(folder.hardLink(u"plain"_s, folder, name)));
    QVERIFY(isFault(folder.rename(name, folder, u"new"_s, Directory::Over::Replace)));
    QVERIFY(isFault(folder.rename(u"plain"_s, folder, name, Directory::Over::Replace)));
    QVERIFY(isFault(folder.removeFile(name)));
    QVERIFY(isFault(folder.removeDirectory(name)));
    QVERIFY(isFault(folder.syncFile(name)));
    QVERIFY(isFault(folder.lock(name)));
    QCOMPARE(differences(before, snapshotOf(root.at())), QStringList());
}

void TestDirectory::passesFoldersThatCannotBeListed()
{
    if (::geteuid() == 0)
        QSKIP("The administrator may list every folder.");
    const ScratchRoot root;
    root.folder(u"/a/b"_s);
    QCOMPARE(::chmod(QFile::encodeName(root.at(u"/a"_s)).constData(), 0711 & ~0400), 0);
    const auto folder = open(root).open(u"a/b"_s);
    ::chmod(QFile::encodeName(root.at(u"/a"_s)).constData(), 0755);
    QVERIFY(folder.has_value());
}

void TestDirectory::folderSwappedForALinkIsNotFollowed()
{
    const ScratchRoot root;
    root.folder(u"/target"_s);
    root.folder(u"/elsewhere"_s);
    const auto target = open(root).open(u"target"_s);
    QVERIFY(target.has_value());
    QVERIFY(QFile::rename(root.at(u"/target"_s), root.at(u"/moved"_s)));
    root.link(u"/target"_s, u"elsewhere"_s);
    QVERIFY(target->createFile(u"x"_s).has_value());
    QVERIFY(QFile::exists(root.at(u"/moved/x"_s)));
    QVERIFY(!QFile::exists(root.at(u"/elsewhere/x"_s)));
}

void TestDirectory::pathOfAFileLeadsThroughTheOpenFolder()
{
    const ScratchRoot root;
    root.file(u"/stage/library"_s, "ours");
    const auto folder = open(root).open(u"stage"_s);
    QVERIFY(folder);
    QVERIFY(QFile::rename(root.at(u"/stage"_s), root.at(u"/moved"_s)));
    root.file(u"/stage/library"_s, "another");
    QFile file(folder->openPathOf(u"library"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "ours");
}

void TestDirectory::newFileNeverReplaces_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a file") << u"file"_s;
    QTest::newRow("a folder") << u"folder"_s;
    QTest::newRow("a link to a file") << u"link"_s;
    QTest::newRow("a dangling link") << u"dangling"_s;
}

void TestDirectory::newFileNeverReplaces()
{
    QFETCH(QString, name);
    const ScratchRoot root;
    root.file(u"/file"_s, "keep");
    root.folder(u"/folder"_s);
    root.link(u"/link"_s, u"file"_s);
    root.link(u"/dangling"_s, u"made"_s);
    const auto file = open(root).createFile(name);
    QVERIFY(!file);
    QCOMPARE(int(file.error().kind), int(Kind::Exists));
    QVERIFY(!QFile::exists(root.at(u"/made"_s)));
}

void TestDirectory::renameRefusesOrReplaces()
{
    const ScratchRoot root;
    root.file(u"/new"_s, "new");
    root.file(u"/old"_s, "old");
    const Directory folder = open(root);
    const auto refused = folder.rename(u"new"_s, folder, u"old"_s, Directory::Over::Refuse);
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().kind), int(Kind::Exists));
    QVERIFY(folder.rename(u"new"_s, folder, u"old"_s, Directory::Over::Replace).has_value());
    QCOMPARE(folder.names().value(), QStringList{u"old"_s});
    QByteArray content;
    QVERIFY(folder.read(u"old"_s, [&content](QByteArrayView block) { content.append(block); }).has_value());
    QCOMPARE(content, QByteArray("new"));
}

void TestDirectory::secondNameOfALinkIsTheLinkItself()
{
    const ScratchRoot root;
    root.link(u"/link"_s, u"missing"_s);
    const Directory folder = open(root);
    QVERIFY(folder.hardLink(u"link"_s, folder, u"second"_s).has_value());
    QCOMPARE(folder.linkTarget(u"second"_s).value(), u"missing"_s);
    QVERIFY(isSameNode(folder.status(u"link"_s).value(), folder.status(u"second"_s).value()));
}

void TestDirectory::modesDoNotDependOnTheMask()
{
    const ScratchRoot root;
    const Directory folder = open(root);
    const mode_t mask = ::umask(0077);
    const bool isMade = folder.makeDirectory(u"a"_s, 0755).has_value();
    auto file = folder.createFile(u"b"_s);
    const bool isSet = file && file->setMode(0644);
    ::umask(mask);
    QVERIFY(isMade && isSet);
    QCOMPARE(folder.status(u"a"_s).value().mode, 0755);
    QCOMPARE(folder.status(u"b"_s).value().mode, 0644);
}

void TestDirectory::groupOfAFolderIsInherited()
{
    const ScratchRoot root;
    QCOMPARE(::chmod(QFile::encodeName(root.at()).constData(), 02755), 0);
    const Directory folder = open(root);
    QVERIFY(folder.makeDirectory(u"a"_s, 0755).has_value());
    QCOMPARE(folder.status(u"a"_s).value().mode, 02755);
}

void TestDirectory::lockIsForOneProcess()
{
    const ScratchRoot root;
    const Directory folder = open(root);
    std::optional<Lock> lock = folder.lock(u"lock"_s).value();
    const auto answerOfChild = [&folder] {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto second = folder.lock(u"lock"_s);
            ::_exit(second ? 0 : second.error().kind == Kind::Locked ? 1 : 2);
        }
        int status = -1;
        ::waitpid(child, &status, 0);
        return WEXITSTATUS(status);
    };
    QCOMPARE(answerOfChild(), 1);
    lock.reset();
    QCOMPARE(answerOfChild(), 0);
}

void TestDirectory::removedLockFileIsNoLock()
{
    const ScratchRoot root;
    const Directory folder = open(root);
    const auto first = folder.lock(u"lock"_s);
    QVERIFY(first.has_value());
    QVERIFY(folder.removeFile(u"lock"_s).has_value());
    // Its owner is done with it: the next one makes a new file and has that.
    const auto second = folder.lock(u"lock"_s);
    QVERIFY(second.has_value());
    QVERIFY(!folder.lock(u"lock"_s).has_value());
}

// A group of the system whose list of members is empty, as www-data's: who is in it stands in the list of accounts.
static int groupOfAService()
{
    int found = -1;
    ::setpwent();
    while (const struct passwd *account = ::getpwent()) {
        const struct group *group = account->pw_gid > 0 && account->pw_gid < 1000 ? ::getgrgid(account->pw_gid) : nullptr;
        if (group && !*group->gr_mem)
            found = int(account->pw_gid);
    }
    ::endpwent();
    return found;
}

void TestDirectory::whoElseMayWriteIntoAFolder_data()
{
    QTest::addColumn<int>("owner");
    QTest::addColumn<int>("group");
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isWritable");
    QTest::newRow("root's alone") << 0 << 0 << 0755 << false;
    QTest::newRow("root's group") << 0 << 0 << 0775 << false;
    QTest::newRow("a person's") << 1000 << 0 << 0755 << true;
    QTest::newRow("a group of persons") << 0 << 1000 << 0775 << true;
    QTest::newRow("a group of persons, who may not") << 0 << 1000 << 0755 << false;
    QTest::newRow("everybody") << 0 << 0 << 01777 << true;
    if (const int group = groupOfAService(); group > 0)
        QTest::newRow("a group that lists nobody, and is some account's own") << 0 << group << 0775 << true;
}

void TestDirectory::whoElseMayWriteIntoAFolder()
{
    if (::geteuid() != 0)
        QSKIP("Only root can give a folder away.");
    QFETCH(int, owner);
    QFETCH(int, group);
    QFETCH(int, mode);
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.path());
    QCOMPARE(::chown(path.constData(), uid_t(owner), gid_t(group)), 0);
    QCOMPARE(::chmod(path.constData(), mode_t(mode)), 0);
    const auto opened = Directory::openRoot(folder.path(), u"/"_s);
    QVERIFY(opened);
    QTEST(opened->isWritableByOthers().value(), "isWritable");
}

QTEST_GUILESS_MAIN(TestDirectory)
#include "tst_directory.moc"
