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

Run run(const QStringList &arguments, const QString &program = u"cudnn-setup"_s, const QString &cudaHome = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!cudaHome.isEmpty())
        environment.insert(u"CUDA_HOME"_s, cudaHome);
    process.setProcessEnvironment(environment);
    process.start(QDir(QCoreApplication::applicationDirPath()).filePath(program), arguments);
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
    void goesOverThisMachine();
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

void TestDemoTour::goesOverThisMachine()
{
    // A toolkit and an archive of a practice machine, with nothing around them that says so.
    const QTemporaryDir folder;
    QCOMPARE(run({u"practice"_s, folder.filePath(u"practice"_s)}, u"cudnn-setup-cli"_s).exitCode, 0);
    const QString toolkit = folder.filePath(u"practice/root/usr/local/cuda-11.8"_s);
    const QString archive = folder.filePath(u"practice/archives/cudnn-linux-x86_64-8.9.7.29_cuda11-archive.tar.xz"_s);
    const QString pictures = folder.filePath(u"tour"_s);
    const Run tour = run({u"--demo-tour"_s, pictures, u"--tour-archive"_s, archive, u"--tour-toolkit"_s, toolkit},
                         u"cudnn-setup"_s, toolkit);
    // Its cuDNN is made of empty libraries: the tour comes to the end, whatever the checks find.
    QVERIFY2(tour.lines.contains(pictures + u"/4-verify.png"_s), qPrintable(tour.errors));
    QVERIFY2(tour.lines.filter(u"Longest gap of the event loop during the checks: "_s).size() == 1,
             qPrintable(tour.lines.join(u'\n')));
    QVERIFY(QFile::exists(toolkit + u"/lib64/libcudnn.so.8"_s));
    QCOMPARE(QImage(pictures + u"/4-verify.png"_s).size(), QSize(960, 640));
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
    QTest::newRow("a tour with an archive for no toolkit")
            << QStringList{u"--demo-tour"_s, u"/x"_s, u"--tour-archive"_s, u"/a"_s} << u"--tour-toolkit"_s;
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
