// SPDX-License-Identifier: MIT
#include "takebackdialog.h"

#include "changewords.h"
#include "session.h"
#include "widgets/commandbox.h"
#include "widgets/disclosure.h"
#include "widgets/factline.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "widgets/scrolling.h"
#include "words.h"

#include "report/installtext.h"

#include <QCloseEvent>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

using Wish = TakeBackRequest::Wish;

TakeBackDialog::TakeBackDialog(Session *session, const TakeBackRequest &request, QWidget *parent)
    : QDialog(parent), m_session(session), m_past(session->pastChanges()), m_request(request),
      m_stack(new QStackedWidget), m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel)),
      m_now(m_buttons->addButton(QString(), QDialogButtonBox::ApplyRole))
{
    setObjectName(u"takeBackDialog"_s);
    m_now->setObjectName(u"takeBackNowButton"_s);
    m_buttons->button(QDialogButtonBox::Cancel)->setObjectName(u"takeBackCancelButton"_s);
    m_buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    m_planArea = newScrolling(newPlan(), u"takeBackPlanArea"_s);
    m_stack->addWidget(m_planArea);
    m_stack->addWidget(newProgress());
    m_stack->addWidget(newOutcome());
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_buttons);

    connect(m_now, &QPushButton::clicked, this, &TakeBackDialog::press);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &TakeBackDialog::reject);
    connect(&m_past, &PastChanges::takeBackChanged, this, &TakeBackDialog::refresh);
    connect(&m_past, &PastChanges::progressed, this, [this](const Progress &progress) {
        m_isWaiting = false;
        showProgress(progress);
    });
    m_now->setDefault(true);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 22);
    m_past.ask(request);
    retranslate();
}

QWidget *TakeBackDialog::newPlan()
{
    auto *plan = new QWidget;
    m_intro = newLabel(TextKind::Heading, u"takeBackIntro"_s);
    auto *frame = new QFrame;
    m_factsFrame = frame;
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    frame->setForegroundRole(QPalette::Text);
    auto *grid = new QGridLayout(frame);
    grid->setHorizontalSpacing(fontMetrics().averageCharWidth() * 2);
    grid->setVerticalSpacing(fontMetrics().height() * 2 / 3);
    m_changes = new FactLine(grid, 0, u"takeBackChanges"_s, this);
    m_afterwards = new FactLine(grid, 1, u"takeBackAfterwards"_s, this);
    m_notes = new FactLine(grid, 2, u"takeBackNotes"_s, this);
    m_room = new FactLine(grid, 3, u"takeBackRoom"_s, this);
    m_rights = new FactLine(grid, 4, u"takeBackRights"_s, this);
    m_command = new CommandBox(u"takeBack"_s);
    m_details = new Disclosure(u"takeBackDetails"_s);
    auto *layout = new QVBoxLayout(plan);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : {static_cast<QWidget *>(m_intro), m_factsFrame, static_cast<QWidget *>(m_command),
                            static_cast<QWidget *>(m_details)})
        layout->addWidget(widget);
    layout->addStretch();
    return plan;
}

QWidget *TakeBackDialog::newProgress()
{
    m_progressArea = new QWidget;
    m_step = newLabel(TextKind::Heading, u"takeBackStep"_s);
    m_bar = new QProgressBar;
    m_bar->setObjectName(u"takeBackBar"_s);
    m_waiting = newLabel(TextKind::Body, u"takeBackWaiting"_s);
    auto *layout = new QVBoxLayout(m_progressArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_step);
    layout->addWidget(m_bar);
    layout->addWidget(m_waiting);
    layout->addStretch();
    return m_progressArea;
}

QWidget *TakeBackDialog::newOutcome()
{
    m_outcomeArea = new QWidget;
    m_outcome = new MarkLine(u"takeBackOutcome"_s, TextKind::Fact);
    m_rest = newLabel(TextKind::Body, u"takeBackRest"_s);
    m_outcomeDetails = new Disclosure(u"takeBackOutcomeDetails"_s);
    auto *layout = new QVBoxLayout(m_outcomeArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_outcome);
    layout->addWidget(m_rest);
    layout->addWidget(m_outcomeDetails);
    layout->addStretch();
    return m_outcomeArea;
}

