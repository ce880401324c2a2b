// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace cudnnsetup {

// A strip on other ground that says something a person must not miss, with one button.
class Banner : public QFrame
{
    Q_OBJECT

public:
    // The sentence's object name is objectName with "Text" behind it.
    Banner(const QString &objectName, const QString &buttonName, QWidget *parent = nullptr);

    void setSentence(const QString &sentence);
    QPushButton *button() const { return m_button; }

private:
    QLabel *m_sentence;
    QPushButton *m_button;
};

} // namespace cudnnsetup
