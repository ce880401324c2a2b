// SPDX-License-Identifier: MIT
#include "cliprogram.h"
#include "treesnapshot.h"

#include "plan/activationscripts.h"
#include "practice/practice.h"
#include "practice/practicemachine.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// A change of mind: what was done is shown, taken back and taken out, and the machine is as it was.
class TestCliHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void nothingWasDone();
    void whatWasDoneIsShown();
    void theNewestIsTakenBackFirst();
    void anOlderOneTakesTheNewerOnesAlong();
    void aChangeThatThereIsNot();
    void aDryRunChangesNothing();
    void nobodySaidYes();
    void uninstallBringsBackWhatWasThere();
    void ofSeveralPlacesNoneIsTakenWithoutItsName();
    void aCopyFromElsewhereComesBack();
    void forMeAndBack();
    void switchingOffLeavesTheOtherLines();

private:
    QString machine() const { return m_folder->path(); }
    QString outside(const QString &path) const { return machine() + u"/root"_s + path; }
    QByteArray content(const QString &path) const
    {
        QFile file(outside(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString archive(const QString &part) const
    {
        for (const PracticeMachine::Archive &archive : m_practice.archives) {
            if (archive.path.contains(part))
                return archive.path;
        }
        return {};
    }
    CliRun run(const QStringList &arguments) const
    {
        return runCli(QStringList{u"--machine"_s, machine()} + arguments);
    }
    void install(const QString &part, const QStringList &options) const
    {
        const CliRun done = run(QStringList{u"install"_s, archive(part), u"--yes"_s} + options);
        QVERIFY2(done.exitCode == 0, done.error.constData());
    }
    void installTwo() const
    {
        install(u"v8.2.1.32"_s, {u"--toolkit"_s, m_toolkit});
        install(u"8.9.7.29_cuda11"_s, {u"--toolkit"_s, m_toolkit});
    }
    QJsonArray history() const
    {
        return run({u"history"_s, u"--json"_s}).json()[u"transactions"_s].toArray();
    }
    // The loader cache is made anew, and may be there where none was.
    QStringList changedSince(const TreeSnapshot &before) const
    {
        QStringList lines = differences(before, snapshotOf(machine()));
        lines.removeIf([](const QString &line) { return line.contains(u"ld.so.cache"); });
        return lines;
    }

    const QString m_toolkit = u"/usr/local/cuda-11.8"_s;
    QTemporaryDir m_shared;
    PracticeMachine m_practice;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliHistory::initTestCase()
{
    const auto practice = writePractice(m_shared.path());
    QVERIFY(practice);
    m_practice = *practice;
    init();
    if (run({u"history"_s, u"--toolkit"_s, m_toolkit}).errorId() == u"not-supported")
        QSKIP("changes cannot be taken back yet");
}

void TestCliHistory::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writePracticeMachine(machine(), practiceFiles()));
    QVERIFY(QFile::copy(m_shared.filePath(u"archives.json"_s), machine() + u"/archives.json"_s));
}

void TestCliHistory::nothingWasDone()
{
    const CliRun empty = run({u"history"_s});
    QCOMPARE(empty.exitCode, 0);
    QVERIFY2(empty.output.contains("changed nothing"), empty.output.constData());
    for (const QStringList &command :
         {QStringList{u"rollback"_s, u"--yes"_s}, QStringList{u"uninstall"_s, u"--yes"_s},
          QStringList{u"history"_s, u"--toolkit"_s, m_toolkit}}) {
        const CliRun refused = run(command);
        QCOMPARE(refused.exitCode, 3);
        QCOMPARE(refused.errorId(), u"input-missing"_s);
    }
}

void TestCliHistory::whatWasDoneIsShown()
{
    installTwo();
    const QJsonArray changes = history();
    QCOMPARE(changes.size(), 2);
    const QJsonObject newest = changes[0].toObject();
    for (const QString &key : {u"id"_s, u"when"_s, u"command"_s, u"target"_s, u"before"_s, u"after"_s,
                               u"state"_s, u"canRollBack"_s})
        QVERIFY2(newest.contains(key), qPrintable(key));
    QCOMPARE(newest[u"before"_s].toString().section(u'.', 0, 2), u"8.2.1"_s);
    QCOMPARE(newest[u"after"_s].toString().section(u'.', 0, 2), u"8.9.7"_s);
    QVERIFY(newest[u"command"_s].toString().startsWith(u"install cudnn-"));
    QCOMPARE(newest[u"state"_s].toString(), u"committed"_s);
    QVERIFY(newest[u"canRollBack"_s].toBool());
    QVERIFY(newest[u"backupBytes"_s].toInteger() > 0);
    QVERIFY(changes[1][u"before"_s].isNull());
    const CliRun words = run({u"history"_s});
    QVERIFY(words.output.contains("can be taken back")
            && words.output.contains(newest[u"id"_s].toString().toUtf8()));
}

void TestCliHistory::theNewestIsTakenBackFirst()
{
    install(u"v8.2.1.32"_s, {u"--toolkit"_s, m_toolkit});
    const auto old = snapshotOf(outside(m_toolkit + u"/targets"_s));
    install(u"8.9.7.29_cuda11"_s, {u"--toolkit"_s, m_toolkit});
    const CliRun back = run({u"rollback"_s, u"--yes"_s, u"--json"_s});
    QVERIFY2(back.exitCode == 0, back.error.constData());
    QCOMPARE(back.json()[u"transaction"_s][u"state"_s].toString(), u"committed"_s);
    QCOMPARE(differences(old, snapshotOf(outside(m_toolkit + u"/targets"_s))), QStringList());
    QCOMPARE(history().size(), 1);
}

void TestCliHistory::anOlderOneTakesTheNewerOnesAlong()
{
    const auto before = snapshotOf(machine());
    installTwo();
    const QString first = history().last()[u"id"_s].toString();
    const CliRun shown = run({u"rollback"_s, first, u"--dry-run"_s});
    QCOMPARE(shown.exitCode, 0);
    QCOMPARE(shown.output.count("Take back the change"), 2);
    const CliRun back = run({u"rollback"_s, first, u"--yes"_s});
    QVERIFY2(back.exitCode == 0, back.error.constData());
    QCOMPARE(changedSince(before), QStringList());
}

void TestCliHistory::aChangeThatThereIsNot()
{
    installTwo();
    const CliRun none = run({u"rollback"_s, u"20200101-000000-abcdef"_s, u"--yes"_s});
    QCOMPARE(none.exitCode, 3);
    QCOMPARE(none.errorId(), u"input-missing"_s);
    QCOMPARE(run({u"rollback"_s, QString(), u"--yes"_s}).exitCode, 2);
}

void TestCliHistory::aDryRunChangesNothing()
{
    installTwo();
    const auto before = snapshotOf(machine());
    for (const QString &command : {u"rollback"_s, u"uninstall"_s}) {
        const CliRun dry = run({command, u"--dry-run"_s, u"--json"_s});
        QVERIFY2(dry.exitCode == 0, dry.error.constData());
        QVERIFY(!dry.json()[u"plan"_s][u"operations"_s].toArray().isEmpty());
    }
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliHistory::nobodySaidYes()
{
    installTwo();
    const auto before = snapshotOf(machine());
    for (const QString &command : {u"rollback"_s, u"uninstall"_s})
        QCOMPARE(run({command}).errorId(), u"not-confirmed"_s);
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliHistory::uninstallBringsBackWhatWasThere()
{
    const auto before = snapshotOf(machine());
    installTwo();
    const CliRun out = run({u"uninstall"_s, u"--copy"_s, m_toolkit, u"--yes"_s});
    QVERIFY2(out.exitCode == 0, out.error.constData());
    QCOMPARE(changedSince(before), QStringList());
}

void TestCliHistory::ofSeveralPlacesNoneIsTakenWithoutItsName()
{
    installTwo();
    const auto before = snapshotOf(outside(m_toolkit));
    install(u"8.9.7.29_cuda12"_s, {u"--prefix"_s, u"/opt/cudnn/a"_s});
    const CliRun asked = run({u"uninstall"_s, u"--yes"_s});
    QCOMPARE(asked.exitCode, 2);
    QVERIFY(asked.error.contains("/opt/cudnn/a") && asked.error.contains(m_toolkit.toUtf8()));
    const CliRun out = run({u"uninstall"_s, u"--prefix"_s, u"/opt/cudnn/a"_s, u"--yes"_s});
    QVERIFY2(out.exitCode == 0, out.error.constData());
    QVERIFY(!QFile::exists(outside(u"/opt/cudnn"_s)));
    QCOMPARE(differences(before, snapshotOf(outside(m_toolkit))), QStringList());
}

void TestCliHistory::aCopyFromElsewhereComesBack()
{
    install(u"8.9.7.29_cuda12"_s, {u"--prefix"_s, u"/opt/cudnn/a"_s});
    QVERIFY(QDir(outside(u"/opt/cudnn/a/.cudnn-setup"_s))
                    .removeRecursively()); // as if somebody had unpacked it
    const auto before = snapshotOf(machine());
    QCOMPARE(run({u"uninstall"_s, u"--copy"_s, u"/opt/cudnn/a"_s, u"--yes"_s}).exitCode, 0);
    QVERIFY(!QFile::exists(outside(u"/opt/cudnn/a/lib/libcudnn.so.8"_s)));
    const CliRun back = run({u"rollback"_s, u"--yes"_s});
    QVERIFY2(back.exitCode == 0, back.error.constData());
    QCOMPARE(changedSince(before), QStringList());
}

void TestCliHistory::forMeAndBack()
{
    const auto before = snapshotOf(machine());
    install(u"8.9.7.29_cuda12"_s, {u"--for-me"_s});
    const QString prefix = u"/home/student/.local/share/cudnn/8.9.7.29-cuda12"_s;
    QVERIFY(content(u"/home/student/.bashrc"_s)
                    .endsWith(scripts::startUpBlock(prefix, scripts::Shell::Posix)));
    QVERIFY(content(u"/home/student/.bashrc"_s).startsWith("export PATH="));
    const CliRun out = run({u"uninstall"_s, u"--prefix"_s, prefix, u"--yes"_s});
    QVERIFY2(out.exitCode == 0, out.error.constData());
    QCOMPARE(changedSince(before), QStringList());
}

void TestCliHistory::switchingOffLeavesTheOtherLines()
{
    const QByteArray before = content(u"/home/student/.bashrc"_s);
    install(u"8.9.7.29_cuda12"_s, {u"--for-me"_s});
    QFile file(outside(u"/home/student/.bashrc"_s));
    QVERIFY(file.open(QIODevice::Append));
    file.write("alias ll='ls -l'\n");
    file.close();
    const CliRun off =
            run({u"deactivate"_s, u"--copy"_s, u"/home/student/.local/share/cudnn/8.9.7.29-cuda12"_s,
                 u"--for"_s, u"user"_s, u"--yes"_s});
    QVERIFY2(off.exitCode == 0, off.error.constData());
    QCOMPARE(content(u"/home/student/.bashrc"_s), before + "alias ll='ls -l'\n");
}

QTEST_GUILESS_MAIN(TestCliHistory)
#include "tst_cli_history.moc"
