// SPDX-License-Identifier: MIT
#include "detectpage.h"

#include "cardwords.h"
#include "changewords.h"
#include "report/summary.h"
#include "session.h"
#include "widgets/banner.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "widgets/scrolling.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

DetectPage::DetectPage(Session *session, QWidget *parent)
    : Page(parent), m_session(session), m_cutOff(new Banner(u"cutOff"_s, u"recoverButton"_s)),
      m_verdict(new MarkLine(u"verdict"_s, TextKind::Fact)), m_scan(new QPushButton),
      m_practice(new QPushButton), m_progress(newLabel(TextKind::Small, u"scanProgress"_s))
{
    setObjectName(u"detectPage"_s);
    m_scan->setObjectName(u"scanButton"_s);
    m_practice->setObjectName(u"practiceButton"_s);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_scan);
    buttons->addWidget(m_practice);
    buttons->addWidget(m_progress, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_cutOff);
    layout->addWidget(m_verdict);
    layout->addWidget(newCards(), 1);
    layout->addLayout(buttons);

    connect(m_scan, &QPushButton::clicked, session, &Session::detect);
    connect(m_practice, &QPushButton::clicked, this, &DetectPage::practiceWanted);
    connect(m_cutOff->button(), &QPushButton::clicked, this, [this] {
        if (const auto cutOff = m_session->pastChanges().cutOff())
            Q_EMIT recoveryWanted(cutOff->transaction.targetRoot);
    });
    connect(session, &Session::detectChanged, this, &DetectPage::refresh);
    connect(&session->pastChanges(), &PastChanges::historyChanged, this, &DetectPage::refreshCutOff);
    connect(session, &Session::detectProgressed, this, &DetectPage::showProgress);
    retranslate();
}

QWidget *DetectPage::newCards()
{
    m_graphics = new FactCard(u"graphics"_s, u"graphicsCard"_s);
    m_driver = new FactCard(u"driver"_s, u"driverCard"_s);
    m_toolkits = new FactCard(u"toolkit"_s, u"toolkitsCard"_s);
    m_cudnn = new FactCard(u"network"_s, u"cudnnCard"_s);
    m_python = new FactCard(u"code"_s, u"pythonCard"_s);

    auto *cards = new QWidget;
    auto *grid = new QGridLayout(cards);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_graphics, 0, 0);
    grid->addWidget(m_driver, 0, 1);
    grid->addWidget(m_toolkits, 1, 0);
    grid->addWidget(m_cudnn, 1, 1);
    grid->addWidget(m_python, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(3, 1);

    return newScrolling(cards, u"cardsArea"_s);
}

QString DetectPage::title() const
{
    return tr("What is on this machine");
}

QString DetectPage::subtitle() const
{
    return tr("Nothing is changed here; this page only looks.");
}

QString DetectPage::stepName() const
{
    return tr("Detect");
}

Page::State DetectPage::state() const
{
    return m_session->hasReport() ? State::Done : State::Open;
}

bool DetectPage::mayGoOn() const
{
    return m_session->hasReport();
}

QWidget *DetectPage::firstFocus()
{
    return m_scan->isEnabled() ? m_scan : m_practice;
}

void DetectPage::retranslate()
{
    m_graphics->setTitle(tr("Graphics card"));
    m_driver->setTitle(tr("Driver"));
    m_toolkits->setTitle(tr("CUDA toolkits"));
    m_cudnn->setTitle(tr("cuDNN"));
    m_python->setTitle(tr("Python"));
    m_scan->setText(tr("&Scan again"));
    m_practice->setText(tr("&Practice machine…"));
    m_cutOff->button()->setText(tr("Put it back in &order…"));
    m_practice->setToolTip(tr("A make-believe computer in a folder, to try everything without risk"));
    refresh();
}

void DetectPage::refresh()
{
    m_scan->setEnabled(!m_session->isDetecting() && !m_session->isChanging());
    if (!m_session->isDetecting())
        m_progress->clear();
    refreshCutOff();
    refreshVerdict();
    refreshCards();
    Q_EMIT changed();
}

void DetectPage::refreshCutOff()
{
    const auto cutOff = m_session->pastChanges().cutOff();
    m_cutOff->setVisible(cutOff.has_value());
    if (cutOff)
        //: %1 is a folder, %2 a date and time.
        m_cutOff->setSentence(tr("A change of %1 was cut off on %2. Nothing is lost.")
                                      .arg(cutOff->transaction.targetRoot, ChangeWords::when(*cutOff)));
}

void DetectPage::refreshVerdict()
{
    if (!m_session->hasReport()) {
        m_verdict->set(u"running"_s, tr("Working"), tr("Looking at this machine…"));
        return;
    }
    const Summary summary = summaryOf(m_session->report());
    const bool isReady = summary.state == Summary::State::Ready;
    m_verdict->set(isReady ? u"done"_s : u"warning"_s, isReady ? tr("Good") : tr("Attention"),
                   summary.sentence.toString());
}

void DetectPage::refreshCards()
{
    const SystemReport &report = m_session->report();
    const auto fill = [this](FactCard *card, DetectPart part, const CardFacts &facts) {
        if (m_session->isKnown(part))
            card->setFacts(facts);
        else
            card->setWaiting();
    };
    fill(m_graphics, DetectPart::Gpu, CardWords::graphics(report));
    fill(m_driver, DetectPart::Driver, CardWords::driver(report));
    fill(m_toolkits, DetectPart::Toolkits, CardWords::toolkits(report));
    fill(m_cudnn, DetectPart::Cudnn, CardWords::cudnn(report));
    fill(m_python, DetectPart::Python, CardWords::python(report));
}

void DetectPage::showProgress(const Progress &progress)
{
    const QString subject = progress.subject.toString();
    //: %1 is what the scan looks at now: a path or a name.
    m_progress->setText(subject.isEmpty() ? QString() : tr("Looking at: %1").arg(subject));
}

} // namespace cudnnsetup
