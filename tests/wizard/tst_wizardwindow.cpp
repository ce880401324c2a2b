// SPDX-License-Identifier: MIT
#include "fakemachine.h"
#include "screen.h"
#include "windowtexts.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

Text raw(const QString &words)
{
    return Text::verbatim(words);
}

} // namespace

class TestWizardWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void walksThroughAllPages();
    void canBeWalkedWithTheKeyboardOnly();
    void cardsComeAsTheScanGoes();
    void driverLimitAndToolkitAreNotMixedUp();
    void anArchiveCanBeDropped();
    void aMismatchShowsBothHashesAndAsks();
    void anUnknownArchiveAsksFirst();
    void aRefusalIsSaidAtTheFoot();
    void missingRightsShowTheCommand();
    void aPasswordIsSpokenOfBeforeAndWhileItIsAwaited();
    void whoIsNotAuthorisedMayTryAgain();
    void whatAnotherProgramChangedMeanwhileIsAProblem();
    void onlyForMeNeedsNoToolkit();
    void switchedOnOrNotIsPartOfTheChoice();
    void whatIsInUseAsksFirst();
    void cancelStopsTheInstallationAndStays();
    void stepsOfTheCommitAreNoBytes();
    void closingWaitsUntilEverythingIsPutBack();
    void aFailureSaysWhatIsIntact_data();
    void aFailureSaysWhatIsIntact();
    void tryAgainInstalls();
    void aFailedCheckIsAProblem();
    void anotherChoiceForgetsTheResult();
    void aPlanAfterAChangeIsMadeFromAFreshLook();
    void practiceThatCannotBeMadeSaysWhy();
    void practiceThatWasCancelledIsNotEntered();
    void everyControlHasANameInBothLanguages();
    void nothingIsCutOffAtTheSmallestSize_data();
    void nothingIsCutOffAtTheSmallestSize();
};

void TestWizardWindow::walksThroughAllPages()
{
    Screen screen(fakeEngine());
    screen.goToInstall(u"/a.tar.xz"_s);
    QCOMPARE(screen.text(u"planContentText"_s), u"cuDNN 8.9.7 for CUDA 12 comes into /usr/local/cuda-12.4.\n"
                                                u"Every program of this computer finds it."_s);
    screen.click(u"nextButton"_s);
    QTRY_COMPARE(screen.text(u"installOutcomeText"_s), u"cuDNN 8.9.7 is now in /usr/local/cuda-12.4."_s);
    screen.click(u"nextButton"_s);
    QCOMPARE(screen.window.currentStep(), 3);
    QTRY_COMPARE(screen.text(u"verifyVerdictText"_s), u"cuDNN 8.9.7 is in place and works."_s);
    QCOMPARE(screen.text(u"check1Word"_s), u"Skipped"_s);
    screen.click(u"copyReportButton"_s);
    QVERIFY(QGuiApplication::clipboard()->text().contains("/usr/local/cuda-12.4"_L1));
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(!screen.window.isVisible());
}

void TestWizardWindow::canBeWalkedWithTheKeyboardOnly()
{
    Screen screen(fakeEngine());
    screen.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&screen.window));
    const auto key = [&](Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(screen.window.windowHandle(), code, modifiers);
    };
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    key(Qt::Key_N, Qt::AltModifier);
    QTRY_COMPARE(screen.window.currentStep(), 1);
    QCOMPARE(screen.window.focusWidget(), screen.find(u"toolkit0Button"_s));
    key(Qt::Key_Down);
    key(Qt::Key_Space);
    QCOMPARE(screen.session.toolkit(), u"/usr/local/cuda-12.4"_s);
    key(Qt::Key_Tab);
    QCOMPARE(screen.window.focusWidget(), screen.find(u"switchOnBox"_s));
    key(Qt::Key_Tab);
    QCOMPARE(screen.window.focusWidget(), screen.find(u"openArchiveButton"_s));
    key(Qt::Key_Tab);
    QCOMPARE(screen.window.focusWidget(), screen.find(u"backButton"_s));
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    key(Qt::Key_N, Qt::AltModifier);
    QTRY_COMPARE(screen.window.currentStep(), 2);
    key(Qt::Key_I, Qt::AltModifier);
    QTRY_VERIFY(screen.session.isInstalled());
    QTRY_COMPARE(screen.window.focusWidget(), screen.find(u"nextButton"_s));
    key(Qt::Key_Return);
    QTRY_VERIFY(screen.session.verified());
    key(Qt::Key_B, Qt::AltModifier);
    QTRY_COMPARE(screen.window.currentStep(), 2);
    key(Qt::Key_Escape);
    QTRY_VERIFY(!screen.window.isVisible());
}

