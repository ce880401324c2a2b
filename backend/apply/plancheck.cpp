// SPDX-License-Identifier: MIT
#include "apply/plancheck.h"

#include "apply/workspace.h"
#include "host/filetree.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString loaderFolder = u"/etc/ld.so.conf.d"_s;

bool isPlainName(const QString &name)
{
    return !name.isEmpty() && !name.contains(u'/') && !name.contains(QChar(0)) && name != u"."_s && name != u".."_s;
}

bool isCleanPath(const QString &path)
{
    return path.startsWith(u'/') && !path.contains(QChar(0)) && FileTree::clean(path) == path;
}

bool isBelow(const QString &path, const QString &folder)
{
    return path.startsWith(folder + u'/');
}

bool isAllowed(const Operation &operation, const Plan &plan)
{
    const QString journals = FileTree::join(plan.targetRoot, QString::fromLatin1(Workspace::folderName));
    const bool isInside = isBelow(operation.path, plan.targetRoot) && operation.path != journals
            && !isBelow(operation.path, journals);
    switch (operation.kind) {
    case Operation::Kind::MakeDirectory:
        // Folders above a prefix of one's own may have to be made too.
        return isInside || operation.path == plan.targetRoot || isBelow(plan.targetRoot, operation.path)
                || operation.path == loaderFolder || operation.path == u"/etc"_s;
    case Operation::Kind::Unpack:
        return isInside || operation.path == plan.targetRoot;
    case Operation::Kind::MakeLink:
        return isInside && isPlainName(operation.linkTarget);
    case Operation::Kind::PutAside:
        return isInside;
    case Operation::Kind::WriteFile:
        return isInside
                || (isBelow(operation.path, loaderFolder) && isPlainName(operation.path.sliced(loaderFolder.size() + 1)));
    case Operation::Kind::RunLdconfig:
        return true;
    }
    return false;
}

tl::unexpected<Error> malformed(const QString &detail)
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "The plan cannot be carried out as it stands. Nothing has been "
                                                     "changed. Make a new plan.")),
                   detail);
}

} // namespace

Result<void> checkPlan(const Plan &plan)
{
    if (!isPlainName(plan.id) || plan.id.startsWith(u'.'))
        return malformed(u"id"_s);
    if (!plan.machineRoot.startsWith(u'/') || !isCleanPath(plan.targetRoot) || plan.targetRoot == u"/"_s)
        return malformed(u"machineRoot, targetRoot"_s);
    for (const Operation &operation : plan.operations) {
        if (operation.kind == Operation::Kind::RunLdconfig)
            continue;
        if (operation.mode & ~0777)
            return malformed(u"mode of "_s + operation.path);
        if (!isCleanPath(operation.path) || !isAllowed(operation, plan))
            return failure(ErrorId::OutsideTarget,
                           Text(QT_TRANSLATE_NOOP("backend", "The plan would change %1, which is outside of %2. Nothing has "
                                                             "been changed. Make a new plan."),
                                {operation.path, plan.targetRoot}));
    }
    return {};
}

} // namespace cudnnsetup
