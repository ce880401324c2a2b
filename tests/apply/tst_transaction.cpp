// SPDX-License-Identifier: MIT
#include "apply/journal.h"
#include "scratchroot.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;

namespace {

Journal journal()
{
    Journal journal;
    journal.id = u"20261130-194501-a1b2c3"_s;
    journal.state = Journal::State::Committing;
    journal.plan = {{u"id"_s, journal.id}};
    journal.when = QDateTime(QDate(2026, 11, 30), QTime(19, 45, 1, 250), Qt::UTC);
    journal.seconds = 2.5;
    journal.bytesWritten = 1234567890123;
    journal.libraryDir = u"lib64"_s;
    journal.before = QVersionNumber(8, 2, 1);
    journal.after = QVersionNumber(8, 9, 7);
    journal.archiveSha256 = QByteArray(64, 'a');
    journal.madeFolders = {u"/opt/a"_s};
    journal.steps = {
            {.kind = Step::Kind::MakeDirectory, .path = u"lib64"_s, .mode = 0700, .after = {.type = NodeRecord::Type::Directory}},
            {.kind = Step::Kind::Place,
             .change = Transaction::Change::Replaced,
             .path = u"lib64/libcudnn.so.8"_s,
             .staged = u"0-lib64/libcudnn.so.8"_s,
             .backup = u"0"_s,
             .before = {.type = NodeRecord::Type::File,
                        .size = 5,
                        .inode = 18446744073709551615u,
                        .modified = 1764531901123456789,
                        .mode = 0640},
             .after = {.type = NodeRecord::Type::Link, .linkTarget = u"libcudnn.so.8.9.7"_s}},
            {.kind = Step::Kind::PutAside,
             .change = Transaction::Change::PutAside,
             .path = u"/etc/x"_s,
             .backup = u".old"_s,
             .isBeside = true,
             .before = {.type = NodeRecord::Type::Link, .linkTarget = u"y"_s}},
            {.kind = Step::Kind::LoaderCache, .path = u"/etc/ld.so.cache"_s}};
    return journal;
}

} // namespace

class TestTransaction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void journalSurvivesItsJson();
    void numbersLongerThanJsonKeepsStayExact();
    void transactionSurvivesItsJson();
    void malformedJournalIsRefused_data();
    void malformedJournalIsRefused();
    void journalIsReplacedAsAWhole();
    void missingJournalIsSaid();
    void pathsFollowAMovedTarget();
};

void TestTransaction::journalSurvivesItsJson()
{
    const auto read = journalFromJson(toJson(journal()));
    QVERIFY(read.has_value());
    QCOMPARE(toJson(*read), toJson(journal()));
    QCOMPARE(read->steps.size(), 4);
    QCOMPARE(read->when, journal().when);
    QVERIFY(read->steps[2].isBeside);
}

void TestTransaction::numbersLongerThanJsonKeepsStayExact()
{
    const auto read = journalFromJson(toJson(journal()));
    QVERIFY(read.has_value());
    QCOMPARE(read->steps[1].before.inode, 18446744073709551615u);
    QCOMPARE(read->steps[1].before.modified, 1764531901123456789);
}

void TestTransaction::transactionSurvivesItsJson()
{
    const Transaction transaction = transactionOf(journal(), u"/usr/local/cuda"_s, Transaction::State::Incomplete);
    QCOMPARE(transaction.changes.size(), 2);
    const auto read = transactionFromJson(toJson(transaction));
    QVERIFY(read.has_value());
    QCOMPARE(toJson(*read), toJson(transaction));
    QCOMPARE(toString(read->state), u"incomplete"_s);
    QVERIFY(read->isForEveryProgram);
    QCOMPARE(toJson(transaction)[u"forEveryProgram"_s], QJsonValue(true));
    QCOMPARE(read->changes[0].linkTarget, u"libcudnn.so.8.9.7"_s);
    QCOMPARE(toJson(transaction)[u"state"_s].toString(), u"incomplete"_s);
    QCOMPARE(toJson(transaction)[u"changes"_s][1][u"kind"_s].toString(), u"putAside"_s);
    QVERIFY(toJson(transaction)[u"changes"_s][1][u"sha256"_s].isNull());
    QVERIFY(!transactionFromJson({}).has_value());

    Journal notActivated = journal();
    notActivated.steps.removeLast();
    QVERIFY(!transactionOf(notActivated, u"/usr/local/cuda"_s, Transaction::State::Committed).isForEveryProgram);
}

void TestTransaction::malformedJournalIsRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("an unknown schema") << u"schema"_s << QJsonValue(2);
    QTest::newRow("an unknown state") << u"state"_s << QJsonValue(u"done"_s);
    QTest::newRow("a step that is no object") << u"steps"_s << QJsonValue(QJsonArray{1});
    QTest::newRow("a step of an unknown kind") << u"steps"_s << QJsonValue(QJsonArray{QJsonObject{{u"kind"_s, u"burn"_s}}});
}

void TestTransaction::malformedJournalIsRefused()
{
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    QJsonObject json = toJson(journal());
    json[key] = value;
    const auto read = journalFromJson(json);
    QVERIFY(!read);
    QCOMPARE(toString(read.error().id), u"input-malformed"_s);
}

void TestTransaction::journalIsReplacedAsAWhole()
{
    const ScratchRoot root;
    // A draft that a power cut left behind.
    root.file(u"/transaction.json.new"_s, "{\"sche");
    const auto folder = Directory::openRoot(root.at(), u"/"_s);
    QVERIFY(folder.has_value());
    Journal written = journal();
    QVERIFY(saveJournal(*folder, written).has_value());
    written.state = Journal::State::Committed;
    QVERIFY(saveJournal(*folder, written).has_value());
    QCOMPARE(folder->names().value(), QStringList{u"transaction.json"_s});
    QVERIFY(loadJournal(*folder).value().state == Journal::State::Committed);
}

void TestTransaction::missingJournalIsSaid()
{
    const ScratchRoot root;
    const auto folder = Directory::openRoot(root.at(), u"/"_s);
    QVERIFY(folder.has_value());
    QCOMPARE(toString(loadJournal(*folder).error().id), u"input-missing"_s);
    root.file(u"/transaction.json"_s, "{\"sche");
    QCOMPARE(toString(loadJournal(*folder).error().id), u"input-malformed"_s);
}

void TestTransaction::pathsFollowAMovedTarget()
{
    const Transaction transaction = transactionOf(journal(), u"/mnt/disk"_s, Transaction::State::Committed);
    QCOMPARE(transaction.libraryDir, u"/mnt/disk/lib64"_s);
    QCOMPARE(transaction.changes[0].path, u"/mnt/disk/lib64/libcudnn.so.8"_s);
    QCOMPARE(transaction.changes[1].path, u"/etc/x"_s);
}

QTEST_GUILESS_MAIN(TestTransaction)
#include "tst_transaction.moc"
