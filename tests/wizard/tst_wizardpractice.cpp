// SPDX-License-Identifier: MIT
#include "screen.h"
#include "windowtexts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// The whole road by real clicks with the real engine: from an empty machine into a practice machine, through
// the four pages.
class TestWizardPractice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void installsByClicksInBothLanguages_data();
    void installsByClicksInBothLanguages();
    void aWrongArchiveIsRefused();
    void anAlteredArchiveAsksAndFailsWithNothingChanged();
    void undoLeavesNothingAndTheHistoryIsEmptyAgain();
    void onlyForMeIsInstalledAndProved();
    void leavesThePracticeMachineAgain();

private:
    void goToPractice(Screen &screen, const QString &folder);
    void chooseToolkit(Screen &screen, const QString &version);
    void settle();

    QString m_cli;
    QTemporaryDir m_empty;
    std::optional<Machine> m_machine;
};

void TestWizardPractice::initTestCase()
{
    m_cli = QDir(QCoreApplication::applicationDirPath()).filePath(u"cudnn-setup-cli"_s);
    QVERIFY(QFileInfo::exists(m_cli));
    const Result<Machine> machine = machineInFolder(m_empty.path());
    QVERIFY(machine.has_value());
    m_machine = *machine;
}

void TestWizardPractice::settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

