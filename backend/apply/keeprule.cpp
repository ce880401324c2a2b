// SPDX-License-Identifier: MIT
#include "apply/keeprule.h"

#include <algorithm>

namespace cudnnsetup {

namespace {

// The newest step before journals[from] that touched the path.
const Step *earlierStep(const QList<Journal> &journals, qsizetype from, const QString &path)
{
    for (qsizetype i = from + 1; i < journals.size(); ++i) {
        for (const Step &step : journals[i].steps) {
            if (step.path == path)
                return journals[i].state == Journal::State::RolledBack ? nullptr : &step;
        }
    }
    return nullptr;
}

bool isSame(const NodeRecord &before, const NodeRecord &after)
{
    if (before.type != after.type)
        return false;
    if (before.type == NodeRecord::Type::Link)
        return before.linkTarget == after.linkTarget;
    const bool hasSameContent = !before.sha256.isEmpty() && before.sha256 == after.sha256;
    return before.size == after.size && (before.modified == after.modified || hasSameContent);
}

bool isInstalledByUs(const QList<Journal> &journals, qsizetype at, const Step &step)
{
    if (step.kind != Step::Kind::Place && step.kind != Step::Kind::PutAside)
        return false;
    const Step *earlier = earlierStep(journals, at, step.path);
    return earlier && earlier->kind == Step::Kind::Place && isSame(step.before, earlier->after);
}

} // namespace

bool keepsOriginal(const Step &step)
{
    return !step.backup.isEmpty() && step.kind != Step::Kind::LoaderCache;
}

QStringList droppableBackups(const QList<Journal> &journals, int keep)
{
    QStringList droppable;
    int kept = 0;
    for (qsizetype i = 0; i < journals.size(); ++i) {
        const Journal &journal = journals[i];
        const bool hasBackup = journal.state == Journal::State::Committed && !journal.isBackupDropped
                && std::any_of(journal.steps.begin(), journal.steps.end(), keepsOriginal);
        if (!hasBackup || ++kept <= keep)
            continue;
        const bool isAllOurs = std::all_of(journal.steps.begin(), journal.steps.end(), [&](const Step &step) {
            return !keepsOriginal(step) || isInstalledByUs(journals, i, step);
        });
        if (isAllOurs)
            droppable << journal.id;
    }
    return droppable;
}

std::optional<QString> missingBackup(const QList<Journal> &chain)
{
    for (qsizetype i = 0; i < chain.size(); ++i) {
        if (!chain[i].isBackupDropped)
            continue;
        const bool isReplaced = std::all_of(chain[i].steps.begin(), chain[i].steps.end(), [&](const Step &step) {
            return !keepsOriginal(step) || earlierStep(chain, i, step.path);
        });
        if (!isReplaced)
            return chain[i].id;
    }
    return std::nullopt;
}

} // namespace cudnnsetup
