// SPDX-License-Identifier: MIT
#pragma once

#include "pastchanges.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace cudnnsetup {

class CommandBox;
class Disclosure;
class FactLine;
class MarkLine;
class Session;

// Takes changes of one target back, or drops backups: shows the plan first, then how far the work has come,
// then what became of it. It closes only when nothing is being changed.
class TakeBackDialog : public QDialog
{
    Q_OBJECT

public:
    TakeBackDialog(Session *session, const TakeBackRequest &request, QWidget *parent = nullptr);

    void reject() override;

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *newPlan();
    QWidget *newProgress();
    QWidget *newOutcome();
    void retranslate();
    void refresh();
    void refreshPlan();
    void refreshOutcome();
    void refreshButtons();
    void showProgress(const Progress &progress);
    void press();
    const TakeBack *takeBack() const;
    QString nowText() const;
    QString afterwardsWords(const TakeBack &takeBack) const;
    QString doneWords(const TakeBack &takeBack) const;
    QString command() const;

    Session *m_session;
    PastChanges &m_past;
    const TakeBackRequest m_request;
    bool m_isWaiting = false; // for the person's password

    QStackedWidget *m_stack;
    QWidget *m_planArea;
    QLabel *m_intro;
    QWidget *m_factsFrame;
    FactLine *m_changes;
    FactLine *m_afterwards;
    FactLine *m_notes;
    FactLine *m_room;
    FactLine *m_rights;
    CommandBox *m_command;
    Disclosure *m_details;
    QWidget *m_progressArea;
    QLabel *m_step;
    QProgressBar *m_bar;
    QLabel *m_waiting;
    QWidget *m_outcomeArea;
    MarkLine *m_outcome;
    QLabel *m_rest;
    Disclosure *m_outcomeDetails;
    QDialogButtonBox *m_buttons;
    QPushButton *m_now;
};

} // namespace cudnnsetup
