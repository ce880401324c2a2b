// SPDX-License-Identifier: MIT
#include "host/command.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <cerrno>
#include <csignal>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Programs are small scripts in a scratch folder that is the whole PATH, next to the system's own folders.
class CommandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void runsAndKeepsBothStreams();
    void speaksEnglishWhateverTheUserSpeaks();
    void keepsBytesThatAreNoText();
    void keepsNoMoreThanTheLimit();
    void refuses_data();
    void refuses();
    void endsAHangingProgramAndItsChildren();
    void runsFromAWorkerThread();
    void hasNoTerminalInput();
    void answersFromRecords_data();
    void answersFromRecords();
    void namesRecordsThatCannotBeRead();
    void knowsNothingWithoutAMachine();

private:
    void script(const QString &name, const QByteArray &text) const
    {
        QFile file(m_scratch.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + text);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    void record(const QString &name, const QByteArray &json) const
    {
        QVERIFY(QDir(m_scratch.path()).mkpath(u"outputs"_s));
        QFile file(m_scratch.filePath(u"outputs/"_s + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(json);
    }
    LocalCommandRunner runner() const
    {
        return LocalCommandRunner({{u"PATH"_s, u"relative:%1:/usr/bin:/bin"_s.arg(m_scratch.path())},
                                   {u"LC_ALL"_s, u"zh_CN.UTF-8"_s},
                                   {u"LANG"_s, u"zh_CN.UTF-8"_s},
                                   {u"OWN"_s, u"user's"_s}});
    }

    QTemporaryDir m_scratch;
};

void CommandTest::initTestCase()
{
    script(u"speak"_s, "echo to-out; echo to-err >&2; exit 3\n");
    script(u"locale-of"_s, "printf '%s %s %s' \"$LC_ALL\" \"$OWN\" \"$EXTRA\"\n");
    script(u"bytes"_s, "printf '\\377\\376\\000x'\n");
    script(u"talk"_s, "i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789; i=$((i+1)); done\n");
    script(u"crash"_s, "echo last words >&2; kill -SEGV $$\n");
    script(u"hang"_s, "sleep 1000 & echo $! > \"$1\"; wait\n");
    script(u"listen"_s, "cat; echo end\n");
    QFile notAProgram(m_scratch.filePath(u"not-a-program"_s));
    QVERIFY(notAProgram.open(QIODevice::WriteOnly));
    notAProgram.write("\x7f" "ELF nothing");
    QVERIFY(notAProgram.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    record(u"one.json"_s, R"({"command":["dpkg-query","-W","libcudnn9"],"stdout":"9.1.0\n","stderr":"w","exitCode":1})");
    record(u"path.json"_s, R"({"command":["/usr/bin/nvidia-smi","-L"],"stdout":"GPU 0","exitCode":0})");
    record(u"broken.json"_s, R"({"command":)");
    record(u"empty.json"_s, R"({"command":[],"stdout":"x"})");
}

void CommandTest::runsAndKeepsBothStreams()
{
    const Result<CommandResult> result = runner().run({.program = u"speak"_s});
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("to-out\n"));
    QCOMPARE(result->standardError, QByteArray("to-err\n"));
    QCOMPARE(result->exitCode, 3);
}

void CommandTest::speaksEnglishWhateverTheUserSpeaks()
{
    const Result<CommandResult> result = runner().run(
            {.program = u"locale-of"_s, .extraEnvironment = {{u"EXTRA"_s, u"more"_s}, {u"LC_ALL"_s, u"de_DE"_s}}});
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("C user's more"));
}

void CommandTest::keepsBytesThatAreNoText()
{
    const Result<CommandResult> result = runner().run({.program = u"bytes"_s});
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("\xff\xfe\0x", 4));
}

void CommandTest::keepsNoMoreThanTheLimit()
{
    const Result<CommandResult> result = runner().run({.program = u"talk"_s, .outputLimit = 50});
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("0123456789012345678901234567890123456789\n012345678"));
    QCOMPARE(result->exitCode, 0);
}

void CommandTest::refuses_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("expected");
    QTest::newRow("a program that is not on PATH") << u"no-such-program"_s << int(ErrorId::CommandMissing);
    QTest::newRow("a path that is not there") << u"/no/such/program"_s << int(ErrorId::CommandMissing);
    QTest::newRow("a program that crashes") << u"crash"_s << int(ErrorId::CommandFailed);
    QTest::newRow("a file that is no program") << m_scratch.filePath(u"not-a-program"_s) << int(ErrorId::CommandFailed);
    QTest::newRow("a folder") << m_scratch.path() << int(ErrorId::CommandFailed);
}

