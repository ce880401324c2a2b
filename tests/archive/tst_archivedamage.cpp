// SPDX-License-Identifier: MIT
#include "archiveread.h"
#include "packers.h"
#include "tarbuilder.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// Archives that were cut or changed on their way: no such archive is ever read to a good end with other content.
class TestArchiveDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noticesEveryCut_data();
    void noticesEveryCut();
    void saysThatThereIsTooMuch_data();
    void saysThatThereIsTooMuch();
    void noticesCutsOfALargeArchive_data();
    void noticesCutsOfALargeArchive();
    void noticesEveryChangedByte_data();
    void noticesEveryChangedByte();
    void survivesGarbageBehindTheMagic_data();
    void survivesGarbageBehindTheMagic();

private:
    QTemporaryDir m_folder;
};

namespace {

QByteArray noise(std::mt19937 &random, qsizetype size)
{
    QByteArray bytes(size, '\0');
    for (char &c : bytes)
        c = char(random());
    return bytes;
}

QByteArray smallTar(qsizetype librarySize)
{
    std::mt19937 random(1);
    return TarBuilder()
            .folder("top")
            .file("top/lib/libcudnn.so.9.1.0", noise(random, librarySize))
            .link("top/lib/libcudnn.so.9", "libcudnn.so.9.1.0")
            .hardLink("top/lib/twin", "top/lib/libcudnn.so.9.1.0")
            .bytes();
}

QByteArray smallZip(qsizetype librarySize)
{
    std::mt19937 random(1);
    return zipPacked({{.name = "top/lib/libcudnn.so.9", .content = noise(random, librarySize)},
                      {.name = "top/stored", .content = "stored content", .isStored = true},
                      {.name = "top/behind", .content = "sizes behind", .hasSizesBehind = true}});
}

void addContainers(qsizetype librarySize)
{
    QTest::addColumn<QByteArray>("packed");
    const QByteArray tar = smallTar(librarySize);
    QTest::newRow("xz of one block") << xzPacked(tar);
    QTest::newRow("xz of several blocks") << xzPacked(tar, tar.size() / 3);
    QTest::newRow("xz of two streams") << xzPacked(tar.left(700)) + xzPacked(tar.mid(700));
    QTest::newRow("gzip") << gzipPacked(tar);
    QTest::newRow("gzip of two members") << gzipPacked(tar.left(700)) + gzipPacked(tar.mid(700));
    QTest::newRow("zip") << smallZip(librarySize);
}

bool isDamageWord(const QString &outcome)
{
    return QStringList{u"archive-truncated"_s, u"archive-altered"_s, u"archive-unsafe"_s, u"not-an-archive"_s, u"not-supported"_s}
            .contains(outcome);
}

} // namespace

void TestArchiveDamage::noticesEveryCut_data()
{
    addContainers(400);
}

void TestArchiveDamage::noticesEveryCut()
{
    QFETCH(const QByteArray, packed);
    QCOMPARE(readBytes(m_folder.path(), packed).outcome(), u"good"_s);
    for (qsizetype length = 0; length < packed.size(); ++length) {
        const QString outcome = readBytes(m_folder.path(), packed.left(length)).outcome();
        const bool isCalledCut = outcome == u"archive-truncated"_s;
        // A few bytes are no archive of any kind yet; a cut right behind a footer or at a word that looks like one reads as damage.
        QVERIFY2(isCalledCut || length < 8 || outcome == u"archive-altered"_s,
                 qPrintable(u"cut at %1 of %2: %3"_s.arg(length).arg(packed.size()).arg(outcome)));
        QVERIFY(isDamageWord(outcome));
    }
}

void TestArchiveDamage::saysThatThereIsTooMuch_data()
{
    QTest::addColumn<QByteArray>("packed");
    const QByteArray tar = smallTar(400);
    QTest::newRow("xz") << xzPacked(tar);
    QTest::newRow("xz of two streams") << xzPacked(tar.left(700)) + xzPacked(tar.mid(700));
    QTest::newRow("zip") << smallZip(400);
}

