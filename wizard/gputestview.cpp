// SPDX-License-Identifier: MIT
#include "gputestview.h"

#include "gpu/gpuverdict.h"
#include "report/gputesttext.h"
#include "session.h"
#include "widgets/disclosure.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "widgets/speedbars.h"
#include "words.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

int doneIn(const GpuTestReport &report)
{
    return int(std::count_if(report.modes.begin(), report.modes.end(), [](const GpuModeResult &result) {
        return result.status != GpuModeResult::Status::NotReached;
    }));
}

QString reasonsOf(const GpuVerdict &verdict)
{
    QStringList lines;
    for (const Text &reason : verdict.reasons)
        lines << u"•  "_s + reason.toString();
    return lines.join(u'\n');
}

} // namespace

GpuTestView::GpuTestView(Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_verdict(new MarkLine(u"gpuVerdict"_s, TextKind::Heading)),
      m_reasons(newLabel(TextKind::Body, u"gpuReasons"_s)),
      m_mending(newLabel(TextKind::Body, u"gpuMending"_s)), m_bars(new SpeedBars(u"gpuBars"_s)),
      m_facts(new Disclosure(u"gpuFacts"_s)), m_allModes(new QCheckBox), m_asPrograms(new QCheckBox),
      m_again(new QPushButton), m_picture(new QPushButton)
{
    setObjectName(u"gpuTestView"_s);
    m_allModes->setObjectName(u"gpuAllModesBox"_s);
    m_asPrograms->setObjectName(u"gpuAsProgramsBox"_s);
    m_again->setObjectName(u"gpuTestButton"_s);
    m_again->setAutoDefault(false);
    m_picture->setObjectName(u"savePictureButton"_s);
    m_picture->setAutoDefault(false);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_verdict);
    layout->addWidget(m_reasons);
    layout->addWidget(m_mending);
    layout->addWidget(m_bars);
    layout->addWidget(m_facts);
    layout->addWidget(newChoices());

    connect(m_again, &QPushButton::clicked, this, &GpuTestView::measure);
    connect(m_picture, &QPushButton::clicked, this, &GpuTestView::pictureWanted);
    connect(&session->gpuMeasurement(), &GpuMeasurement::changed, this, &GpuTestView::refresh);
    connect(session, &Session::verifyChanged, this, &GpuTestView::refresh);
    connect(session, &Session::detectChanged, this, &GpuTestView::refresh);
    retranslate();
}

QWidget *GpuTestView::newChoices()
{
    // Controls are drawn to be seen on a window's ground, not on that of a text.
    auto *choices = new QWidget;
    choices->setBackgroundRole(QPalette::Window);
    choices->setForegroundRole(QPalette::WindowText);
    choices->setAutoFillBackground(true);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_picture);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(choices);
    layout->addLayout(buttons);
    layout->addWidget(m_allModes);
    layout->addWidget(m_asPrograms);
    return choices;
}

void GpuTestView::measure()
{
    m_session->measureGpu(m_asPrograms->isChecked() ? GpuTestReport::Way::AsPrograms
                                                    : GpuTestReport::Way::ThisCopy,
                          m_allModes->isChecked() ? allGpuModes() : defaultGpuModes());
}

void GpuTestView::retranslate()
{
    m_allModes->setText(tr("&Thorough: every number format in both memory layouts"));
    m_asPrograms->setText(tr("&As your programs find cuDNN, instead of with this copy"));
    m_picture->setText(tr("Save &picture…"));
    m_facts->setTitle(tr("Details of the GPU test"));
    m_facts->setSubject(tr("Details of the GPU test"));
    refresh();
}

void GpuTestView::refresh()
{
    const GpuMeasurement &gpu = m_session->gpuMeasurement();
    const auto &report = gpu.report();
    setVisible(m_session->hasGpuToMeasure() || report || gpu.isMeasuring());
    m_again->setText(report ? tr("Run &GPU test again") : tr("Run &GPU test"));
    m_again->setEnabled(m_session->canMeasureGpu());
    m_allModes->setEnabled(m_session->canMeasureGpu());
    m_asPrograms->setEnabled(m_session->canMeasureGpu());
    if (!report)
        m_bars->setChart({});
    else
        m_bars->setChart(gpu.isMeasuring() ? runningChartOf(*report, gpu.runningMode())
                                           : speedChartOf(*report));
    m_picture->setEnabled(!gpu.isMeasuring() && !m_bars->chart().isEmpty());
    m_facts->setText(report && !gpu.isMeasuring() ? gpuFactsText(*report) : QString());
    refreshVerdict();
    refreshReasons();
}

void GpuTestView::refreshVerdict()
{
    const GpuMeasurement &gpu = m_session->gpuMeasurement();
    const auto &report = gpu.report();
    m_verdict->setVisible(report || gpu.isMeasuring() || gpu.wasStopped());
    if (gpu.isMeasuring() && report && gpu.runningMode()) {
        //: %1: number format and memory layout. %2 of %3: how many of them are done.
        const QString words = tr("%1: measuring… (%2 of %3 done)");
        m_verdict->set(u"running"_s, tr("Working"),
                       words.arg(labelOf(*gpu.runningMode())).arg(doneIn(*report)).arg(report->modes.size()));
    } else if (gpu.isMeasuring()) {
        m_verdict->set(u"running"_s, tr("Working"), tr("Looking for the GPU and the libraries…"));
    } else if (gpu.wasStopped()) {
        m_verdict->set(u"skipped"_s, tr("Stopped"), tr("The GPU test was stopped before its end."));
    } else if (report) {
        const GpuVerdict &verdict = report->verdict;
        m_verdict->set(Words::mark(verdict.kind), Words::verdict(verdict.kind), verdict.sentence.toString());
    }
}

void GpuTestView::refreshReasons()
{
    const GpuMeasurement &gpu = m_session->gpuMeasurement();
    const bool isJudged = gpu.report() && !gpu.isMeasuring() && !gpu.wasStopped();
    const GpuVerdict verdict = isJudged ? gpu.report()->verdict : GpuVerdict{};
    m_reasons->setText(reasonsOf(verdict));
    m_reasons->setVisible(!verdict.reasons.isEmpty());
    m_mending->setText(tr("What to do: %1").arg(verdict.mending.toString()));
    m_mending->setVisible(!verdict.mending.isEmpty());
}

void GpuTestView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace cudnnsetup
