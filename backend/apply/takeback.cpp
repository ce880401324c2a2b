// SPDX-License-Identifier: MIT
#include "apply/takeback.h"

#include "apply/keeprule.h"
#include "apply/pastjournals.h"
#include "plan/planparts.h"
#include "plan/targetfolders.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

struct Past
{
    QString target; // its real folder
    PastJournals journals;
};

Result<Past> pastOf(const Host &host, const QString &targetRoot)
{
    const auto target = host.files().canonical(targetRoot);
    if (!target)
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is not there. Nothing has been changed. Give the folder of a toolkit, "
                                                         "or a prefix."),
                            {targetRoot}));
    Past past{*target, pastJournals(host.files(), *target)};
    if (past.journals.problem)
        return tl::unexpected(*past.journals.problem);
    return past;
}

bool isCutOff(const Journal &journal)
{
    return journal.state == Journal::State::Committing || journal.state == Journal::State::RollingBack;
}

bool isInPlace(const Journal &journal)
{
    return isCutOff(journal) || journal.state == Journal::State::Committed;
}

QString folderOf(const QString &path)
{
    return path.left(std::max<qsizetype>(path.lastIndexOf(u'/'), 1));
}

bool mayNotTouch(const Host &host, const QString &target, const QList<Journal> &journals)
{
    QStringList places{target};
    for (const Journal &journal : journals) {
        for (const Step &step : journal.steps)
            places << folderOf(absolutePath(step.path, target));
    }
    places.removeDuplicates();
    return std::any_of(places.begin(), places.end(), [&host](const QString &place) {
        return !host.mayWrite(nearestExistingFolder(host.files(), place));
    });
}

// By type, size and time, or the text of a link: enough for a warning; undoing looks closer.
bool stands(const FileTree &files, const QString &path, const Step &step)
{
    const FileTree::Status now = files.status(path);
    switch (step.after.type) {
    case NodeRecord::Type::Absent:
        return now.type == FileTree::Type::Missing;
    case NodeRecord::Type::Link:
        return now.type == FileTree::Type::Link && files.linkTarget(path) == step.after.linkTarget;
    case NodeRecord::Type::File:
        // What is written beside its place has no time until it is there.
        return now.type == FileTree::Type::File && now.size == step.after.size
                && (step.after.modified == 0 || now.modified.toMSecsSinceEpoch() == step.after.modified / 1'000'000);
    case NodeRecord::Type::Directory:
        break;
    }
    return true;
}

QStringList changedSince(const FileTree &files, const QString &target, const QList<Journal> &chain)
{
    QStringList seen;
    QStringList changed;
    for (const Journal &journal : chain) {
        for (const Step &step : journal.steps) {
            const bool isFile = step.kind == Step::Kind::Place || step.kind == Step::Kind::PutAside;
            const QString path = absolutePath(step.path, target);
            if (!isFile || !step.blocks.isEmpty() || seen.contains(path))
                continue;
            seen << path; // older changes of the path lie below this one
            const bool isGone = files.status(path).type == FileTree::Type::Missing;
            if (!isGone && !stands(files, path, step))
                changed << path;
        }
    }
    return changed;
}

QList<Reason> warningsFor(const FileTree &files, const QString &target, const QList<Journal> &chain)
{
    QList<Reason> warnings;
    const QStringList changed = changedSince(files, target, chain);
    for (const QString &path : changed) {
        warnings << Reason{Reason::Weight::Warning, u"changed-since"_s,
                           Text(QT_TRANSLATE_NOOP("backend", "%1 was changed by somebody after it was put there. It stays as it is now."),
                                {path})};
    }
    return warnings;
}

QString wordFor(const std::optional<QVersionNumber> &version)
{
    return version ? u"cuDNN "_s + version->toString()
                   : Text(QT_TRANSLATE_NOOP("backend", "no known cuDNN")).toString();
}

// A plan that takes the changes of chain back, newest first.
Plan planFor(const Host &host, const Past &past, const QList<Journal> &chain, const QString &command)
{
    Plan plan;
    plan.id = newPlanId();
    plan.machineRoot = host.files().root();
    plan.targetRoot = past.target;
    plan.libraryDir = chain.isEmpty() ? past.target : absolutePath(chain.first().libraryDir, past.target);
    plan.includeDir = past.target;
    for (const Journal &journal : chain)
        plan.operations << Operation{.kind = Operation::Kind::TakeBack, .path = folderOfChange(past.target, journal.id)};
    plan.needsRights = !chain.isEmpty() && mayNotTouch(host, past.target, chain);
    plan.warnings = warningsFor(host.files(), past.target, chain);
    plan.command = command;
    const auto newest = std::find_if(chain.begin(), chain.end(), isInPlace);
    const auto oldest = std::find_if(chain.rbegin(), chain.rend(), isInPlace);
    if (newest != chain.end()) {
        plan.replacedVersion = newest->after;
        plan.expectedVersion = oldest->before;
    }
    plan.summary = u"%1: %2 -> %3"_s.arg(past.target, wordFor(plan.replacedVersion), wordFor(plan.expectedVersion));
    return plan;
}

Result<void> checkNoneCutOff(const Past &past)
{
    if (std::none_of(past.journals.journals.begin(), past.journals.journals.end(), isCutOff))
        return {};
    return failure(ErrorId::TransactionUnfinished,
                   Text(QT_TRANSLATE_NOOP("backend", "An earlier change of %1 was cut off, or is being made at this moment. Nothing has "
                                                     "been changed now. If no other cuDNN Setup is at work, run 'cudnn-setup-cli "
                                                     "recover --toolkit %1' first."),
                        {past.target}));
}

