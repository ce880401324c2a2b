// SPDX-License-Identifier: MIT
#include <QCoreApplication>
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

struct Run
{
    int exitCode = -1;
    QStringList lines; // standard output
    QString errors;
};

Run run(const QStringList &arguments)
{
    QProcess process;
    process.start(QDir(QCoreApplication::applicationDirPath()).filePath(u"cudnn-setup"_s), arguments);
    if (!process.waitForFinished(280000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(),
            QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

// The program cudnn-setup as a whole: its options, and the tour that a machine without a display takes.
class TestDemoTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsAPictureOfEachPage();
    void failsWherePicturesCannotBeKept();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
};

void TestDemoTour::keepsAPictureOfEachPage()
{
    const QTemporaryDir folder;
    const QString pictures = folder.filePath(u"new/tour"_s);
    const Run tour = run({u"--demo-tour"_s, pictures, u"--lang"_s, u"zh_CN"_s});
    QVERIFY2(tour.exitCode == 0, qPrintable(tour.errors));
    const QStringList names{u"1-detect.png"_s, u"2-choose.png"_s, u"3-install-plan.png"_s,
                            u"3-install-done.png"_s, u"4-verify.png"_s};
    QStringList expected;
    for (const QString &name : names)
        expected << pictures + u'/' + name;
    QCOMPARE(tour.lines, expected);
    for (const QString &picture : expected)
        QCOMPARE(QImage(picture).size(), QSize(960, 640));
}

void TestDemoTour::failsWherePicturesCannotBeKept()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Run tour = run({u"--demo-tour"_s, folder.filePath(u"file/tour"_s)});
    QCOMPARE(tour.exitCode, 1);
    QVERIFY2(tour.errors.contains(folder.filePath(u"file/tour"_s)), qPrintable(tour.errors));
}

void TestDemoTour::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("word");
    QTest::newRow("an unknown language") << QStringList{u"--lang"_s, u"tlh"_s} << u"tlh"_s;
    QTest::newRow("two machines at once")
            << QStringList{u"--root"_s, u"/"_s, u"--machine"_s, u"/"_s} << u"--machine"_s;
    QTest::newRow("two archives") << QStringList{u"a.tar.xz"_s, u"b.tar.xz"_s} << u"archive"_s;
    QTest::newRow("a folder that holds no machine")
            << QStringList{u"--machine"_s, u"/no/such/folder"_s} << u"/no/such/folder"_s;
}

void TestDemoTour::refusesWhatItDoesNotKnow()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, word);
    const Run refused = run(arguments);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.errors.contains(word), qPrintable(refused.errors));
    QVERIFY(refused.lines.isEmpty());
}

QTEST_MAIN(TestDemoTour)
#include "tst_demotour.moc"