void TestWizardWindow::cardsComeAsTheScanGoes()
{
    QSemaphore driverKnown;
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.detect = [&](const Host &, const Job &,
                        const Engine::PartDone &partDone) -> Outcome<SystemReport> {
        partDone(DetectPart::Driver, fakeReport());
        driverKnown.release();
        goOn.acquire();
        return fakeReport();
    };
    Screen screen(engine);
    driverKnown.acquire();
    QTRY_COMPARE(screen.text(u"driverCardMain"_s), u"Driver 550.54.14"_s);
    QCOMPARE(screen.text(u"toolkitsCardMain"_s), u"Looking…"_s);
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QVERIFY(!screen.canPress(u"scanButton"_s));
    goOn.release();
    QTRY_COMPARE(screen.text(u"toolkitsCardMain"_s), u"CUDA 11.8, 12.4"_s);
    QVERIFY(screen.canPress(u"nextButton"_s));
    QVERIFY(screen.canPress(u"scanButton"_s));
}

void TestWizardWindow::driverLimitAndToolkitAreNotMixedUp()
{
    Screen screen(fakeEngine());
    QTRY_VERIFY(screen.session.hasReport());
    QCOMPARE(screen.text(u"driverCardLine"_s), u"Your driver can run programs up to CUDA 12.4."_s);
    QCOMPARE(screen.text(u"toolkitsCardLine"_s),
             u"2 toolkits installed; a shell uses CUDA 12.4, in /usr/local/cuda-12.4"_s);
}

