// SPDX-License-Identifier: MIT
#include "planview.h"

#include "changewords.h"
#include "session.h"
#include "widgets/commandbox.h"
#include "widgets/disclosure.h"
#include "widgets/factline.h"
#include "words.h"

#include "report/installtext.h"

#include <QCheckBox>
#include <QFrame>
#include <QGridLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

PlanView::PlanView(Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_takeInUse(new QCheckBox), m_command(new CommandBox(u"rights"_s)),
      m_details(new Disclosure(u"planDetails"_s))
{
    m_takeInUse->setObjectName(u"takeInUseBox"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(newFacts());
    layout->addWidget(m_takeInUse);
    layout->addWidget(m_command);
    layout->addWidget(m_details);
    layout->addStretch();
    connect(m_takeInUse, &QCheckBox::toggled, this, &PlanView::agreed);
}

QWidget *PlanView::newFacts()
{
    auto *frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    frame->setForegroundRole(QPalette::Text);
    auto *grid = new QGridLayout(frame);
    grid->setHorizontalSpacing(fontMetrics().averageCharWidth() * 2);
    grid->setVerticalSpacing(fontMetrics().height() * 2 / 3);
    m_content = new FactLine(grid, 0, u"planContent"_s, this);
    m_replaced = new FactLine(grid, 1, u"planReplaced"_s, this);
    m_room = new FactLine(grid, 2, u"planRoom"_s, this);
    m_users = new FactLine(grid, 3, u"planUsers"_s, this);
    m_rights = new FactLine(grid, 4, u"planRights"_s, this);
    return frame;
}

bool PlanView::mayInstall() const
{
    const bool isInUse = !m_takeInUse->isHidden();
    return m_session->hasPlan() && m_session->rights() && !m_session->isTargetCutOff()
           && (!isInUse || m_takeInUse->isChecked());
}

void PlanView::retranslate()
{
    m_takeInUse->setText(
            tr("&Install all the same; running programs keep the old cuDNN until they are started again"));
    m_command->setWords(ChangeWords::runTheCommand());
    m_details->setTitle(tr("Details"));
    m_details->setSubject(tr("Details of the plan"));
    refresh();
}

void PlanView::refresh()
{
    if (!m_session->hasPlan())
        return;
    const Plan &plan = **m_session->plan();
    refreshContent(plan);
    refreshReplaced(plan);
    refreshRoom(plan);
    refreshUsers(plan);
    refreshRights();
    refreshDetails(plan);
}

void PlanView::refreshContent(const Plan &plan)
{
    const QString words = plan.expectedCudaMajor
                                  ? tr("cuDNN %1 for CUDA %2 comes into %3.")
                                            .arg(Words::version(plan.expectedVersion))
                                            .arg(*plan.expectedCudaMajor)
                                            .arg(plan.targetRoot)
                                  : tr("cuDNN %1 comes into %2.")
                                            .arg(Words::version(plan.expectedVersion), plan.targetRoot);
    m_content->set(u"archive"_s, tr("New"), words + u'\n' + switchedOnWords(plan));
}

QString PlanView::switchedOnWords(const Plan &plan) const
{
    QStringList startUpFiles;
    bool isForEveryProgram = false;
    for (const Operation &operation : plan.operations) {
        if (operation.kind == Operation::Kind::AddBlock)
            startUpFiles << operation.path;
        isForEveryProgram = isForEveryProgram || operation.kind == Operation::Kind::RunLdconfig;
    }
    if (!startUpFiles.isEmpty())
        return tr("Your programs find it when they are started from a new shell: a marked block goes into "
                  "%1.")
                .arg(startUpFiles.join(tr(", ")));
    return isForEveryProgram ? tr("Every program of this computer finds it.")
                             : tr("No program finds it by itself; you tell it where it lies.");
}

void PlanView::refreshReplaced(const Plan &plan)
{
    int putAside = 0;
    for (const Operation &operation : plan.operations)
        putAside += operation.kind == Operation::Kind::PutAside;
    if (putAside == 0) {
        m_replaced->set(u"done"_s, tr("Replaced"),
                        tr("Nothing is replaced; there is no other cuDNN in this place."));
        return;
    }
    const QString backup = u"%1/.cudnn-setup/%2"_s.arg(plan.targetRoot, plan.id);
    m_replaced->set(
            u"warning"_s, tr("Replaced"),
            tr("cuDNN %1 there is replaced; its %n file(s) and link(s) are kept in %2.", nullptr, putAside)
                    .arg(Words::version(plan.replacedVersion), backup));
}

void PlanView::refreshRoom(const Plan &plan)
{
    const QString needed = sizeText(plan.bytesToWrite);
    m_room->set(u"done"_s, tr("Room"),
                plan.bytesFree ? tr("It needs up to %1; %2 are free.").arg(needed, sizeText(*plan.bytesFree))
                               : tr("It needs up to %1; how much is free is not known.").arg(needed));
}

void PlanView::refreshUsers(const Plan &plan)
{
    static const QStringList ids{u"in-use"_s, u"gpu-in-use"_s, u"in-use-unknown"_s};
    QStringList sentences;
    bool isInUse = false;
    for (const Reason &warning : plan.warnings) {
        if (!ids.contains(warning.id))
            continue;
        sentences << warning.text.toString();
        isInUse = isInUse || warning.id == ids.first();
    }
    m_takeInUse->setHidden(!isInUse);
    if (sentences.isEmpty())
        sentences << tr("No running program uses the cuDNN in this place now.");
    m_users->set(isInUse ? u"warning"_s : u"done"_s, tr("In use"), sentences.join(u'\n'));
}

void PlanView::refreshRights()
{
    const auto &rights = m_session->rights();
    m_rights->set(ChangeWords::rightsMark(rights), tr("Rights"), ChangeWords::rights(rights));
    m_command->setVisible(!rights);
    if (!rights)
        m_command->setCommand(m_session->commandWithRights());
}

void PlanView::refreshDetails(const Plan &plan)
{
    QStringList lines;
    for (const Reason &warning : plan.warnings)
        lines << warning.text.toString();
    for (const Operation &operation : plan.operations)
        lines << operationText(operation).toString();
    m_details->setText(lines.join(u'\n'));
}

} // namespace cudnnsetup
