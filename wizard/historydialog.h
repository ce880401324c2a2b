// SPDX-License-Identifier: MIT
#pragma once

#include "pastchanges.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace cudnnsetup {

class MarkLine;
class Session;

// What this program changed on the machine, newest first, and the ways to take it back. Every one of them
// shows its plan first, in a dialog of its own.
class HistoryDialog : public QDialog
{
    Q_OBJECT

public:
    explicit HistoryDialog(Session *session, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    QTreeWidget *newList();
    void retranslate();
    void refresh();
    void refreshList();
    void refreshProblem();
    void refreshChosen();
    const PastChange *chosen() const;
    void take(TakeBackRequest::Wish wish);

    Session *m_session;
    PastChanges &m_past;
    QList<PastChange> m_changes;
    QLabel *m_words;
    MarkLine *m_problem;
    QTreeWidget *m_list;
    QLabel *m_about;
    QPushButton *m_takeBack;
    QPushButton *m_remove;
    QPushButton *m_cleanUp;
    QDialogButtonBox *m_buttons;
};

} // namespace cudnnsetup
