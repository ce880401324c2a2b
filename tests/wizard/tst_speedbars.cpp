// SPDX-License-Identifier: MIT
#include "fakemachine.h"
#include "i18n/language.h"
#include "palettes.h"
#include "widgets/speedbars.h"
#include "widgets/speedpicture.h"

#include <QAccessible>
#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

QPalette lightPalette()
{
    QPalette light(QColor(0xef, 0xef, 0xef));
    light.setColor(QPalette::Base, Qt::white);
    light.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
    return light;
}

// Of the lines of an image, how many hold this colour in a run of at least that many points.
int linesWith(const QImage &image, const QColor &colour, int run)
{
    int lines = 0;
    for (int y = 0; y < image.height(); ++y) {
        int longest = 0;
        int current = 0;
        for (int x = 0; x < image.width(); ++x) {
            current = image.pixel(x, y) == colour.rgb() ? current + 1 : 0;
            longest = std::max(longest, current);
        }
        lines += longest >= run ? 1 : 0;
    }
    return lines;
}

GpuTestReport unusualReport()
{
    GpuTestReport report = fakeGpuTest();
    report.modes[1].offRuns.clear();
    report.modes[1].offProblem =
            u"libnvrtc.so.13: cannot open shared object file: No such file or directory"_s;
    report.modes[2].relativeError = 0.7;
    report.modes[4].batch = 4;
    report.modes[6] = {.mode = report.modes[6].mode, .status = GpuModeResult::Status::Unsupported};
    report.modes[7] = {.mode = report.modes[7].mode,
                       .status = GpuModeResult::Status::Failed,
                       .problem = u"cudnnConvolutionForward: CUDNN_STATUS_EXECUTION_FAILED"_s};
    return report;
}

} // namespace

class TestSpeedBars : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hidesWithoutAnythingToShow();
    void isAChartInWordsToAScreenReader();
    void speaksAnotherLanguageAtOnce();
    void isHigherWhereItIsNarrower();
    void colourIsNotTheOnlyDifference_data();
    void colourIsNotTheOnlyDifference();
    void drawsBothBarsInBothThemes_data();
    void drawsBothBarsInBothThemes();
    void drawsNothingBesideItsArea();
    void printsOnPaper();
    void pngIsLightAndTwiceAsLarge();
    void svgIsDrawnByARenderer();

private:
    QDir m_folder{QStringLiteral(CUDNNSETUP_PICTURES)};
};

void TestSpeedBars::initTestCase()
{
    QVERIFY(m_folder.mkpath(u"."_s));
}

void TestSpeedBars::hidesWithoutAnythingToShow()
{
    SpeedBars bars(u"bars"_s);
    QVERIFY(bars.isHidden());
    bars.setChart(speedChartOf(fakeGpuTest()));
    QVERIFY(!bars.isHidden());
    bars.setChart({});
    QVERIFY(bars.isHidden());
}

void TestSpeedBars::isAChartInWordsToAScreenReader()
{
    SpeedBars bars(u"bars"_s);
    bars.setChart(speedChartOf(fakeGpuTest()));
    const QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(&bars);
    QVERIFY(accessible);
    QCOMPARE(accessible->role(), QAccessible::Chart);
    QCOMPARE(accessible->text(QAccessible::Name), u"NVIDIA H200 with cuDNN 9.14.0"_s);
    QCOMPARE(accessible->text(QAccessible::Description), textOf(bars.chart()));
    QVERIFY(accessible->text(QAccessible::Description)
                    .contains("3.30 ms without cuDNN and 1.47 ms with it"_L1));
}

void TestSpeedBars::speaksAnotherLanguageAtOnce()
{
    // The words that exist in the catalogue of words are enough to see the change.
    class Other : public QTranslator
    {
        bool isEmpty() const override { return false; }
        QString translate(const char *, const char *source, const char *, int) const override
        {
            return QByteArrayView(source) == "%1 with cuDNN %2" ? u"%1 mit cuDNN %2"_s : QString();
        }
    };
    SpeedBars bars(u"bars"_s);
    bars.setChart(speedChartOf(fakeGpuTest()));
    Other other;
    QCoreApplication::installTranslator(&other);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(bars.accessibleName(), u"NVIDIA H200 mit cuDNN 9.14.0"_s);
    QCoreApplication::removeTranslator(&other);
}

void TestSpeedBars::isHigherWhereItIsNarrower()
{
    SpeedBars bars(u"bars"_s);
    bars.setChart(speedChartOf(unusualReport()));
    const int narrowest = bars.minimumSizeHint().width();
    QVERIFY2(narrowest < 520, qPrintable(QString::number(narrowest))); // of a window of 800 points
    QVERIFY(bars.heightForWidth(narrowest) > bars.heightForWidth(narrowest * 2));
    QCOMPARE(bars.sizeHint().height(), bars.heightForWidth(bars.sizeHint().width()));
}

