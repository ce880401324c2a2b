// SPDX-License-Identifier: MIT
#include "plan/activationscripts.h"
#include "report/installtext.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class TestInstallText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGenuineArchiveIsNamed();
    void bothHashesOfAMismatchAreShown();
    void aPlanSaysWhatComesAndWhatIsPutAside();
    void everyStepIsShownWhenAskedFor();
    void aTransactionSaysWhereTheOldFilesAre();
    void nothingIsCalledDoneThatWasUndone();
    void everyPathLeftAloneHasItsLine();
    void whatAPlanIsFor_data();
    void whatAPlanIsFor();
};

void TestInstallText::aGenuineArchiveIsNamed()
{
    ArchiveIdentity identity;
    identity.path = u"/tmp/cudnn.tar.xz"_s;
    identity.version = QVersionNumber({8, 9, 7, 29});
    identity.cudaMajor = 12;
    identity.platform = u"linux-x86_64"_s;
    identity.authenticity = ArchiveIdentity::Authenticity::Genuine;
    identity.entries = 57;
    identity.unpackedBytes = 3 << 20;
    const QString text = identityText(identity);
    QVERIFY2(text.contains(u"cudnn.tar.xz is cuDNN 8.9.7.29 for CUDA 12, linux-x86_64."), qPrintable(text));
    QVERIFY(text.contains(u"It is genuine"));
    QVERIFY(text.contains(u"57 entries, 3.0 MiB unpacked"));
}

void TestInstallText::bothHashesOfAMismatchAreShown()
{
    ArchiveIdentity identity;
    identity.path = u"/tmp/cudnn.tar.xz"_s;
    identity.sha256 = "aaaa";
    identity.publishedSha256 = {"bbbb"};
    identity.authenticity = ArchiveIdentity::Authenticity::Mismatch;
    const QString text = identityText(identity);
    QVERIFY(text.contains(u"aaaa") && text.contains(u"bbbb"));
}

void TestInstallText::aPlanSaysWhatComesAndWhatIsPutAside()
{
    Plan plan;
    plan.targetRoot = u"/usr/local/cuda-12.4"_s;
    plan.libraryDir = u"/usr/local/cuda-12.4/lib64"_s;
    plan.includeDir = u"/usr/local/cuda-12.4/include"_s;
    plan.expectedVersion = QVersionNumber(8, 9, 7);
    plan.expectedCudaMajor = 12;
    plan.operations = {{.kind = Operation::Kind::PutAside, .path = u"/a"_s},
                       {.kind = Operation::Kind::PutAside, .path = u"/b"_s},
                       {.kind = Operation::Kind::Unpack, .path = plan.libraryDir}};
    plan.bytesToWrite = 100 << 20;
    plan.warnings = {{.weight = Reason::Weight::Warning, .id = u"in-use"_s, .text = Text("A program uses it.")}};
    plan.replacedVersion = QVersionNumber(8, 2, 1);
    const QString text = planText(plan, false);
    QVERIFY2(text.contains(u"cuDNN 8.9.7 for CUDA 12 comes into /usr/local/cuda-12.4"), qPrintable(text));
    QVERIFY(text.contains(u"2 files of cuDNN 8.2.1 are put aside and kept"));
    QVERIFY(text.contains(u"at most 100 MiB needed, unknown free"));
    QVERIFY(text.contains(u"note: A program uses it."));
    QVERIFY(!text.contains(u"administrator"));
    plan.needsRights = true;
    QVERIFY(planText(plan, false).contains(u"administrator"));
}

void TestInstallText::everyStepIsShownWhenAskedFor()
{
    Plan plan;
    plan.operations = {{.kind = Operation::Kind::MakeDirectory, .path = u"/m"_s},
                       {.kind = Operation::Kind::Unpack, .path = u"/u"_s, .memberPrefix = u"top/lib/"_s},
                       {.kind = Operation::Kind::MakeLink, .path = u"/l"_s, .linkTarget = u"l.9"_s},
                       {.kind = Operation::Kind::PutAside, .path = u"/p"_s},
                       {.kind = Operation::Kind::WriteFile, .path = u"/w"_s},
                       {.kind = Operation::Kind::RunLdconfig}};
    const QString text = planText(plan, true);
    for (const QString &line : {u"- Make the folder /m"_s, u"- Unpack top/lib/ into /u"_s, u"- Make the link /l, which leads to l.9"_s,
                                u"- Put /p into the backup"_s, u"- Write /w"_s, u"- Refresh the loader cache (ldconfig)"_s})
        QVERIFY2(text.contains(line), qPrintable(line));
    QVERIFY(!planText(plan, false).contains(u"- Write"));
}

