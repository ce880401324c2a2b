// SPDX-License-Identifier: MIT
#include "apply/unfinished.h"

#include "apply/ldconfig.h"
#include "apply/plancheck.h"
#include "apply/targettree.h"
#include "apply/undo.h"
#include "apply/workspace.h"

#include <algorithm>
#include <functional>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// One folder of the history. No journal: the transaction had not begun, or is all but removed.
struct Record
{
    QString id;
    Directory folder;
    std::optional<Journal> journal = {};

    bool isCommitted() const { return journal && journal->state == Journal::State::Committed; }
    bool isUnfinished() const { return journal && journal->state != Journal::State::Committed; }
};

Result<Record> recordIn(const Directory &folder, const QString &id, const QString &targetRoot)
{
    const auto journal = loadJournal(folder);
    if (!journal && journal.error().id == ErrorId::InputMissing)
        return Record{id, folder};
    if (!journal && journal.error().id == ErrorId::InputMalformed)
        return failure(ErrorId::TransactionUnfinished, journal.error().message, folder.label());
    if (!journal)
        return tl::unexpected(journal.error());
    const Record record{id, folder, *journal};
    // What a committed one says is not acted upon.
    const auto checked = record.isCommitted() ? Result<void>() : checkJournal(*journal, id, targetRoot);
    if (!checked)
        return failure(checked.error().id, checked.error().message, folder.label());
    return record;
}

// All that the history holds, the newest last. An error: one of them is not to be believed, and none is acted upon.
Result<QList<Record>> recordsIn(const Directory &history, const QString &targetRoot)
{
    const auto ids = Workspace::idsIn(history);
    if (!ids)
        return tl::unexpected(describe(ids.error(), Standing::NothingChanged));
    QList<Record> records;
    for (const QString &id : *ids) {
        const auto folder = history.open(id);
        if (!folder && folder.error().kind == FileFault::Kind::Missing) // its program has just removed it
            continue;
        if (!folder)
            return tl::unexpected(describe(folder.error(), Standing::NothingChanged));
        const auto record = recordIn(*folder, id, targetRoot);
        if (!record)
            return tl::unexpected(record.error());
        records << *record;
    }
    return records;
}

class RollingBack
{
public:
    RollingBack(const QString &machineRoot, const TargetTree &tree, const Workspace &workspace, const ApplySeams &seams)
        : m_machineRoot(machineRoot), m_tree(tree), m_workspace(workspace), m_seams(seams)
    {
    }

    ApplyResult run(const QList<Record> &records)
    {
        // The newest first: it lies on top of the others.
        for (auto record = records.crbegin(); record != records.crend() && !m_result.error; ++record)
            clear(*record);
        return m_result;
    }

    const QStringList &madeFolders() const { return m_madeFolders; }

private:
    void clear(const Record &record)
    {
        if (!record.journal) {
            m_workspace.removeUnjournaled(record.id);
        } else if (record.journal->state == Journal::State::Staging) {
            m_madeFolders << record.journal->madeFolders;
            m_workspace.remove(record.id);
        } else if (record.isUnfinished()) {
            undoOne(record.folder, *record.journal);
        }
    }

    void undoOne(const Directory &folder, const Journal &journal)
    {
        UndoReport report = undo(m_tree, folder, journal, CacheUndo::Renew, [this]() -> Result<void> {
            return m_seams.commands ? renewLoaderCache(*m_seams.commands, m_machineRoot)
                                    : renewLoaderCache(systemCommands(), m_machineRoot);
        });
        if (report.isComplete()) {
            if (const auto removed = m_workspace.remove(journal.id); !removed)
                report.stuck << removed.error().path + u": "_s + removed.error().detail;
        }
        const auto state = report.isComplete() ? Transaction::State::RolledBack : Transaction::State::Incomplete;
        m_result.kept << report.kept;
        m_result.transaction = transactionOf(journal, m_tree.path(), state);
        if (report.isComplete())
            m_madeFolders << journal.madeFolders;
        else
            fail(incompleteError(folder.label(), report, std::nullopt));
    }

    void fail(const Error &error) { m_result.error = error; }

    const QString &m_machineRoot;
    const TargetTree &m_tree;
    const Workspace &m_workspace;
    const ApplySeams &m_seams;
    QStringList m_madeFolders;
    ApplyResult m_result;
};

ApplyResult failed(const Error &error)
{
    ApplyResult result;
    result.error = error;
    return result;
}

ApplyResult failed(const FileFault &fault)
{
    return failed(describe(fault, Standing::NothingChanged));
}

bool isRightMissing(const FileFault &fault)
{
    return fault.kind == FileFault::Kind::NotWritable || fault.kind == FileFault::Kind::ReadOnly;
}

} // namespace

ApplyResult rollBackUnfinished(const QString &machineRoot, const QString &targetRoot, const Job &job, const ApplySeams &seams)
{
    const auto tree = TargetTree::open(machineRoot, targetRoot, seams.gate);
    if (!tree)
        return tree.error().kind == FileFault::Kind::Missing ? ApplyResult{} : failed(tree.error());
    const auto history = Workspace::folderIn(tree->root());
    if (!history)
        return history.error().kind == FileFault::Kind::Missing ? ApplyResult{} : failed(history.error());
    const auto seen = recordsIn(*history, tree->path());
    if (!seen)
        return failed(seen.error());
    if (!seen->isEmpty() && std::all_of(seen->begin(), seen->end(), std::mem_fn(&Record::isCommitted)))
        return {};
    job.report({.step = Progress::Step::RollBack});
    auto workspace = Workspace::open(tree->root());
    const bool isUnfinished = std::any_of(seen->begin(), seen->end(), std::mem_fn(&Record::isUnfinished));
    // Empty folders that this user may not tidy up are nothing that was cut off.
    if (!workspace && !isUnfinished && isRightMissing(workspace.error()))
        return {};
    if (!workspace)
        return failed(workspace.error());
    // Once more under the lock: somebody may have been faster.
    const auto records = recordsIn(workspace->folder(), tree->path());
    RollingBack rollingBack(machineRoot, *tree, *workspace, seams);
    const ApplyResult result = records ? rollingBack.run(*records) : failed(records.error());
    workspace->close();
    if (!result.error)
        removeMadeFolders(tree->machine(), rollingBack.madeFolders());
    return result;
}

} // namespace cudnnsetup
