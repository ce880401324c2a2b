// SPDX-License-Identifier: MIT
#include "apply/plancheck.h"

#include "apply/ldconfig.h"
#include "apply/pastjournals.h"
#include "apply/workspace.h"
#include "host/filetree.h"
#include "plan/activation.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString loaderFolder = u"/etc/ld.so.conf.d"_s;
constexpr qsizetype longestPath = 4095; // bytes; folder by folder one could be made that no program can name

bool isPlainName(const QString &name)
{
    return !name.isEmpty() && !name.contains(u'/') && !name.contains(QChar(0)) && name != u"."_s && name != u".."_s;
}

bool isCleanPath(const QString &path)
{
    return path.startsWith(u'/') && path.toUtf8().size() <= longestPath && !path.contains(QChar(0))
            && FileTree::clean(path) == path;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder + u'/');
}

// Folders that belong to the whole system or to several people: none of them is the target of one install.
bool isSystemFolder(const QString &path)
{
    // A toolkit or a folder of one's own may lie below these.
    static const QStringList shared{u"/"_s, u"/home"_s, u"/opt"_s, u"/root"_s, u"/usr"_s, u"/usr/bin"_s, u"/usr/include"_s,
                                    u"/usr/lib"_s, u"/usr/lib32"_s, u"/usr/lib64"_s, u"/usr/libx32"_s, u"/usr/local"_s,
                                    u"/usr/local/bin"_s, u"/usr/local/include"_s, u"/usr/local/lib"_s, u"/usr/local/lib64"_s,
                                    u"/usr/local/sbin"_s, u"/usr/local/share"_s, u"/usr/sbin"_s, u"/usr/share"_s, u"/var"_s};
    static const QStringList closed{u"/bin"_s, u"/boot"_s, u"/dev"_s, u"/etc"_s, u"/lib"_s, u"/lib32"_s,
                                    u"/lib64"_s, u"/libx32"_s, u"/proc"_s, u"/run"_s,  u"/sbin"_s, u"/sys"_s};
    return shared.contains(path) || std::any_of(closed.begin(), closed.end(), [&path](const QString &folder) {
               return path == folder || isBelow(path, folder);
           });
}

bool isInside(const QString &path, const QString &targetRoot)
{
    const QString journals = FileTree::join(targetRoot, QString::fromLatin1(Workspace::folderName));
    return isBelow(path, targetRoot) && path != journals && !isBelow(path, journals);
}

// Folders above a prefix of one's own may have to be made too.
bool isTargetOrAbove(const QString &path, const QString &targetRoot)
{
    return path == targetRoot || isBelow(targetRoot, path);
}

bool isLoaderSetting(const QString &path)
{
    return isBelow(path, loaderFolder) && isPlainName(path.sliced(loaderFolder.size() + 1)) && path.endsWith(u".conf"_s);
}

bool mayMakeFolder(const QString &path, const QString &targetRoot)
{
    return isInside(path, targetRoot) || isTargetOrAbove(path, targetRoot) || path == loaderFolder || path == u"/etc"_s;
}

bool isChangeFolder(const QString &path, const QString &targetRoot)
{
    const QString journals = historyFolder(targetRoot);
    return isBelow(path, journals) && isPlainName(path.sliced(journals.size() + 1));
}

bool takesBackOrDrops(const Operation &operation)
{
    return operation.kind == Operation::Kind::TakeBack || operation.kind == Operation::Kind::DropBackup;
}

bool isAllowed(const Operation &operation, const Plan &plan)
{
    const QString &path = operation.path;
    switch (operation.kind) {
    case Operation::Kind::MakeDirectory:
        return mayMakeFolder(path, plan.targetRoot);
    case Operation::Kind::Unpack:
        return isInside(path, plan.targetRoot) || path == plan.targetRoot;
    case Operation::Kind::MakeLink:
        return isInside(path, plan.targetRoot) && isPlainName(operation.linkTarget);
    case Operation::Kind::PutAside:
        return isInside(path, plan.targetRoot);
    case Operation::Kind::WriteFile:
        return isLoaderSetting(path) || isActivationFile(plan, operation);
    case Operation::Kind::RunLdconfig:
        return true;
    case Operation::Kind::AddBlock:
    case Operation::Kind::RemoveBlock:
        return isActivationFile(plan, operation);
    case Operation::Kind::SetMode:
        return isInside(path, plan.targetRoot);
    case Operation::Kind::TakeBack:
    case Operation::Kind::DropBackup:
        return isChangeFolder(path, plan.targetRoot) || path == historyFolder(plan.targetRoot);
    }
    return false;
}

bool isAllowedMode(const Operation &operation)
{
    switch (operation.kind) {
    case Operation::Kind::MakeDirectory:
        return operation.mode == 0755;
    case Operation::Kind::WriteFile:
        return operation.mode == 0644;
    case Operation::Kind::SetMode:
        return operation.mode == 0644 || operation.mode == 0755;
    default:
        return true; // not looked at
    }
}

// ldconfig takes "/opt/a#b" for "/opt/a", "/opt/a=b" likewise, and drops blanks at the end.
bool isReadWholeByLoader(const QString &folder)
{
    return !folder.contains(u'#') && !folder.contains(u'=') && folder.trimmed() == folder;
}

// Settings of the loader name the folder of the new libraries and nothing else: whatever they name, every program loads.
bool isAllowedContent(const Operation &operation, const Plan &plan)
{
    if (operation.kind != Operation::Kind::WriteFile || !isLoaderSetting(operation.path))
        return true;
    const bool isInTarget = isCleanPath(plan.libraryDir) && isInside(plan.libraryDir, plan.targetRoot)
            && isReadWholeByLoader(plan.libraryDir);
    const QList<QByteArray> lines = operation.content.split('\n');
    return std::all_of(lines.begin(), lines.end(), [&](const QByteArray &line) {
        return line.isEmpty() || line.startsWith('#') || (isInTarget && line == plan.libraryDir.toUtf8());
    });
}

