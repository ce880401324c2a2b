// SPDX-License-Identifier: MIT
#include "gpu/worker/numbers.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using Precision = GpuMode::Precision;
using Layout = GpuMode::Layout;

class TestNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreStoredInTheirFormat_data();
    void numbersAreStoredInTheirFormat();
    void numbersAreSpreadOut();
    void samplesReachTheEdges();
    void everyOutputHasAnIndexOfItsOwn_data();
    void everyOutputHasAnIndexOfItsOwn();
    void theRightOutputIsKnownByHand_data();
    void theRightOutputIsKnownByHand();
};

void TestNumbers::numbersAreStoredInTheirFormat_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<double>("step"); // relative distance of neighbouring numbers, at most
    QTest::newRow("FP32") << Precision::Fp32 << 4 << 0x1p-23;
    QTest::newRow("TF32, which is stored as FP32") << Precision::Tf32 << 4 << 0x1p-23;
    QTest::newRow("FP16") << Precision::Fp16 << 2 << 0x1p-10;
    QTest::newRow("BF16") << Precision::Bf16 << 2 << 0x1p-7;
}

void TestNumbers::numbersAreStoredInTheirFormat()
{
    QFETCH(Precision, precision);
    QFETCH(int, bytes);
    QFETCH(double, step);
    constexpr qint64 count = 1000;
    const auto stored = randomNumbers(precision, count, 7);
    const auto exact = randomNumbers(Precision::Fp32, count, 7);
    QCOMPARE(qint64(stored.size()), count * bytes);
    QCOMPARE(bytesPerNumber(precision), bytes);
    for (qint64 i = 0; i < count; ++i) {
        const double right = numberAt(exact, Precision::Fp32, i);
        QVERIFY(std::abs(right) <= 1);
        // Rounded to the nearest, and nothing else; tiny halves are stored with fewer digits.
        QVERIFY2(std::abs(numberAt(stored, precision, i) - right) <= std::abs(right) * step / 2 + 0x1p-25, qPrintable(QString::number(i)));
    }
}

void TestNumbers::numbersAreSpreadOut()
{
    constexpr qint64 count = 10'000;
    const auto numbers = randomNumbers(Precision::Fp32, count, 1);
    double sum = 0;
    double squares = 0;
    double neighbours = 0;
    for (qint64 i = 0; i < count; ++i) {
        const double x = numberAt(numbers, Precision::Fp32, i);
        sum += x;
        squares += x * x;
        neighbours += i > 0 ? x * numberAt(numbers, Precision::Fp32, i - 1) : 0;
    }
    QVERIFY(std::abs(sum / count) < 0.03);
    QVERIFY(std::abs(squares / count - 1.0 / 3) < 0.03); // the variance of a uniform distribution between -1 and 1
    QVERIFY(std::abs(neighbours / count) < 0.03);
    QVERIFY(randomNumbers(Precision::Fp32, count, 1) == numbers);
    QVERIFY(randomNumbers(Precision::Fp32, count, 2) != numbers);
}

void TestNumbers::samplesReachTheEdges()
{
    const ConvolutionShape shape{.batch = 3, .inputChannels = 2, .outputChannels = 5, .height = 7, .width = 4};
    std::set<int> images;
    std::set<int> channels;
    std::set<int> rows;
    std::set<int> columns;
    for (const OutputPlace &place : samplePlaces(shape)) {
        images.insert(place.n);
        channels.insert(place.k);
        rows.insert(place.h);
        columns.insert(place.w);
    }
    QCOMPARE(images, (std::set{0, 1, 2}));
    QCOMPARE(channels, (std::set{0, 1, 2, 3, 4}));
    QCOMPARE(rows, (std::set{0, 1, 2, 3, 4, 5, 6}));
    QCOMPARE(columns, (std::set{0, 1, 2, 3}));
}

void TestNumbers::everyOutputHasAnIndexOfItsOwn_data()
{
    QTest::addColumn<Layout>("layout");
    QTest::addColumn<qint64>("second"); // the index of the output one channel further
    QTest::newRow("NCHW: a whole plane lies between channels") << Layout::Nchw << qint64(28);
    QTest::newRow("NHWC: channels lie side by side") << Layout::Nhwc << qint64(1);
}

void TestNumbers::everyOutputHasAnIndexOfItsOwn()
{
    QFETCH(Layout, layout);
    QFETCH(qint64, second);
    const ConvolutionShape shape{.batch = 2, .inputChannels = 1, .outputChannels = 3, .height = 7, .width = 4};
    std::set<qint64> indices;
    for (int n = 0; n < 2; ++n) {
        for (int k = 0; k < 3; ++k) {
            for (int h = 0; h < 7; ++h) {
                for (int w = 0; w < 4; ++w)
                    indices.insert(indexOf({n, k, h, w}, shape, layout));
            }
        }
    }
    QCOMPARE(qint64(indices.size()), shape.outputCount());
    QCOMPARE(*indices.rbegin(), shape.outputCount() - 1);
    QCOMPARE(indexOf({0, 1, 0, 0}, shape, layout), second);
}

void TestNumbers::theRightOutputIsKnownByHand_data()
{
    QTest::addColumn<Layout>("layout");
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<double>("right");
    // The input is 1 in the first channel and 10 in the second; the filter counts its places 1 to 9 in both. In the middle all
    // nine places count, in a corner four, at an edge six.
    for (const Layout layout : {Layout::Nchw, Layout::Nhwc}) {
        const char *name = layout == Layout::Nchw ? "NCHW" : "NHWC";
        QTest::addRow("%s, in the middle", name) << layout << 1 << 1 << 11.0 * 45;
        QTest::addRow("%s, in the upper left corner", name) << layout << 0 << 0 << 11.0 * (5 + 6 + 8 + 9);
        QTest::addRow("%s, at the lower edge", name) << layout << 2 << 1 << 11.0 * (1 + 2 + 3 + 4 + 5 + 6);
        QTest::addRow("%s, at the right edge", name) << layout << 1 << 3 << 11.0 * (1 + 2 + 4 + 5 + 7 + 8);
    }
}

void TestNumbers::theRightOutputIsKnownByHand()
{
    QFETCH(Layout, layout);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(double, right);
    const ConvolutionShape shape{.batch = 1, .inputChannels = 2, .outputChannels = 1, .height = 3, .width = 4};
    const bool isNchw = layout == Layout::Nchw;
    std::vector<float> input;
    std::vector<float> filter;
    for (int i = 0; i < 24; ++i)
        input.push_back((isNchw ? i / 12 : i % 2) == 0 ? 1.0F : 10.0F);
    for (int i = 0; i < 18; ++i)
        filter.push_back(float((isNchw ? i % 9 : i / 2) + 1));
    QCOMPARE(rightOutput(std::as_bytes(std::span(input)), std::as_bytes(std::span(filter)), shape,
                         {Precision::Fp32, layout}, {0, 0, row, column}),
             right);
}

QTEST_GUILESS_MAIN(TestNumbers)
#include "tst_numbers.moc"
