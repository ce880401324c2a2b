// SPDX-License-Identifier: MIT
#include "host/linechild.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <sys/wait.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

LineChild shell(const QString &script, std::chrono::milliseconds timeout = 60s)
{
    return {.program = u"/bin/sh"_s, .arguments = {u"-c"_s, script}, .timeout = timeout};
}

struct Heard
{
    LineChildEnd end;
    QByteArrayList lines;
};

Heard hear(const LineChild &child)
{
    Heard heard;
    heard.end = runLineChild(child, [&](const QByteArray &line) { heard.lines << line; });
    return heard;
}

// Whether it still does something: one that waits for its new parent to look at its end does not.
bool isAlive(const QByteArray &pid)
{
    QFile status(u"/proc/"_s + QString::fromLatin1(pid) + u"/stat"_s);
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

} // namespace

class TestLineChild : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void aLineIsHandedOverWhileTheChildWorks();
    void whatComesInAnyPiecesIsCutAtItsLines_data();
    void whatComesInAnyPiecesIsCutAtItsLines();
    void theChildReadsItsInputAndSeesItsEnd();
    void theChildGetsTheEnvironment();
    void eachWayToEndIsTold_data();
    void eachWayToEndIsTold();
    void aProgramThatDoesNotStartSaysWhy();
    void aChildThatHangsIsEndedWithAllThatItStarted();
    void cancellingEndsTheChild();
    void cancelledBeforehandStartsNothing();
    void aGrandchildThatKeepsThePipeOpenHoldsNothingUp();
    void endlessChatterIsEndedInTimeAndKeptSmall_data();
    void endlessChatterIsEndedInTimeAndKeptSmall();
    void aLineWithoutEndIsCutOff();
    void theLastWordsAreKept();
};

// No child is left behind, not even as a zombie.
void TestLineChild::cleanup()
{
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestLineChild::aLineIsHandedOverWhileTheChildWorks()
{
    const QTemporaryDir folder;
    const QString sign = folder.filePath(u"go-on"_s);
    LineChild child = shell(u"echo one; while [ ! -e \"$0\" ]; do sleep 0.01; done; echo two"_s);
    child.arguments << sign;
    QByteArrayList lines;
    const LineChildEnd end = runLineChild(child, [&](const QByteArray &line) {
        lines << line;
        QFile(sign).open(QIODevice::WriteOnly);
    });
    QVERIFY(end.kind == LineChildEnd::Kind::Finished);
    QCOMPARE(lines, (QByteArrayList{"one", "two"}));
}

void TestLineChild::whatComesInAnyPiecesIsCutAtItsLines_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("nothing") << u"true"_s << QByteArrayList();
    QTest::newRow("a last line without an end") << u"printf 'one\\ntwo'"_s << QByteArrayList{"one", "two"};
    QTest::newRow("an empty line") << u"printf 'one\\n\\ntwo\\n'"_s << QByteArrayList{"one", "", "two"};
    QTest::newRow("a line in two pieces") << u"printf on; sleep 0.1; printf 'e\\ntw'; sleep 0.1; echo o"_s
                                          << QByteArrayList{"one", "two"};
}

void TestLineChild::whatComesInAnyPiecesIsCutAtItsLines()
{
    QFETCH(QString, script);
    QTEST(hear(shell(script)).lines, "lines");
}

