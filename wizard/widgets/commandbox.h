// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace cudnnsetup {

// A command to run in a terminal, with the words that ask for it and a button that copies it.
class CommandBox : public QWidget
{
    Q_OBJECT

public:
    // objectName is given to the parts with "Words", "Command" and "CopyButton" behind it.
    explicit CommandBox(const QString &objectName, QWidget *parent = nullptr);

    void setWords(const QString &words);
    void setCommand(const QString &command);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QLabel *m_words;
    QLabel *m_shown;
    QPushButton *m_copy;
    QString m_command;
};

} // namespace cudnnsetup
