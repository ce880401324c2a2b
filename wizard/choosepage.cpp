// SPDX-License-Identifier: MIT
#include "choosepage.h"

#include "archivepanel.h"
#include "report/summary.h"
#include "session.h"
#include "widgets/choicecard.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "widgets/scrolling.h"
#include "words.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QGroupBox>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Behind the numbers of the toolkits in the group of buttons.
constexpr int ownId = 1 << 16;

} // namespace

ChoosePage::ChoosePage(Session *session, QWidget *parent)
    : Page(parent), m_session(session), m_targetButtons(new QButtonGroup(this)),
      m_foot(new MarkLine(u"choiceFoot"_s))
{
    setObjectName(u"choosePage"_s);
    auto *columns = new QHBoxLayout;
    columns->addWidget(newTargets(), 2);
    columns->addWidget(newVersions(), 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(columns, 1);
    layout->addWidget(m_foot);

    connect(m_targetButtons, &QButtonGroup::idClicked, this, [this](int id) {
        if (id == ownId)
            m_session->chooseOnlyForMe();
        else
            m_session->chooseToolkit(m_targetRoots[id]);
    });
    connect(&session->pastChanges(), &PastChanges::historyChanged, this, &ChoosePage::refresh);
    connect(session, &Session::detectChanged, this, &ChoosePage::refresh);
    connect(session, &Session::choiceChanged, this, &ChoosePage::refresh);
    connect(session, &Session::planChanged, this, &ChoosePage::refresh);
    retranslate();
}

QWidget *ChoosePage::newTargets()
{
    m_targetBox = new QGroupBox;
    // The cards are made after all else on the page; this holds their place in the tab order, and nothing
    // else.
    m_firstInTabOrder = new QWidget(m_targetBox);
    m_firstInTabOrder->setFocusPolicy(Qt::TabFocus);
    m_firstInTabOrder->hide();
    auto *cards = new QWidget;
    auto *all = new QVBoxLayout(cards);
    all->setContentsMargins(0, 0, 0, 0);
    m_targets = new QVBoxLayout;
    all->addLayout(m_targets);
    m_ownCard = new ChoiceCard(u"own"_s);
    m_targetButtons->addButton(m_ownCard->button(), ownId);
    all->addWidget(m_ownCard);
    all->addStretch();
    auto *layout = new QVBoxLayout(m_targetBox);
    layout->addWidget(newScrolling(cards, u"targetsArea"_s));
    layout->addWidget(newSwitch());
    return m_targetBox;
}

QWidget *ChoosePage::newSwitch()
{
    m_switch = new QWidget;
    m_switchOn = new QCheckBox;
    m_switchOn->setObjectName(u"switchOnBox"_s);
    m_switchWords = newLabel(TextKind::Small, u"switchOnWords"_s);
    connect(m_switchOn, &QCheckBox::toggled, m_session, &Session::setSwitchesOn);
    auto *layout = new QVBoxLayout(m_switch);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_switchOn);
    layout->addWidget(m_switchWords);
    return m_switch;
}

QWidget *ChoosePage::newVersions()
{
    m_versionBox = new QGroupBox;
    auto *content = new QWidget;
    // From the top: the releases to choose from will stand first, then an archive one already has, then the
    // verdict.
    auto *all = new QVBoxLayout(content);
    all->setContentsMargins(0, 0, 0, 0);
    m_archive = new ArchivePanel(m_session);
    m_verdictTitle = newLabel(TextKind::Heading, u"verdictTitle"_s);
    m_reasons = new QVBoxLayout;
    all->addWidget(m_archive);
    all->addSpacing(fontMetrics().height() / 2);
    all->addWidget(m_verdictTitle);
    all->addLayout(m_reasons);
    all->addStretch();
    auto *layout = new QVBoxLayout(m_versionBox);
    layout->addWidget(newScrolling(content, u"versionArea"_s));
    return m_versionBox;
}

QString ChoosePage::title() const
{
    return tr("What goes where");
}

QString ChoosePage::subtitle() const
{
    return tr("Choose the place, then the cuDNN archive for it.");
}

QString ChoosePage::stepName() const
{
    return tr("Choose");
}

Page::State ChoosePage::state() const
{
    if (m_session->archiveError() || (m_session->plan() && !m_session->hasPlan()))
        return State::Problem;
    return m_session->hasPlan() ? State::Done : State::Open;
}

bool ChoosePage::mayGoOn() const
{
    return m_session->hasPlan() && !m_session->isTargetCutOff();
}

QWidget *ChoosePage::firstFocus()
{
    if (QAbstractButton *checked = m_targetButtons->checkedButton())
        return checked;
    return m_targetCards.isEmpty() ? m_ownCard->button() : m_targetCards.first()->button();
}

void ChoosePage::retranslate()
{
    m_targetBox->setTitle(tr("Where to"));
    m_versionBox->setTitle(tr("Which cuDNN"));
    refresh();
}

void ChoosePage::refresh()
{
    QStringList roots;
    for (const ToolkitFacts &toolkit : m_session->report().toolkits)
        roots << toolkit.root;
    if (roots != m_targetRoots) {
        m_targetRoots = roots;
        rebuildTargets();
    }
    refreshTargets();
    refreshOwnCard();
    refreshSwitch();
    refreshVerdict();
    refreshFoot();
    Q_EMIT changed();
}

void ChoosePage::rebuildTargets()
{
    qDeleteAll(m_targetCards);
    m_targetCards.clear();
    for (int i = 0; i < m_targetRoots.size(); ++i) {
        auto *card = new ChoiceCard(u"toolkit%1"_s.arg(i));
        m_targetButtons->addButton(card->button(), i);
        m_targets->addWidget(card);
        setTabOrder(i == 0 ? m_firstInTabOrder : m_targetCards.last()->button(), card->button());
        m_targetCards << card;
    }
}