void TestWizardPractice::goToPractice(Screen &screen, const QString &folder)
{
    screen.click(u"practiceButton"_s);
    QTRY_VERIFY(screen.find<QLineEdit>(u"practiceFolder"_s));
    auto *edit = screen.find<QLineEdit>(u"practiceFolder"_s);
    edit->selectAll();
    QTest::keyClicks(edit, folder);
    screen.click(u"practiceMakeButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.isPractice() && screen.session.hasReport(), 60000);
    QTRY_VERIFY(!screen.find<QLineEdit>(u"practiceFolder"_s));
}

void TestWizardPractice::chooseToolkit(Screen &screen, const QString &version)
{
    const QList<ToolkitFacts> &toolkits = screen.session.report().toolkits;
    for (int i = 0; i < toolkits.size(); ++i) {
        if (toolkits[i].version && toolkits[i].version->toString().startsWith(version)) {
            screen.click(u"toolkit%1Button"_s.arg(i));
            return;
        }
    }
    QFAIL("no such toolkit");
}

void TestWizardPractice::installsByClicksInBothLanguages_data()
{
    QTest::addColumn<int>("languageIndex");
    QTest::newRow("English") << 0;
    QTest::newRow("Chinese") << 1;
}

void TestWizardPractice::installsByClicksInBothLanguages()
{
    QFETCH(int, languageIndex);
    const bool isChinese = languageIndex == 1;
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(languageIndex);
    const auto look = [&] {
        settle();
        QCOMPARE(namelessControls(&screen.window).join(u'\n'), QString());
        QTRY_COMPARE(cutOffTexts(&screen.window).join(u'\n'), QString());
        if (isChinese)
            QCOMPARE(withEnglishWords(textsOf(&screen.window)).join(u'\n'), QString());
    };

    goToPractice(screen, folder.path());
    QVERIFY(screen.find<QWidget>(u"banner"_s)->isVisible());
    look();
    screen.goToChoose();
    look();
    chooseToolkit(screen, u"12"_s);
    screen.click(u"archivePick0"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    look();
    screen.click(u"nextButton"_s);
    screen.click(u"planDetailsButton"_s);
    look();
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.applied());
    QVERIFY2(screen.session.isInstalled(), qPrintable(screen.text(u"installOutcomeText"_s)));
    look();
    screen.click(u"nextButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.verified(), 120000);
    look();
    QVERIFY2(screen.session.verified()->isOk(), qPrintable(screen.session.reportText()));
    QCOMPARE(screen.session.verified()->version->toString(), u"8.9.7"_s);

    // The language changes every text at once, and back.
    static const QRegularExpression chinese(u"[\\x{4e00}-\\x{9fff}]"_s);
    screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(0);
    settle();
    QCOMPARE(textsOf(&screen.window).filter(chinese).join(u'\n'), QString());
    screen.find<QComboBox>(u"languageBox"_s)->setCurrentIndex(1);
    settle();
    QCOMPARE(withEnglishWords(textsOf(&screen.window)).join(u'\n'), QString());
}

void TestWizardPractice::aWrongArchiveIsRefused()
{
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    goToPractice(screen, folder.path());
    screen.goToChoose();
    chooseToolkit(screen, u"11"_s);
    screen.click(u"archivePick0"_s);
    QTRY_VERIFY(screen.session.plan());
    QVERIFY(!screen.canPress(u"nextButton"_s));
    QCOMPARE(toString(screen.session.plan()->error().id), u"cuda-major-mismatch"_s);
    QCOMPARE(screen.text(u"choiceFootText"_s), screen.session.plan()->error().message.toString());
    chooseToolkit(screen, u"12"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
}

void TestWizardPractice::anAlteredArchiveAsksAndFailsWithNothingChanged()
{
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    goToPractice(screen, folder.path());
    const QString archive = screen.session.archivesHere().first().path;
    QFile file(archive);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(file.size() / 2));
    QCOMPARE(file.write("damaged"), 7);
    file.close();

    screen.goToChoose();
    chooseToolkit(screen, u"12"_s);
    screen.click(u"archivePick0"_s);
    QTRY_VERIFY(screen.session.plan() || screen.session.archiveError());
    QVERIFY(!screen.canPress(u"nextButton"_s));
    if (screen.session.archiveError())
        return; // found out at once: nothing more to press
    screen.click(u"takeUnknownBox"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    screen.click(u"nextButton"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.applied());
    QVERIFY(!screen.session.isInstalled());
    QCOMPARE(screen.text(u"installIntact"_s), u"Nothing was changed: everything is exactly as it was."_s);
}

void TestWizardPractice::undoLeavesNothingAndTheHistoryIsEmptyAgain()
{
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    goToPractice(screen, folder.path());
    screen.goToChoose();
    chooseToolkit(screen, u"12"_s);
    screen.click(u"archivePick0"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    const std::optional<QVersionNumber> before = (*screen.session.plan())->replacedVersion;
    screen.click(u"nextButton"_s);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.isInstalled());
    QTRY_COMPARE(screen.session.pastChanges().all().size(), 1);
    screen.click(u"undoButton"_s);
    QTRY_VERIFY2(screen.canPress(u"takeBackNowButton"_s), qPrintable(screen.text(u"takeBackIntro"_s)));
    screen.click(u"takeBackNowButton"_s);
    QTRY_VERIFY(screen.session.pastChanges().outcome());
    QVERIFY2(screen.text(u"takeBackOutcomeText"_s).startsWith("Taken back."_L1),
             qPrintable(screen.text(u"takeBackOutcomeText"_s)));
    screen.click(u"takeBackCancelButton"_s);
    QTRY_VERIFY(screen.canPress(u"nextButton"_s));
    QCOMPARE((*screen.session.plan())->replacedVersion, before);
    QTRY_VERIFY(screen.session.pastChanges().all().isEmpty());
}

void TestWizardPractice::onlyForMeIsInstalledAndProved()
{
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    goToPractice(screen, folder.path());
    screen.goToChoose();
    screen.click(u"ownButton"_s);
    screen.click(u"archivePick0"_s);
    QTRY_VERIFY2(screen.canPress(u"nextButton"_s), qPrintable(screen.text(u"choiceFootText"_s)));
    QVERIFY(screen.text(u"choiceFootText"_s).endsWith(", only for me"_L1));
    screen.click(u"nextButton"_s);
    QVERIFY2(screen.text(u"planContentText"_s).contains("a marked block goes into "_L1),
             qPrintable(screen.text(u"planContentText"_s)));
    screen.click(u"nextButton"_s);
    QTRY_VERIFY(screen.session.applied());
    QVERIFY2(screen.session.isInstalled(), qPrintable(screen.text(u"installOutcomeText"_s)));
    QTRY_COMPARE(screen.session.pastChanges().all().size(), 1);
    screen.click(u"nextButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(screen.session.verified(), 60000);
    QVERIFY2(screen.session.verified()->isOk(), qPrintable(screen.session.reportText()));
}

void TestWizardPractice::leavesThePracticeMachineAgain()
{
    const QTemporaryDir folder;
    Screen screen(realEngine(m_cli), *m_machine);
    goToPractice(screen, folder.path());
    screen.goToChoose();
    screen.click(u"leaveMachineButton"_s);
    QCOMPARE(screen.window.currentStep(), 0);
    QVERIFY(!screen.session.isPractice());
    QVERIFY(!screen.find(u"archivePick0"_s));
    QTRY_VERIFY(screen.session.hasReport());
    QVERIFY(screen.session.report().toolkits.isEmpty());
}

QTEST_MAIN(TestWizardPractice)
#include "tst_wizardpractice.moc"
