// SPDX-License-Identifier: MIT
#include "screen.h"
#include "windowtexts.h"

#include <QAction>
#include <QSemaphore>
#include <QTreeWidget>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// What was done earlier: seen, taken back, put in order. By real clicks, over hand-made values.
class TestWizardHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMachineWithoutAPastSaysSo();
    void theNewestChangeStandsFirst();
    void aChangeOfNoVersionIsNamedAfterItsCommand();
    void leftoversThatNoJournalTellsOfAreClearedAway();
    void anOlderChangeTakesTheNewerOnesWithIt();
    void theKeyboardTakesBack();
    void removingEverythingShowsEveryChange();
    void roomIsFreedOnlyWhereThereIsSome();
    void withoutRightsTheCommandIsShown();
    void whoIsNotAuthorisedHasChangedNothing();
    void stoppingWaitsForTheWork();
    void aCutOffChangeHoldsTheInstallationUntilItIsInOrder();
    void undoTakesTheInstallationBack();
    void aRecordThatCannotBeReadIsSaid();
    void everythingHasANameAndRoomInBothLanguages_data();
    void everythingHasANameAndRoomInBothLanguages();

private:
    void openHistory(Screen &screen);
    QString row(const Screen &screen, int number) const;
};

void TestWizardHistory::openHistory(Screen &screen)
{
    QTRY_VERIFY(screen.session.hasReport());
    screen.find<QAction>(u"historyAction"_s)->trigger();
    QTRY_VERIFY(screen.find<QWidget>(u"historyDialog"_s)->isVisible());
    QTRY_VERIFY(!screen.session.pastChanges().isReading());
}

QString TestWizardHistory::row(const Screen &screen, int number) const
{
    const QTreeWidgetItem *item = screen.find<QTreeWidget>(u"historyList"_s)->topLevelItem(number);
    return item ? item->text(1) + u" | "_s + item->text(3) + u" | "_s + item->text(4) : QString();
}

void TestWizardHistory::aMachineWithoutAPastSaysSo()
{
    Screen screen(fakeEngine());
    openHistory(screen);
    QCOMPARE(screen.text(u"historyWords"_s), u"This program has changed nothing on this machine yet."_s);
    for (const QString &button :
         {u"historyTakeBackButton"_s, u"historyRemoveButton"_s, u"historyCleanUpButton"_s})
        QVERIFY2(!screen.canPress(button), qPrintable(button));
    screen.click(u"historyCloseButton"_s);
    QTRY_VERIFY(!screen.find<QWidget>(u"historyDialog"_s));
}

void TestWizardHistory::theNewestChangeStandsFirst()
{
    Screen screen(engineWithPast(false));
    openHistory(screen);
    QCOMPARE(row(screen, 0), u"cuDNN 8.2.1 → 8.9.7 | Done | 900 MiB"_s);
    QCOMPARE(row(screen, 1), u"cuDNN 8.1.0 → 8.2.1 | Done | 900 MiB"_s);
    QCOMPARE(row(screen, 2), u"cuDNN 8.1.0 put in | Done; cannot be taken back | none"_s);
    QCOMPARE(screen.text(u"historyAbout"_s),
             u"In /usr/local/cuda-12.4, by: install cudnn-linux-x86_64-8.9.7_cuda12-archive.tar.xz"_s);
}

void TestWizardHistory::aChangeOfNoVersionIsNamedAfterItsCommand()
{
    Engine engine = engineWithPast(false);
    engine.historyOf = [read = engine.historyOf](const FileTree &files, const QString &target) {
        return read(files, target).map([](QList<PastChange> changes) {
            for (PastChange &change : changes) {
                change.transaction.before = change.transaction.after;
                change.command = u"activate --for user"_s;
            }
            return changes;
        });
    };
    Screen screen(engine);
    openHistory(screen);
    QCOMPARE(row(screen, 0), u"activate --for user | Done | 900 MiB"_s);
}

