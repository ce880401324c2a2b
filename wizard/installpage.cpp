// SPDX-License-Identifier: MIT
#include "installpage.h"

#include "changewords.h"
#include "planview.h"
#include "session.h"
#include "widgets/disclosure.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "widgets/scrolling.h"
#include "words.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

InstallPage::InstallPage(Session *session, QWidget *parent)
    : Page(parent), m_session(session), m_stack(new QStackedWidget), m_plan(new PlanView(session))
{
    setObjectName(u"installPage"_s);
    m_planArea = newScrolling(m_plan, u"planArea"_s);
    m_stack->addWidget(m_planArea);
    m_stack->addWidget(newProgress());
    m_stack->addWidget(newOutcome());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_plan, &PlanView::agreed, this, &Page::changed);
    connect(session, &Session::planChanged, this, &InstallPage::refresh);
    connect(session, &Session::applyChanged, this, &InstallPage::refresh);
    connect(session, &Session::applyProgressed, this, [this](const Progress &progress) {
        m_isWaiting = false;
        showProgress(progress);
    });
    connect(&session->pastChanges(), &PastChanges::historyChanged, this, &InstallPage::refresh);
    retranslate();
}

QWidget *InstallPage::newProgress()
{
    m_progressArea = new QWidget;
    m_bar = new QProgressBar;
    m_bar->setObjectName(u"installBar"_s);
    m_numbers = newLabel(TextKind::Body, u"installNumbers"_s);
    m_slow = newLabel(TextKind::Body, u"installSlow"_s);
    auto *layout = new QVBoxLayout(m_progressArea);
    layout->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < 5; ++i) {
        m_stepLines << new MarkLine(u"installStep%1"_s.arg(i));
        layout->addWidget(m_stepLines.last());
    }
    layout->addSpacing(fontMetrics().height());
    layout->addWidget(m_bar);
    layout->addWidget(m_numbers);
    layout->addWidget(m_slow);
    layout->addStretch();
    return m_progressArea;
}

QWidget *InstallPage::newOutcome()
{
    m_outcomeArea = new QWidget;
    m_outcome = new MarkLine(u"installOutcome"_s, TextKind::Fact);
    m_intact = newLabel(TextKind::Body, u"installIntact"_s);
    m_undo = new QPushButton;
    m_undo->setObjectName(u"undoButton"_s);
    m_undo->setAutoDefault(false);
    m_tryAgain = new QPushButton;
    m_tryAgain->setObjectName(u"tryAgainButton"_s);
    m_details = new Disclosure(u"outcomeDetails"_s);
    auto *layout = new QVBoxLayout(m_outcomeArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_outcome);
    layout->addWidget(m_intact);
    layout->addWidget(m_undo, 0, Qt::AlignLeading);
    layout->addWidget(m_tryAgain, 0, Qt::AlignLeading);
    layout->addWidget(m_details);
    layout->addStretch();
    connect(m_undo, &QPushButton::clicked, this, &InstallPage::undoWanted);
    connect(m_tryAgain, &QPushButton::clicked, this, &InstallPage::start);
    return m_outcomeArea;
}

QString InstallPage::title() const
{
    if (m_session->isApplying())
        return m_isStopping ? tr("Stopping") : tr("Installing");
    if (m_session->isInstalled())
        return tr("Installed");
    return m_session->applied() ? tr("Not installed") : tr("What will be done");
}

QString InstallPage::subtitle() const
{
    if (m_session->isApplying())
        return tr("Until the files are put in place, nothing is changed; after that, stopping puts "
                  "everything back.");
    if (m_session->applied())
        return m_session->isInstalled() ? tr("The next page proves that it works.") : QString();
    return tr("Nothing has been changed yet. Press Install to begin.");
}

QString InstallPage::stepName() const
{
    return tr("Install");
}

Page::State InstallPage::state() const
{
    if (m_session->isInstalled())
        return State::Done;
    const auto &applied = m_session->applied();
    const bool isWish = applied && (applied->isCancelled || ChangeWords::wasNotAuthorised(*applied));
    return applied && !isWish ? State::Problem : State::Open;
}

QString InstallPage::nextText() const
{
    return m_session->isInstalled() ? Page::nextText() : tr("&Install");
}

QString InstallPage::cancelText() const
{
    return m_session->isApplying() ? tr("Stop and put &back") : Page::cancelText();
}

bool InstallPage::mayGoOn() const
{
    if (m_session->isApplying())
        return false;
    return m_session->isInstalled() || (!m_session->applied() && m_plan->mayInstall());
}

bool InstallPage::mayGoBack() const
{
    return !m_session->isApplying();
}

void InstallPage::goOn()
{
    if (m_session->isInstalled())
        Q_EMIT finished();
    else
        start();
}

bool InstallPage::stopWork()
{
    if (!m_session->isApplying())
        return false;
    m_isStopping = true;
    m_session->stopApplying();
    Q_EMIT changed();
    return true;
}

QWidget *InstallPage::firstFocus()
{
    // The plan is read first; its button stands in the frame and is the default one.
    return nullptr;
}

void InstallPage::start()
{
    m_isStopping = false;
    m_isWaiting = m_session->rights() && *m_session->rights() != Rights::Own;
    m_progress = {.step = Progress::Step::Stage};
    m_meter.restart();
    m_sinceStep.start();
    m_session->apply();
}

