// SPDX-License-Identifier: MIT
#pragma once

#include "i18n/language.h"
#include "page.h"

#include <QDialog>
#include <QPointer>

class QAction;
class QComboBox;
class QLabel;
class QMessageBox;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace cudnnsetup {

class Banner;
class FileSaving;
class Session;
class StepList;
struct TakeBackRequest;

// The frame that stays the same: steps at the left, title, language and menu on top, Back, Next and Cancel
// below. It moves between the pages and closes safely: never while a change is being made, which it stops and
// waits for first.
class WizardWindow : public QDialog
{
    Q_OBJECT

public:
    WizardWindow(Session *session, Translation *translation, QWidget *parent = nullptr);

    Page *currentPage() const;
    int currentStep() const;

    void reject() override;

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    QLayout *newHeader();
    QLayout *newButtons();
    void addPages();
    void addPage(Page *page);
    void goTo(int step);
    void retranslate();
    void refreshMachine();
    void refreshPage();
    void refreshSteps();
    void cancel();
    void askWhetherToStop();
    void followClosing();
    void askForPractice();
    void showHistory();
    void takeBack(const TakeBackRequest &request);
    void showAbout();

    Session *m_session;
    Translation *m_translation;
    QList<Page *> m_pages;
    bool m_closesAfterChange = false;
    QPointer<QMessageBox> m_question;

    Banner *m_banner;
    StepList *m_steps;
    QLabel *m_title;
    QLabel *m_subtitle;
    QLabel *m_languageLabel;
    QComboBox *m_language;
    QToolButton *m_menu;
    QAction *m_historyAction;
    QAction *m_practiceAction;
    QAction *m_saveAction;
    QAction *m_aboutAction;
    QStackedWidget *m_stack;
    FileSaving *m_saving;
    QPushButton *m_back;
    QPushButton *m_next;
    QPushButton *m_cancel;
};

} // namespace cudnnsetup