void TestWizardWindow::anArchiveCanBeDropped()
{
    Screen screen(fakeEngine());
    screen.goToChoose();
    auto *zone = screen.find<QWidget>(u"dropZone"_s);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(u"/somewhere/cudnn.tar.xz"_s)});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QVERIFY(QCoreApplication::sendEvent(zone, &enter) && enter.isAccepted());
    QDropEvent drop({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(zone, &drop);
    QTRY_COMPARE(screen.text(u"archiveVersion"_s), u"cuDNN 8.9.7 for CUDA 12"_s);
    QCOMPARE(screen.text(u"archiveFile"_s), u"cudnn.tar.xz"_s);
    QCOMPARE(screen.text(u"authenticityText"_s), u"Genuine: NVIDIA published this very file."_s);
}

void TestWizardWindow::aMismatchShowsBothHashesAndAsks()
{
    Engine engine = fakeEngine();
    engine.identify = [](const QString &path, const Catalog &, const Job &) -> Outcome<ArchiveIdentity> {
        ArchiveIdentity archive = fakeArchive(path);
        archive.authenticity = ArchiveIdentity::Authenticity::Mismatch;
        archive.publishedSha256 = {QByteArray(64, 'c')};
        return archive;
    };
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> {
        if (!choice.takeUnknownArchive)
            return failure(ErrorId::ArchiveHashConflict, raw(u"The hash is not the published one."_s));
        return fakePlan(choice);
    };
    Screen screen(engine);
    screen.goToChoose();
    screen.click(u"toolkit0Button"_s);
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_COMPARE(screen.text(u"choiceFootText"_s), u"The hash is not the published one."_s);
    QCOMPARE(screen.text(u"archiveHash"_s), QString(64, u'a'));
    QCOMPARE(screen.text(u"publishedHash"_s), QString(64, u'c'));
    QVERIFY(!screen.canPress(u"nextButton"_s));
    screen.click(u"takeUnknownBox"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
}

void TestWizardWindow::anUnknownArchiveAsksFirst()
{
    Engine engine = fakeEngine();
    engine.identify = [](const QString &path, const Catalog &, const Job &) -> Outcome<ArchiveIdentity> {
        ArchiveIdentity archive = fakeArchive(path);
        archive.authenticity = ArchiveIdentity::Authenticity::Unknown;
        return archive;
    };
    Screen screen(engine);
    screen.goToChoose();
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_VERIFY(screen.find(u"takeUnknownBox"_s)->isVisible());
    QVERIFY(!screen.find<QLabel>(u"publishedHash"_s)->isVisible());
    // The answer belongs to this archive; the next one is asked about anew.
    screen.click(u"takeUnknownBox"_s);
    QVERIFY(screen.session.takesUnknownArchive());
    screen.session.openArchive(u"/b.tar.xz"_s);
    QTRY_VERIFY(screen.session.archive());
    QVERIFY(!screen.find<QCheckBox>(u"takeUnknownBox"_s)->isChecked());
}

void TestWizardWindow::aRefusalIsSaidAtTheFoot()
{
    Engine engine = fakeEngine();
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &) -> Result<Plan> {
        return failure(ErrorId::CudaMajorMismatch, raw(u"This cuDNN is for another CUDA."_s));
    };
    Screen screen(engine);
    screen.goToChoose();
    QCOMPARE(screen.text(u"choiceFootText"_s), u"Choose a place at the left."_s);
    screen.click(u"toolkit0Button"_s);
    QCOMPARE(screen.text(u"choiceFootText"_s), u"Now open a cuDNN archive at the right."_s);
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_COMPARE(screen.text(u"choiceFootText"_s), u"This cuDNN is for another CUDA."_s);
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QCOMPARE(screen.text(u"step1State"_s), u"problem"_s);
}

void TestWizardWindow::missingRightsShowTheCommand()
{
    Engine engine = fakeEngine();
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> {
        Plan plan = fakePlan(choice);
        plan.needsRights = true;
        return plan;
    };
    Screen screen(engine);
    screen.goToChoose();
    screen.click(u"toolkit1Button"_s);
    screen.session.openArchive(u"/a folder/it's.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    screen.click(u"nextButton"_s);
    QVERIFY(!screen.canPress(u"nextButton"_s));
    const QString command =
            u"sudo /opt/cli install '/a folder/it'\\''s.tar.xz' --toolkit /usr/local/cuda-12.4 --allow-in-use"_s;
    QCOMPARE(screen.text(u"rightsCommand"_s), command);
    screen.click(u"rightsCopyButton"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), command);
}

void TestWizardWindow::aPasswordIsSpokenOfBeforeAndWhileItIsAwaited()
{
    QSemaphore asked;
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional(Rights::Polkit); };
    engine.apply = [&, good = engine.apply](Rights rights, const Host &host, const Plan &plan,
                                            const Job &job) {
        asked.release();
        goOn.acquire();
        job.report({Progress::Step::Stage, 500, 1000});
        asked.release();
        goOn.acquire();
        return rights == Rights::Polkit ? good(rights, host, plan, job)
                                        : ApplyResult{.transaction = fakeTransaction(plan)};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    QCOMPARE(screen.text(u"planRightsText"_s),
             u"A password will be asked once, for this plan only: only the part that writes runs with "
             u"administrator rights."_s);
    QVERIFY(!screen.find<QWidget>(u"rightsBox"_s)->isVisible());
    screen.click(u"nextButton"_s);
    asked.acquire();
    QTRY_COMPARE(screen.text(u"installSlow"_s),
                 u"Waiting for the password, which the system asks for in a window of its own…"_s);
    goOn.release();
    asked.acquire();
    QTRY_COMPARE(screen.text(u"installSlow"_s), QString());
    goOn.release();
    QTRY_VERIFY(screen.session.isInstalled());
}

void TestWizardWindow::whoIsNotAuthorisedMayTryAgain()
{
    Engine engine = fakeEngine();
    engine.apply = [](Rights, const Host &, const Plan &plan, const Job &) {
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .error = Error{ErrorId::NotConfirmed, raw(u"No password was given."_s)},
                           .wasBeforeCommit = true};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_COMPARE(screen.text(u"installOutcomeText"_s), u"No password was given."_s);
    QCOMPARE(screen.text(u"installIntact"_s), u"Nothing was changed: everything is exactly as it was."_s);
    QVERIFY(screen.text(u"step2State"_s) != u"problem"_s);
    QTRY_VERIFY(screen.canPress(u"tryAgainButton"_s));
}

void TestWizardWindow::whatAnotherProgramChangedMeanwhileIsAProblem()
{
    Engine engine = fakeEngine();
    engine.apply = [](Rights, const Host &, const Plan &plan, const Job &) {
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .error = Error{ErrorId::NotConfirmed, raw(u"Another program changed a file."_s)},
                           .wasBeforeCommit = false};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_COMPARE(screen.text(u"installIntact"_s), u"Everything was put back: it is as it was before."_s);
    QCOMPARE(screen.text(u"step2State"_s), u"problem"_s);
}

void TestWizardWindow::onlyForMeNeedsNoToolkit()
{
    Engine engine = fakeEngine();
    engine.detect = [](const Host &, const Job &, const Engine::PartDone &) -> Outcome<SystemReport> {
        SystemReport report = fakeReport();
        report.toolkits.clear();
        report.cudnnCopies.clear();
        return report;
    };
    Screen screen(engine);
    screen.goToChoose();
    screen.click(u"ownButton"_s);
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    const QString folder = u"/home/kim/.local/share/cudnn/8.9.7.29-cuda12"_s;
    QCOMPARE(screen.text(u"choiceFootText"_s), u"cuDNN 8.9.7 for CUDA 12 into %1, only for me"_s.arg(folder));
    QCOMPARE(screen.text(u"ownPath"_s), folder);
    QCOMPARE(screen.text(u"switchOnWords"_s), u"For my programs started from a shell."_s);
    screen.click(u"nextButton"_s);
    QCOMPARE(screen.text(u"planContentText"_s), u"cuDNN 8.9.7 for CUDA 12 comes into %1.\nYour programs find "
                                                u"it when they are started from a new shell: "
                                                u"a marked block goes into /home/kim/.bashrc."_s.arg(folder));
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
}

void TestWizardWindow::switchedOnOrNotIsPartOfTheChoice()
{
    Engine engine = fakeEngine();
    engine.plan = [plan = engine.plan](const Host &host, const SystemReport &report, const Catalog &catalog,
                                       const InstallChoice &choice) {
        return plan(host, report, catalog, choice).map([](Plan made) {
            made.needsRights = true;
            return made;
        });
    };
    Screen screen(engine);
    screen.goToChoose();
    QVERIFY(!screen.find(u"switchOnBox"_s)->isVisible());
    screen.click(u"toolkit1Button"_s);
    QCOMPARE(screen.text(u"switchOnWords"_s), u"For every program of this computer."_s);
    screen.click(u"switchOnBox"_s);
    QCOMPARE(screen.text(u"switchOnWords"_s), u"Not at all."_s);
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    screen.click(u"nextButton"_s);
    QVERIFY(screen.text(u"planContentText"_s)
                    .endsWith("No program finds it by itself; you tell it where it lies."_L1));
    QCOMPARE(
            screen.text(u"rightsCommand"_s),
            u"sudo /opt/cli install /a.tar.xz --toolkit /usr/local/cuda-12.4 --activate none --allow-in-use"_s);
    screen.click(u"backButton"_s);
    screen.click(u"ownButton"_s);
    QCOMPARE(screen.text(u"switchOnWords"_s), u"For nobody; I set it myself."_s);
}

void TestWizardWindow::whatIsInUseAsksFirst()
{
    Engine engine = fakeEngine();
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> {
        Plan plan = fakePlan(choice);
        plan.warnings = {{Reason::Weight::Warning, u"in-use"_s, raw(u"In use by: python3 (4711)."_s)},
                         {Reason::Weight::Good, u"gpu-in-use"_s, raw(u"On the card: Xorg (815)."_s)},
                         {Reason::Weight::Warning, u"shadowed"_s, raw(u"Something else."_s)}};
        return plan;
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    QCOMPARE(screen.text(u"planUsersText"_s), u"In use by: python3 (4711).\nOn the card: Xorg (815)."_s);
    QVERIFY(!screen.canPress(u"nextButton"_s));
    screen.click(u"takeInUseBox"_s);
    QVERIFY(screen.canPress(u"nextButton"_s));
}

void TestWizardWindow::cancelStopsTheInstallationAndStays()
{
    QSemaphore begun;
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.apply = [&](Rights, const Host &, const Plan &plan, const Job &job) {
        job.report({Progress::Step::Stage, 500, 1000, Progress::Bottleneck::Decompression});
        begun.release();
        goOn.acquire();
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .isCancelled = job.isCancelled(),
                           .wasBeforeCommit = true};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    begun.acquire();
    QTRY_COMPARE(screen.text(u"installNumbers"_s), u"500 bytes of 1,000 bytes"_s);
    QCOMPARE(screen.text(u"installSlow"_s), u"Decompression takes longest"_s);
    QVERIFY(!screen.canPress(u"backButton"_s));
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QCOMPARE(screen.find(u"cancelButton"_s)->text(), u"Stop and put &back"_s);
    screen.click(u"cancelButton"_s);
    QVERIFY(screen.window.isVisible());
    goOn.release();
    QTRY_COMPARE(screen.text(u"installOutcomeText"_s), u"You stopped the installation."_s);
    QCOMPARE(screen.text(u"installIntact"_s), u"Nothing was changed: everything is exactly as it was."_s);
    QVERIFY(screen.window.isVisible());
}

void TestWizardWindow::stepsOfTheCommitAreNoBytes()
{
    QSemaphore begun;
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.apply = [&](Rights, const Host &, const Plan &plan, const Job &job) {
        job.report({Progress::Step::Commit, 12, 34, Progress::Bottleneck::Writing});
        begun.release();
        goOn.acquire();
        return ApplyResult{.transaction = fakeTransaction(plan), .wasBeforeCommit = true};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    begun.acquire();
    QTRY_COMPARE(screen.find<QProgressBar>(u"installBar"_s)->value(), 352);
    QCOMPARE(screen.text(u"installNumbers"_s), QString());
    goOn.release();
}

void TestWizardWindow::closingWaitsUntilEverythingIsPutBack()
{
    QSemaphore begun;
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.apply = [&](Rights, const Host &, const Plan &plan, const Job &job) {
        begun.release();
        goOn.acquire();
        return ApplyResult{.transaction = fakeTransaction(plan), .isCancelled = job.isCancelled()};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    begun.acquire();
    QVERIFY(!screen.window.close());
    QVERIFY(screen.window.isVisible());
    screen.click(u"stopAndCloseButton"_s);
    QVERIFY(screen.window.isVisible());
    QVERIFY(!screen.window.close());
    goOn.release();
    QTRY_VERIFY(!screen.window.isVisible());
    QVERIFY(screen.session.applied()->isCancelled);
}

void TestWizardWindow::aFailureSaysWhatIsIntact_data()
{
    QTest::addColumn<Transaction::State>("state");
    QTest::addColumn<bool>("wasBeforeCommit");
    QTest::addColumn<QString>("words");
    QTest::newRow("before anything was changed")
            << Transaction::State::RolledBack << true
            << u"Nothing was changed: everything is exactly as it was."_s;
    QTest::newRow("after the first file was put in place")
            << Transaction::State::RolledBack << false
            << u"Everything was put back: it is as it was before."_s;
    QTest::newRow("when not everything could be put back")
            << Transaction::State::Incomplete << false
            << u"Not everything could be put back. The journal and the old files are in "
               u"/usr/local/cuda-12.4/.cudnn-setup/20261130-194501-a1b2c3; please keep that folder."_s;
}

void TestWizardWindow::aFailureSaysWhatIsIntact()
{
    QFETCH(Transaction::State, state);
    QFETCH(bool, wasBeforeCommit);
    Engine engine = fakeEngine();
    engine.apply = [=](Rights, const Host &, const Plan &plan, const Job &) {
        Transaction transaction = fakeTransaction(plan);
        transaction.state = state;
        return ApplyResult{.transaction = transaction,
                           .error = Error{ErrorId::NoSpace, raw(u"The disk is full."_s), u"write: ENOSPC"_s},
                           .wasBeforeCommit = wasBeforeCommit};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_COMPARE(screen.text(u"installOutcomeText"_s), u"The disk is full."_s);
    QTEST(screen.text(u"installIntact"_s), "words");
    screen.click(u"outcomeDetailsButton"_s);
    QCOMPARE(screen.find<QPlainTextEdit>(u"outcomeDetailsText"_s)->toPlainText(),
             u"no-space\nwrite: ENOSPC"_s);
    QCOMPARE(screen.text(u"step2State"_s), u"problem"_s);
    QVERIFY(!screen.canPress(u"nextButton"_s));
}

void TestWizardWindow::tryAgainInstalls()
{
    auto tries = std::make_shared<std::atomic_int>(0);
    Engine engine = fakeEngine();
    engine.apply = [tries, good = engine.apply](Rights rights, const Host &host, const Plan &plan,
                                                const Job &job) {
        if ((*tries)++ > 0)
            return good(rights, host, plan, job);
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .error = Error{ErrorId::NoSpace, raw(u"The disk is full."_s)},
                           .wasBeforeCommit = true};
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.canPress(u"tryAgainButton"_s));
    screen.click(u"tryAgainButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    QVERIFY(screen.canPress(u"nextButton"_s));
    QVERIFY(!screen.find(u"tryAgainButton"_s)->isVisible());
}

void TestWizardWindow::aFailedCheckIsAProblem()
{
    Engine engine = fakeEngine();
    engine.verify = [](const Host &, const SystemReport &, const VerifyRequest &request, const Job &,
                       const Engine::CheckDone &) -> Outcome<VerifyReport> {
        VerifyReport report = fakeVerified();
        report.checks[0].status = VerifyCheck::Status::Failed;
        report.checks[0].evidence =
                QStringList(request.installedHashes.keys() + request.installedLinks.keys()).join(u'\n');
        return report;
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    screen.click(u"nextButton"_s);
    QTRY_COMPARE(screen.text(u"verifyVerdictText"_s), u"1 check failed. It says below what is wrong."_s);
    QCOMPARE(screen.text(u"check0Word"_s), u"Failed"_s);
    QCOMPARE(screen.text(u"step3State"_s), u"problem"_s);
    screen.click(u"check0EvidenceButton"_s);
    QCOMPARE(screen.find<QPlainTextEdit>(u"check0EvidenceText"_s)->toPlainText(),
             u"/usr/local/cuda-12.4/lib64/libcudnn.so.8.9.7\n/usr/local/cuda-12.4/lib64/libcudnn.so.8"_s);
    screen.click(u"verifyAgainButton"_s);
    QTRY_VERIFY(!screen.session.isVerifying());
}

void TestWizardWindow::anotherChoiceForgetsTheResult()
{
    Screen screen(fakeEngine());
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    screen.click(u"backButton"_s);
    QCOMPARE(screen.text(u"step2State"_s), u"done"_s);
    screen.click(u"toolkit0Button"_s);
    QVERIFY(!screen.session.applied());
    QCOMPARE(screen.text(u"step2State"_s), u"to come"_s);
}

void TestWizardWindow::aPlanAfterAChangeIsMadeFromAFreshLook()
{
    // The machine of this engine has no cuDNN in its toolkit until something was installed.
    auto isChanged = std::make_shared<std::atomic_bool>(false);
    Engine engine = fakeEngine();
    engine.detect = [isChanged](const Host &, const Job &,
                                const Engine::PartDone &) -> Outcome<SystemReport> {
        SystemReport report = fakeReport();
        if (!*isChanged)
            report.cudnnCopies.clear();
        return report;
    };
    engine.apply = [isChanged, apply = engine.apply](Rights rights, const Host &host, const Plan &plan,
                                                     const Job &job) {
        *isChanged = true;
        return apply(rights, host, plan, job);
    };
    engine.plan = [](const Host &, const SystemReport &report, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> {
        Plan plan = fakePlan(choice);
        if (!report.cudnnCopies.isEmpty())
            plan.replacedVersion = report.cudnnCopies.first().version;
        return plan;
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    QVERIFY(!(*screen.session.plan())->replacedVersion);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    screen.click(u"backButton"_s);
    screen.session.openArchive(u"/b.tar.xz"_s);
    QTRY_VERIFY(screen.session.hasPlan());
    QCOMPARE((*screen.session.plan())->replacedVersion->toString(), u"8.2.1"_s);
    QCOMPARE(screen.text(u"toolkit1Facts"_s).section(u'\n', 1, 1), u"cuDNN 8.2.1 in it today."_s);
}

void TestWizardWindow::practiceThatCannotBeMadeSaysWhy()
{
    Screen screen(fakeEngine());
    screen.click(u"practiceButton"_s);
    QVERIFY(screen.find(u"practiceMakeButton"_s));
    QTest::keyClick(screen.find<QLineEdit>(u"practiceFolder"_s), Qt::Key_Return);
    QTRY_VERIFY(screen.text(u"practiceProblem"_s).startsWith("No room for a practice machine in "_L1));
    QVERIFY(!screen.find<QWidget>(u"banner"_s)->isVisible());
}

void TestWizardWindow::practiceThatWasCancelledIsNotEntered()
{
    QSemaphore goOn;
    Engine engine = fakeEngine();
    engine.writePractice = [&](const QString &) -> Result<Machine> {
        goOn.acquire();
        return fakeMachine();
    };
    Screen screen(engine);
    screen.click(u"practiceButton"_s);
    screen.click(u"practiceMakeButton"_s);
    QTRY_VERIFY(screen.session.isMakingPractice());
    screen.find<QDialog>(u"practiceDialog"_s)->reject();
    QVERIFY(!screen.session.isMakingPractice());
    goOn.release();
}

void TestWizardWindow::everyControlHasANameInBothLanguages()
{
    Screen screen(fakeEngine());
    for (const int language : {1, 0}) {
        screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(language);
        QCoreApplication::sendPostedEvents();
        for (int step = 0; step < 4; ++step) {
            if (step == 1) {
                screen.goToChoose();
                screen.click(u"toolkit1Button"_s);
                screen.session.openArchive(u"/a.tar.xz"_s);
            } else if (step > 1) {
                QTRY_VERIFY(screen.canPress(u"nextButton"_s));
                screen.click(u"nextButton"_s);
                if (step == 2 && !screen.session.isInstalled()) {
                    QCOMPARE(namelessControls(&screen.window).join(u'\n'), QString());
                    screen.click(u"nextButton"_s);
                    QTRY_VERIFY(screen.session.isInstalled());
                }
            }
            QCOMPARE(namelessControls(&screen.window).join(u'\n'), QString());
        }
        for (int step = 3; step > 0; --step) {
            QTRY_VERIFY(screen.canPress(u"backButton"_s));
            screen.click(u"backButton"_s);
        }
    }
}

void TestWizardWindow::nothingIsCutOffAtTheSmallestSize_data()
{
    QTest::addColumn<Language>("language");
    QTest::newRow("English") << Language::English;
    QTest::newRow("Chinese") << Language::Chinese;
}

void TestWizardWindow::nothingIsCutOffAtTheSmallestSize()
{
    QFETCH(Language, language);
    Screen screen(fakeEngine());
    screen.translation.show(language);
    screen.window.resize(800, 560);
    QTRY_VERIFY(screen.session.hasReport());
    const auto settled = [&] {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        return cutOffTexts(&screen.window).join(u'\n');
    };
    QTRY_COMPARE(settled(), QString());
    screen.goToInstall(u"/a.tar.xz"_s);
    QTRY_COMPARE(settled(), QString());
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    QTRY_COMPARE(settled(), QString());
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.verified());
    QTRY_COMPARE(settled(), QString());
    QCOMPARE(screen.window.size(), QSize(800, 560));
}

QTEST_MAIN(TestWizardWindow)
#include "tst_wizardwindow.moc"
