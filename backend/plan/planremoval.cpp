// SPDX-License-Identifier: MIT
#include "plan/planremoval.h"

#include "detect/owner.h"
#include "plan/copytarget.h"
#include "plan/earlierfiles.h"
#include "plan/inuse.h"
#include "plan/planparts.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// "dpkg: libcudnn9-cuda-12" -> "sudo apt-get remove libcudnn9-cuda-12".
QString removalCommand(const QString &owner)
{
    static const QHash<QString, QString> commands{{u"dpkg"_s, u"sudo apt-get remove %1"_s},
                                                  {u"rpm"_s, u"sudo dnf remove %1"_s},
                                                  {u"pacman"_s, u"sudo pacman -R %1"_s},
                                                  {u"conda"_s, u"conda remove %1"_s},
                                                  {u"pip"_s, u"pip uninstall %1"_s}};
    const QString package = owner.section(u": "_s, 1).section(u' ', 0, 0);
    return commands.value(owner.section(u": "_s, 0, 0), u"%1"_s).arg(package);
}

tl::unexpected<Error> packageOwned(const QString &place, const QString &owner)
{
    return failure(ErrorId::PackageOwned,
                   Text(QT_TRANSLATE_NOOP("backend", "The cuDNN in %1 belongs to a package (%2), whose own "
                                                     "tool has to take it out. Nothing was "
                                                     "changed. This does it: %3"),
                        {place, owner, removalCommand(owner)}),
                   owner);
}

Result<void> checkNoPackage(const Host &host, const CudnnCopy &copy, const QStringList &paths)
{
    if (copy.owner)
        return packageOwned(copy.libraryDir, *copy.owner);
    const QHash<QString, QString> owners = ownersOf(host, paths);
    for (const QString &path : paths) {
        if (const auto owner = owners.constFind(path); owner != owners.cend())
            return packageOwned(copy.libraryDir, *owner);
    }
    return {};
}

} // namespace

Result<Plan> planRemoval(const Host &host, const SystemReport &report, const Catalog &catalog,
                         const QString &folder, bool takeInUse)
{
    const auto target = findCopy(host, report, folder);
    if (!target) {
        // A copy of a package lies in a folder of the system; its command helps more than that folder's name.
        const auto copy = copyAt(host, report, folder);
        return copy && copy->owner ? Result<Plan>(packageOwned(copy->libraryDir, *copy->owner))
                                   : Result<Plan>(tl::unexpected(target.error()));
    }
    const CudnnCopy &copy = target->copy;
    const QStringList paths = earlierCudnnFiles(host.files(), catalog.fileNames(), target->folders);
    const auto allowed =
            checkNoPackage(host, copy, paths)
                    .and_then([&] { return checkOwners(host, report, target->folders, paths); })
                    .and_then([&] { return checkInUse(host, report, target->folders, takeInUse); });
    if (!allowed)
        return tl::unexpected(allowed.error());

    Plan plan{.id = newPlanId(),
              .machineRoot = host.files().root(),
              .targetRoot = target->folders.root,
              .libraryDir = target->folders.libraryDir,
              .includeDir = target->folders.includeDir,
              .archive = {},
              .expectedArchitecture = host.architecture(),
              .bytesFree = host.freeBytes(target->folders.root),
              .warnings = *allowed,
              .command = u"uninstall --copy "_s + target->folders.libraryDir,
              .summary = u"cuDNN %1 out of %2"_s.arg(copy.version ? copy.version->toString() : u"?"_s,
                                                     target->folders.root),
              .replacedVersion = copy.version};
    for (const QString &path : paths)
        plan.operations << Operation{.kind = Operation::Kind::PutAside, .path = path};
    plan.needsRights = needsRights(host, plan.operations, plan.targetRoot);
    return plan;
}

} // namespace cudnnsetup
