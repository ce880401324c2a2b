// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace cudnnsetup {

// One step of the wizard. The frame around it shows its title and asks it whether to go on; a page shows
// values of the session and calls its functions. It holds no rule, touches no file and starts no process.
class Page : public QWidget
{
    Q_OBJECT

public:
    enum class State { Open, Done, Problem };

    using QWidget::QWidget;

    virtual QString title() const = 0;
    virtual QString subtitle() const = 0;
    virtual QString stepName() const = 0; // one word for the list of steps
    virtual State state() const = 0;

    virtual QString nextText() const;
    virtual bool mayGoOn() const = 0;
    virtual bool mayGoBack() const { return true; }
    // The person pressed the button with nextText(): goes on, or does what the button says first.
    virtual void goOn() { Q_EMIT finished(); }
    // The person pressed Cancel. True when the page had something to stop instead of closing the window.
    virtual bool stopWork() { return false; }
    virtual QString cancelText() const;
    virtual bool mayCancel() const { return true; }
    // The page became the one that is shown.
    virtual void enter() {}
    virtual QWidget *firstFocus() = 0;

Q_SIGNALS:
    void changed(); // what the functions above answer
    void finished(); // on to the next page

protected:
    // Sets every text anew; called on LanguageChange and, by the page itself, from its constructor.
    virtual void retranslate() = 0;
    void changeEvent(QEvent *event) override;
};

} // namespace cudnnsetup