QStringList ChoosePage::factsOf(const ToolkitFacts &toolkit) const
{
    QStringList facts;
    if (toolkit.isActive)
        facts << tr("A shell uses this one (%1).").arg(Text::word(toolkit.activeReason));
    QStringList versions;
    for (const CudnnCopy &copy : m_session->report().cudnnCopies) {
        if (copy.toolkit == toolkit.root)
            versions << Words::version(copy.version);
    }
    facts << (versions.isEmpty() ? tr("No cuDNN in it today.")
                                 : tr("cuDNN %1 in it today.").arg(versions.join(tr(", "))));
    facts << (toolkit.isWritable ? tr("You may write here.")
                                 : tr("Writing here needs administrator rights."));
    return facts;
}

void ChoosePage::refreshTargets()
{
    const QList<ToolkitFacts> &toolkits = m_session->report().toolkits;
    for (int i = 0; i < m_targetCards.size(); ++i) {
        const ToolkitFacts &toolkit = toolkits[i];
        m_targetCards[i]->set(u"CUDA "_s + Words::version(toolkit.version), toolkit.root, factsOf(toolkit));
        QRadioButton *button = m_targetCards[i]->button();
        if (m_session->toolkit() == toolkit.root)
            button->setChecked(true);
    }
    if (!m_session->hasTarget() && m_targetButtons->checkedButton()) {
        m_targetButtons->setExclusive(false);
        m_targetButtons->checkedButton()->setChecked(false);
        m_targetButtons->setExclusive(true);
    }
}

void ChoosePage::refreshOwnCard()
{
    m_ownCard->set(tr("Only for me"), m_session->ownPrefix().value_or(QString()),
                   {tr("No password needed: it goes into a folder of your own.")});
    if (m_session->isOnlyForMe())
        m_ownCard->button()->setChecked(true);
}

void ChoosePage::refreshSwitch()
{
    m_switch->setVisible(m_session->hasTarget());
    const bool isOn = m_session->switchesOn();
    m_switchOn->setChecked(isOn);
    const QString on = m_session->isOnlyForMe() ? tr("For my programs started from a shell.")
                                                : tr("For every program of this computer.");
    const QString off = m_session->isOnlyForMe() ? tr("For nobody; I set it myself.") : tr("Not at all.");
    m_switchWords->setText(isOn ? on : off);
    //: Beside the words for whom: "For every program of this computer."
    m_switchOn->setText(tr("S&witch it on"));
    m_switchOn->setAccessibleName(tr("Switch it on, so that programs find it by themselves"));
    m_switchOn->setAccessibleDescription(m_switchWords->text());
}

void ChoosePage::refreshVerdict()
{
    const std::optional<Verdict> verdict = m_session->verdict();
    m_verdictTitle->setVisible(verdict.has_value());
    if (verdict)
        //: %1 is the verdict: "Supported".
        m_verdictTitle->setText(
                (m_session->isOnlyForMe() ? tr("For this machine: %1") : tr("For the chosen toolkit: %1"))
                        .arg(Words::verdict(verdict->kind)));
    const QList<Reason> reasons = verdict ? verdict->reasons : QList<Reason>();
    while (m_reasonLines.size() < reasons.size()) {
        m_reasonLines << new MarkLine(u"reason%1"_s.arg(m_reasonLines.size()));
        m_reasons->addWidget(m_reasonLines.last());
    }
    for (int i = 0; i < m_reasonLines.size(); ++i) {
        m_reasonLines[i]->setVisible(i < reasons.size());
        if (i < reasons.size())
            m_reasonLines[i]->set(Words::mark(reasons[i].weight), Words::weight(reasons[i].weight),
                                  reasons[i].text.toString());
    }
}

void ChoosePage::refreshFoot()
{
    if (m_session->isTargetCutOff()) {
        m_foot->set(u"warning"_s, tr("To do"),
                    tr("A change of %1 was cut off. Put it back in order on the first page, then go on here.")
                            .arg((*m_session->plan())->targetRoot));
    } else if (m_session->hasPlan()) {
        const Plan &plan = **m_session->plan();
        const QString version = Words::version(plan.expectedVersion);
        const QString words = plan.expectedCudaMajor ? tr("cuDNN %1 for CUDA %2 into %3")
                                                               .arg(version)
                                                               .arg(*plan.expectedCudaMajor)
                                                               .arg(plan.targetRoot)
                                                     : tr("cuDNN %1 into %2").arg(version, plan.targetRoot);
        m_foot->set(u"done"_s, tr("Chosen"),
                    m_session->isOnlyForMe() ? tr("%1, only for me").arg(words) : words);
    } else if (m_session->plan()) {
        m_foot->set(u"failed"_s, tr("Refused"), m_session->plan()->error().message.toString());
    } else if (m_session->isPlanning() || m_session->isIdentifying()) {
        m_foot->set(u"running"_s, tr("Working"), tr("Looking at what would have to be done…"));
    } else if (!m_session->hasTarget()) {
        m_foot->set(u"open"_s, tr("To do"), tr("Choose a place at the left."));
    } else if (m_session->isOnlyForMe() && m_session->archive() && !m_session->ownPrefix()) {
        m_foot->set(
                u"failed"_s, tr("Refused"),
                tr("Which cuDNN this archive holds is not known, so it has no folder of its own. Choose a "
                   "toolkit, or another archive."));
    } else {
        m_foot->set(u"open"_s, tr("To do"), tr("Now open a cuDNN archive at the right."));
    }
}

} // namespace cudnnsetup
