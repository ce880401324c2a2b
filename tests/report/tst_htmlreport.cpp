// SPDX-License-Identifier: MIT
#include "report/htmlreport.h"
#include "report/gputesttext.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

ReportContent content()
{
    GpuTestReport test;
    test.device = GpuDevice{.name = u"<NVIDIA> & Co"_s};
    test.modes = {{.mode = {},
                   .status = GpuModeResult::Status::Measured,
                   .batch = 16,
                   .onRuns = {1.47},
                   .offRuns = {3.3},
                   .offMethod = u"im2col + cuBLAS"_s}};
    return {.gpuTest = test};
}

} // namespace

class TestHtmlReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsThePictureAndTheWords();
    void hasNoPictureWithoutATest();
    void theNameOfTheFileDecides_data();
    void theNameOfTheFileDecides();
    void theTextHoldsTheTest();
};

void TestHtmlReport::holdsThePictureAndTheWords()
{
    const QString html = htmlReport(content());
    QVERIFY(html.startsWith("<!DOCTYPE html>"_L1));
    QVERIFY(html.contains("<meta charset=\"utf-8\">"_L1));
    const QString svg = html.mid(html.indexOf("<svg"_L1), html.indexOf("</svg>"_L1) + 6 - html.indexOf("<svg"_L1));
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(html.contains(textReport(content()).toHtmlEscaped()));
    QVERIFY(!html.contains("<NVIDIA>"_L1));
}

void TestHtmlReport::hasNoPictureWithoutATest()
{
    QVERIFY(!htmlReport({}).contains("<svg"_L1));
    QVERIFY(!htmlReport({.gpuTest = GpuTestReport{}}).contains("<svg"_L1));
}

void TestHtmlReport::theNameOfTheFileDecides_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isHtml");
    QTest::newRow("text") << u"/a/report.txt"_s << false;
    QTest::newRow("no suffix") << u"/a.html/report"_s << false;
    QTest::newRow("HTML") << u"/a/report.html"_s << true;
    QTest::newRow("in capitals and short") << u"/a/REPORT.HTM"_s << true;
}

void TestHtmlReport::theNameOfTheFileDecides()
{
    QFETCH(QString, path);
    QFETCH(bool, isHtml);
    QCOMPARE(reportForFile(path, content()), isHtml ? htmlReport(content()) : textReport(content()));
}

void TestHtmlReport::theTextHoldsTheTest()
{
    QVERIFY(textReport(content()).endsWith(u'\n' + gpuTestText(*content().gpuTest)));
}

QTEST_GUILESS_MAIN(TestHtmlReport)
#include "tst_htmlreport.moc"
