// SPDX-License-Identifier: MIT
#include "plan/planactivation.h"

#include "plan/activation.h"
#include "plan/copytarget.h"
#include "plan/planparts.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Paths of libcudnn.so.N in the copy's folder, as programs ask for it.
QString mainSoname(const CudnnCopy &copy)
{
    for (const LibraryFacts &library : copy.libraries) {
        if (library.soname && library.soname->startsWith("libcudnn.so."_L1))
            return *library.soname;
    }
    return {};
}

Plan planOn(const Host &host, const SystemReport &report, const CopyTarget &target, const QString &verb)
{
    return {.id = newPlanId(),
            .machineRoot = host.files().root(),
            .targetRoot = target.folders.root,
            .libraryDir = target.folders.libraryDir,
            .includeDir = target.folders.includeDir,
            .toolkit = toolkitFor(report, target.folders, target.copy.cudaMajor),
            .archive = {},
            .expectedVersion = target.copy.version,
            .expectedCudaMajor = target.copy.cudaMajor,
            .expectedArchitecture = host.architecture(),
            .bytesFree = host.freeBytes(target.folders.root),
            .command = verb + u" --copy "_s + target.folders.libraryDir,
            .summary = u"%1: cuDNN %2 in %3"_s.arg(
                    verb, target.copy.version ? target.copy.version->toString() : u"?"_s,
                    target.folders.root),
            .replacedVersion = target.copy.version};
}

Plan finished(const Host &host, Plan plan, const Activation &activation)
{
    plan.operations << activation.operations;
    plan.warnings << activation.warnings;
    plan.needsRights = !plan.operations.isEmpty() && needsRights(host, plan.operations, plan.targetRoot);
    for (const Operation &operation : std::as_const(plan.operations))
        plan.bytesToWrite += operation.content.size();
    return plan;
}

// The scripts of the copy, where they are ours.
QList<Operation> scriptsAside(const FileTree &files, const QString &root)
{
    QList<Operation> operations;
    for (const auto shell : {scripts::Shell::Posix, scripts::Shell::Fish}) {
        const QString path = scripts::scriptPath(root, shell);
        const bool isOurs = files.status(path).type == FileTree::Type::File
                            && files.read(path).value_or(QByteArray()).startsWith(scripts::firstLine);
        if (isOurs)
            operations << Operation{.kind = Operation::Kind::PutAside, .path = path};
    }
    return operations;
}

} // namespace

Result<Plan> planActivation(const Host &host, const SystemReport &report, const QString &folder,
                            const ActivationChoice &choice)
{
    const auto target = findCopy(host, report, folder);
    if (!target)
        return tl::unexpected(target.error());
    const Plan plan = planOn(host, report, *target, u"activate"_s);
    return activationOf(host, report, target->folders, mainSoname(target->copy), plan.toolkit, choice)
            .map([&](const Activation &activation) { return finished(host, plan, activation); });
}

Result<Plan> planDeactivation(const Host &host, const SystemReport &report, const QString &folder,
                              const std::optional<ActivationChoice> &choice)
{
    using Who = ActivationChoice::Who;
    const auto target = findCopy(host, report, folder);
    if (!target)
        return tl::unexpected(target.error());
    const Plan plan = planOn(host, report, *target, u"deactivate"_s);
    const auto one =
            deactivationOf(host, target->folders, choice.value_or(ActivationChoice{.who = Who::User}));
    if (!one || choice)
        return one.map([&](const Activation &activation) { return finished(host, plan, activation); });
    return deactivationOf(host, target->folders, {.who = Who::Everyone}).map([&](Activation all) {
        all.operations = one->operations + scriptsAside(host.files(), target->folders.root) + all.operations;
        return finished(host, plan, all);
    });
}

} // namespace cudnnsetup