// Whether all that was there before the chain can come back.
Result<void> checkBackups(const Host &host, const Past &past, const QList<Journal> &chain)
{
    if (const auto dropped = missingBackup(chain))
        return failure(ErrorId::NotSupported,
                       Text(QT_TRANSLATE_NOOP("backend", "The change %1 of %2 cannot be taken back by itself: the files that it replaced "
                                                         "were installed by an older change, and their backup has been dropped to save "
                                                         "room. Nothing has been changed. Roll back an older change, or install that "
                                                         "cuDNN again."),
                            {*dropped, past.target}));
    for (const Journal &journal : chain) {
        if (!isBackupWhole(host.files(), journal, past.target))
            return failure(ErrorId::NotSupported,
                           Text(QT_TRANSLATE_NOOP("backend", "The change %1 of %2 cannot be taken back: a part of its backup is gone "
                                                             "or was changed, and without it the cuDNN of before would not be whole. "
                                                             "Nothing has been changed. Install the version that you need anew."),
                                {journal.id, past.target}),
                           folderOfChange(past.target, journal.id));
    }
    return {};
}

Result<Plan> checkedPlan(const Host &host, const Past &past, const QList<Journal> &chain, const QString &command)
{
    return checkNoneCutOff(past)
            .and_then([&] { return checkBackups(host, past, chain); })
            .map([&] { return planFor(host, past, chain, command); });
}

tl::unexpected<Error> nothingThere(const QString &target)
{
    return failure(ErrorId::InputMissing,
                   Text(QT_TRANSLATE_NOOP("backend", "There is no change of %1 that could be taken back: this program has installed "
                                                     "nothing there, or all of it is taken back already. Nothing has been changed."),
                        {target}));
}

// A change that is not in place any more, or never was, is no part of a chain by itself.
QList<Journal> withoutStaging(QList<Journal> journals)
{
    journals.removeIf([](const Journal &journal) { return journal.state == Journal::State::Staging; });
    return journals;
}

} // namespace

Result<Plan> planRollBack(const Host &host, const QString &targetRoot, const QString &id)
{
    const auto past = pastOf(host, targetRoot);
    if (!past)
        return tl::unexpected(past.error());
    const QList<Journal> journals = withoutStaging(past->journals.journals);
    const auto wanted = std::find_if(journals.begin(), journals.end(), [&id](const Journal &journal) {
        return id.isEmpty() ? isInPlace(journal) : journal.id == id;
    });
    if (wanted == journals.end() && id.isEmpty())
        return nothingThere(past->target);
    if (wanted == journals.end())
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%2 has no change with the number %1. Nothing has been changed. "
                                                         "'cudnn-setup-cli history' lists the changes there are."),
                            {id, past->target}));
    const bool isTakenBack = wanted->state == Journal::State::RolledBack;
    const QList<Journal> chain = isTakenBack ? QList<Journal>{*wanted} : journals.first(wanted - journals.begin() + 1);
    return checkedPlan(host, *past, chain, u"rollback "_s + wanted->id);
}

Result<Plan> planUninstall(const Host &host, const QString &targetRoot)
{
    const auto past = pastOf(host, targetRoot);
    if (!past)
        return tl::unexpected(past.error());
    const QList<Journal> journals = withoutStaging(past->journals.journals);
    if (journals.isEmpty())
        return nothingThere(past->target);
    return checkedPlan(host, *past, journals, u"uninstall"_s);
}

Result<Plan> planRecovery(const Host &host, const QString &targetRoot)
{
    const auto past = pastOf(host, targetRoot);
    if (!past)
        return tl::unexpected(past.error());
    const QList<Journal> &journals = past->journals.journals;
    const auto oldest = std::find_if(journals.rbegin(), journals.rend(), isCutOff);
    QList<Journal> chain;
    for (auto journal = journals.begin(); journal != journals.end(); ++journal) {
        const bool isInChain = isInPlace(*journal) && journal < oldest.base();
        if (isInChain || journal->state == Journal::State::Staging)
            chain << *journal;
    }
    Plan plan = planFor(host, *past, chain, u"recover"_s);
    // Left over from changes that had not begun. Whoever may not tidy them up need not.
    if (host.mayWrite(past->target)) {
        for (const QString &id : past->journals.withoutJournal)
            plan.operations << Operation{.kind = Operation::Kind::TakeBack, .path = folderOfChange(past->target, id)};
        // Cut off right after it was made; where the history holds anything, taking that back removes it.
        const QString history = historyFolder(past->target);
        if (plan.operations.isEmpty() && journals.isEmpty() && host.files().isDirectory(history))
            plan.operations << Operation{.kind = Operation::Kind::TakeBack, .path = history};
    }
    return plan;
}

Result<Plan> planCleanUp(const Host &host, const QString &targetRoot, int keep)
{
    const auto past = pastOf(host, targetRoot);
    if (!past)
        return tl::unexpected(past.error());
    if (const auto whole = checkNoneCutOff(*past); !whole)
        return tl::unexpected(whole.error());
    Plan plan = planFor(host, *past, {}, u"clean up"_s);
    const QStringList ids = droppableBackups(past->journals.journals, keep);
    for (const QString &id : ids)
        plan.operations << Operation{.kind = Operation::Kind::DropBackup, .path = folderOfChange(past->target, id)};
    plan.needsRights = !ids.isEmpty() && !host.mayWrite(past->target);
    plan.summary = Text::counted(QT_TRANSLATE_N_NOOP("backend", "%1: %n old backups to remove"), int(ids.size()), {past->target}).toString();
    return plan;
}

} // namespace cudnnsetup
