// SPDX-License-Identifier: MIT
#include "apply/unfinished.h"

#include "apply/ldconfig.h"
#include "apply/targettree.h"
#include "apply/undo.h"
#include "apply/workspace.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

class RollingBack
{
public:
    RollingBack(const QString &machineRoot, const TargetTree &tree, const Workspace &workspace, const ApplySeams &seams)
        : m_machineRoot(machineRoot), m_tree(tree), m_workspace(workspace), m_seams(seams)
    {
    }

    ApplyResult run(const QStringList &ids)
    {
        // The newest first: it lies on top of the others.
        for (auto id = ids.crbegin(); id != ids.crend(); ++id) {
            const auto folder = m_workspace.transaction(*id);
            if (!folder)
                fail(describe(folder.error(), Standing::NothingChanged));
            else
                look(*folder, *id);
            if (m_result.error)
                break;
        }
        return m_result;
    }

    const QStringList &madeFolders() const { return m_madeFolders; }

private:
    void look(const Directory &folder, const QString &id)
    {
        const auto journal = loadJournal(folder);
        if (!journal && journal.error().id == ErrorId::InputMissing) {
            m_workspace.removeUnjournaled(id);
            return;
        }
        if (!journal)
            return fail({ErrorId::TransactionUnfinished, journal.error().message, folder.label()});
        if (journal->state == Journal::State::Committed)
            return;
        if (journal->state != Journal::State::Staging)
            return undoOne(folder, *journal);
        m_madeFolders << journal->madeFolders;
        m_workspace.remove(id);
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

ApplyResult failed(const FileFault &fault)
{
    ApplyResult result;
    result.error = describe(fault, Standing::NothingChanged);
    return result;
}

} // namespace

ApplyResult rollBackUnfinished(const QString &machineRoot, const QString &targetRoot, const Job &job, const ApplySeams &seams)
{
    const auto tree = TargetTree::open(machineRoot, targetRoot, seams.gate);
    if (!tree && tree.error().kind == FileFault::Kind::Missing)
        return {};
    if (!tree)
        return failed(tree.error());
    const auto folder = tree->root().status(QString::fromLatin1(Workspace::folderName));
    if (!folder)
        return failed(folder.error());
    if (folder->type == NodeStatus::Type::Missing)
        return {};
    job.report({.step = Progress::Step::RollBack});
    auto workspace = Workspace::open(tree->root());
    if (!workspace)
        return failed(workspace.error());
    const auto ids = workspace->ids();
    if (!ids)
        return failed(ids.error());
    RollingBack rollingBack(machineRoot, *tree, *workspace, seams);
    const ApplyResult result = rollingBack.run(*ids);
    workspace->close();
    if (!result.error)
        removeMadeFolders(tree->machine(), rollingBack.madeFolders());
    return result;
}

} // namespace cudnnsetup
