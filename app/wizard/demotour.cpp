// SPDX-License-Identifier: MIT
#include "demotour.h"

#include "session.h"
#include "wizardwindow.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QLineEdit>

#include <chrono>
#include <cstdio>

namespace cudnnsetup {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

DemoTour::DemoTour(Session *session, WizardWindow *window, const QString &pictureFolder, QObject *parent)
    : QObject(parent), m_session(session), m_window(window),
      m_pictures(pictureFolder), m_steps{&DemoTour::askForMachine, &DemoTour::makeMachine,
                                         &DemoTour::leaveDetect,   &DemoTour::choose,
                                         &DemoTour::leaveChoose,   &DemoTour::install,
                                         &DemoTour::leaveInstall,  &DemoTour::leaveVerify}
{
    m_deadline.setSingleShot(true);
    m_next.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { end(u"The tour took too long and was ended."_s); });
    connect(&m_next, &QTimer::timeout, this, &DemoTour::advance);
    const auto lookSoon = [this] { m_next.start(0ms); };
    connect(session, &Session::practiceChanged, this, lookSoon);
    connect(session, &Session::detectChanged, this, lookSoon);
    connect(session, &Session::archiveChanged, this, lookSoon);
    connect(session, &Session::planChanged, this, lookSoon);
    connect(session, &Session::applyChanged, this, lookSoon);
    connect(session, &Session::verifyChanged, this, lookSoon);
}

void DemoTour::start()
{
    if (!QDir().mkpath(m_pictures.absolutePath()) || !m_machine.isValid()) {
        // The event loop is not running yet, so that exit() would be lost.
        QTimer::singleShot(0ms, this,
                           [this] { end(u"%1 could not be made."_s.arg(m_pictures.absolutePath())); });
        return;
    }
    m_deadline.start(300s);
    m_next.start(0ms);
}

void DemoTour::advance()
{
    if (m_steps.isEmpty())
        return;
    const Step step = m_steps.first();
    if (!(this->*step)())
        return;
    if (!m_steps.isEmpty())
        m_steps.removeFirst();
    m_next.start(0ms);
}

bool DemoTour::askForMachine()
{
    return press(u"practiceButton"_s);
}

bool DemoTour::makeMachine()
{
    auto *folder = m_window->findChild<QLineEdit *>(u"practiceFolder"_s);
    if (!folder)
        return false;
    folder->setText(m_machine.path());
    return press(u"practiceMakeButton"_s);
}

bool DemoTour::leaveDetect()
{
    if (const auto &error = m_session->practiceError())
        end(error->message.toString());
    if (!m_session->isPractice() || !m_session->hasReport())
        return false;
    keepPicture(u"1-detect"_s);
    return press(u"nextButton"_s);
}

bool DemoTour::choose()
{
    if (m_session->archivesHere().isEmpty())
        return false;
    const int cudaMajor = m_session->archivesHere().first().cuda.majorVersion();
    const QList<ToolkitFacts> &toolkits = m_session->report().toolkits;
    for (int i = 0; i < toolkits.size(); ++i) {
        if (toolkits[i].version && toolkits[i].version->majorVersion() == cudaMajor)
            return press(u"toolkit%1Button"_s.arg(i)) && press(u"archivePick0"_s);
    }
    end(u"The practice machine has no toolkit for its archive."_s);
    return false;
}

bool DemoTour::leaveChoose()
{
    if (m_session->archiveError())
        end(m_session->archiveError()->message.toString());
    else if (m_session->archive()
             && m_session->archive()->authenticity != ArchiveIdentity::Authenticity::Genuine
             && !m_session->takesUnknownArchive())
        press(u"takeUnknownBox"_s);
    else if (m_session->plan() && !m_session->hasPlan())
        end(m_session->plan()->error().message.toString());
    if (!m_session->hasPlan())
        return false;
    keepPicture(u"2-choose"_s);
    return press(u"nextButton"_s);
}

bool DemoTour::install()
{
    keepPicture(u"3-install-plan"_s);
    return press(u"nextButton"_s);
}

bool DemoTour::leaveInstall()
{
    if (!m_session->applied())
        return false;
    keepPicture(u"3-install-done"_s);
    if (m_session->isInstalled())
        return press(u"nextButton"_s);
    const auto &error = m_session->applied()->error;
    end(error ? error->message.toString() : u"The installation was not finished."_s);
    return false;
}

bool DemoTour::leaveVerify()
{
    if (!m_session->verified())
        return false;
    keepPicture(u"4-verify"_s);
    end(m_session->verified()->isOk() ? QString() : u"The installed copy did not pass all checks."_s);
    return true;
}

bool DemoTour::press(const QString &objectName)
{
    auto *button = m_window->findChild<QAbstractButton *>(objectName);
    if (!button || !button->isEnabled() || !button->isVisible())
        return false;
    button->click();
    return true;
}

void DemoTour::keepPicture(const QString &name)
{
    const QString path = m_pictures.absoluteFilePath(name + u".png"_s);
    if (m_window->grab().save(path))
        std::printf("%s\n", qPrintable(path));
    else
        end(u"%1 could not be written."_s.arg(path));
}

void DemoTour::end(const QString &problem)
{
    m_steps.clear();
    m_deadline.stop();
    if (!problem.isEmpty())
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    QCoreApplication::exit(problem.isEmpty() ? 0 : 1);
}

} // namespace cudnnsetup
