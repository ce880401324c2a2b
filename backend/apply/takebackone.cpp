// SPDX-License-Identifier: MIT
#include "apply/takebackone.h"

#include "apply/commit.h"
#include "apply/keeprule.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

FileResult<void> removeBackups(const TargetTree &tree, const Directory &transaction, const Journal &journal)
{
    for (const Step &step : journal.steps) {
        if (!keepsOriginal(step))
            continue;
        const auto removed = tree.locate(step.path)
                                     .and_then([&](const TargetTree::Place &at) { return backupFolder(transaction, step, at.folder); })
                                     .and_then([&](const Directory &folder) { return folder.removeFile(step.backup); });
        if (!removed && removed.error().kind != FileFault::Kind::Missing)
            return removed;
    }
    return {};
}

FileResult<void> close(const Workspace &workspace, const Directory &transaction, Journal journal, const QList<Step> &held)
{
    if (held.isEmpty()) {
        const auto removed = workspace.remove(journal.id);
        // Somebody put a file of their own into our backup: it stays, and stands in nobody's way.
        if (removed || removed.error().kind != FileFault::Kind::NotEmpty)
            return removed;
    }
    journal.steps = held;
    journal.state = Journal::State::RolledBack;
    return saveJournal(transaction, journal).and_then([&] { return workspace.removeStage(journal.id); });
}

} // namespace

UndoReport takeBackOne(const TargetTree &tree, const Workspace &workspace, const Directory &transaction, const Journal &journal,
                       CacheUndo cacheUndo, const std::function<Result<void>()> &renewCache)
{
    // Nothing of the target had been changed.
    const bool hadBegun = journal.state != Journal::State::Staging;
    UndoReport report = hadBegun ? undo(tree, transaction, journal, cacheUndo, renewCache) : UndoReport{};
    if (!report.isComplete())
        return report;
    const auto closed = close(workspace, transaction, journal, report.held);
    if (!closed)
        report.stuck << closed.error().path + u": "_s + closed.error().detail;
    return report;
}

FileResult<void> dropBackup(const TargetTree &tree, const Directory &transaction, Journal journal)
{
    journal.isBackupDropped = true;
    return saveJournal(transaction, journal).and_then([&] { return removeBackups(tree, transaction, journal); });
}

} // namespace cudnnsetup
