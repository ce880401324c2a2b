// SPDX-License-Identifier: MIT
#pragma once

#include "loopwatch.h"

#include <QDir>
#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

namespace cudnnsetup {

class Session;
class WizardWindow;

// Walks through the four pages by pressing the real controls, keeps a picture of each page and ends the
// program: 0 when every page was reached and the proof is whole, else 1. For machines without a display.
// Over a practice machine; or, with an archive and a toolkit, over this very machine: it installs the one
// into the other without making it known to other programs, runs the GPU test in all modes, keeps its bars,
// and prints the verdict and for how long the window stood still meanwhile.
class DemoTour : public QObject
{
    Q_OBJECT

public:
    struct Route
    {
        QString pictures; // folder
        QString archive = {};
        QString toolkit = {}; // root

        bool isOverThisMachine() const { return !archive.isEmpty(); }
    };

    DemoTour(Session *session, WizardWindow *window, const Route &route, QObject *parent = nullptr);

    void start();

private:
    using Step = bool (DemoTour::*)();

    // Takes the next step when what it waits for is there; called after every change of the session.
    void advance();
    bool askForMachine();
    bool makeMachine();
    bool leaveDetect();
    bool choosePractice();
    bool chooseHere();
    bool leaveChoose();
    bool install();
    bool leaveInstall();
    bool leaveVerify();
    bool measureGpu();
    bool leaveMeasurement();
    bool endVerify();
    bool press(const QString &objectName);
    // Presses a box that is not checked as it is wanted.
    void set(const QString &objectName, bool isChecked);
    void keepPicture(const QString &name);
    void keepBars();
    void printMeasurement();
    void stopWatch(const QString &during);
    void end(const QString &problem);

    Session *m_session;
    WizardWindow *m_window;
    Route m_route;
    QDir m_pictures;
    QTemporaryDir m_machine;
    QTimer m_deadline; // the only time-out of the tour
    QTimer m_next;
    LoopWatch m_watch;
    QList<Step> m_steps;
};

} // namespace cudnnsetup
