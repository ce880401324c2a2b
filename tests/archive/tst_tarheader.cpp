// SPDX-License-Identifier: MIT
#include "archive/tarheader.h"

#include "tarbuilder.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

class TestTarHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsNumbers_data();
    void readsNumbers();
    void noticesEveryChangedByte();
    void readsPax_data();
    void readsPax();
    void refusesBadPax_data();
    void refusesBadPax();

private:
    const ArchiveErrors m_errors{u"a.tar.xz"_s};
};

void TestTarHeader::readsNumbers_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<qint64>("size"); // -1: refused
    QTest::newRow("octal with leading zeros") << QByteArray("00000000017\0", 12) << qint64(15);
    QTest::newRow("octal with leading spaces") << QByteArray("         17 ", 12) << qint64(15);
    QTest::newRow("octal that fills the field") << QByteArray("777777777777") << qint64(0777777777777);
    QTest::newRow("empty") << QByteArray(12, '\0') << qint64(0);
    QTest::newRow("base-256 above eight gigabytes") << QByteArray("\x80\0\0\0\0\0\0\x03\0\0\0\0", 12) << (qint64(3) << 32);
    QTest::newRow("base-256 beyond 63 bits") << QByteArray("\x80\0\0\xff\0\0\0\0\0\0\0\0", 12) << qint64(-1);
    QTest::newRow("base-256 below zero") << QByteArray(12, '\xff') << qint64(-1);
    QTest::newRow("a digit that is not octal") << QByteArray("00000000018\0", 12) << qint64(-1);
    QTest::newRow("a sign") << QByteArray("-0000000017\0", 12) << qint64(-1);
    QTest::newRow("letters") << QByteArray("abcdefghijkl") << qint64(-1);
}

void TestTarHeader::readsNumbers()
{
    QFETCH(const QByteArray, field);
    QFETCH(const qint64, size);
    QByteArray block = TarBuilder().file("a", {}).withoutEnd();
    block.replace(124, 12, field);
    const auto header = parseTarHeader(block, m_errors);
    QCOMPARE(header ? header->size : -1, size);
}

void TestTarHeader::noticesEveryChangedByte()
{
    const QByteArray block = TarBuilder().file("lib/libcudnn.so.9", {}).withoutEnd();
    QVERIFY(hasTarChecksum(block));
    for (qsizetype i = 0; i < block.size(); ++i) {
        QByteArray changed = block;
        changed[i] = char(changed[i] ^ 0x11);
        QVERIFY2(!hasTarChecksum(changed), qPrintable(u"byte %1"_s.arg(i)));
    }
}

void TestTarHeader::readsPax_data()
{
    QTest::addColumn<QByteArrayList>("records");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("linkPath");
    QTest::addColumn<qint64>("size");
    QTest::newRow("a path") << QByteArrayList{"path=lib/ü"} << QByteArray("lib/ü") << QByteArray() << qint64(-1);
    QTest::newRow("all three among others") << QByteArrayList{"mtime=1.5", "path=a", "linkpath=b", "size=12", "comment=x=y"}
                                            << QByteArray("a") << QByteArray("b") << qint64(12);
    QTest::newRow("a path with an equals sign and a line end") << QByteArrayList{"path=a=b\nc"} << QByteArray("a=b\nc") << QByteArray() << qint64(-1);
    QTest::newRow("the later record holds") << QByteArrayList{"path=a", "path=b"} << QByteArray("b") << QByteArray() << qint64(-1);
    QTest::newRow("nothing of ours") << QByteArrayList{"uname=root"} << QByteArray() << QByteArray() << qint64(-1);
    QTest::newRow("a record of 100 bytes and more") << QByteArrayList{"path=" + QByteArray(150, 'x')} << QByteArray(150, 'x') << QByteArray() << qint64(-1);
}

void TestTarHeader::readsPax()
{
    QFETCH(const QByteArrayList, records);
    const QByteArray tar = TarBuilder().pax('x', records).withoutEnd();
    const auto header = parseTarHeader(QByteArrayView(tar).first(tarBlockSize), m_errors);
    QVERIFY(header);
    const auto values = parsePax(QByteArrayView(tar).sliced(tarBlockSize, header->size), m_errors);
    QVERIFY(values);
    QTEST(values->path.value_or(QByteArray()), "path");
    QTEST(values->linkPath.value_or(QByteArray()), "linkPath");
    QTEST(values->size.value_or(-1), "size");
}

void TestTarHeader::refusesBadPax_data()
{
    QTest::addColumn<QByteArray>("records");
    QTest::addColumn<QString>("id");
    const QString altered = u"archive-altered"_s;
    QTest::newRow("no length") << QByteArray("path=a\n") << altered;
    QTest::newRow("a length that is too long") << QByteArray("12 path=a\n") << altered;
    QTest::newRow("a length that is too short") << QByteArray("8 path=a\n") << altered;
    QTest::newRow("a length of nothing") << QByteArray("0 path=a\n") << altered;
    QTest::newRow("a length beyond 63 bits") << QByteArray("99999999999999999999 path=a\n") << altered;
    QTest::newRow("no line end") << QByteArray("9 path=ab") << altered;
    QTest::newRow("no equals sign") << QByteArray("9 pathab\n") << altered;
    QTest::newRow("no key") << QByteArray("6 =ab\n") << altered;
    QTest::newRow("a size that is no number") << QByteArray("10 size=x\n") << altered;
    QTest::newRow("a size below zero") << QByteArray("11 size=-1\n") << altered;
    QTest::newRow("garbage") << QByteArray("\0\0\0\0", 4) << altered;
    QTest::newRow("a sparse file") << QByteArray("22 GNU.sparse.major=1\n") << u"not-supported"_s;
}

void TestTarHeader::refusesBadPax()
{
    QFETCH(const QByteArray, records);
    const auto values = parsePax(records, m_errors);
    QVERIFY(!values);
    QTEST(toString(values.error().id), "id");
}

QTEST_GUILESS_MAIN(TestTarHeader)
#include "tst_tarheader.moc"