void InstallPage::retranslate()
{
    m_bar->setAccessibleName(tr("Progress of the installation"));
    m_undo->setText(tr("&Undo…"));
    m_undo->setAccessibleName(tr("Undo: take this installation back"));
    m_tryAgain->setText(tr("&Try again"));
    m_details->setTitle(tr("Details"));
    m_details->setSubject(tr("Details of what happened"));
    m_plan->retranslate();
    refresh();
}

void InstallPage::refresh()
{
    m_plan->refresh();
    if (m_session->isApplying()) {
        m_stack->setCurrentWidget(m_progressArea);
        showProgress(m_progress);
    } else if (m_session->applied()) {
        m_stack->setCurrentWidget(m_outcomeArea);
        refreshOutcome();
    } else {
        m_stack->setCurrentWidget(m_planArea);
    }
    Q_EMIT changed();
}

QList<Progress::Step> InstallPage::steps() const
{
    QList<Progress::Step> steps{Progress::Step::Stage, Progress::Step::Check, Progress::Step::Commit};
    if (m_progress.step == Progress::Step::RollBack)
        return steps << Progress::Step::RollBack;
    const QList<Operation> operations =
            m_session->hasPlan() ? (*m_session->plan())->operations : QList<Operation>();
    const bool hasLdconfig =
            std::any_of(operations.begin(), operations.end(), [](const Operation &operation) {
                return operation.kind == Operation::Kind::RunLdconfig;
            });
    return hasLdconfig ? steps << Progress::Step::LoaderCache : steps;
}

void InstallPage::refreshSteps()
{
    const QList<Progress::Step> all = steps();
    const qsizetype here = all.indexOf(m_progress.step);
    for (int i = 0; i < m_stepLines.size(); ++i) {
        m_stepLines[i]->setVisible(i < all.size());
        if (i >= all.size())
            continue;
        const bool isPast = i < here;
        const bool isHere = i == here;
        m_stepLines[i]->set(isPast   ? u"done"_s
                            : isHere ? u"running"_s
                                     : u"open"_s,
                            isPast   ? tr("Done")
                            : isHere ? tr("Under way")
                                     : tr("To come"),
                            Words::step(all[i]));
    }
}

void InstallPage::showProgress(const Progress &progress)
{
    if (progress.step != m_progress.step) {
        m_meter.restart();
        m_sinceStep.start();
    }
    m_progress = progress;
    m_meter.add(progress.done, progress.total, m_sinceStep.elapsed());
    refreshSteps();

    m_bar->setRange(0, progress.total > 0 ? 1000 : 0);
    if (progress.total > 0)
        m_bar->setValue(int(double(progress.done) / double(progress.total) * 1000));
    m_numbers->setText(progress.countsBytes() ? byteWords(progress) : QString());
    m_slow->setText(m_isWaiting ? ChangeWords::waitingForPassword() : Words::bottleneck(progress.bottleneck));
}

QString InstallPage::byteWords(const Progress &progress) const
{
    QStringList parts;
    if (progress.total > 0)
        parts << tr("%1 of %2").arg(sizeText(progress.done), sizeText(progress.total));
    else if (progress.done > 0)
        parts << sizeText(progress.done);
    if (const auto rate = m_meter.bytesPerSecond())
        parts << tr("%1 each second").arg(sizeText(*rate));
    if (const auto left = m_meter.secondsLeft())
        parts << tr("about %1 left").arg(Words::duration(*left));
    return parts.join(tr(", "));
}

QString InstallPage::installedWords(const Transaction &transaction) const
{
    const auto isNew = [](const Transaction::ChangedPath &change) {
        return change.change != Transaction::Change::PutAside;
    };
    const auto placed = std::count_if(transaction.changes.begin(), transaction.changes.end(), isNew);
    QStringList sentences{
            tr("%n file(s) and link(s) were put in place, %1 in all, in %2.", nullptr, int(placed))
                    .arg(sizeText(transaction.bytesWritten), Words::duration(qRound64(transaction.seconds)))};
    if (transaction.before)
        sentences << tr("The files of cuDNN %1 that were there are kept in the backup.")
                             .arg(Words::version(transaction.before));
    return sentences.join(u'\n');
}

void InstallPage::refreshOutcome()
{
    const ApplyResult &applied = *m_session->applied();
    const bool isInstalled = m_session->isInstalled();
    if (isInstalled) {
        const Transaction &transaction = applied.transaction;
        m_outcome->set(
                u"done"_s, tr("Done"),
                tr("cuDNN %1 is now in %2.").arg(Words::version(transaction.after), transaction.targetRoot));
        m_intact->setText(installedWords(transaction));
        QStringList paths;
        for (const Transaction::ChangedPath &change : transaction.changes)
            paths << change.path;
        m_details->setText(paths.join(u'\n'));
    } else {
        refreshFailure(applied);
    }
    m_undo->setVisible(isInstalled);
    m_tryAgain->setVisible(!isInstalled);
    m_tryAgain->setEnabled(m_plan->mayInstall());
}

void InstallPage::refreshFailure(const ApplyResult &applied)
{
    const bool isWish = applied.isCancelled || ChangeWords::wasNotAuthorised(applied);
    m_outcome->set(isWish ? u"skipped"_s : u"failed"_s, isWish ? tr("Stopped") : tr("Failed"),
                   applied.error ? applied.error->message.toString() : tr("You stopped the installation."));
    m_intact->setText(ChangeWords::intact(applied));
    m_details->setText(applied.error ? (toString(applied.error->id) + u'\n' + applied.error->detail).trimmed()
                                     : QString());
}

} // namespace cudnnsetup
