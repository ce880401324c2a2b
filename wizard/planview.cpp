// SPDX-License-Identifier: MIT
#include "planview.h"

#include "session.h"
#include "widgets/disclosure.h"
#include "widgets/factline.h"
#include "widgets/labels.h"
#include "words.h"

#include "report/installtext.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

PlanView::PlanView(Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_takeInUse(new QCheckBox),
      m_details(new Disclosure(u"planDetails"_s))
{
    m_takeInUse->setObjectName(u"takeInUseBox"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(newFacts());
    layout->addWidget(m_takeInUse);
    layout->addWidget(newRights());
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

QWidget *PlanView::newRights()
{
    m_rightsBox = new QWidget;
    m_rightsWords = newLabel(TextKind::Body, u"rightsWords"_s);
    m_command = newRawLabel(u"rightsCommand"_s);
    m_command->setFrameShape(QFrame::StyledPanel);
    m_command->setMargin(fontMetrics().averageCharWidth());
    m_copy = new QPushButton;
    m_copy->setObjectName(u"copyCommandButton"_s);
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_session->commandWithRights()); });

    auto *row = new QHBoxLayout;
    row->addWidget(m_command, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    auto *layout = new QVBoxLayout(m_rightsBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_rightsWords);
    layout->addLayout(row);
    return m_rightsBox;
}

bool PlanView::mayInstall() const
{
    const bool isInUse = !m_takeInUse->isHidden();
    return m_session->hasPlan() && !(*m_session->plan())->needsRights
           && (!isInUse || m_takeInUse->isChecked());
}

void PlanView::retranslate()
{
    m_takeInUse->setText(
            tr("&Install all the same; running programs keep the old cuDNN until they are started again"));
    m_rightsWords->setText(
            tr("Please run this command in a terminal; it does exactly what stands here. Then press "
               "'Scan again' on the first page."));
    m_command->setAccessibleName(tr("Command to run with administrator rights"));
    m_copy->setText(tr("&Copy"));
    m_copy->setAccessibleName(tr("Copy the command"));
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
    refreshRights(plan);
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
    m_content->set(u"archive"_s, tr("New"), words);
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
    const QString needed = Words::bytes(plan.bytesToWrite);
    m_room->set(u"done"_s, tr("Room"),
                plan.bytesFree
                        ? tr("It needs up to %1; %2 are free.").arg(needed, Words::bytes(*plan.bytesFree))
                        : tr("It needs up to %1; how much is free is not known.").arg(needed));
}

void PlanView::refreshUsers(const Plan &plan)
{
    QStringList users;
    for (const CudnnCopy &copy : m_session->report().cudnnCopies) {
        if (copy.libraryDir != plan.libraryDir)
            continue;
        for (const FileUserFacts &user : copy.inUseBy)
            //: A running program: its name and process number.
            users << tr("%1 (process %2)").arg(user.name).arg(user.pid);
    }
    m_takeInUse->setHidden(users.isEmpty());
    if (users.isEmpty())
        m_users->set(u"done"_s, tr("In use"),
                     m_session->report().unseenPrograms == 0
                             ? tr("No running program uses the cuDNN in this place now.")
                             : tr("No program of yours uses the cuDNN in this place now."));
    else
        m_users->set(u"warning"_s, tr("In use"),
                     tr("These programs use it now: %1").arg(users.join(tr(", "))));
}

void PlanView::refreshRights(const Plan &plan)
{
    m_rightsBox->setVisible(plan.needsRights);
    if (!plan.needsRights) {
        m_rights->set(u"done"_s, tr("Rights"), tr("You may write there; no password is needed."));
        return;
    }
    m_rights->set(u"failed"_s, tr("Rights"),
                  tr("Writing there needs administrator rights, which this program does not have."));
    m_command->setText(breakable(m_session->commandWithRights()));
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
