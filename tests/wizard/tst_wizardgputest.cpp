// SPDX-License-Identifier: MIT
#include "loopwatch.h"
#include "screen.h"
#include "widgets/speedbars.h"
#include "windowtexts.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QImage>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

using GpuTestFunction = decltype(Engine::gpuTest);

Engine engineWith(const GpuTestFunction &gpuTest)
{
    Engine engine = fakeEngine();
    engine.gpuTest = gpuTest;
    return engine;
}

Engine engineThatEndsIn(const GpuTestReport &report)
{
    return engineWith([report](const Host &, const SystemReport &, const GpuTestRequest &, const Job &job,
                               const GpuTestStep &step) { return playGpuTest(report, job, step); });
}

// Checks of which the last one computes on the GPU, and ends in report; begun and goOn hold it in its second
// mode.
Engine engineThatChecks(const GpuTestReport &report, QSemaphore &begun, QSemaphore &goOn)
{
    Engine engine = fakeEngine();
    engine.verify = [report, &begun, &goOn](const Host &, const SystemReport &, const VerifyRequest &request,
                                            const Job &job,
                                            const Engine::CheckDone &checkDone) -> Outcome<VerifyReport> {
        VerifyReport verified = fakeVerified();
        checkDone(verified.checks[0]);
        const auto played = playGpuTest(report, job, [&](const GpuTestReport &soFar, const auto &running) {
            request.gpuStep(soFar, running);
            if (running == report.modes[1].mode) {
                begun.release();
                goOn.acquire();
            }
        });
        if (!played)
            return tl::unexpected(played.error());
        verified.checks[1].status = VerifyCheck::Status::Passed;
        verified.gpuTest = *played;
        return verified;
    };
    return engine;
}

GpuTestReport crashedReport()
{
    GpuTestReport report = fakeGpuTest(defaultGpuModes());
    report.end = GpuTestReport::End::Crashed;
    report.endWords = u"SIGSEGV in libcudnn_engines_precompiled.so.9"_s;
    report.modes[1] = {
            .mode = report.modes[1].mode, .status = GpuModeResult::Status::Failed, .problem = u"crashed"_s};
    report.modes[2] = {.mode = report.modes[2].mode};
    report.verdict = {.kind = GpuVerdict::Kind::Wrong,
                      .finding = u"gpu-test-crashed"_s,
                      .sentence = Text::verbatim(u"The test crashed in TF32 NCHW."_s),
                      .reasons = {Text::verbatim(u"FP32 NCHW was right."_s)},
                      .mending = Text::verbatim(u"Install cuDNN again."_s)};
    return report;
}

const SpeedChart &chartOn(const Screen &screen)
{
    return screen.find<SpeedBars>(u"gpuBars"_s)->chart();
}

} // namespace

// The GPU test on the fourth page, with an engine that only plays one.
class TestWizardGpuTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsEachModeAsItComes();
    void givesTheVerdictAndTheFacts();
    void checksRunItToo();
    void stoppingTheChecksStopsItToo();
    void stoppingKeepsWhatWasMeasured();
    void aCrashIsAProblemWithItsMending();
    void passesOnWhatThePersonChose();
    void withoutAGpuThereIsOneSentenceAndNoChart();
    void anotherChoiceForgetsIt();
    void speaksAnotherLanguageAtOnce();
    void everyControlHasANameInBothLanguages_data();
    void everyControlHasANameInBothLanguages();
    void nothingIsCutOffAtTheSmallestSize_data();
    void nothingIsCutOffAtTheSmallestSize();
    void savesThePicture_data();
    void savesThePicture();
    void saysWhyAPictureCannotBeSaved();
    void isPartOfTheReport();
    void doesNotHoldUpTheWindow();
};

void TestWizardGpuTest::showsEachModeAsItComes()
{
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(engineWith([&](const Host &, const SystemReport &, const GpuTestRequest &request,
                                 const Job &job, const GpuTestStep &step) {
        return playGpuTest(fakeGpuTest(request.modes), job,
                           [&](const GpuTestReport &soFar, const auto &running) {
                               step(soFar, running);
                               if (running) {
                                   begun.release();
                                   goOn.acquire();
                               }
                           });
    }));
    screen.goToVerify();
    QVERIFY(chartOn(screen).isEmpty());
    screen.click(u"gpuTestButton"_s);
    begun.acquire();
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"FP32 NCHW: measuring… (0 of 3 done)"_s);
    QCOMPARE(chartOn(screen).groups.size(), 3);
    QVERIFY(!chartOn(screen).groups[0].hasTime());
    QVERIFY(!screen.canPress(u"gpuTestButton"_s));
    QVERIFY(!screen.canPress(u"verifyAgainButton"_s));
    QVERIFY(!screen.canPress(u"savePictureButton"_s));
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QCOMPARE(screen.find(u"cancelButton"_s)->text(), u"Stop"_s);
    goOn.release();
    begun.acquire();
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"TF32 NCHW: measuring… (1 of 3 done)"_s);
    QCOMPARE(chartOn(screen).groups[0].with.value(), u"1.47 ms"_s);
    QCOMPARE(chartOn(screen).groups[1].with.value(), u"measuring…"_s);
    QCOMPARE(chartOn(screen).groups[2].with.value(), u"to come"_s);
    goOn.release(2);
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    QVERIFY(screen.canPress(u"gpuTestButton"_s));
    QVERIFY(screen.canPress(u"savePictureButton"_s));
    QVERIFY(screen.canPress(u"nextButton"_s));
}

