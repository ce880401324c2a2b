// SPDX-License-Identifier: MIT
#include "apply/takingback.h"

#include "apply/keeprule.h"
#include "apply/ldconfig.h"
#include "apply/pastjournals.h"
#include "apply/plancheck.h"
#include "apply/takebackone.h"

#include <QSet>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Interruption> interrupted(const Error &error)
{
    return tl::unexpected<Interruption>(error);
}

tl::unexpected<Interruption> interrupted(const FileFault &fault)
{
    return interrupted(describe(fault, Standing::NothingChanged));
}

bool isKind(const Operation &operation, Operation::Kind kind)
{
    return operation.kind == kind;
}

bool hasOnly(const Plan &plan, Operation::Kind kind)
{
    return !plan.operations.isEmpty() && std::all_of(plan.operations.begin(), plan.operations.end(), [kind](const Operation &operation) {
        return isKind(operation, kind);
    });
}

// What the whole plan did: the oldest change lends its id, the paths are those of all. journals: newest first.
Transaction transactionOfAll(const QList<Journal> &journals, const QString &target, Transaction::State state)
{
    Transaction whole = transactionOf(journals.last(), target, state);
    whole.before = journals.first().after;
    whole.after = journals.last().before;
    QSet<QString> paths;
    whole.changes.clear();
    for (auto journal = journals.rbegin(); journal != journals.rend(); ++journal) {
        const Transaction one = transactionOf(*journal, target, state);
        whole.isForEveryProgram = whole.isForEveryProgram || one.isForEveryProgram;
        for (const Transaction::ChangedPath &change : one.changes) {
            if (!paths.contains(change.path))
                whole.changes << change;
            paths << change.path;
        }
    }
    return whole;
}

} // namespace

bool takesBack(const Plan &plan)
{
    return hasOnly(plan, Operation::Kind::TakeBack) || hasOnly(plan, Operation::Kind::DropBackup);
}

TakingBack::TakingBack(const Plan &plan, const Job &job, const ApplySeams &seams) : m_plan(plan), m_job(job), m_seams(seams)
{
    // The history's own folder goes with the last change in it, or now when it is empty.
    for (const Operation &operation : plan.operations) {
        if (operation.path != historyFolder(plan.targetRoot))
            m_ids << operation.path.section(u'/', -1);
    }
    m_result.transaction.id = plan.id;
    m_result.transaction.targetRoot = plan.targetRoot;
}

ApplyResult TakingBack::run()
{
    m_job.report({.step = Progress::Step::RollBack});
    const bool drops = hasOnly(m_plan, Operation::Kind::DropBackup);
    const auto ready = open().and_then([this] { return readRecords(); }).and_then([&] {
        return drops ? dropBackups() : checkForeseen().and_then([this] { return mark(); });
    });
    if (!ready) {
        if (m_workspace)
            m_workspace->close();
        return refused(ready.error());
    }
    if (!drops)
        takeBackAll();
    m_workspace->close();
    if (!m_result.error)
        removeMadeFolders(m_tree->machine(), m_madeFolders);
    return m_result;
}

Outcome<void> TakingBack::open()
{
    if (const auto checked = checkPlan(m_plan); !checked)
        return interrupted(checked.error());
    const auto tree = TargetTree::open(m_plan.machineRoot, m_plan.targetRoot, m_seams.gate);
    if (!tree)
        return interrupted(tree.error());
    m_tree = *tree;
    const auto history = Workspace::folderIn(m_tree->root());
    if (!history)
        return interrupted(history.error());
    // Once without the lock: nothing is written where a record is not to be believed.
    if (const auto seen = recordsIn(*history, m_tree->path()); !seen)
        return interrupted(seen.error());
    auto workspace = Workspace::open(m_tree->root());
    if (!workspace)
        return interrupted(workspace.error());
    m_workspace = std::move(*workspace);
    return {};
}

Outcome<void> TakingBack::readRecords()
{
    const auto records = recordsIn(m_workspace->folder(), m_tree->path());
    if (!records)
        return interrupted(records.error());
    m_records = *records;
    return {};
}

bool TakingBack::isNamed(const Record &record) const
{
    return m_ids.contains(record.id);
}

const Record *TakingBack::oldestInPlace() const
{
    const auto oldest = std::find_if(m_records.rbegin(), m_records.rend(), [this](const Record &record) {
        return isNamed(record) && record.isInPlace();
    });
    return oldest == m_records.rend() ? nullptr : &*oldest;
}

