// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace cudnnsetup {

class Session;

// Says what a practice machine is, asks for its folder and has it made.
class PracticeDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PracticeDialog(Session *session, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();
    void browse();
    void make();
    void follow();

    Session *m_session;
    bool m_wasStarted = false;
    QLabel *m_words;
    QLabel *m_folderLabel;
    QLineEdit *m_folder;
    QPushButton *m_browse;
    QLabel *m_problem;
    QDialogButtonBox *m_buttons;
    QPushButton *m_make;
};

} // namespace cudnnsetup