void TestWizardGpuTest::givesTheVerdictAndTheFacts()
{
    GpuTestReport report = fakeGpuTest(defaultGpuModes());
    report.verdict.reasons = {Text::verbatim(u"First."_s), Text::verbatim(u"Second."_s)};
    Screen screen(engineThatEndsIn(report));
    screen.goToVerify();
    QCOMPARE(screen.find(u"gpuTestButton"_s)->text(), u"Run &GPU test"_s);
    screen.click(u"gpuTestButton"_s);
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), report.verdict.sentence.toString());
    QCOMPARE(screen.text(u"gpuReasons"_s), u"•  First.\n•  Second."_s);
    QVERIFY(!screen.find<QLabel>(u"gpuMending"_s)->isVisible());
    QCOMPARE(chartOn(screen).groups.size(), 4);
    QCOMPARE(screen.find(u"gpuTestButton"_s)->text(), u"Run &GPU test again"_s);
    QVERIFY(screen.find<SpeedBars>(u"gpuBars"_s)->accessibleDescription().contains("1.47 ms"_L1));
    screen.find(u"gpuFactsButton"_s)->click();
    QVERIFY(screen.find<QPlainTextEdit>(u"gpuFactsText"_s)
                    ->toPlainText()
                    .contains("IMPLICIT_PRECOMP_GEMM"_L1));
    QCOMPARE(screen.text(u"step3State"_s), u"here, done"_s);
}

void TestWizardGpuTest::checksRunItToo()
{
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(engineThatChecks(fakeGpuTest(defaultGpuModes()), begun, goOn));
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    screen.click(u"nextButton"_s);
    begun.acquire();
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"TF32 NCHW: measuring… (1 of 3 done)"_s);
    QCOMPARE(screen.text(u"check1Word"_s), u"Checking…"_s);
    QCOMPARE(chartOn(screen).groups[0].with.value(), u"1.47 ms"_s);
    QVERIFY(!screen.canPress(u"gpuTestButton"_s));
    goOn.release();
    QTRY_VERIFY(screen.session.verified());
    QCOMPARE(screen.text(u"gpuVerdictText"_s), fakeGpuTest().verdict.sentence.toString());
    QCOMPARE(screen.text(u"check1Detail"_s), u"What the test found is shown below."_s);
    QVERIFY(screen.canPress(u"gpuTestButton"_s));
    QVERIFY(!screen.session.gpuMeasurement().isMeasuring());
}

void TestWizardGpuTest::stoppingTheChecksStopsItToo()
{
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(engineThatChecks(fakeGpuTest(defaultGpuModes()), begun, goOn));
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    screen.click(u"nextButton"_s);
    begun.acquire();
    QTRY_VERIFY(screen.session.gpuMeasurement().isMeasuring());
    screen.click(u"cancelButton"_s);
    goOn.release();
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"The GPU test was stopped before its end."_s);
    QVERIFY(!screen.session.isVerifying());
    QVERIFY(!screen.session.gpuMeasurement().isMeasuring());
    QVERIFY(screen.canPress(u"gpuTestButton"_s));
}

void TestWizardGpuTest::stoppingKeepsWhatWasMeasured()
{
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(engineWith([&](const Host &, const SystemReport &, const GpuTestRequest &request,
                                 const Job &job, const GpuTestStep &step) {
        return playGpuTest(fakeGpuTest(request.modes), job,
                           [&](const GpuTestReport &soFar, const auto &running) {
                               step(soFar, running);
                               if (!running) {
                                   begun.release();
                                   goOn.acquire();
                               }
                           });
    }));
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    begun.acquire();
    QTRY_VERIFY(chartOn(screen).groups.value(0).hasTime());
    screen.click(u"cancelButton"_s);
    QVERIFY(screen.window.isVisible());
    goOn.release();
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"The GPU test was stopped before its end."_s);
    QCOMPARE(chartOn(screen).groups[0].with.value(), u"1.47 ms"_s);
    QCOMPARE(chartOn(screen).groups[1].with.value(), u"not measured"_s);
    QVERIFY(screen.canPress(u"gpuTestButton"_s));
    QCOMPARE(screen.text(u"step3State"_s), u"here, done"_s);
}

