// SPDX-License-Identifier: MIT
#include "apply/applyanswer.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;

// What the privileged side answers survives the pipe: every number, and sentences as sentences.
class TestApplyAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void progressSurvives();
    void resultsSurvive();
    void sentencesAreReadInTheLanguageOfTheReader();
    void otherLinesAreNoAnswer_data();
    void otherLinesAreNoAnswer();
};

namespace {

const char *const sentence = "%1 could not be started. Nothing has been changed.";

// Another language, in which the other side does not speak.
class Backwards : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return qstrcmp(context, "backend") == 0 && qstrcmp(source, sentence) == 0 ? u"Nichts: %1!"_s
                                                                                  : QString();
    }
};

ApplyResult wholeResult()
{
    return {.transaction = {.id = u"20261130-194501-a1b2c3"_s,
                            .state = Transaction::State::Incomplete,
                            .changes = {{u"/opt/cuda/lib/libcudnn.so.9"_s,
                                         Transaction::Change::Replaced,
                                         QByteArray(64, 'a'),
                                         {}},
                                        {u"/opt/cuda/lib/libcudnn.so"_s,
                                         Transaction::Change::Added,
                                         {},
                                         u"libcudnn.so.9"_s}},
                            .seconds = 1.5,
                            .bytesWritten = 5'000'000'000,
                            .when = QDateTime(QDate(2026, 11, 30), QTime(19, 45, 1), Qt::UTC),
                            .targetRoot = u"/opt/cuda"_s,
                            .libraryDir = u"/opt/cuda/lib"_s,
                            .isForEveryProgram = true,
                            .before = QVersionNumber(8, 9, 7),
                            .after = QVersionNumber(QList<int>{9, 1, 0, 70}),
                            .archiveSha256 = QByteArray(64, 'b')},
            .error = Error{ErrorId::CommandFailed, Text(sentence, {u"ldconfig\n{\"result\"}"_s}),
                           u"a detail\nof two lines"_s},
            .isCancelled = true,
            .wasBeforeCommit = true,
            .kept = {u"/opt/cuda/lib/ä"_s, u"/opt/cuda/lib/x"_s}};
}

} // namespace

void TestApplyAnswer::progressSurvives()
{
    const Progress sent{.step = Progress::Step::Commit,
                        .done = 3'000'000'000,
                        .total = 6'000'000'000,
                        .bottleneck = Progress::Bottleneck::Writing,
                        .subject = Text::verbatim(u"/opt/cuda/lib/libcudnn.so.9\n"_s)};
    const QByteArray line = progressLine(sent);
    QCOMPARE(line.count('\n'), 1);
    QVERIFY(line.endsWith('\n'));
    const Answer answer = answerFrom(line);
    QVERIFY(answer.progress && !answer.result);
    QVERIFY(answer.progress->step == sent.step);
    QCOMPARE(answer.progress->done, sent.done);
    QCOMPARE(answer.progress->total, sent.total);
    QVERIFY(answer.progress->bottleneck == sent.bottleneck);
    QVERIFY(answer.progress->subject == sent.subject);
}

void TestApplyAnswer::resultsSurvive()
{
    ApplyResult sent = wholeResult();
    const QByteArray line = resultLine(sent);
    QCOMPARE(line.count('\n'), 1);
    const Answer answer = answerFrom(line);
    QVERIFY(answer.result && !answer.progress);
    QCOMPARE(toJson(answer.result->transaction), toJson(sent.transaction));
    QCOMPARE(answer.result->isCancelled, sent.isCancelled);
    QCOMPARE(answer.result->wasBeforeCommit, sent.wasBeforeCommit);
    QCOMPARE(answer.result->kept, sent.kept);
    QVERIFY(answer.result->error);
    QVERIFY(answer.result->error->id == sent.error->id);
    QVERIFY(answer.result->error->message == sent.error->message);
    QCOMPARE(answer.result->error->detail, sent.error->detail);

    sent.error.reset();
    sent.isCancelled = false;
    sent.transaction.state = Transaction::State::Committed;
    const Answer good = answerFrom(resultLine(sent));
    QVERIFY(good.result && !good.result->error && !good.result->isCancelled);
    QVERIFY(good.result->transaction.state == Transaction::State::Committed);
}

void TestApplyAnswer::sentencesAreReadInTheLanguageOfTheReader()
{
    const QByteArray line = resultLine(wholeResult());
    Backwards translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const QString words = answerFrom(line).result->error->message.toString();
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(words, u"Nichts: ldconfig\n{\"result\"}!"_s);
}

void TestApplyAnswer::otherLinesAreNoAnswer_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words of another program") << QByteArray("sudo: a password is required");
    QTest::newRow("an empty object") << QByteArray("{}");
    QTest::newRow("a list") << QByteArray("[{\"result\":{}}]");
    QTest::newRow("a result of nothing") << QByteArray("{\"result\":{}}");
    QTest::newRow("a result that is a word") << QByteArray("{\"result\":\"done\"}");
    QTest::newRow("progress that is a number") << QByteArray("{\"progress\":7}");
    QTest::newRow("half a line") << resultLine(wholeResult()).chopped(3);
    QTest::newRow("an error that nobody knows")
            << resultLine(wholeResult()).replace("command-failed", "no-such-thing");
}

void TestApplyAnswer::otherLinesAreNoAnswer()
{
    QFETCH(QByteArray, line);
    const Answer answer = answerFrom(line);
    QVERIFY(!answer.progress);
    QVERIFY(!answer.result);
}

QTEST_GUILESS_MAIN(TestApplyAnswer)
#include "tst_applyanswer.moc"
