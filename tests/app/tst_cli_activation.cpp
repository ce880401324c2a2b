// SPDX-License-Identifier: MIT
#include "cliprogram.h"
#include "treesnapshot.h"

#include "practice/practice.h"
#include "practice/practicemachine.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// Installing with no rights at all, and letting programs find it: for a person, a project, everyone.
class TestCliActivation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void forMeGoesIntoAFolderOfOnesOwn();
    void withoutAWordAPrefixIsForNobody();
    void aProjectSourcesItForReal();
    void everyoneAndBack();
    void theCopyThatWinsIsNamed();
    void whatIsSoAlreadyIsNotDoneAgain();
    void aCopyFromElsewhereIsTakenOut();

private:
    QString machine() const { return m_folder->path(); }
    QString outside(const QString &path) const { return machine() + u"/root"_s + path; }
    QByteArray content(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString archive() const
    {
        for (const PracticeMachine::Archive &archive : m_practice.archives) {
            if (archive.path.contains(u"8.9.7.29_cuda12"))
                return archive.path;
        }
        return {};
    }
    CliRun run(const QStringList &arguments) const
    {
        return runCli(QStringList{u"--machine"_s, machine()} + arguments);
    }
    CliRun install(const QStringList &options) const
    {
        return run(QStringList{u"install"_s, archive(), u"--yes"_s} + options);
    }

    QTemporaryDir m_shared;
    PracticeMachine m_practice;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliActivation::initTestCase()
{
    const auto practice = writePractice(m_shared.path());
    QVERIFY(practice);
    m_practice = *practice;
}

void TestCliActivation::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(writePracticeMachine(machine(), practiceFiles()));
    QVERIFY(QFile::copy(m_shared.filePath(u"archives.json"_s), machine() + u"/archives.json"_s));
}

void TestCliActivation::forMeGoesIntoAFolderOfOnesOwn()
{
    const CliRun dry = run({u"install"_s, archive(), u"--for-me"_s, u"--dry-run"_s, u"--json"_s});
    QCOMPARE(dry.exitCode, 0);
    const QJsonObject plan = dry.json()[u"plan"_s].toObject();
    const QString prefix = u"/home/student/.local/share/cudnn/8.9.7.29-cuda12"_s;
    QCOMPARE(plan[u"targetRoot"_s].toString(), prefix);
    QCOMPARE(plan[u"toolkit"_s].toString(), u"/usr/local/cuda-12.4"_s);
    QStringList steps;
    for (const QJsonValue &operation : plan[u"operations"_s].toArray())
        steps << operation[u"kind"_s].toString() + u' ' + operation[u"path"_s].toString();
    QVERIFY(steps.contains(u"writeFile "_s + prefix + u"/activate.sh"_s));
    QVERIFY(steps.contains(u"addBlock /home/student/.bashrc"_s));
    QVERIFY(steps.filter(u"/etc/"_s).isEmpty());
}

void TestCliActivation::withoutAWordAPrefixIsForNobody()
{
    const CliRun done = install({u"--prefix"_s, u"/opt/cudnn/a"_s});
    QVERIFY2(done.exitCode == 0, done.error.constData());
    QVERIFY(QFile::exists(outside(u"/opt/cudnn/a/lib/libcudnn.so.8"_s)));
    QVERIFY(!QFile::exists(outside(u"/opt/cudnn/a/activate.sh"_s)));
    QVERIFY(!QFile::exists(outside(u"/etc/ld.so.conf.d/cudnn-setup-opt-cudnn-a.conf"_s)));
}

// On this machine, in a scratch folder: the shell is to find the files where they are.
void TestCliActivation::aProjectSourcesItForReal()
{
    const QTemporaryDir scratch;
    const QString folder = QDir(scratch.path()).canonicalPath();
    const QString prefix = folder + u"/my cudnn"_s;
    const QString script = folder + u"/it's mine.sh"_s;
    const CliRun done = runCli({u"install"_s, archive(), u"--prefix"_s, prefix, u"--activate"_s,
                                u"project="_s + script, u"--yes"_s, u"--allow-unknown-archive"_s});
    QVERIFY2(done.exitCode == 0, done.error.constData());
    const auto sourced = [&script] {
        QProcess shell;
        shell.start(
                u"/bin/sh"_s,
                {u"-euc"_s,
                 u"unset LD_LIBRARY_PATH CUDNN_PATH; . \"$1\"; printf %s \"${LD_LIBRARY_PATH-}|${CUDNN_PATH-}\""_s,
                 u"sh"_s, script});
        return shell.waitForFinished(60000) ? QString::fromUtf8(shell.readAllStandardOutput()) : QString();
    };
    const QString text = sourced();
    QVERIFY2(text.startsWith(prefix + u"/lib"_s) && text.endsWith(u'|' + prefix), qPrintable(text));

    const QStringList off{u"deactivate"_s,        u"--copy"_s, prefix, u"--for"_s,
                          u"project="_s + script, u"--yes"_s};
    QCOMPARE(runCli(off).exitCode, 0);
    QCOMPARE(sourced(), u"|"_s);
    QVERIFY(QFile::exists(prefix + u"/lib/libcudnn.so.8"_s));
}