void TestLineChild::theChildReadsItsInputAndSeesItsEnd()
{
    LineChild child{.program = u"/bin/cat"_s, .timeout = 60s};
    child.input = QByteArray(300'000, 'x') + "\nend\n";
    QCOMPARE(hear(child).lines, (QByteArrayList{QByteArray(300'000, 'x'), "end"}));
    QVERIFY(hear({.program = u"/bin/cat"_s, .timeout = 60s}).lines.isEmpty());
}

void TestLineChild::theChildGetsTheEnvironment()
{
    LineChild child = shell(u"echo \"$LINE_CHILD_VALUE\""_s);
    child.environment.insert(u"LINE_CHILD_VALUE"_s, u"42"_s);
    QCOMPARE(hear(child).lines, QByteArrayList{"42"});
}

void TestLineChild::eachWayToEndIsTold_data()
{
    using enum LineChildEnd::Kind;
    QTest::addColumn<QString>("script");
    QTest::addColumn<LineChildEnd::Kind>("kind");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("well") << u"exit 0"_s << Finished << 0 << QString();
    QTest::newRow("with a status and words") << u"echo no such device >&2; exit 3"_s << Finished << 3 << u"no such device"_s;
    QTest::newRow("by a signal") << u"echo oops >&2; kill -s SEGV $$"_s << Crashed << SIGSEGV << u"oops"_s;
}

void TestLineChild::eachWayToEndIsTold()
{
    QFETCH(QString, script);
    const LineChildEnd end = hear(shell(script)).end;
    QTEST(end.kind, "kind");
    QTEST(end.code, "code");
    QTEST(end.words, "words");
}

void TestLineChild::aProgramThatDoesNotStartSaysWhy()
{
    for (const QString &program : {u"/nonexistent/python"_s, u"/tmp"_s, QString()}) {
        const LineChildEnd end = hear({.program = program}).end;
        QVERIFY(end.kind == LineChildEnd::Kind::NotStarted);
        QVERIFY(!end.words.isEmpty());
    }
}

void TestLineChild::aChildThatHangsIsEndedWithAllThatItStarted()
{
    const Heard heard = hear(shell(u"sleep 600 & echo $!; wait"_s, 500ms));
    QVERIFY(heard.end.kind == LineChildEnd::Kind::TimedOut);
    QCOMPARE(heard.lines.size(), 1);
    QTRY_VERIFY(!isAlive(heard.lines[0]));
}

void TestLineChild::cancellingEndsTheChild()
{
    QByteArray pid;
    QElapsedTimer clock;
    clock.start();
    const LineChildEnd end = runLineChild(
            shell(u"echo $$; sleep 600"_s, 600s), [&](const QByteArray &line) { pid = line; }, [&] { return !pid.isEmpty(); });
    QVERIFY(end.kind == LineChildEnd::Kind::Cancelled);
    QVERIFY(!isAlive(pid));
    QVERIFY(clock.elapsed() < 60'000);
}

void TestLineChild::cancelledBeforehandStartsNothing()
{
    const QTemporaryDir folder;
    LineChild child = shell(u"touch \"$0\""_s);
    child.arguments << folder.filePath(u"started"_s);
    const LineChildEnd end = runLineChild(child, [](const QByteArray &) {}, [] { return true; });
    QVERIFY(end.kind == LineChildEnd::Kind::Cancelled);
    QVERIFY(!QFile::exists(folder.filePath(u"started"_s)));
}

void TestLineChild::aGrandchildThatKeepsThePipeOpenHoldsNothingUp()
{
    QElapsedTimer clock;
    clock.start();
    const Heard heard = hear(shell(u"sleep 600 & echo $!"_s, 600s));
    QVERIFY(heard.end.kind == LineChildEnd::Kind::Finished);
    QVERIFY(clock.elapsed() < 60'000);
    QCOMPARE(heard.lines.size(), 1);
    QTRY_VERIFY(!isAlive(heard.lines[0]));
}

void TestLineChild::endlessChatterIsEndedInTimeAndKeptSmall_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("on standard output") << u"exec yes"_s;
    QTest::newRow("on standard error") << u"exec yes >&2"_s;
    QTest::newRow("by two at once") << u"yes & yes >&2"_s;
}

void TestLineChild::endlessChatterIsEndedInTimeAndKeptSmall()
{
    QFETCH(QString, script);
    qsizetype bytes = 0;
    QElapsedTimer clock;
    clock.start();
    const LineChildEnd end = runLineChild(shell(script, 500ms), [&](const QByteArray &line) { bytes += line.size() + 1; });
    QVERIFY(end.kind == LineChildEnd::Kind::TimedOut);
    QVERIFY(clock.elapsed() < 30'000);
    QVERIFY(bytes <= mostLineBytes);
    QVERIFY(end.words.size() <= mostWordBytes);
}

void TestLineChild::aLineWithoutEndIsCutOff()
{
    const Heard heard = hear(shell(u"head -c 3000000 /dev/zero | tr '\\0' x; echo; echo after"_s));
    QCOMPARE(heard.lines.size(), 2);
    QCOMPARE(heard.lines[0].size(), longestLine);
    QCOMPARE(heard.lines[1], "after");
}

void TestLineChild::theLastWordsAreKept()
{
    const LineChildEnd end = hear(shell(u"head -c 300000 /dev/zero | tr '\\0' x >&2; echo the cause >&2; exit 1"_s)).end;
    QCOMPARE(end.words.size(), mostWordBytes - 1); // the last line's end is trimmed
    QVERIFY(end.words.endsWith(u"the cause"));
}

QTEST_GUILESS_MAIN(TestLineChild)
#include "tst_linechild.moc"
