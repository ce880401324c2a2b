// SPDX-License-Identifier: MIT
#include "report/machinetext.h"
#include "report/textreport.h"
#include "report/verifytext.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

SystemReport machine()
{
    SystemReport report;
    report.toolkits = {ToolkitFacts{.root = u"/usr/local/cuda-11.8"_s,
                                    .version = QVersionNumber(11, 8),
                                    .versionSources = {{u"version.json"_s, u"11.8.0"_s}}}};
    return report;
}

VerifyCheck check(VerifyCheck::Status status)
{
    return {.id = u"links"_s,
            .name = Text::verbatim(u"Links"_s),
            .status = status,
            .detail = Text::verbatim(u"A sentence."_s),
            .evidence = u"first line\nsecond line\n"_s};
}

} // namespace

class TestTextReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavesOutWhatThereIsNot();
    void saysAllOfIt();
    void showsEvidenceOfAFailureOnlyUnlessAskedForAll();
    void givesAVerdict();
    void writesAReportWhole();
    void saysWhenAReportCannotBeWritten();
};

void TestTextReport::leavesOutWhatThereIsNot()
{
    QCOMPARE(textReport({}), u"cuDNN Setup %1\n"_s.arg(QStringLiteral(CUDNNSETUP_VERSION)));
}

void TestTextReport::saysAllOfIt()
{
    Transaction transaction;
    transaction.state = Transaction::State::Committed;
    transaction.targetRoot = u"/usr/local/cuda-11.8"_s;
    transaction.after = QVersionNumber(8, 9, 7);
    const VerifyReport verified{.checks = {check(VerifyCheck::Status::Passed), check(VerifyCheck::Status::Failed)},
                                .libraryDir = u"/usr/local/cuda-11.8/lib64"_s};
    const QString text = textReport({.system = machine(), .transaction = transaction, .verified = verified});
    QVERIFY2(text.contains(machineText(machine(), Detail::Full)), qPrintable(text));
    QVERIFY2(text.contains(u"version.json: 11.8.0"), qPrintable(text));
    QVERIFY2(text.contains(u"\n\nDone: cuDNN 8.9.7 is in /usr/local/cuda-11.8."), qPrintable(text));
    QVERIFY2(text.endsWith(u"\n\n[passed] Links\n    A sentence.\n    first line\n    second line\n"
                           "[FAILED] Links\n    A sentence.\n    first line\n    second line\n"_s),
             qPrintable(text));
}

void TestTextReport::showsEvidenceOfAFailureOnlyUnlessAskedForAll()
{
    QCOMPARE(checkText(check(VerifyCheck::Status::Passed)), u"[passed] Links\n    A sentence."_s);
    QCOMPARE(checkText(check(VerifyCheck::Status::Failed)), u"[FAILED] Links\n    A sentence.\n    first line\n    second line"_s);
    QCOMPARE(checkText(check(VerifyCheck::Status::Skipped), Evidence::OfAll),
             u"[skipped] Links\n    A sentence.\n    first line\n    second line"_s);
}

void TestTextReport::givesAVerdict()
{
    const CudnnCopy copy{.libraryDir = u"/opt/cudnn/lib"_s};
    VerifyReport report{.checks = {check(VerifyCheck::Status::Passed)}, .version = QVersionNumber({8, 9, 7, 29}), .libraryDir = copy.libraryDir};
    QCOMPARE(verdictOf(report, copy).toString(), u"cuDNN 8.9.7 in /opt/cudnn/lib passed every check that could be made here."_s);
    report.checks << check(VerifyCheck::Status::Failed);
    QVERIFY(verdictOf(report, copy).toString().contains(u"does not work as it should"));
}

void TestTextReport::writesAReportWhole()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"report.txt"_s);
    const QString text = textReport({.system = machine()});
    QVERIFY(saveText(path, text).has_value());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), text);
}

void TestTextReport::saysWhenAReportCannotBeWritten()
{
    const QTemporaryDir folder;
    const Result<void> saved = saveText(folder.filePath(u"no/such/folder/report.txt"_s), u"x"_s);
    QVERIFY(!saved);
    QCOMPARE(toString(saved.error().id), u"not-writable"_s);
}

QTEST_GUILESS_MAIN(TestTextReport)
#include "tst_textreport.moc"