void TestArchiveDamage::saysThatThereIsTooMuch()
{
    QFETCH(const QByteArray, packed);
    for (const QByteArray &extra : {QByteArray("abc"), QByteArray(1000, 'x'), QByteArray("\0\0\0\0<html>", 10)}) {
        const ArchiveRead read = readBytes(m_folder.path(), packed + extra);
        QCOMPARE(read.outcome(), u"archive-altered"_s);
        QVERIFY2(read.error->message.toString().contains(u"extra bytes"_s), qPrintable(read.error->message.toString()));
    }
}

void TestArchiveDamage::noticesCutsOfALargeArchive_data()
{
    addContainers(1200000);
}

void TestArchiveDamage::noticesCutsOfALargeArchive()
{
    QFETCH(const QByteArray, packed);
    QCOMPARE(readBytes(m_folder.path(), packed).outcome(), u"good"_s);
    int cuts = 0;
    for (qsizetype length = 65536; length < packed.size(); length += 65536, ++cuts) {
        for (const qsizetype beside : {-1, 0, 1})
            QCOMPARE(readBytes(m_folder.path(), packed.left(length + beside)).outcome(), u"archive-truncated"_s);
    }
    QVERIFY(cuts >= 18);
}

void TestArchiveDamage::noticesEveryChangedByte_data()
{
    addContainers(400);
}

void TestArchiveDamage::noticesEveryChangedByte()
{
    QFETCH(const QByteArray, packed);
    const ArchiveRead good = readBytes(m_folder.path(), packed);
    QCOMPARE(good.outcome(), u"good"_s);
    int harmless = 0;
    for (qsizetype i = 0; i < packed.size(); ++i) {
        for (const int change : {0xff, 1 << (i % 8)}) {
            QByteArray changed = packed;
            changed[i] = char(changed[i] ^ change);
            const ArchiveRead read = readBytes(m_folder.path(), changed);
            const QByteArray where = "byte " + QByteArray::number(i) + " of " + QByteArray::number(packed.size());
            if (!read.isGood()) {
                QVERIFY2(isDamageWord(read.outcome()), where.constData());
                continue;
            }
            // A time stamp, a mode or the like: the archive's hash tells, the content is the same.
            ++harmless;
            QVERIFY2(read.contents == good.contents, where.constData());
            QVERIFY(read.sha256 != good.sha256);
        }
    }
    // xz protects every byte of its own; gzip leaves time stamp and system, zip the attributes and times of each member.
    QVERIFY2(harmless < packed.size() / 4, qPrintable(QString::number(harmless)));
    if (QByteArrayView(QTest::currentDataTag()).startsWith("xz"))
        QCOMPARE(harmless, 0);
}

void TestArchiveDamage::survivesGarbageBehindTheMagic_data()
{
    QTest::addColumn<QByteArray>("magic");
    QTest::addColumn<QByteArray>("ending");
    const QByteArray xz = xzPacked(smallTar(400));
    const QByteArray zip = smallZip(400);
    QTest::newRow("xz") << QByteArray("\xfd" "7zXZ\0", 6) << QByteArray("YZ");
    QTest::newRow("xz with a good stream header") << xz.left(12) << xz.right(12);
    QTest::newRow("xz with a good block header") << xz.left(24) << xz.right(28);
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08") << QByteArray();
    QTest::newRow("gzip with a good header") << QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) << QByteArray();
    QTest::newRow("zip") << QByteArray("PK\3\4") << QByteArray();
    QTest::newRow("zip with a good end") << QByteArray("PK\3\4") << zip.right(22);
    QTest::newRow("zip with a good directory") << QByteArray("PK\3\4") << zip.mid(zip.indexOf("PK\1\2"));
}

void TestArchiveDamage::survivesGarbageBehindTheMagic()
{
    QFETCH(const QByteArray, magic);
    QFETCH(const QByteArray, ending);
    std::mt19937 random(20261130);
    for (int round = 0; round < 150; ++round) {
        const QByteArray middle = noise(random, qsizetype(random() % 3000));
        const QString outcome = readBytes(m_folder.path(), magic + middle + ending).outcome();
        QVERIFY2(isDamageWord(outcome), qPrintable(u"round %1: %2"_s.arg(round).arg(outcome)));
    }
}

QTEST_GUILESS_MAIN(TestArchiveDamage)
#include "tst_archivedamage.moc"