// The plan takes a change back together with all that lies on top of it, and nothing has come since.
Outcome<void> TakingBack::checkForeseen() const
{
    const Record *oldest = oldestInPlace();
    bool isForeseen = std::all_of(m_ids.begin(), m_ids.end(), [this](const QString &id) {
        return std::any_of(m_records.begin(), m_records.end(), [&id](const Record &record) { return record.id == id; });
    });
    for (const Record &record : m_records) {
        const bool isOnTop = oldest && &record < oldest;
        if (record.isInPlace() && !isNamed(record) && (isOnTop || record.isCutOff()))
            isForeseen = false;
    }
    if (!isForeseen)
        return interrupted({ErrorId::NotConfirmed,
                            Text(QT_TRANSLATE_NOOP("backend", "The changes of %1 are no longer those that were there when the plan was "
                                                              "made. Nothing has been changed now. Look at the history again and "
                                                              "start anew."),
                                 {m_tree->path()})});
    QList<Journal> chain;
    for (const Record &record : m_records) {
        if (record.journal && isNamed(record))
            chain << *record.journal;
    }
    if (const auto missing = missingBackup(chain))
        return interrupted({ErrorId::NotSupported,
                            Text(QT_TRANSLATE_NOOP("backend", "The backup of the change %1 has been dropped, so it cannot be taken back by "
                                                              "itself. Nothing has been changed. Roll back an older change."),
                                 {*missing})});
    return {};
}

Outcome<void> TakingBack::mark()
{
    if (m_job.isCancelled())
        return tl::unexpected<Interruption>(Cancelled{});
    const Record *oldest = oldestInPlace();
    if (!oldest || oldest->isCutOff())
        return {};
    Journal journal = *oldest->journal;
    journal.state = Journal::State::RollingBack;
    const auto saved = saveJournal(oldest->folder, journal);
    if (saved)
        return {};
    // What the disk says decides: once it says 'rollingBack' the only way is on.
    const auto onDisk = loadJournal(oldest->folder);
    if (onDisk && onDisk->state == Journal::State::RollingBack)
        return {};
    return interrupted(saved.error());
}

void TakingBack::takeBackAll()
{
    qint64 count = 0;
    for (const Record &record : std::as_const(m_records)) {
        if (!isNamed(record))
            continue;
        m_job.report({.step = Progress::Step::RollBack, .done = count++, .total = m_ids.size(), .subject = Text::verbatim(record.id)});
        takeBack(record);
        if (m_result.error)
            break;
    }
    const auto state = m_result.error ? Transaction::State::Incomplete : Transaction::State::Committed;
    m_result.transaction.state = state;
    if (!m_takenBack.isEmpty())
        m_result.transaction = transactionOfAll(m_takenBack, m_tree->path(), state);
    m_result.kept.removeDuplicates();
}

void TakingBack::takeBack(const Record &record)
{
    if (!record.journal) {
        m_workspace->removeUnjournaled(record.id);
        return;
    }
    m_takenBack << *record.journal;
    const UndoReport report = takeBackOne(*m_tree, *m_workspace, record.folder, *record.journal, CacheUndo::Renew, [this] {
        return m_seams.commands ? renewLoaderCache(*m_seams.commands, m_plan.machineRoot)
                                : renewLoaderCache(systemCommands(), m_plan.machineRoot);
    });
    m_result.kept << report.kept;
    if (!report.isComplete()) {
        m_result.error = incompleteError(record.folder.label(), report, std::nullopt);
        return;
    }
    // Outermost first, so that the folders of older changes come before those that newer ones made in them.
    m_madeFolders = record.journal->madeFolders + m_madeFolders;
}

Outcome<void> TakingBack::dropBackups()
{
    const QStringList droppable = droppableBackups(journalsOf(m_records), 0);
    for (const Record &record : std::as_const(m_records)) {
        if (isNamed(record) && !droppable.contains(record.id))
            return interrupted({ErrorId::NotSupported,
                                Text(QT_TRANSLATE_NOOP("backend", "The backup of the change %1 holds files that this program did not "
                                                                  "install. It is kept, and nothing has been changed."),
                                     {record.id})});
    }
    for (const Record &record : std::as_const(m_records)) {
        if (!isNamed(record))
            continue;
        if (const auto dropped = dropBackup(*m_tree, record.folder, *record.journal); !dropped)
            return interrupted(dropped.error());
    }
    m_result.transaction.state = Transaction::State::Committed;
    return {};
}

ApplyResult TakingBack::refused(const Interruption &reason) const
{
    ApplyResult result = m_result;
    result.isCancelled = isCancelled(reason);
    if (!result.isCancelled)
        result.error = std::get<Error>(reason);
    result.wasBeforeCommit = true;
    return result;
}

} // namespace cudnnsetup
