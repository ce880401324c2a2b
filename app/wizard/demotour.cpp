// SPDX-License-Identifier: MIT
#include "demotour.h"

#include "report/gputesttext.h"
#include "session.h"
#include "widgets/speedpicture.h"
#include "wizardwindow.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLineEdit>

#include <chrono>
#include <cstdio>

namespace cudnnsetup {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

DemoTour::DemoTour(Session *session, WizardWindow *window, const Route &route, QObject *parent)
    : QObject(parent), m_session(session), m_window(window), m_route(route), m_pictures(route.pictures)
{
    if (route.isOverThisMachine())
        m_steps = {&DemoTour::leaveDetect, &DemoTour::chooseHere,       &DemoTour::leaveChoose,
                   &DemoTour::install,     &DemoTour::leaveInstall,     &DemoTour::leaveVerify,
                   &DemoTour::measureGpu,  &DemoTour::leaveMeasurement, &DemoTour::endVerify};
    else
        m_steps = {&DemoTour::askForMachine,  &DemoTour::makeMachine, &DemoTour::leaveDetect,
                   &DemoTour::choosePractice, &DemoTour::leaveChoose, &DemoTour::install,
                   &DemoTour::leaveInstall,   &DemoTour::leaveVerify, &DemoTour::endVerify};
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
    connect(&session->gpuMeasurement(), &GpuMeasurement::changed, this, lookSoon);
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
    if (m_session->isPractice() == m_route.isOverThisMachine() || !m_session->hasReport())
        return false;
    keepPicture(u"1-detect"_s);
    return press(u"nextButton"_s);
}

bool DemoTour::choosePractice()
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

bool DemoTour::chooseHere()
{
    const QString wanted = QFileInfo(m_route.toolkit).canonicalFilePath();
    const QList<ToolkitFacts> &toolkits = m_session->report().toolkits;
    for (int i = 0; i < toolkits.size(); ++i) {
        if (QFileInfo(toolkits[i].root).canonicalFilePath() != wanted)
            continue;
        if (!press(u"toolkit%1Button"_s.arg(i)))
            return false;
        // What other programs load stays as it is.
        set(u"switchOnBox"_s, false);
        m_session->openArchive(QFileInfo(m_route.archive).absoluteFilePath());
        return true;
    }
    end(u"%1 is none of the toolkits that were found here; CUDA_HOME may name it."_s.arg(m_route.toolkit));
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
    set(u"takeInUseBox"_s, true);
    if (!m_session->rights())
        end(u"More rights are needed: %1"_s.arg(m_session->commandWithRights()));
    return press(u"nextButton"_s);
}

bool DemoTour::leaveInstall()
{
    if (!m_session->applied())
        return false;
    keepPicture(u"3-install-done"_s);
    if (m_session->isInstalled()) {
        m_watch.start();
        return press(u"nextButton"_s);
    }
    const auto &error = m_session->applied()->error;
    end(error ? error->message.toString() : u"The installation was not finished."_s);
    return false;
}

bool DemoTour::leaveVerify()
{
    if (!m_session->verified())
        return false;
    stopWatch(u"the checks"_s);
    keepPicture(u"4-verify"_s);
    return true;
}

bool DemoTour::measureGpu()
{
    if (!m_session->hasGpuToMeasure()) {
        std::printf("There is no GPU here that could be measured.\n");
        return true;
    }
    set(u"gpuAllModesBox"_s, true);
    m_watch.start();
    return press(u"gpuTestButton"_s);
}

bool DemoTour::leaveMeasurement()
{
    if (m_session->gpuMeasurement().isMeasuring())
        return false;
    if (m_session->hasGpuToMeasure()) {
        stopWatch(u"the GPU test in all modes"_s);
        keepPicture(u"4-verify-all-modes"_s);
    }
    if (m_session->gpuMeasurement().report()) {
        keepBars();
        printMeasurement();
    }
    return true;
}

bool DemoTour::endVerify()
{
    if (!m_session->verified()->isOk())
        end(u"The installed copy did not pass all checks."_s);
    else
        end(m_session->gpuMeasurement().hasFault() ? u"The GPU test found a fault."_s : QString());
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

void DemoTour::set(const QString &objectName, bool isChecked)
{
    auto *box = m_window->findChild<QAbstractButton *>(objectName);
    if (box && box->isChecked() != isChecked)
        press(objectName);
}

void DemoTour::keepPicture(const QString &name)
{
    const QString path = m_pictures.absoluteFilePath(name + u".png"_s);
    // A change of size goes up one widget at a time.
    constexpr int deepest = 10;
    for (int i = 0; i < deepest; ++i)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    if (m_window->grab().save(path))
        std::printf("%s\n", qPrintable(path));
    else
        end(u"%1 could not be written."_s.arg(path));
}

void DemoTour::keepBars()
{
    const SpeedChart chart = speedChartOf(*m_session->gpuMeasurement().report());
    const auto keep = [this](const QString &name, const QByteArray &bytes) {
        const QString path = m_pictures.absoluteFilePath(name);
        if (saveBytes(path, bytes))
            std::printf("%s\n", qPrintable(path));
        else
            end(u"%1 could not be written."_s.arg(path));
    };
    keep(u"4-bars.png"_s, pngOf(chart, m_window->font()));
    keep(u"4-bars.svg"_s, svgOf(chart));
}

void DemoTour::printMeasurement()
{
    std::printf("%s", qPrintable(gpuTestText(*m_session->gpuMeasurement().report())));
}

void DemoTour::stopWatch(const QString &during)
{
    m_watch.stop();
    if (m_route.isOverThisMachine())
        std::printf("Longest gap of the event loop during %s: %lld ms\n", qPrintable(during),
                    static_cast<long long>(m_watch.longestGap().count()));
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