const TakeBack *TakeBackDialog::takeBack() const
{
    const auto &answer = m_past.answer();
    return answer && *answer ? &**answer : nullptr;
}

void TakeBackDialog::retranslate()
{
    const QHash<Wish, QString> titles{{Wish::RollBack, tr("Take back")},
                                      {Wish::Uninstall, tr("Remove everything installed here")},
                                      {Wish::Recover, tr("Put back in order")},
                                      {Wish::CleanUp, tr("Free room")}};
    setWindowTitle(titles[m_request.wish]);
    m_command->setWords(ChangeWords::runTheCommand());
    for (Disclosure *details : {m_details, m_outcomeDetails}) {
        details->setTitle(tr("Details"));
        details->setSubject(tr("Details of taking back"));
    }
    m_bar->setAccessibleName(tr("Progress of taking back"));
    refresh();
}

QString TakeBackDialog::nowText() const
{
    switch (m_request.wish) {
    case Wish::RollBack:
        return tr("&Take back now");
    case Wish::Uninstall:
        return tr("&Remove now");
    case Wish::Recover:
        return tr("&Put it back now");
    case Wish::CleanUp:
        return tr("&Free room now");
    }
    return {};
}

void TakeBackDialog::refresh()
{
    if (m_past.isWorking())
        m_stack->setCurrentWidget(m_progressArea);
    else if (m_past.outcome())
        m_stack->setCurrentWidget(m_outcomeArea);
    else
        m_stack->setCurrentWidget(m_planArea);
    refreshPlan();
    refreshOutcome();
    refreshButtons();
}

