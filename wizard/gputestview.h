// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace cudnnsetup {

class Disclosure;
class MarkLine;
class Session;
class SpeedBars;

// The GPU test on the fourth page: its verdict with reasons and mending, its bars that come as the modes are
// done, the facts, and what a person may choose to run it again. Without a GPU to test there is nothing of
// it.
class GpuTestView : public QWidget
{
    Q_OBJECT

public:
    explicit GpuTestView(Session *session, QWidget *parent = nullptr);

Q_SIGNALS:
    void pictureWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *newChoices();
    void measure();
    void retranslate();
    void refresh();
    void refreshVerdict();
    void refreshReasons();

    Session *m_session;
    MarkLine *m_verdict;
    QLabel *m_reasons;
    QLabel *m_mending;
    SpeedBars *m_bars;
    Disclosure *m_facts;
    QCheckBox *m_allModes;
    QCheckBox *m_asPrograms;
    QPushButton *m_again;
    QPushButton *m_picture;
};

} // namespace cudnnsetup