void TestWizardGpuTest::aCrashIsAProblemWithItsMending()
{
    Screen screen(engineThatEndsIn(crashedReport()));
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_COMPARE(screen.text(u"gpuVerdictText"_s), u"The test crashed in TF32 NCHW."_s);
    QCOMPARE(screen.text(u"gpuReasons"_s), u"•  FP32 NCHW was right."_s);
    QCOMPARE(screen.text(u"gpuMending"_s), u"What to do: Install cuDNN again."_s);
    QCOMPARE(screen.text(u"verifyVerdictText"_s),
             u"The GPU test found a fault. It says below what is wrong."_s);
    QCOMPARE(screen.text(u"step3State"_s), u"problem"_s);
    QCOMPARE(chartOn(screen).groups[1].with.value(), u"failed"_s);
    QVERIFY(screen.find<QPlainTextEdit>(u"gpuFactsText"_s)->toPlainText().contains("SIGSEGV"_L1));
}

void TestWizardGpuTest::passesOnWhatThePersonChose()
{
    GpuTestRequest asked;
    Screen screen(engineWith([&](const Host &, const SystemReport &, const GpuTestRequest &request,
                                 const Job &, const GpuTestStep &) -> Outcome<GpuTestReport> {
        asked = request; // read below only after the work has ended
        return fakeGpuTest(request.modes);
    }));
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.session.gpuMeasurement().report() && !screen.session.gpuMeasurement().isMeasuring());
    QVERIFY(asked.modes == defaultGpuModes());
    QVERIFY(asked.way == GpuTestReport::Way::ThisCopy);
    QCOMPARE(asked.libraryDir, u"/usr/local/cuda-12.4/lib64"_s);
    QCOMPARE(asked.toolkit, u"/usr/local/cuda-12.4"_s);
    QCOMPARE(asked.major, 8);
    screen.find(u"gpuAllModesBox"_s)->click();
    screen.find(u"gpuAsProgramsBox"_s)->click();
    screen.find(u"gpuTestButton"_s)->click();
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    QVERIFY(asked.modes == allGpuModes());
    QVERIFY(asked.way == GpuTestReport::Way::AsPrograms);
}

void TestWizardGpuTest::withoutAGpuThereIsOneSentenceAndNoChart()
{
    Engine engine = fakeEngine();
    engine.detect = [](const Host &, const Job &, const Engine::PartDone &) -> Outcome<SystemReport> {
        SystemReport report = fakeReport();
        report.gpus.clear();
        return report;
    };
    Screen screen(engine);
    screen.goToVerify();
    QCOMPARE(screen.text(u"check1Detail"_s), u"None here."_s);
    QVERIFY(!screen.find<QWidget>(u"gpuTestView"_s)->isVisible());
    QVERIFY(!screen.session.canMeasureGpu());
}

void TestWizardGpuTest::anotherChoiceForgetsIt()
{
    Screen screen(fakeEngine());
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"backButton"_s) && screen.session.gpuMeasurement().report());
    screen.session.chooseToolkit(u"/usr/local/cuda-11.8"_s);
    QVERIFY(!screen.session.gpuMeasurement().report());
    QVERIFY(chartOn(screen).isEmpty());
}

void TestWizardGpuTest::speaksAnotherLanguageAtOnce()
{
    Screen screen(fakeEngine());
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"savePictureButton"_s));
    const QString english = screen.find(u"savePictureButton"_s)->text();
    const QString details = screen.find<SpeedBars>(u"gpuBars"_s)->accessibleDescription();
    screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(1);
    screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(0);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(screen.find(u"savePictureButton"_s)->text(), english);
    QCOMPARE(screen.find<SpeedBars>(u"gpuBars"_s)->accessibleDescription(), details);
}

void TestWizardGpuTest::everyControlHasANameInBothLanguages_data()
{
    QTest::addColumn<Language>("language");
    QTest::newRow("English") << Language::English;
    QTest::newRow("Chinese") << Language::Chinese;
}

void TestWizardGpuTest::everyControlHasANameInBothLanguages()
{
    QFETCH(Language, language);
    Screen screen(fakeEngine());
    screen.translation.show(language);
    screen.goToVerify();
    QCOMPARE(namelessControls(&screen.window).join(u'\n'), QString());
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"savePictureButton"_s));
    screen.find(u"gpuFactsButton"_s)->click();
    QCOMPARE(namelessControls(&screen.window).join(u'\n'), QString());
}

void TestWizardGpuTest::nothingIsCutOffAtTheSmallestSize_data()
{
    everyControlHasANameInBothLanguages_data();
}

