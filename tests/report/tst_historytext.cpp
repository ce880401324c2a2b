// SPDX-License-Identifier: MIT
#include "report/historytext.h"

#include <QJsonArray>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestHistoryText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeSaysAllThatIsAsked();
    void whatCannotBeTakenBackSaysWhy_data();
    void whatCannotBeTakenBackSaysWhy();
    void nothingDoneIsASentence();
    void theDocumentHasTheDocumentedKeys();

private:
    static PastChange change()
    {
        PastChange change;
        change.transaction.id = u"20261130-194501-a1b2c3"_s;
        change.transaction.when = QDateTime(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);
        change.transaction.targetRoot = u"/usr/local/cuda-12.4"_s;
        change.transaction.before = QVersionNumber(8, 2, 1);
        change.transaction.after = QVersionNumber(8, 9, 7);
        change.command = u"install x.tar.xz"_s;
        change.folder = u"/usr/local/cuda-12.4/.cudnn-setup/20261130-194501-a1b2c3"_s;
        change.canRollBack = true;
        change.backupBytes = 3 << 20;
        return change;
    }
};

void TestHistoryText::aChangeSaysAllThatIsAsked()
{
    const QString text = historyText({change()});
    for (const QString &part :
         {u"2026-11-30"_s, u"install x.tar.xz"_s, u"8.2.1 -> 8.9.7"_s, u"/usr/local/cuda-12.4"_s,
          u"3.0 MiB"_s, u"can be taken back"_s, u"20261130-194501-a1b2c3"_s})
        QVERIFY2(text.contains(part), qPrintable(part + u"\n"_s + text));
    PastChange first = change();
    first.transaction.before.reset();
    QVERIFY(historyText({first}).contains(u"none -> 8.9.7"));
}

void TestHistoryText::whatCannotBeTakenBackSaysWhy_data()
{
    QTest::addColumn<PastChange::State>("state");
    QTest::addColumn<QString>("words");
    QTest::newRow("its backup was dropped") << PastChange::State::Committed << u"cannot be taken back"_s;
    QTest::newRow("it was cut off") << PastChange::State::Unfinished << u"recover"_s;
    QTest::newRow("it was taken back, with originals left over")
            << PastChange::State::RolledBack << u"still kept"_s;
}

void TestHistoryText::whatCannotBeTakenBackSaysWhy()
{
    QFETCH(PastChange::State, state);
    QFETCH(QString, words);
    PastChange past = change();
    past.state = state;
    past.canRollBack = false;
    const QString text = historyText({past});
    QVERIFY2(text.contains(words), qPrintable(text));
}

void TestHistoryText::nothingDoneIsASentence()
{
    QVERIFY(historyText({}).contains(u"changed nothing"));
    QCOMPARE(historyDocument({})[u"transactions"_s].toArray().size(), 0);
}

void TestHistoryText::theDocumentHasTheDocumentedKeys()
{
    PastChange past = change();
    past.transaction.before.reset();
    const QJsonObject json = historyDocument({past})[u"transactions"_s][0].toObject();
    for (const QString &key : {u"id"_s, u"when"_s, u"command"_s, u"target"_s, u"before"_s, u"after"_s,
                               u"state"_s, u"canRollBack"_s})
        QVERIFY2(json.contains(key), qPrintable(key));
    QVERIFY(json[u"before"_s].isNull());
    QCOMPARE(json[u"after"_s].toString(), u"8.9.7"_s);
    QCOMPARE(json[u"when"_s].toString(), u"2026-11-30T12:00:00Z"_s);
    QCOMPARE(json[u"backupBytes"_s].toInteger(), 3 << 20);
}

QTEST_GUILESS_MAIN(TestHistoryText)
#include "tst_historytext.moc"