void TestInstallText::aTransactionSaysWhereTheOldFilesAre()
{
    Transaction transaction;
    transaction.id = u"T1"_s;
    transaction.state = Transaction::State::Committed;
    transaction.changes = {{.path = u"/a"_s, .change = Transaction::Change::Added}};
    transaction.targetRoot = u"/usr/local/cuda-12.4"_s;
    transaction.after = QVersionNumber(8, 9, 7);
    QVERIFY(!transactionText(transaction).contains(u"kept"));
    transaction.changes << Transaction::ChangedPath{.path = u"/b"_s, .change = Transaction::Change::PutAside};
    const QString text = transactionText(transaction);
    QVERIFY(text.contains(u"Done: cuDNN 8.9.7 is in /usr/local/cuda-12.4."));
    QVERIFY2(text.contains(u"/usr/local/cuda-12.4/.cudnn-setup/T1"), qPrintable(text));
}

void TestInstallText::nothingIsCalledDoneThatWasUndone()
{
    Transaction transaction;
    transaction.id = u"T1"_s;
    transaction.targetRoot = u"/usr/local/cuda-12.4"_s;
    transaction.state = Transaction::State::RolledBack;
    QCOMPARE(transactionText(transaction), u"Everything has been put back as it was.\n"_s);
    transaction.state = Transaction::State::Incomplete;
    const QString text = transactionText(transaction);
    QVERIFY2(text.contains(u"not everything could be put back") && text.contains(u"/usr/local/cuda-12.4/.cudnn-setup/T1"), qPrintable(text));
    QVERIFY(!text.contains(u"Done"));
}

void TestInstallText::everyPathLeftAloneHasItsLine()
{
    QCOMPARE(keptText({}), QString());
    QCOMPARE(keptText({u"/a"_s, u"/b"_s}), u"  /a was changed by somebody else since, and is left as it is.\n"
                                           "  /b was changed by somebody else since, and is left as it is.\n"_s);
}

void TestInstallText::whatAPlanIsFor_data()
{
    QTest::addColumn<QList<Operation>>("operations");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    using Kind = Operation::Kind;
    const QString script = u"/opt/cudnn/activate.sh"_s;
    const Operation ldconfig{.kind = Kind::RunLdconfig, .path = u"/etc/ld.so.cache"_s};
    const QByteArray block = scripts::startUpBlock(u"/opt/cudnn"_s, scripts::Shell::Posix);
    QTest::newRow("switching on, one block for another")
            << QList<Operation>{{.kind = Kind::RemoveBlock, .path = u"/home/x/.bashrc"_s, .content = block},
                                {.kind = Kind::AddBlock, .path = u"/home/x/.bashrc"_s, .content = block}}
            << u"is switched on"_s << u"is switched on"_s;
    QTest::newRow("switching on, the loader knows the folder") << QList<Operation>{ldconfig} << u"is switched on"_s << u"is switched on"_s;
    QTest::newRow("switching off") << QList<Operation>{{.kind = Kind::RemoveBlock, .path = u"/home/x/.bashrc"_s, .content = block},
                                                       {.kind = Kind::PutAside, .path = script}}
                                   << u"is switched off"_s << u"is switched off"_s;
    QTest::newRow("switching off for everyone")
            << QList<Operation>{{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/x.conf"_s, .content = scripts::switchedOff()}, ldconfig}
            << u"is switched off"_s << u"is switched off"_s;
    QTest::newRow("taking out") << QList<Operation>{{.kind = Kind::PutAside, .path = u"/opt/cudnn/lib/libcudnn.so.8"_s}} << u"1 file"_s
                                << u"is out of"_s;
    QTest::newRow("taking back") << QList<Operation>{{.kind = Kind::TakeBack, .path = u"/opt/cudnn/.cudnn-setup/a"_s}}
                                 << u"Take back the change a"_s << u"is taken back"_s;
    QTest::newRow("cleaning up") << QList<Operation>{{.kind = Kind::DropBackup, .path = u"/opt/cudnn/.cudnn-setup/a"_s}}
                                 << u"Drop the backup of the change a"_s << u"are removed"_s;
}

void TestInstallText::whatAPlanIsFor()
{
    QFETCH(QList<Operation>, operations);
    QFETCH(QString, before);
    QFETCH(QString, after);
    Plan plan;
    plan.targetRoot = u"/opt/cudnn"_s;
    plan.libraryDir = u"/opt/cudnn/lib"_s;
    plan.operations = operations;
    const QString text = planText(plan, false);
    QVERIFY2(text.contains(before) && text.contains(plan.targetRoot), qPrintable(text));
    Transaction transaction;
    transaction.state = Transaction::State::Committed;
    const QString done = doneText(plan, transaction);
    QVERIFY2(done.contains(after) && done.contains(plan.targetRoot), qPrintable(done));
}

QTEST_GUILESS_MAIN(TestInstallText)
#include "tst_installtext.moc"
