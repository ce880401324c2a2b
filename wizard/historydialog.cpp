// SPDX-License-Identifier: MIT
#include "historydialog.h"

#include "changewords.h"
#include "session.h"
#include "takebackdialog.h"
#include "widgets/labels.h"
#include "widgets/markline.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

HistoryDialog::HistoryDialog(Session *session, QWidget *parent)
    : QDialog(parent), m_session(session), m_past(session->pastChanges()),
      m_words(newLabel(TextKind::Body, u"historyWords"_s)), m_problem(new MarkLine(u"historyProblem"_s)),
      m_list(newList()), m_about(newLabel(TextKind::Body, u"historyAbout"_s)), m_takeBack(new QPushButton),
      m_remove(new QPushButton), m_cleanUp(new QPushButton),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Close))
{
    setObjectName(u"historyDialog"_s);
    m_takeBack->setObjectName(u"historyTakeBackButton"_s);
    m_remove->setObjectName(u"historyRemoveButton"_s);
    m_cleanUp->setObjectName(u"historyCleanUpButton"_s);
    m_buttons->button(QDialogButtonBox::Close)->setObjectName(u"historyCloseButton"_s);
    auto *actions = new QHBoxLayout;
    for (QPushButton *button : {m_takeBack, m_remove, m_cleanUp}) {
        button->setAutoDefault(false);
        actions->addWidget(button);
    }
    actions->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_problem);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_about);
    layout->addLayout(actions);
    layout->addWidget(m_buttons);

    connect(m_list, &QTreeWidget::currentItemChanged, this, &HistoryDialog::refreshChosen);
    connect(m_takeBack, &QPushButton::clicked, this, [this] { take(TakeBackRequest::Wish::RollBack); });
    connect(m_remove, &QPushButton::clicked, this, [this] { take(TakeBackRequest::Wish::Uninstall); });
    connect(m_cleanUp, &QPushButton::clicked, this, [this] { take(TakeBackRequest::Wish::CleanUp); });
    connect(m_buttons, &QDialogButtonBox::rejected, this, &HistoryDialog::reject);
    connect(&m_past, &PastChanges::historyChanged, this, &HistoryDialog::refresh);
    retranslate();
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 24);
    m_list->setFocus();
}

QTreeWidget *HistoryDialog::newList()
{
    auto *list = new QTreeWidget;
    list->setObjectName(u"historyList"_s);
    list->setColumnCount(5);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setAllColumnsShowFocus(true);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setTabKeyNavigation(false);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionsMovable(false);
    list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    return list;
}

void HistoryDialog::retranslate()
{
    setWindowTitle(tr("History"));
    m_list->setHeaderLabels({tr("When"), tr("What"), tr("Where"), tr("State"), tr("Backup")});
    m_list->setAccessibleName(tr("Changes that this program made, newest first"));
    m_takeBack->setText(tr("&Take back…"));
    m_remove->setText(tr("&Remove everything installed here…"));
    m_buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    refresh();
}

void HistoryDialog::refresh()
{
    m_changes = m_past.all();
    m_words->setText(m_past.isReading() ? tr("Looking at what was done…")
                     : m_changes.isEmpty()
                             ? tr("This program has changed nothing on this machine yet.")
                             : tr("What this program changed on this machine, newest first. Choose a change "
                                  "to take it back, together with those made after it in the same place."));
    refreshProblem();
    refreshList();
    refreshChosen();
}

void HistoryDialog::refreshProblem()
{
    QStringList problems;
    for (const TargetHistory &target : m_past.targets()) {
        if (target.error)
            problems << target.error->message.toString();
    }
    m_problem->setVisible(!problems.isEmpty());
    m_problem->set(u"warning"_s, tr("Attention"), problems.join(u'\n'));
}

void HistoryDialog::refreshList()
{
    const QString chosenBefore = chosen() ? chosen()->transaction.id : QString();
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    QTreeWidgetItem *current = nullptr;
    for (const PastChange &change : std::as_const(m_changes)) {
        const QString backup = change.backupBytes > 0 ? sizeText(change.backupBytes) : tr("none");
        auto *item = new QTreeWidgetItem(m_list,
                                         {ChangeWords::when(change), ChangeWords::what(change),
                                          change.transaction.targetRoot, ChangeWords::state(change), backup});
        item->setData(0, Qt::UserRole, change.transaction.id);
        item->setToolTip(2, change.transaction.targetRoot);
        item->setTextAlignment(4, Qt::AlignTrailing | Qt::AlignVCenter);
        if (!current || change.transaction.id == chosenBefore)
            current = item;
    }
    m_list->setCurrentItem(current);
}

const PastChange *HistoryDialog::chosen() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    for (const PastChange &change : m_changes) {
        if (item && item->data(0, Qt::UserRole) == change.transaction.id)
            return &change;
    }
    return nullptr;
}

void HistoryDialog::refreshChosen()
{
    const PastChange *change = chosen();
    const TargetHistory *target = change ? m_past.historyOf(change->transaction.targetRoot) : nullptr;
    const bool isFree = !m_past.isReading() && !m_session->isChanging();
    const qint64 bytesToFree = target ? target->bytesToFree : 0;
    m_takeBack->setEnabled(isFree && change
                           && (change->canRollBack || change->state == PastChange::State::Unfinished));
    m_remove->setEnabled(isFree && change);
    m_cleanUp->setEnabled(isFree && bytesToFree > 0);
    m_cleanUp->setText(bytesToFree > 0 ? tr("&Free room (%1)…").arg(sizeText(bytesToFree))
                                       : tr("&Free room…"));
    m_about->setVisible(change);
    if (change)
        //: %1 is a folder, %2 what was asked for: "install cudnn-….tar.xz".
        m_about->setText(change->command.isEmpty()
                                 ? tr("In %1.").arg(change->transaction.targetRoot)
                                 : tr("In %1, by: %2").arg(change->transaction.targetRoot, change->command));
}

void HistoryDialog::take(TakeBackRequest::Wish wish)
{
    const PastChange *change = chosen();
    if (!change)
        return;
    const bool isCutOff =
            wish == TakeBackRequest::Wish::RollBack && change->state == PastChange::State::Unfinished;
    auto *dialog = new TakeBackDialog(m_session,
                                      {isCutOff ? TakeBackRequest::Wish::Recover : wish,
                                       change->transaction.targetRoot, change->transaction.id},
                                      this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void HistoryDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace cudnnsetup
