// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "page.h"

class QLabel;
class QPushButton;

namespace cudnnsetup {

class Banner;
class FactCard;
class MarkLine;
class Session;

// First page: what is on this machine. A verdict in one sentence, five cards that fill in as the scan goes.
class DetectPage : public Page
{
    Q_OBJECT

public:
    explicit DetectPage(Session *session, QWidget *parent = nullptr);

    QString title() const override;
    QString subtitle() const override;
    QString stepName() const override;
    State state() const override;
    bool mayGoOn() const override;
    QWidget *firstFocus() override;

Q_SIGNALS:
    void practiceWanted();
    // To put back in order what was cut off in this target.
    void recoveryWanted(const QString &target);

protected:
    void retranslate() override;

private:
    QWidget *newCards();
    void refresh();
    void refreshCutOff();
    void refreshVerdict();
    void refreshCards();
    void showProgress(const Progress &progress);

    Session *m_session;
    Banner *m_cutOff;
    MarkLine *m_verdict;
    FactCard *m_graphics;
    FactCard *m_driver;
    FactCard *m_toolkits;
    FactCard *m_cudnn;
    FactCard *m_python;
    QPushButton *m_scan;
    QPushButton *m_practice;
    QLabel *m_progress;
};

} // namespace cudnnsetup