void TakeBackDialog::refreshPlan()
{
    const TakeBack *shown = takeBack();
    const auto &answer = m_past.answer();
    m_intro->setText(!answer ? tr("Looking at what would have to be done…")
                     : shown ? tr("Nothing has been changed yet. This is what will be done in %1.")
                                       .arg(m_request.target)
                             : answer->error().message.toString());
    m_factsFrame->setVisible(shown);
    m_command->setVisible(shown && !shown->proposal.rights);
    m_details->setText(QString());
    if (!shown) {
        m_details->setText(answer ? answer->error().detail : QString());
        return;
    }
    const Plan &plan = shown->proposal.plan;
    const bool isCleanUp = m_request.wish == Wish::CleanUp;
    QStringList changes;
    qint64 bytes = 0;
    for (const PastChange &change : shown->changes) {
        changes << ChangeWords::line(change);
        bytes += change.backupBytes;
    }
    QStringList operations;
    for (const Operation &operation : plan.operations)
        operations << operationText(operation).toString();
    if (changes.isEmpty())
        changes = operations; // leftovers that no journal tells of
    m_changes->set(u"archive"_s, isCleanUp ? tr("Drops") : tr("Takes back"),
                   changes.isEmpty() ? tr("There is nothing to do here.") : changes.join(u'\n'));
    m_afterwards->set(u"here"_s, tr("Afterwards"), afterwardsWords(*shown));
    m_afterwards->setVisible(!shown->changes.isEmpty());
    QStringList notes;
    for (const Reason &warning : plan.warnings)
        notes << warning.text.toString();
    m_notes->set(u"warning"_s, tr("To know"), notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    m_room->set(u"done"_s, tr("Room"), tr("%1 become free.").arg(sizeText(bytes)));
    m_room->setVisible(isCleanUp);
    m_rights->set(ChangeWords::rightsMark(shown->proposal.rights), tr("Rights"),
                  ChangeWords::rights(shown->proposal.rights));
    m_command->setCommand(command());
    m_details->setText(operations.join(u'\n'));
}

QString TakeBackDialog::afterwardsWords(const TakeBack &takeBack) const
{
    if (m_request.wish == Wish::CleanUp)
        return tr("The cuDNN in place stays as it is; these changes can no longer be taken back.");
    return takeBack.changes.isEmpty() ? QString() : ChangeWords::before(takeBack.changes.last().transaction);
}

QString TakeBackDialog::doneWords(const TakeBack &takeBack) const
{
    if (m_request.wish == Wish::CleanUp)
        return tr("The backups were dropped.");
    //: %1 is a sentence about what is in place now.
    return tr("Taken back. %1").arg(afterwardsWords(takeBack));
}

void TakeBackDialog::refreshOutcome()
{
    if (!m_past.outcome() || !takeBack())
        return;
    const ApplyResult &result = *m_past.outcome();
    if (isDone(result)) {
        m_outcome->set(u"done"_s, tr("Done"), doneWords(*takeBack()));
        m_rest->setText(keptText(result.kept).trimmed());
    } else {
        const bool isWish = result.isCancelled || ChangeWords::wasNotAuthorised(result);
        m_outcome->set(isWish ? u"skipped"_s : u"failed"_s, isWish ? tr("Stopped") : tr("Failed"),
                       result.error ? result.error->message.toString() : tr("You stopped it."));
        m_rest->setText(ChangeWords::intact(result));
    }
    m_rest->setVisible(!m_rest->text().isEmpty());
    m_outcomeDetails->setText(
            result.error ? (toString(result.error->id) + u'\n' + result.error->detail).trimmed() : QString());
}

void TakeBackDialog::refreshButtons()
{
    const TakeBack *shown = takeBack();
    const auto &outcome = m_past.outcome();
    const bool isEnd = outcome && isDone(*outcome);
    m_now->setVisible(!isEnd && !m_past.isWorking());
    m_now->setText(outcome ? tr("&Try again") : nowText());
    const bool mayPress =
            outcome || (shown && shown->proposal.rights && !shown->proposal.plan.operations.isEmpty());
    const bool isNew = mayPress && !m_now->isEnabled();
    m_now->setEnabled(mayPress);
    QPushButton *cancel = m_buttons->button(QDialogButtonBox::Cancel);
    // While the plan is made the focus is on the only button that works.
    if (isNew && cancel->hasFocus())
        m_now->setFocus(Qt::OtherFocusReason);
    cancel->setText(m_past.isWorking() ? tr("Stop") : isEnd ? tr("Close") : tr("Cancel"));
    if (!m_now->isVisibleTo(this))
        cancel->setFocus(Qt::OtherFocusReason);
    (isEnd ? cancel : m_now)->setDefault(true);
}

void TakeBackDialog::showProgress(const Progress &progress)
{
    m_step->setText(Words::step(progress.step));
    m_bar->setRange(0, progress.total > 0 ? 1000 : 0);
    if (progress.total > 0)
        m_bar->setValue(int(double(progress.done) / double(progress.total) * 1000));
    m_waiting->setText(m_isWaiting ? ChangeWords::waitingForPassword()
                                   : Words::bottleneck(progress.bottleneck));
}

void TakeBackDialog::press()
{
    if (m_past.outcome()) {
        // A plan is good for one try.
        m_past.ask(m_request);
        return;
    }
    m_isWaiting = takeBack() && takeBack()->proposal.rights && *takeBack()->proposal.rights != Rights::Own;
    showProgress({.step = Progress::Step::RollBack});
    m_past.carryOut();
}

QString TakeBackDialog::command() const
{
    const QStringList target{u"--toolkit"_s, m_request.target};
    switch (m_request.wish) {
    case Wish::RollBack:
        return m_session->sudoCommand(QStringList{u"rollback"_s, m_request.id} + target);
    case Wish::Uninstall:
        return m_session->sudoCommand(QStringList{u"uninstall"_s} + target);
    case Wish::Recover:
        return m_session->sudoCommand(QStringList{u"recover"_s} + target);
    case Wish::CleanUp:
        return m_session->sudoCommand(QStringList{u"history"_s, u"--clean"_s} + target);
    }
    return {};
}

void TakeBackDialog::reject()
{
    if (m_past.isWorking())
        m_past.stop();
    else
        QDialog::reject();
}

void TakeBackDialog::closeEvent(QCloseEvent *event)
{
    if (!m_past.isWorking()) {
        QDialog::closeEvent(event);
        return;
    }
    event->ignore();
    m_past.stop();
}

void TakeBackDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace cudnnsetup
