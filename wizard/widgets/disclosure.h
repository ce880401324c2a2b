// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QToolButton;

namespace cudnnsetup {

// A button with a word that shows or hides raw text below it: paths, evidence, messages of other programs.
class Disclosure : public QWidget
{
    Q_OBJECT

public:
    // objectName is given to the button with "Button" and to the text with "Text" behind it.
    explicit Disclosure(const QString &objectName, QWidget *parent = nullptr);

    // The button, to put it into another layout; hidden together with the whole.
    QToolButton *takeButton();

    void setTitle(const QString &title);
    // What the text is about, for a screen reader: "Details of the driver".
    void setSubject(const QString &subject);
    // Hides the whole when there is nothing to tell.
    void setText(const QString &text);
    QString text() const;
    void setOpen(bool isOpen);

private:
    void showOrHide(bool isOpen);

    QToolButton *m_button;
    QPlainTextEdit *m_text;
};

} // namespace cudnnsetup
