// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

namespace cudnnsetup {

class Session;
class WizardWindow;

// Walks through the four pages over a practice machine by pressing the real controls, keeps a picture of each
// page and ends the program: 0 when every page was reached and the proof is whole, else 1. For machines
// without a display.
class DemoTour : public QObject
{
    Q_OBJECT

public:
    DemoTour(Session *session, WizardWindow *window, const QString &pictureFolder, QObject *parent = nullptr);

    void start();

private:
    using Step = bool (DemoTour::*)();

    // Takes the next step when what it waits for is there; called after every change of the session.
    void advance();
    bool askForMachine();
    bool makeMachine();
    bool leaveDetect();
    bool choose();
    bool leaveChoose();
    bool install();
    bool leaveInstall();
    bool leaveVerify();
    bool press(const QString &objectName);
    void keepPicture(const QString &name);
    void end(const QString &problem);

    Session *m_session;
    WizardWindow *m_window;
    QDir m_pictures;
    QTemporaryDir m_machine;
    QTimer m_deadline; // the only time-out of the tour
    QTimer m_next;
    QList<Step> m_steps;
};

} // namespace cudnnsetup