void TestCliActivation::everyoneAndBack()
{
    const QString conf = outside(u"/etc/ld.so.conf.d/cudnn-setup-opt-cudnn-a.conf"_s);
    QCOMPARE(install({u"--prefix"_s, u"/opt/cudnn/a"_s}).exitCode, 0);
    const CliRun on = run({u"activate"_s, u"--copy"_s, u"/opt/cudnn/a/lib"_s, u"--for"_s, u"system"_s,
                           u"--yes"_s, u"--json"_s});
    QVERIFY2(on.exitCode == 0, on.error.constData());
    QCOMPARE(on.json()[u"transaction"_s][u"state"_s].toString(), u"committed"_s);
    QVERIFY(on.json()[u"kept"_s].isArray());
    QVERIFY(content(conf).contains("\n/opt/cudnn/a/lib\n"));
    QCOMPARE(run({u"verify"_s, u"--copy"_s, u"/opt/cudnn/a"_s}).exitCode, 0);
    const CliRun off = run({u"deactivate"_s, u"--copy"_s, u"/opt/cudnn/a"_s, u"--yes"_s});
    QVERIFY2(off.exitCode == 0, off.error.constData());
    QVERIFY(!content(conf).contains("/opt/cudnn"));
}

void TestCliActivation::theCopyThatWinsIsNamed()
{
    const CliRun first = install({u"--toolkit"_s, u"/usr/local/cuda-12.4"_s});
    QVERIFY2(first.exitCode == 0, first.error.constData());
    QVERIFY2(!first.error.contains("warning:"), first.error.constData());
    // Its file for the loader is read after the toolkit's.
    const CliRun second = install({u"--prefix"_s, u"/opt/cudnn/a"_s, u"--activate"_s, u"system"_s});
    QVERIFY2(second.exitCode == 0, second.error.constData());
    QVERIFY2(second.error.contains("warning: shadowed:"), second.error.constData());
    QVERIFY2(second.error.contains("/usr/local/cuda-12.4/targets/x86_64-linux/lib/libcudnn.so.8"),
             second.error.constData());
}

void TestCliActivation::whatIsSoAlreadyIsNotDoneAgain()
{
    const QString script = u"project=/home/student/cudnn.sh"_s;
    QCOMPARE(install({u"--prefix"_s, u"/opt/cudnn/a"_s, u"--activate"_s, script}).exitCode, 0);
    const auto before = snapshotOf(machine());
    const CliRun again =
            run({u"activate"_s, u"--copy"_s, u"/opt/cudnn/a"_s, u"--for"_s, script, u"--yes"_s, u"--json"_s});
    QCOMPARE(again.exitCode, 0);
    QVERIFY(again.json().contains(u"transaction"_s) && again.json()[u"transaction"_s].isNull());
    QCOMPARE(differences(before, snapshotOf(machine())), QStringList());
}

void TestCliActivation::aCopyFromElsewhereIsTakenOut()
{
    QCOMPARE(install({u"--prefix"_s, u"/opt/cudnn/a"_s}).exitCode, 0);
    QFile notes(outside(u"/opt/cudnn/a/lib/notes.txt"_s));
    QVERIFY(notes.open(QIODevice::WriteOnly));
    QVERIFY(QDir(outside(u"/opt/cudnn/a/.cudnn-setup"_s))
                    .removeRecursively()); // as if somebody had unpacked it
    const CliRun asked = run({u"uninstall"_s, u"--copy"_s, u"/opt/cudnn/a"_s});
    QCOMPARE(asked.exitCode, 3);
    QCOMPARE(asked.errorId(), u"not-confirmed"_s);
    const CliRun done = run({u"uninstall"_s, u"--copy"_s, u"/opt/cudnn/a"_s, u"--yes"_s});
    QVERIFY2(done.exitCode == 0, done.error.constData());
    QCOMPARE(QDir(outside(u"/opt/cudnn/a/lib"_s)).entryList(QDir::Files | QDir::System),
             QStringList{u"notes.txt"_s});
    QCOMPARE(QDir(outside(u"/opt/cudnn/a/include"_s)).entryList(QDir::Files), QStringList());
}

QTEST_GUILESS_MAIN(TestCliActivation)
#include "tst_cli_activation.moc"
