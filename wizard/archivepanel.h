// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace cudnnsetup {

class DropZone;
class MarkLine;
class Session;

// The right half of the second page: takes an archive and says what it is, whether it is genuine, and asks
// when that is not known. Every word about it comes from the identity that the session holds.
class ArchivePanel : public QWidget
{
    Q_OBJECT

public:
    explicit ArchivePanel(Session *session, QWidget *parent = nullptr);

    QWidget *firstFocus() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *newResult();
    void retranslate();
    void refresh();
    void refreshPicks();
    void refreshProgress();
    void refreshResult();
    void refreshDecision();
    void showProgress(const Progress &progress);
    void open();

    Session *m_session;
    DropZone *m_drop;
    QLabel *m_picksLabel;
    QVBoxLayout *m_picks;
    QWidget *m_working;
    QLabel *m_workingLabel;
    QProgressBar *m_bar;
    QPushButton *m_stop;
    MarkLine *m_problem;
    QWidget *m_result;
    QFormLayout *m_form;
    QLabel *m_fileLabel;
    QLabel *m_file;
    QLabel *m_versionLabel;
    QLabel *m_version;
    QLabel *m_platformLabel;
    QLabel *m_platform;
    MarkLine *m_authenticity;
    QWidget *m_hashes;
    QLabel *m_hashLabel;
    QLabel *m_hash;
    QLabel *m_publishedLabel;
    QLabel *m_published;
    QCheckBox *m_takeUnknown;
};

} // namespace cudnnsetup
