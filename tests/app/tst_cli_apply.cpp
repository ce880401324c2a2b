// SPDX-License-Identifier: MIT
#include "cliprogram.h"
#include "streamfixture.h"

#include "apply/applyanswer.h"

#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <array>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

// The command behind pkexec and sudo, as they start it.
class TestCliApply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wrongUsage_data();
    void wrongUsage();
    void aTerminalIsNoStream();
    void aStreamIsCarriedOut();
    void aStreamForAnotherMachineIsRefused();
    void whoeverDoesNotListenHoldsNothingUp();
    void theLimitsOfTheCallerDoNotEndIt_data();
    void theLimitsOfTheCallerDoNotEndIt();
};

namespace {

constexpr int wrongUsageCode = 2;

CliRun runWith(const QByteArray &input, const QStringList &arguments)
{
    QProcess process;
    startCli(process, arguments);
    process.write(input);
    process.closeWriteChannel();
    CliRun run;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        run.exitCode = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.error = process.readAllStandardError();
    return run;
}

QByteArray streamFor(const StreamMachine &machine)
{
    const FakeArchive archive = smallestArchive();
    Plan plan = machine.plan(archive);
    // There is no ldconfig that works in a folder without a system.
    plan.operations.removeIf(
            [](const Operation &operation) { return operation.kind == Operation::Kind::RunLdconfig; });
    TestStream stream = TestStream::of(archive);
    stream.frames.prepend(
            {quint8(FrameKind::Plan), QJsonDocument(toJson(plan)).toJson(QJsonDocument::Compact)});
    return stream.bytes();
}

} // namespace

void TestCliApply::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("isFromPkexec");
    QTest::newRow("not the first word") << QStringList{u"--root"_s, u"/tmp"_s, u"apply"_s} << false;
    QTest::newRow("another machine") << QStringList{u"apply"_s, u"--machine"_s, u"h200"_s} << false;
    QTest::newRow("a folder, from pkexec") << QStringList{u"apply"_s, u"--root"_s, u"/tmp"_s} << true;
    QTest::newRow("another machine, from pkexec")
            << QStringList{u"apply"_s, u"--machine"_s, u"h200"_s} << true;
}

void TestCliApply::wrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(bool, isFromPkexec);
    QProcessEnvironment additions;
    if (isFromPkexec)
        additions.insert(u"PKEXEC_UID"_s, u"1000"_s);
    const CliRun run = runCli(arguments, additions);
    QCOMPARE(run.exitCode, wrongUsageCode);
    QCOMPARE(run.errorId(), u"wrong-usage"_s);
    QVERIFY(run.output.isEmpty());
}

void TestCliApply::aTerminalIsNoStream()
{
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
        QSKIP("There are no terminals here.");
    QProcess process;
    process.setStandardInputFile(QFile::decodeName(::ptsname(terminal)));
    startCli(process, {u"apply"_s});
    QVERIFY(process.waitForFinished(30'000));
    ::close(terminal);
    QCOMPARE(process.exitCode(), wrongUsageCode);
    QVERIFY(process.readAllStandardOutput().isEmpty());
}

void TestCliApply::aStreamIsCarriedOut()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
    const StreamMachine machine;
    const CliRun run = runWith(streamFor(machine), {u"apply"_s, u"--root"_s, machine.path()});
    QVERIFY2(run.exitCode == 0, run.error + run.output);
    const QByteArrayList lines = run.output.trimmed().split('\n');
    for (qsizetype i = 0; i + 1 < lines.size(); ++i)
        QVERIFY(answerFrom(lines[i]).progress);
    const Answer last = answerFrom(lines.last());
    QVERIFY(last.result && !last.result->error);
    QVERIFY(last.result->transaction.state == Transaction::State::Committed);
    QVERIFY(QFile::exists(machine.path(Machine::libraries + u"/libcudnn.so.8.9.7"_s)));
}

void TestCliApply::aStreamForAnotherMachineIsRefused()
{
    const StreamMachine machine;
    const StreamMachine other;
    const TreeSnapshot before = machine.everything();
    const CliRun run = runWith(streamFor(machine), {u"apply"_s, u"--root"_s, other.path()});
    QVERIFY(run.exitCode > 0);
    const Answer answer = answerFrom(run.output.trimmed());
    QVERIFY(answer.result && answer.result->error);
    QVERIFY(answer.result->error->id == ErrorId::OutsideTarget);
    QCOMPARE(differences(before, machine.everything()), QStringList());
}

void TestCliApply::whoeverDoesNotListenHoldsNothingUp()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
    const StreamMachine machine;
    // Answers go into a pipe in which there is no room left.
    std::array<int, 2> answers{};
    QCOMPARE(::pipe2(answers.data(), O_CLOEXEC), 0);
    QCOMPARE(::fcntl(answers[1], F_SETFL, O_NONBLOCK), 0);
    const QByteArray page(4096, ' ');
    while (::write(answers[1], page.constData(), size_t(page.size())) > 0) { }
    QCOMPARE(::fcntl(answers[1], F_SETFL, 0), 0);
    QProcess process;
    process.setChildProcessModifier([&answers] { ::dup2(answers[1], STDOUT_FILENO); });
    startCli(process, {u"apply"_s, u"--root"_s, machine.path()});
    QVERIFY(process.waitForStarted());
    process.write(streamFor(machine));
    process.closeWriteChannel();
    const auto isCommitted = [&] {
        return !transactionsOf(FileTree(machine.path()), Machine::toolkit).isEmpty();
    };
    const bool hasCommitted = QTest::qWaitFor(isCommitted, 20'000);
    // The last word waits until somebody takes it.
    ::close(answers[1]);
    QFile reader;
    QVERIFY(reader.open(answers[0], QIODevice::ReadOnly, QFileDevice::AutoCloseHandle));
    const QByteArray last = reader.readAll().trimmed().split('\n').last();
    QVERIFY(process.waitForFinished(30'000));
    QVERIFY(hasCommitted);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(answerFrom(last.trimmed()).result);
}

void TestCliApply::theLimitsOfTheCallerDoNotEndIt_data()
{
    QTest::addColumn<bool>("isHard");
    QTest::newRow("one that can be lifted") << false;
    QTest::newRow("one that perhaps cannot") << true;
}

void TestCliApply::theLimitsOfTheCallerDoNotEndIt()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
    QFETCH(bool, isHard);
    const StreamMachine machine;
    const TreeSnapshot before = machine.everything();
    QProcess process;
    process.setChildProcessModifier([isHard] {
        const rlimit small{1000, isHard ? 1000 : RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &small);
    });
    startCli(process, {u"apply"_s, u"--root"_s, machine.path()});
    QVERIFY(process.waitForStarted());
    process.write(streamFor(machine));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray output = process.readAllStandardOutput();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit, output);
    const Answer last = answerFrom(output.trimmed().split('\n').last());
    QVERIFY(last.result);
    const bool isCommitted = last.result->transaction.state == Transaction::State::Committed;
    QVERIFY2(isCommitted || isHard, output);
    if (!isCommitted)
        QCOMPARE(differences(before, machine.everything()), QStringList());
}

QTEST_GUILESS_MAIN(TestCliApply)
#include "tst_cli_apply.moc"