void TestWizardHistory::leftoversThatNoJournalTellsOfAreClearedAway()
{
    Engine engine = engineWithPast(true);
    engine.planRecovery = [](const Host &, const QString &target) -> Result<Plan> {
        Plan plan;
        plan.targetRoot = target;
        plan.operations = {
                Operation{.kind = Operation::Kind::TakeBack, .path = target + u"/.cudnn-setup/leftover"_s}};
        return plan;
    };
    Screen screen(engine);
    QTRY_VERIFY(screen.canPress(u"recoverButton"_s));
    screen.click(u"recoverButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QCOMPARE(screen.text(u"takeBackChangesText"_s), u"Take back the change leftover"_s);
    QVERIFY(!screen.find<QLabel>(u"takeBackAfterwardsText"_s)->isVisible());
}

void TestWizardHistory::anOlderChangeTakesTheNewerOnesWithIt()
{
    Screen screen(engineWithPast(false));
    openHistory(screen);
    auto *list = screen.find<QTreeWidget>(u"historyList"_s);
    list->setCurrentItem(list->topLevelItem(1));
    screen.click(u"historyTakeBackButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    const QStringList changes = screen.text(u"takeBackChangesText"_s).split(u'\n');
    QCOMPARE(changes.size(), 2);
    QVERIFY(changes[0].endsWith(u"cuDNN 8.2.1 → 8.9.7"_s) && changes[1].endsWith(u"cuDNN 8.1.0 → 8.2.1"_s));
    QCOMPARE(screen.text(u"takeBackAfterwardsText"_s), u"cuDNN 8.1.0 is in place again."_s);
    QCOMPARE(screen.text(u"takeBackNotesText"_s),
             u"/usr/local/cuda-12.4/include/cudnn.h was changed since and is kept."_s);
    QCOMPARE(screen.text(u"takeBackRightsText"_s), u"You may write there; no password is needed."_s);
    QCOMPARE(list->topLevelItemCount(), 3);
    screen.click(u"takeBackNowButton"_s);
    QTRY_COMPARE(screen.text(u"takeBackOutcomeText"_s), u"Taken back. cuDNN 8.1.0 is in place again."_s);
    screen.click(u"takeBackCancelButton"_s);
    QTRY_COMPARE(list->topLevelItemCount(), 1);
    QVERIFY(!screen.canPress(u"historyTakeBackButton"_s));
}

void TestWizardHistory::theKeyboardTakesBack()
{
    Screen screen(engineWithPast(false));
    openHistory(screen);
    auto *list = screen.find<QTreeWidget>(u"historyList"_s);
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentIndex().row(), 1);
    QTest::keyClick(screen.find<QWidget>(u"historyDialog"_s), Qt::Key_T, Qt::AltModifier);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QTest::keyClick(screen.find<QWidget>(u"takeBackDialog"_s), Qt::Key_Return);
    QTRY_VERIFY(screen.session.pastChanges().outcome());
    QTRY_COMPARE(screen.find(u"takeBackCancelButton"_s)->text(), u"Close"_s);
    QTest::keyClick(screen.find<QWidget>(u"takeBackDialog"_s), Qt::Key_Return);
    QTRY_VERIFY(!screen.find<QWidget>(u"takeBackDialog"_s));
    QTRY_COMPARE(list->topLevelItemCount(), 1);
}

void TestWizardHistory::removingEverythingShowsEveryChange()
{
    Screen screen(engineWithPast(false));
    openHistory(screen);
    screen.click(u"historyRemoveButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QCOMPARE(screen.text(u"takeBackChangesText"_s).count(u'\n'), 2);
    QCOMPARE(screen.text(u"takeBackAfterwardsText"_s),
             u"No cuDNN is left in this place, as it was before."_s);
    screen.click(u"takeBackNowButton"_s);
    QTRY_VERIFY(screen.session.pastChanges().outcome());
    QTRY_COMPARE(screen.text(u"historyWords"_s), u"This program has changed nothing on this machine yet."_s);
}

void TestWizardHistory::roomIsFreedOnlyWhereThereIsSome()
{
    Screen screen(engineWithPast(false));
    openHistory(screen);
    QCOMPARE(screen.find(u"historyCleanUpButton"_s)->text(), u"&Free room (900 MiB)…"_s);
    screen.click(u"historyCleanUpButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QCOMPARE(screen.text(u"takeBackRoomText"_s), u"900 MiB become free."_s);
    QCOMPARE(screen.text(u"takeBackChangesText"_s).count(u'\n'), 0);
    screen.click(u"takeBackCancelButton"_s);
    QTRY_VERIFY(!screen.find<QWidget>(u"takeBackDialog"_s));

    Engine engine = engineWithPast(false);
    engine.planCleanUp = [](const Host &, const QString &) -> Result<Plan> { return Plan{}; };
    Screen tidy(engine);
    openHistory(tidy);
    QVERIFY(!tidy.canPress(u"historyCleanUpButton"_s));
}

void TestWizardHistory::withoutRightsTheCommandIsShown()
{
    Engine engine = engineWithPast(false);
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional<Rights>(); };
    Screen screen(engine);
    openHistory(screen);
    screen.click(u"historyTakeBackButton"_s);
    QTRY_COMPARE(screen.text(u"takeBackCommand"_s),
                 u"sudo /opt/cli rollback 20261103-194501-a1b2c3 --toolkit /usr/local/cuda-12.4"_s);
    QVERIFY(!screen.canPress(u"takeBackNowButton"_s));
    QVERIFY(screen.canPress(u"takeBackCopyButton"_s));
}

void TestWizardHistory::whoIsNotAuthorisedHasChangedNothing()
{
    Engine engine = engineWithPast(false);
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional(Rights::Polkit); };
    engine.apply = [](Rights, const Host &, const Plan &plan, const Job &) {
        return ApplyResult{.transaction = fakeTransaction(plan),
                           .error = Error{ErrorId::NotConfirmed, Text::verbatim(u"No password was given."_s)},
                           .wasBeforeCommit = true};
    };
    Screen screen(engine);
    openHistory(screen);
    screen.click(u"historyTakeBackButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    screen.click(u"takeBackNowButton"_s);
    QTRY_COMPARE(screen.text(u"takeBackOutcomeText"_s), u"No password was given."_s);
    QCOMPARE(screen.text(u"takeBackRest"_s), u"Nothing was changed: everything is exactly as it was."_s);
    QCOMPARE(screen.find(u"takeBackNowButton"_s)->text(), u"&Try again"_s);
    screen.click(u"takeBackNowButton"_s);
    QTRY_COMPARE(screen.find(u"takeBackNowButton"_s)->text(), u"&Take back now"_s);
}

void TestWizardHistory::stoppingWaitsForTheWork()
{
    QSemaphore begun;
    QSemaphore goOn;
    Engine engine = engineWithPast(false);
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional(Rights::Polkit); };
    engine.apply = [&](Rights, const Host &, const Plan &plan, const Job &job) {
        begun.release();
        goOn.acquire();
        return ApplyResult{.transaction = fakeTransaction(plan), .isCancelled = job.isCancelled()};
    };
    Screen screen(engine);
    openHistory(screen);
    screen.click(u"historyTakeBackButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    screen.click(u"takeBackNowButton"_s);
    begun.acquire();
    QCOMPARE(screen.text(u"takeBackWaiting"_s),
             u"Waiting for the password, which the system asks for in a window of its own…"_s);
    QVERIFY(!screen.window.close());
    screen.click(u"takeBackCancelButton"_s);
    QVERIFY(screen.find<QWidget>(u"takeBackDialog"_s)->isVisible());
    goOn.release();
    QTRY_COMPARE(screen.text(u"takeBackOutcomeText"_s), u"You stopped it."_s);
    QCOMPARE(screen.text(u"takeBackRest"_s), u"Everything was put back: it is as it was before."_s);
}

void TestWizardHistory::aCutOffChangeHoldsTheInstallationUntilItIsInOrder()
{
    Screen screen(engineWithPast(true));
    QTRY_VERIFY(screen.canPress(u"recoverButton"_s));
    QVERIFY2(screen.text(u"cutOffText"_s).startsWith("A change of /usr/local/cuda-12.4 was cut off on "_L1),
             qPrintable(screen.text(u"cutOffText"_s)));
    screen.goToChoose();
    screen.click(u"toolkit1Button"_s);
    screen.session.openArchive(u"/a.tar.xz"_s);
    QTRY_VERIFY(screen.session.hasPlan());
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QCOMPARE(screen.text(u"choiceFootText"_s),
             u"A change of /usr/local/cuda-12.4 was cut off. Put it back in order on the "
             u"first page, then go on here."_s);
    screen.click(u"toolkit0Button"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s)); // another target does not wait
    screen.click(u"toolkit1Button"_s);
    screen.click(u"backButton"_s);
    screen.click(u"recoverButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QCOMPARE(screen.text(u"takeBackChangesText"_s).count(u'\n'), 0);
    screen.click(u"takeBackNowButton"_s);
    QTRY_COMPARE(screen.text(u"takeBackOutcomeText"_s), u"Taken back. cuDNN 8.2.1 is in place again."_s);
    screen.click(u"takeBackCancelButton"_s);
    QTRY_VERIFY(!screen.find<QWidget>(u"cutOff"_s)->isVisible());
    screen.goToChoose();
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
}

void TestWizardHistory::undoTakesTheInstallationBack()
{
    Engine engine = engineWithPast(false);
    auto asked = std::make_shared<QString>();
    engine.planRollBack = [asked, plan = engine.planRecovery](const Host &host, const QString &target,
                                                              const QString &id) {
        *asked = id;
        return plan(host, target);
    };
    Screen screen(engine);
    screen.goToInstall(u"/a.tar.xz"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.canPress(u"undoButton"_s));
    screen.click(u"undoButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackNowButton"_s));
    QCOMPARE(*asked, screen.session.applied()->transaction.id);
    screen.click(u"takeBackNowButton"_s);
    QTRY_COMPARE(screen.text(u"takeBackOutcomeText"_s), u"Taken back. cuDNN 8.2.1 is in place again."_s);
    screen.click(u"takeBackCancelButton"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    QVERIFY(!screen.session.applied());
    QCOMPARE(screen.find(u"nextButton"_s)->text(), u"&Install"_s);
}

void TestWizardHistory::aRecordThatCannotBeReadIsSaid()
{
    Engine engine = engineWithPast(false);
    engine.historyOf = [](const FileTree &, const QString &target) -> Result<QList<PastChange>> {
        return failure(ErrorId::NotReadable,
                       Text::verbatim(u"The record of "_s + target + u" cannot be read."_s));
    };
    Screen screen(engine);
    openHistory(screen);
    QCOMPARE(screen.text(u"historyProblemText"_s), u"The record of /usr/local/cuda-11.8 cannot be read.\n"
                                                   u"The record of /usr/local/cuda-12.4 cannot be read."_s);
}

void TestWizardHistory::everythingHasANameAndRoomInBothLanguages_data()
{
    QTest::addColumn<Language>("language");
    QTest::newRow("English") << Language::English;
    QTest::newRow("Chinese") << Language::Chinese;
}

void TestWizardHistory::everythingHasANameAndRoomInBothLanguages()
{
    QFETCH(Language, language);
    Engine engine = engineWithPast(true);
    engine.rightsFor = [](const Plan &, const Host &) { return std::optional<Rights>(); };
    Screen screen(engine);
    screen.translation.show(language);
    screen.window.resize(800, 560);
    QTRY_VERIFY(screen.canPress(u"recoverButton"_s));
    const auto looksWell = [](const QWidget *window) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        QCOMPARE(namelessControls(window).join(u'\n'), QString());
        QTRY_COMPARE(cutOffTexts(window).join(u'\n'), QString());
    };
    looksWell(&screen.window);
    openHistory(screen);
    looksWell(screen.find<QWidget>(u"historyDialog"_s));
    screen.click(u"historyTakeBackButton"_s);
    QTRY_VERIFY(screen.canPress(u"takeBackCopyButton"_s));
    looksWell(screen.find<QWidget>(u"takeBackDialog"_s));
}

QTEST_MAIN(TestWizardHistory)
#include "tst_wizardhistory.moc"