void TestWizardGpuTest::nothingIsCutOffAtTheSmallestSize()
{
    QFETCH(Language, language);
    Screen screen(engineThatEndsIn(crashedReport()));
    screen.translation.show(language);
    screen.window.resize(800, 560);
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"savePictureButton"_s));
    const auto settled = [&] {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        return cutOffTexts(&screen.window).join(u'\n');
    };
    QTRY_COMPARE(settled(), QString());
    const auto *bars = screen.find<SpeedBars>(u"gpuBars"_s);
    QVERIFY(bars->width() >= bars->minimumSizeHint().width());
    QVERIFY(bars->height() >= bars->heightForWidth(bars->width()));
    QCOMPARE(screen.window.size(), QSize(800, 560));
}

void TestWizardGpuTest::savesThePicture_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("format");
    QTest::newRow("PNG") << u"bars.png"_s << QByteArray("png");
    QTest::newRow("SVG") << u"bars.svg"_s << QByteArray("svg");
    QTest::newRow("without a suffix it is a PNG") << u"bars"_s << QByteArray("png");
}

void TestWizardGpuTest::savesThePicture()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, format);
    const QTemporaryDir folder;
    Screen screen(fakeEngine());
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"savePictureButton"_s));
    screen.find(u"savePictureButton"_s)->click();
    auto *dialog = screen.find<QFileDialog>(u"pictureDialog"_s);
    QVERIFY(dialog);
    QSignalSpy saved(&screen.session.gpuMeasurement(), &GpuMeasurement::pictureSaved);
    dialog->setDirectory(folder.path());
    dialog->selectFile(name);
    static_cast<QDialog *>(dialog)->accept();
    QTRY_COMPARE(saved.count(), 1);
    const QString path = saved.first().first().toString();
    QCOMPARE(QFileInfo(path).path(), folder.path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QCOMPARE(format == "svg", bytes.startsWith("<svg"));
    QCOMPARE(format == "png", !QImage::fromData(bytes, "PNG").isNull());
    auto *message = screen.find<QDialog>(u"savedMessage"_s);
    QVERIFY(message && message->isVisible());
}

void TestWizardGpuTest::saysWhyAPictureCannotBeSaved()
{
    Screen screen(fakeEngine());
    QSignalSpy saved(&screen.session.gpuMeasurement(), &GpuMeasurement::pictureSaved);
    screen.session.gpuMeasurement().savePicture(u"/no/such/folder/bars.png"_s, "x");
    QTRY_COMPARE(saved.count(), 1);
    QCOMPARE(screen.find<QLabel>(u"qt_msgbox_label"_s)->text(),
             u"/no/such/folder/bars.png could not be written. Please choose another folder."_s);
}

void TestWizardGpuTest::isPartOfTheReport()
{
    const QTemporaryDir folder;
    Screen screen(fakeEngine());
    screen.goToVerify();
    screen.click(u"gpuTestButton"_s);
    QTRY_VERIFY(screen.canPress(u"copyReportButton"_s) && screen.session.gpuMeasurement().report());
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    screen.click(u"copyReportButton"_s);
    QVERIFY(QGuiApplication::clipboard()->text().contains("FP32 NCHW"_L1));
    QSignalSpy saved(&screen.session, &Session::reportSaved);
    screen.session.saveReport(folder.filePath(u"report.html"_s));
    QTRY_COMPARE(saved.count(), 1);
    QFile file(folder.filePath(u"report.html"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("<svg "));
}

void TestWizardGpuTest::doesNotHoldUpTheWindow()
{
    // Far more steps than a real test has, one a millisecond.
    constexpr int rounds = 20;
    Screen screen(engineWith([](const Host &, const SystemReport &, const GpuTestRequest &request,
                                const Job &job, const GpuTestStep &step) -> Outcome<GpuTestReport> {
        QSemaphore clock;
        for (int i = 0; i < rounds; ++i) {
            const auto played =
                    playGpuTest(fakeGpuTest(request.modes), job, [&](const auto &soFar, const auto &running) {
                        step(soFar, running);
                        clock.tryAcquire(1, 1);
                    });
            if (!played)
                return played;
        }
        return fakeGpuTest(request.modes);
    }));
    screen.goToVerify();
    screen.find(u"gpuAllModesBox"_s)->click();
    LoopWatch watch;
    watch.start();
    screen.find(u"gpuTestButton"_s)->click();
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    watch.stop();
    qInfo("longest gap of the event loop: %lld ms", static_cast<long long>(watch.longestGap().count()));
    // The measure of a person is 50 ms. A machine that runs other tests beside this one stands still by
    // itself for longer.
    QVERIFY2(watch.longestGap() < std::chrono::milliseconds(500), "the window stood still");
}

QTEST_MAIN(TestWizardGpuTest)
#include "tst_wizardgputest.moc"
