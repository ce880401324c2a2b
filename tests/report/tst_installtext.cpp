// SPDX-License-Identifier: MIT
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
};

void TestInstallText::aGenuineArchiveIsNamed()
{
    const QString text = identityText({.path = u"/tmp/cudnn.tar.xz"_s,
                                       .version = QVersionNumber({8, 9, 7, 29}),
                                       .cudaMajor = 12,
                                       .platform = u"linux-x86_64"_s,
                                       .authenticity = ArchiveIdentity::Authenticity::Genuine,
                                       .entries = 57,
                                       .unpackedBytes = 3 << 20});
    QVERIFY2(text.contains(u"cudnn.tar.xz is cuDNN 8.9.7.29 for CUDA 12, linux-x86_64."), qPrintable(text));
    QVERIFY(text.contains(u"It is genuine"));
    QVERIFY(text.contains(u"57 entries, 3.0 MiB unpacked"));
}

void TestInstallText::bothHashesOfAMismatchAreShown()
{
    const QString text = identityText({.path = u"/tmp/cudnn.tar.xz"_s,
                                       .sha256 = "aaaa",
                                       .publishedSha256 = {"bbbb"},
                                       .authenticity = ArchiveIdentity::Authenticity::Mismatch});
    QVERIFY(text.contains(u"aaaa") && text.contains(u"bbbb"));
}

void TestInstallText::aPlanSaysWhatComesAndWhatIsPutAside()
{
    Plan plan{.targetRoot = u"/usr/local/cuda-12.4"_s,
              .libraryDir = u"/usr/local/cuda-12.4/lib64"_s,
              .includeDir = u"/usr/local/cuda-12.4/include"_s,
              .expectedVersion = QVersionNumber(8, 9, 7),
              .expectedCudaMajor = 12,
              .operations = {{.kind = Operation::Kind::PutAside, .path = u"/a"_s}, {.kind = Operation::Kind::PutAside, .path = u"/b"_s}},
              .bytesToWrite = 100 << 20,
              .warnings = {{.weight = Reason::Weight::Warning, .id = u"in-use"_s, .text = Text("A program uses it.")}},
              .replacedVersion = QVersionNumber(8, 2, 1)};
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
    const Plan plan{.operations = {{.kind = Operation::Kind::MakeDirectory, .path = u"/m"_s},
                                   {.kind = Operation::Kind::Unpack, .path = u"/u"_s, .memberPrefix = u"top/lib/"_s},
                                   {.kind = Operation::Kind::MakeLink, .path = u"/l"_s, .linkTarget = u"l.9"_s},
                                   {.kind = Operation::Kind::PutAside, .path = u"/p"_s},
                                   {.kind = Operation::Kind::WriteFile, .path = u"/w"_s},
                                   {.kind = Operation::Kind::RunLdconfig}}};
    const QString text = planText(plan, true);
    for (const QString &line : {u"- make the folder /m"_s, u"- unpack top/lib/ into /u"_s, u"- make the link /l to l.9"_s,
                                u"- put aside /p"_s, u"- write /w"_s, u"- refresh the loader's cache"_s})
        QVERIFY2(text.contains(line), qPrintable(line));
    QVERIFY(!planText(plan, false).contains(u"- write"));
}

void TestInstallText::aTransactionSaysWhereTheOldFilesAre()
{
    Transaction transaction{.id = u"T1"_s,
                            .state = Transaction::State::Committed,
                            .changes = {{.path = u"/a"_s, .change = Transaction::Change::Added}},
                            .targetRoot = u"/usr/local/cuda-12.4"_s,
                            .after = QVersionNumber(8, 9, 7)};
    QVERIFY(!transactionText(transaction).contains(u"kept"));
    transaction.changes << Transaction::ChangedPath{.path = u"/b"_s, .change = Transaction::Change::PutAside};
    const QString text = transactionText(transaction);
    QVERIFY(text.contains(u"Done: cuDNN 8.9.7 is in /usr/local/cuda-12.4."));
    QVERIFY2(text.contains(u"/usr/local/cuda-12.4/.cudnn-setup/T1"), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestInstallText)
#include "tst_installtext.moc"
