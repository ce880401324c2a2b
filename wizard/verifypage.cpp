// SPDX-License-Identifier: MIT
#include "verifypage.h"

#include "gputestview.h"
#include "session.h"
#include "widgets/checkrow.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

VerifyPage::VerifyPage(Session *session, QWidget *parent)
    : Page(parent), m_session(session), m_verdict(new MarkLine(u"verifyVerdict"_s, TextKind::Fact)),
      m_scroll(new QScrollArea), m_rowsLayout(new QVBoxLayout), m_gpuTest(new GpuTestView(session)),
      m_again(new QPushButton), m_save(new QPushButton), m_copy(new QPushButton),
      m_copied(newLabel(TextKind::Small, u"copiedWords"_s))
{
    setObjectName(u"verifyPage"_s);
    m_again->setObjectName(u"verifyAgainButton"_s);
    m_save->setObjectName(u"saveReportButton"_s);
    m_copy->setObjectName(u"copyReportButton"_s);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_again);
    buttons->addWidget(m_save);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_copied, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_verdict);
    layout->addWidget(newChecks(), 1);
    layout->addLayout(buttons);

    connect(m_again, &QPushButton::clicked, session, &Session::verify);
    connect(m_save, &QPushButton::clicked, this, &VerifyPage::reportWanted);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_session->reportText());
        m_copied->setText(tr("The report is in the clipboard."));
    });
    connect(m_gpuTest, &GpuTestView::pictureWanted, this, &VerifyPage::pictureWanted);
    connect(session, &Session::verifyChanged, this, &VerifyPage::refresh);
    connect(&session->gpuMeasurement(), &GpuMeasurement::changed, this, &VerifyPage::refresh);
    connect(&session->gpuMeasurement(), &GpuMeasurement::changed, this, &VerifyPage::followGpuTest);
    retranslate();
}

QWidget *VerifyPage::newChecks()
{
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setForegroundRole(QPalette::Text);
    content->setAutoFillBackground(true);
    auto *all = new QVBoxLayout(content);
    all->addLayout(m_rowsLayout);
    all->addSpacing(fontMetrics().height());
    all->addWidget(m_gpuTest);
    all->addStretch();
    m_scroll->setObjectName(u"checksArea"_s);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    return m_scroll;
}

QString VerifyPage::title() const
{
    return tr("Does it work?");
}

QString VerifyPage::subtitle() const
{
    return tr("The installed files are checked, loaded and built against, one after the other.");
}

QString VerifyPage::stepName() const
{
    return tr("Verify");
}

Page::State VerifyPage::state() const
{
    const auto &verified = m_session->verified();
    if (!verified)
        return State::Open;
    return verified->isOk() && !m_session->gpuMeasurement().hasFault() ? State::Done : State::Problem;
}

QString VerifyPage::nextText() const
{
    return tr("&Finish");
}

QString VerifyPage::cancelText() const
{
    return isWorking() ? tr("Stop") : Page::cancelText();
}

bool VerifyPage::mayCancel() const
{
    // At the end there is nothing left to cancel; Finish closes the window.
    return isWorking() || !m_session->verified();
}

bool VerifyPage::mayGoOn() const
{
    return !isWorking();
}

bool VerifyPage::mayGoBack() const
{
    return !isWorking();
}

bool VerifyPage::stopWork()
{
    if (!isWorking())
        return false;
    m_session->stopVerifying();
    m_session->gpuMeasurement().stop();
    return true;
}

void VerifyPage::enter()
{
    if (!m_session->verified() && !isWorking())
        m_session->verify();
}

QWidget *VerifyPage::firstFocus()
{
    return m_again->isEnabled() ? m_again : nullptr;
}

void VerifyPage::retranslate()
{
    m_again->setText(tr("&Run again"));
    m_save->setText(tr("&Save report…"));
    m_copy->setText(tr("&Copy"));
    m_copy->setAccessibleName(tr("Copy the report"));
    m_copied->clear();
    refresh();
}

void VerifyPage::refresh()
{
    const bool isRunning = isWorking();
    m_again->setEnabled(!isRunning && m_session->isInstalled());
    m_save->setEnabled(!isRunning);
    m_copy->setEnabled(!isRunning);
    refreshVerdict();
    refreshChecks();
    Q_EMIT changed();
}

void VerifyPage::refreshVerdict()
{
    const auto &verified = m_session->verified();
    if (m_session->isVerifying()) {
        m_verdict->set(u"running"_s, tr("Working"), tr("Checking…"));
    } else if (!verified) {
        m_verdict->set(u"open"_s, tr("To do"), tr("Not checked yet."));
    } else if (verified->isOk() && m_session->gpuMeasurement().hasFault()) {
        m_verdict->set(u"failed"_s, tr("Problem"),
                       tr("The GPU test found a fault. It says below what is wrong."));
    } else if (verified->isOk()) {
        m_verdict->set(u"done"_s, tr("Good"),
                       tr("cuDNN %1 is in place and works.").arg(Words::version(verified->version)));
    } else {
        const auto isFailed = [](const VerifyCheck &check) {
            return check.status == VerifyCheck::Status::Failed;
        };
        const auto failed = std::count_if(verified->checks.begin(), verified->checks.end(), isFailed);
        m_verdict->set(u"failed"_s, tr("Problem"),
                       tr("%n check(s) failed. Each says below what is wrong.", nullptr, int(failed)));
    }
}

bool VerifyPage::isWorking() const
{
    return m_session->isVerifying() || m_session->gpuMeasurement().isMeasuring();
}

void VerifyPage::followGpuTest()
{
    const bool isMeasuring = m_session->gpuMeasurement().isMeasuring();
    if (isMeasuring == m_wasMeasuring)
        return;
    m_wasMeasuring = isMeasuring;
    // The new words and bars have their place only after the layout.
    QTimer::singleShot(0, this, &VerifyPage::showGpuTest);
}

void VerifyPage::showGpuTest()
{
    m_scroll->verticalScrollBar()->setValue(m_gpuTest->y() - fontMetrics().height() / 2);
}

// What the GPU test found stands below, with its bars, and need not be said twice.
VerifyCheck VerifyPage::shown(const VerifyCheck &check) const
{
    VerifyCheck shorter = check;
    if (check.id == u"gpu" && check.status != VerifyCheck::Status::Unknown
        && m_session->gpuMeasurement().report()) {
        shorter.detail = Text::verbatim(tr("What the test found is shown below."));
        shorter.evidence.clear();
    }
    return shorter;
}

void VerifyPage::refreshChecks()
{
    const QList<VerifyCheck> &checks = m_session->checks();
    while (m_rows.size() < checks.size()) {
        m_rows << new CheckRow(u"check%1"_s.arg(m_rows.size()));
        m_rowsLayout->addWidget(m_rows.last());
    }
    bool isNext = m_session->isVerifying();
    for (int i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setVisible(i < checks.size());
        if (i >= checks.size())
            continue;
        const bool isOpen = checks[i].status == VerifyCheck::Status::Unknown;
        m_rows[i]->set(shown(checks[i]), isOpen && isNext);
        isNext = isNext && !isOpen;
    }
}

} // namespace cudnnsetup
