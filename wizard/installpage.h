// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "page.h"
#include "ratemeter.h"

#include <QElapsedTimer>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace cudnnsetup {

class Disclosure;
class MarkLine;
class PlanView;
class Session;
struct ApplyResult;
struct Transaction;

// Third page: before, the plan; during, how far the work has come; after, what was done or what is still
// intact.
class InstallPage : public Page
{
    Q_OBJECT

public:
    explicit InstallPage(Session *session, QWidget *parent = nullptr);

    QString title() const override;
    QString subtitle() const override;
    QString stepName() const override;
    State state() const override;
    QString nextText() const override;
    QString cancelText() const override;
    bool mayGoOn() const override;
    bool mayGoBack() const override;
    void goOn() override;
    bool stopWork() override;
    QWidget *firstFocus() override;

Q_SIGNALS:
    // To take back what has just been installed.
    void undoWanted();

protected:
    void retranslate() override;

private:
    QWidget *newProgress();
    QWidget *newOutcome();
    void refresh();
    void refreshSteps();
    void refreshOutcome();
    void refreshFailure(const ApplyResult &applied);
    void start();
    void showProgress(const Progress &progress);
    QString byteWords(const Progress &progress) const;
    QList<Progress::Step> steps() const;
    QString installedWords(const Transaction &transaction) const;

    Session *m_session;
    bool m_isStopping = false;
    bool m_isWaiting = false; // for the person's password; nothing was heard of the work yet
    Progress m_progress;
    RateMeter m_meter;
    QElapsedTimer m_sinceStep;

    QStackedWidget *m_stack;
    PlanView *m_plan;
    QWidget *m_planArea;
    QWidget *m_progressArea;
    QList<MarkLine *> m_stepLines;
    QProgressBar *m_bar;
    QLabel *m_numbers;
    QLabel *m_slow;
    QWidget *m_outcomeArea;
    MarkLine *m_outcome;
    QLabel *m_intact;
    QPushButton *m_undo;
    QPushButton *m_tryAgain;
    Disclosure *m_details;
};

} // namespace cudnnsetup