void TestSpeedBars::colourIsNotTheOnlyDifference_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
    QPalette grey(Qt::gray);
    grey.setColor(QPalette::Highlight, QColor(0x90, 0x90, 0x90));
    QTest::newRow("grey on grey") << grey;
    QPalette contrast(Qt::black);
    contrast.setColor(QPalette::Base, Qt::black);
    contrast.setColor(QPalette::Text, Qt::white);
    contrast.setColor(QPalette::Highlight, Qt::yellow);
    QTest::newRow("high contrast") << contrast;
}

void TestSpeedBars::colourIsNotTheOnlyDifference()
{
    QFETCH(QPalette, palette);
    const BarColours colours = barColours(palette);
    const auto grey = [](const QColor &colour) { return qGray(colour.rgb()); };
    const int ground = grey(palette.color(QPalette::Base));
    QVERIFY(std::abs(grey(colours.with) - grey(colours.without)) > 30);
    QVERIFY(std::abs(grey(colours.with) - ground) > 50);
}

void TestSpeedBars::drawsBothBarsInBothThemes_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<bool>("isUsual");
    QTest::newRow("light") << lightPalette() << true;
    QTest::newRow("dark") << darkPalette() << true;
    QTest::newRow("light unusual") << lightPalette() << false;
    QTest::newRow("dark unusual") << darkPalette() << false;
}

void TestSpeedBars::drawsBothBarsInBothThemes()
{
    QFETCH(QPalette, palette);
    QFETCH(bool, isUsual);
    SpeedBars bars(u"bars"_s);
    bars.setPalette(palette);
    bars.setBackgroundRole(QPalette::Base);
    bars.setAutoFillBackground(true);
    bars.setChart(speedChartOf(isUsual ? fakeGpuTest() : unusualReport()));
    bars.resize(560, bars.heightForWidth(560));
    const QImage image = bars.grab().toImage();
    const BarColours colours = barColours(palette);
    QVERIFY(linesWith(image, colours.without, 100) > 10);
    QVERIFY(linesWith(image, colours.with, 40) > 10);
    const QString row = QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-');
    QVERIFY(image.save(m_folder.filePath(u"bars-%1.png"_s.arg(row))));
}

void TestSpeedBars::drawsNothingBesideItsArea()
{
    const SpeedChart chart = speedChartOf(unusualReport());
    QImage image(800, 1200, QImage::Format_RGB32);
    image.fill(Qt::white);
    const int width = int(std::ceil(speedChartWidth(chart, QApplication::font(), &image)));
    const int height = int(speedChartHeight(chart, width, QApplication::font(), &image));
    QPainter painter(&image);
    painter.setFont(QApplication::font());
    drawSpeedChart(painter, QRectF(50, 50, width, height), chart, lightPalette());
    painter.fillRect(48, 48, width + 4, height + 4, Qt::white); // letters may lean over by a point
    painter.end();
    QImage empty = image.copy();
    empty.fill(Qt::white);
    QCOMPARE(image, empty);
}

void TestSpeedBars::printsOnPaper()
{
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    QPainter painter(&paper);
    const SpeedChart chart = speedChartOf(fakeGpuTest());
    const QRectF page(QPointF(0, 0), QSizeF(paper.width(), paper.height()));
    QVERIFY(speedChartWidth(chart, painter.font(), &paper) < page.width());
    QVERIFY(speedChartHeight(chart, page.width(), painter.font(), &paper) < page.height());
    drawSpeedChart(painter, page, chart, lightPalette());
    QVERIFY(painter.end());
    QVERIFY(buffer.data().startsWith("%PDF"));
}

void TestSpeedBars::pngIsLightAndTwiceAsLarge()
{
    QApplication::setPalette(darkPalette());
    const QByteArray png = pngOf(speedChartOf(fakeGpuTest()), QApplication::font());
    QApplication::setPalette(QPalette());
    const QImage image = QImage::fromData(png, "PNG");
    QVERIFY(image.width() > 1000);
    QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(image.save(m_folder.filePath(u"bars-saved.png"_s)));
}

void TestSpeedBars::svgIsDrawnByARenderer()
{
    for (const bool isUsual : {true, false}) {
        QSvgRenderer renderer(svgOf(speedChartOf(isUsual ? fakeGpuTest() : unusualReport())));
        QVERIFY(renderer.isValid());
        QImage image(renderer.defaultSize(), QImage::Format_RGB32);
        image.fill(Qt::red); // the picture brings its own ground
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        QCOMPARE(image.pixelColor(1, 1), QColor(Qt::white));
        QVERIFY(linesWith(image, QColor(0x1d, 0x6f, 0xa5), 30) > 50);
        QVERIFY(image.save(m_folder.filePath(isUsual ? u"bars-svg.png"_s : u"bars-svg-unusual.png"_s)));
    }
}

QTEST_MAIN(TestSpeedBars)
#include "tst_speedbars.moc"