void CommandTest::refuses()
{
    QFETCH(QString, program);
    const Result<CommandResult> result = runner().run({.program = program});
    QVERIFY(!result.has_value());
    QTEST(int(result.error().id), "expected");
    QVERIFY(result.error().message.toString().contains(program));
}

void CommandTest::endsAHangingProgramAndItsChildren()
{
    const QString note = m_scratch.filePath(u"grandchild"_s);
    // The time-out is the condition: it has passed when run() returns, and not before the child wrote its note unless
    // the machine is too slow to start a shell in it; then the note is missing and the test says so.
    const Result<CommandResult> result = runner().run({.program = u"hang"_s, .arguments = {note}, .timeout = 2s});
    QVERIFY(!result.has_value());
    QCOMPARE(int(result.error().id), int(ErrorId::CommandTimedOut));
    QFile file(note);
    QVERIFY2(file.open(QIODevice::ReadOnly), "the hanging program did not get as far as starting its child");
    const pid_t grandchild = file.readAll().trimmed().toInt();
    QVERIFY(grandchild > 1);
    // A killed orphan may be a zombie until the system's first process takes it; its command line is gone at once.
    const auto isGone = [grandchild] {
        QFile commandLine(u"/proc/%1/cmdline"_s.arg(grandchild));
        return !commandLine.open(QIODevice::ReadOnly) || commandLine.readAll().isEmpty();
    };
    QTRY_VERIFY(isGone());
}

void CommandTest::runsFromAWorkerThread()
{
    Result<CommandResult> result = failure(ErrorId::CommandFailed, {});
    const std::unique_ptr<QThread> thread(
            QThread::create([&] { result = runner().run({.program = u"speak"_s}); }));
    thread->start();
    QVERIFY(thread->wait());
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("to-out\n"));
}

void CommandTest::hasNoTerminalInput()
{
    const Result<CommandResult> result = runner().run({.program = u"listen"_s});
    QVERIFY(result.has_value());
    QCOMPARE(result->standardOutput, QByteArray("end\n"));
}

void CommandTest::answersFromRecords_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("output"); // empty: not recorded
    QTest::newRow("the same words") << QStringList{u"dpkg-query"_s, u"-W"_s, u"libcudnn9"_s} << QByteArray("9.1.0\n");
    QTest::newRow("asked by path, recorded by name")
            << QStringList{u"/usr/bin/dpkg-query"_s, u"-W"_s, u"libcudnn9"_s} << QByteArray("9.1.0\n");
    QTest::newRow("asked by name, recorded by path") << QStringList{u"nvidia-smi"_s, u"-L"_s} << QByteArray("GPU 0");
    QTest::newRow("another path") << QStringList{u"/opt/bin/nvidia-smi"_s, u"-L"_s} << QByteArray();
    QTest::newRow("other arguments") << QStringList{u"dpkg-query"_s, u"-W"_s} << QByteArray();
    QTest::newRow("more arguments") << QStringList{u"nvidia-smi"_s, u"-L"_s, u"-q"_s} << QByteArray();
    QTest::newRow("another program") << QStringList{u"rpm"_s, u"-L"_s} << QByteArray();
}

void CommandTest::answersFromRecords()
{
    QFETCH(QStringList, command);
    QFETCH(QByteArray, output);
    const RecordedCommandRunner records(m_scratch.filePath(u"outputs"_s));
    const Result<CommandResult> result
            = records.run({.program = command.constFirst(), .arguments = command.mid(1)});
    QCOMPARE(result.has_value(), !output.isEmpty());
    if (result)
        QCOMPARE(result->standardOutput, output);
    else
        QCOMPARE(int(result.error().id), int(ErrorId::CommandMissing));
}

void CommandTest::namesRecordsThatCannotBeRead()
{
    QCOMPARE(RecordedCommandRunner(m_scratch.filePath(u"outputs"_s)).unreadable(),
             (QStringList{u"broken.json"_s, u"empty.json"_s}));
    QCOMPARE(RecordedCommandRunner(m_scratch.filePath(u"no-such-folder"_s)).unreadable(), QStringList());
}

void CommandTest::knowsNothingWithoutAMachine()
{
    const Result<CommandResult> result = NoCommandRunner().run({.program = u"sh"_s});
    QVERIFY(!result.has_value());
    QCOMPARE(int(result.error().id), int(ErrorId::CommandMissing));
}

QTEST_GUILESS_MAIN(CommandTest)
#include "tst_command.moc"
