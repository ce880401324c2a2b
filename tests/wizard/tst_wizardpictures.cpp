// SPDX-License-Identifier: MIT
#include "palettes.h"
#include "screen.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QSemaphore>
#include <QStyle>
#include <QStyleFactory>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

// A machine on which there is something to say everywhere.
Engine eventfulEngine()
{
    Engine engine = fakeEngine();
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> {
        Plan plan = fakePlan(choice);
        plan.replacedVersion = QVersionNumber({8, 2, 1});
        plan.operations << Operation{Operation::Kind::PutAside, plan.libraryDir + u"/libcudnn.so.8.2.1"_s};
        return plan;
    };
    return engine;
}

// A machine on which all goes wrong, one thing after the other. begun and goOn hold the installation in its
// middle.
Engine troubledEngine(QSemaphore &begun, QSemaphore &goOn)
{
    Engine engine = eventfulEngine();
    engine.identify = [](const QString &path, const Catalog &, const Job &) -> Outcome<ArchiveIdentity> {
        ArchiveIdentity archive = fakeArchive(path);
        archive.authenticity = ArchiveIdentity::Authenticity::Mismatch;
        archive.publishedSha256 = {QByteArray(64, 'c')};
        return archive;
    };
    engine.plan = [plan = engine.plan](const Host &host, const SystemReport &report, const Catalog &catalog,
                                       const InstallChoice &choice) -> Result<Plan> {
        if (!choice.takeUnknownArchive) {
            return failure(ErrorId::ArchiveHashConflict,
                           Text("%1 has the name of an archive of NVIDIA, but its content is another. Its "
                                "SHA-256 is %2; "
                                "published is %3. Nothing was changed. Download it again from NVIDIA.",
                                {choice.archive.path, u"aaaa…"_s, u"cccc…"_s}));
        }
        Result<Plan> made = plan(host, report, catalog, choice);
        made->warnings = {{Reason::Weight::Warning, u"in-use"_s,
                           Text("These programs use the cuDNN in %1 now. They do not crash, and keep the old "
                                "one until they are "
                                "started again: %2.",
                                {made->libraryDir, u"python3 (4711), jupyter-lab (815)"_s})}};
        return made;
    };
    // No rights at first, for the picture of the command; the next plan has them.
    engine.rightsFor = [isFirst = std::make_shared<std::atomic_bool>(true)](const Plan &, const Host &) {
        return isFirst->exchange(false) ? std::nullopt : std::optional(Rights::Own);
    };
    engine.apply = [&](Rights, const Host &, const Plan &plan, const Job &job) {
        job.report({Progress::Step::Stage, 812'000'000, 2'400'000'000, Progress::Bottleneck::Decompression});
        begun.release();
        goOn.acquire();
        const Text words("There is no room left for %1.", {plan.libraryDir});
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .error = Error{ErrorId::NoSpace, words, u"write: No space left on device"_s},
                           .wasBeforeCommit = true};
    };
    return engine;
}

// With three modes all is well, and the second one waits; with all modes some are wrong.
Engine slowGpuEngine(QSemaphore &begun, QSemaphore &goOn)
{
    Engine engine = eventfulEngine();
    engine.gpuTest = [&](const Host &, const SystemReport &, const GpuTestRequest &request, const Job &job,
                         const GpuTestStep &step) {
        GpuTestReport whole = fakeGpuTest(request.modes);
        if (request.modes == allGpuModes()) {
            whole.modes[1].relativeError = 0.8;
            whole.modes[6].status = GpuModeResult::Status::Unsupported;
            whole.modes[6].onRuns = whole.modes[6].offRuns = {};
            whole.verdict = {
                    .kind = GpuVerdict::Kind::Wrong,
                    .finding = u"convolution-wrong"_s,
                    .sentence = Text("cuDNN %1 computes wrong results on this GPU.", {u"9.14.0"_s}),
                    .reasons = {Text("The error in %1 is %2; rounding explains %3.",
                                     {u"FP32 NHWC"_s, u"0.8"_s, u"0.001"_s}),
                                Text("Right results came in %1.", {u"FP32 NCHW, TF32 NCHW, TF32 NHWC"_s})},
                    .mending = Text(
                            "Install another release of cuDNN, for example %1, and tell NVIDIA about it.",
                            {u"9.13.1"_s})};
        }
        return playGpuTest(whole, job, [&](const GpuTestReport &soFar, const auto &running) {
            step(soFar, running);
            if (request.modes != allGpuModes() && running == request.modes[1]) {
                begun.release();
                goOn.acquire();
            }
        });
    };
    return engine;
}

} // namespace

class TestWizardPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyPage_data();
    void everyPage();
    void whereSomethingIsWrong_data();
    void whereSomethingIsWrong();
    void thePast_data();
    void thePast();
    void onlyForMe_data();
    void onlyForMe();
    void theGpuTest_data();
    void theGpuTest();

private:
    void settle();
    void keep(Screen &screen, const QString &name);
    void keepWidget(QWidget &widget, const QString &name);

    QDir m_folder{QStringLiteral(CUDNNSETUP_PICTURES)};
};

void TestWizardPictures::initTestCase()
{
    QVERIFY(m_folder.mkpath(u"."_s));
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
}

void TestWizardPictures::everyPage_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<QSize>("size");
    const QSize usual(960, 640);
    QTest::newRow("en light") << Language::English << false << usual;
    QTest::newRow("en dark") << Language::English << true << usual;
    QTest::newRow("zh light") << Language::Chinese << false << usual;
    QTest::newRow("zh dark") << Language::Chinese << true << usual;
    QTest::newRow("en smallest") << Language::English << false << QSize(800, 560);
    QTest::newRow("zh smallest") << Language::Chinese << false << QSize(800, 560);
}

void TestWizardPictures::everyPage()
{
    QFETCH(Language, language);
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QApplication::setPalette(isDark ? darkPalette() : QApplication::style()->standardPalette());
    Screen screen(eventfulEngine());
    screen.translation.show(language);
    screen.window.resize(size);
    QTRY_VERIFY(screen.session.hasReport());
    keep(screen, u"1-detect"_s);
    screen.click(u"practiceButton"_s);
    keepWidget(*screen.find<QWidget>(u"practiceDialog"_s), u"1-practice"_s);
    screen.find<QDialog>(u"practiceDialog"_s)->reject();
    screen.goToChoose();
    screen.click(u"toolkit1Button"_s);
    screen.session.openArchive(u"/home/kim/Downloads/cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    keep(screen, u"2-choose"_s);
    screen.click(u"nextButton"_s);
    keep(screen, u"3-install-plan"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    keep(screen, u"3-install-done"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.verified());
    keep(screen, u"4-verify"_s);
}

void TestWizardPictures::whereSomethingIsWrong_data()
{
    everyPage_data();
}

void TestWizardPictures::whereSomethingIsWrong()
{
    QFETCH(Language, language);
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QApplication::setPalette(isDark ? darkPalette() : QApplication::style()->standardPalette());
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(troubledEngine(begun, goOn));
    screen.translation.show(language);
    screen.window.resize(size);
    screen.goToChoose();
    screen.click(u"toolkit1Button"_s);
    screen.session.openArchive(u"/home/kim/Downloads/cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    QTRY_VERIFY(screen.session.plan());
    keep(screen, u"2-choose-mismatch"_s);
    screen.session.setTakesUnknownArchive(true);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    screen.click(u"nextButton"_s);
    keep(screen, u"3-install-rights"_s);
    screen.session.detect();
    QTRY_VERIFY(screen.session.rights());
    screen.session.apply();
    begun.acquire();
    QTRY_VERIFY(!screen.text(u"installSlow"_s).isEmpty());
    keep(screen, u"3-install-running"_s);
    goOn.release();
    QTRY_VERIFY(screen.session.applied());
    screen.click(u"outcomeDetailsButton"_s);
    keep(screen, u"3-install-failed"_s);
}

void TestWizardPictures::thePast_data()
{
    everyPage_data();
}

void TestWizardPictures::thePast()
{
    QFETCH(Language, language);
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QApplication::setPalette(isDark ? darkPalette() : QApplication::style()->standardPalette());
    Engine engine = engineWithPast(true);
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional(Rights::Polkit); };
    Screen screen(engine);
    screen.translation.show(language);
    screen.window.resize(size);
    QTRY_VERIFY(screen.canPress(u"recoverButton"_s));
    keep(screen, u"1-detect-cut-off"_s);
    screen.find<QAction>(u"historyAction"_s)->trigger();
    QTRY_VERIFY(screen.canPress(u"historyTakeBackButton"_s));
    settle();
    keepWidget(*screen.find<QWidget>(u"historyDialog"_s), u"5-history"_s);
    screen.click(u"historyRemoveButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    settle();
    keepWidget(*screen.find<QWidget>(u"takeBackDialog"_s), u"5-history-plan"_s);
    screen.click(u"takeBackNowButton"_s);
    QTRY_VERIFY(screen.session.pastChanges().outcome());
    settle();
    keepWidget(*screen.find<QWidget>(u"takeBackDialog"_s), u"5-history-done"_s);
}

void TestWizardPictures::onlyForMe_data()
{
    everyPage_data();
}

void TestWizardPictures::onlyForMe()
{
    QFETCH(Language, language);
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QApplication::setPalette(isDark ? darkPalette() : QApplication::style()->standardPalette());
    Engine engine = fakeEngine();
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional(Rights::Polkit); };
    Screen screen(engine);
    screen.translation.show(language);
    screen.window.resize(size);
    screen.goToChoose();
    screen.click(u"ownButton"_s);
    screen.session.openArchive(u"/home/kim/Downloads/cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    keep(screen, u"2-choose-own"_s);
    screen.click(u"nextButton"_s);
    keep(screen, u"3-install-password"_s);
}

void TestWizardPictures::theGpuTest_data()
{
    everyPage_data();
}

void TestWizardPictures::theGpuTest()
{
    QFETCH(Language, language);
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QApplication::setPalette(isDark ? darkPalette() : QApplication::style()->standardPalette());
    QSemaphore begun;
    QSemaphore goOn;
    Screen screen(slowGpuEngine(begun, goOn));
    screen.translation.show(language);
    screen.window.resize(size);
    screen.goToVerify();
    settle();
    screen.find(u"gpuTestButton"_s)->click();
    begun.acquire();
    QTRY_VERIFY(screen.session.gpuMeasurement().runningMode() == defaultGpuModes()[1]);
    settle();
    keep(screen, u"4-verify-gpu-running"_s);
    goOn.release();
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    settle();
    keep(screen, u"4-verify-gpu"_s);
    screen.find(u"gpuAllModesBox"_s)->click();
    screen.find(u"gpuTestButton"_s)->click();
    QTRY_VERIFY(!screen.session.gpuMeasurement().isMeasuring());
    settle();
    keep(screen, u"4-verify-gpu-wrong"_s);
}

void TestWizardPictures::settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

void TestWizardPictures::keep(Screen &screen, const QString &name)
{
    settle();
    keepWidget(screen.window, name);
}

void TestWizardPictures::keepWidget(QWidget &widget, const QString &name)
{
    const QImage image = widget.grab().toImage();
    QCOMPARE(image.size(), widget.size() * widget.devicePixelRatioF());
    const QString row = QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-');
    const QString file = u"%1-%2-%3x.png"_s.arg(name, row).arg(widget.devicePixelRatioF());
    QVERIFY(image.save(m_folder.filePath(file)));
}

QTEST_MAIN(TestWizardPictures)
#include "tst_wizardpictures.moc"