tl::unexpected<Error> malformed(const QString &detail)
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "The plan cannot be carried out as it stands. Nothing has been "
                                                     "changed. Make a new plan.")),
                   detail);
}

Result<void> checkOperation(const Operation &operation, const Plan &plan)
{
    if (operation.kind == Operation::Kind::RunLdconfig)
        return {};
    if (!isAllowedMode(operation))
        return malformed(u"mode of "_s + operation.path);
    if (!isCleanPath(operation.path) || !isAllowed(operation, plan))
        return failure(ErrorId::OutsideTarget,
                       Text(QT_TRANSLATE_NOOP("backend", "The plan would change %1, which is outside of %2. Nothing has "
                                                         "been changed. Make a new plan."),
                            {operation.path, plan.targetRoot}));
    if (!isAllowedContent(operation, plan))
        return malformed(u"content of "_s + operation.path);
    return {};
}

// Whether the plan in the journal made path an activation file.
bool isActivated(const Journal &journal, const QString &path)
{
    const auto plan = planFromJson(journal.plan);
    return plan && std::any_of(plan->operations.begin(), plan->operations.end(), [&](const Operation &operation) {
               return operation.path == path && isActivationFile(*plan, operation);
           });
}

bool mayHaveTouched(const Step &step, const QString &path, const QString &targetRoot, const Journal &journal)
{
    switch (step.kind) {
    case Step::Kind::MakeDirectory:
        return mayMakeFolder(path, targetRoot) || isActivationFolder(path);
    case Step::Kind::Place:
        return isInside(path, targetRoot) || isLoaderSetting(path) || isActivated(journal, path);
    case Step::Kind::PutAside:
    case Step::Kind::SetMode:
        return isInside(path, targetRoot);
    case Step::Kind::LoaderCache:
        return path == QLatin1StringView(loaderCachePath);
    }
    return false;
}

// Names that a transaction gives: in its own folders any plain one, beside other people's files only its own.
bool hasOwnNames(const Step &step, const QString &id)
{
    const auto isOwn = [&](const QString &name) {
        return isPlainName(name) && (!step.isBeside || name.startsWith(u".cudnn-setup-%1-"_s.arg(id)));
    };
    const bool isKeptWell = step.backup.isEmpty() || isOwn(step.backup);
    const bool isInRoom = !step.isBeside && step.staged.count(u'/') == 1;
    const bool isStagedWell = step.staged.isEmpty()
            || (isInRoom ? isPlainName(step.staged.section(u'/', 0, 0)) && isPlainName(step.staged.section(u'/', 1))
                         : isOwn(step.staged));
    return isKeptWell && isStagedWell;
}

tl::unexpected<Error> notOurs(const QString &targetRoot, const QString &named)
{
    return failure(ErrorId::TransactionUnfinished,
                   Text(QT_TRANSLATE_NOOP("backend", "The record of a change of %1 that was cut off names %2, which no change of "
                                                     "cuDNN there touches, so the record is not believed. Nothing has been "
                                                     "changed. Find out who wrote it before you remove the folder that the "
                                                     "details name."),
                        {targetRoot, named}));
}

} // namespace

Result<void> checkPlan(const Plan &plan)
{
    if (!isPlainName(plan.id) || plan.id.startsWith(u'.'))
        return malformed(u"id"_s);
    if (!plan.machineRoot.startsWith(u'/') || !isCleanPath(plan.targetRoot))
        return malformed(u"machineRoot, targetRoot"_s);
    if (isSystemFolder(plan.targetRoot))
        return failure(ErrorId::OutsideTarget,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is a folder of the system, not one for cuDNN. Nothing has been "
                                                         "changed. Choose a toolkit, or a folder of your own."),
                            {plan.targetRoot}));
    // Taking back is never a part of something else.
    for (const Operation &operation : plan.operations) {
        if (takesBackOrDrops(operation) && operation.kind != plan.operations.first().kind)
            return malformed(operation.path);
        if (takesBackOrDrops(plan.operations.first()) && operation.kind != plan.operations.first().kind)
            return malformed(operation.path);
    }
    for (const Operation &operation : plan.operations) {
        if (const auto checked = checkOperation(operation, plan); !checked)
            return checked;
    }
    return {};
}

bool mayBeMadeFor(const QString &folder, const QString &targetRoot)
{
    return isCleanPath(folder) && (isTargetOrAbove(folder, targetRoot) || isInside(folder, targetRoot));
}

Result<void> checkJournal(const Journal &journal, const QString &id, const QString &targetRoot)
{
    if (!isPlainName(id) || journal.id != id)
        return notOurs(targetRoot, journal.id);
    if (!isCleanPath(targetRoot) || isSystemFolder(targetRoot))
        return notOurs(targetRoot, targetRoot);
    for (const QString &folder : journal.madeFolders) {
        if (!mayBeMadeFor(folder, targetRoot))
            return notOurs(targetRoot, folder);
    }
    for (const Step &step : journal.steps) {
        const QString path = absolutePath(step.path, targetRoot);
        if (!isCleanPath(path) || !mayHaveTouched(step, path, targetRoot, journal))
            return notOurs(targetRoot, path);
        if (!hasOwnNames(step, id))
            return notOurs(targetRoot, (step.backup + u' ' + step.staged).trimmed());
    }
    return {};
}

} // namespace cudnnsetup
