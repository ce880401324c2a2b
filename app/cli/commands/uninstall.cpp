// SPDX-License-Identifier: MIT
#include "carryout.h"
#include "commands.h"
#include "targets.h"

#include "apply/takeback.h"
#include "plan/copytarget.h"
#include "plan/planremoval.h"
#include "practice/practicecatalog.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Whether one of the changes brought files of the copy.
bool isOurs(const ChangedTarget &target, const CudnnCopy &copy)
{
    return std::any_of(target.changes.begin(), target.changes.end(), [&copy](const PastChange &change) {
        const auto &paths = change.transaction.changes;
        return std::any_of(paths.begin(), paths.end(), [&copy](const Transaction::ChangedPath &changed) {
            const bool isNew = changed.change == Transaction::Change::Added
                               || changed.change == Transaction::Change::Replaced;
            return isNew && changed.path.startsWith(copy.libraryDir + u'/');
        });
    });
}

Result<Plan> planFor(const Call &call, const Host &host, const ChangedTargets &all, const QString &folder)
{
    if (const auto copy = copyAt(host, all.report, folder)) {
        for (const ChangedTarget &target : all.targets) {
            if (target.root == rootOf(*copy) && isOurs(target, *copy))
                return planUninstall(host, target.root);
        }
    }
    return catalogFor(host).and_then([&](const Catalog &catalog) {
        return planRemoval(host, all.report, catalog, folder, call.isSet(u"allow-in-use"_s));
    });
}

// Of several targets none is taken without being named.
Result<Plan> planForOnly(const Host &host, const ChangedTargets &all)
{
    if (all.targets.size() == 1)
        return planUninstall(host, all.targets.constFirst().root);
    if (!all.errors.isEmpty())
        return tl::unexpected(all.errors.constFirst());
    if (all.targets.isEmpty())
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "This program has installed nothing here that is "
                                                         "still there. Nothing was changed. A copy "
                                                         "from elsewhere is named with --copy DIR; "
                                                         "cudnn-setup-cli detect lists the copies.")));
    QStringList roots;
    for (const ChangedTarget &target : all.targets)
        roots << target.root;
    return failure(ErrorId::WrongUsage,
                   Text(QT_TRANSLATE_NOOP("backend", "This program has installed into several folders: %1. "
                                                     "Nothing was changed. Name one with "
                                                     "--toolkit or --prefix."),
                        {roots.join(u", "_s)}));
}

ExitCode runUninstall(const Call &call)
{
    Output &output = call.output();
    if (int(call.isSet(u"copy"_s)) + int(call.isSet(u"toolkit"_s)) + int(call.isSet(u"prefix"_s)) > 1)
        return output.wrongUsage(
                Text(QT_TRANSLATE_NOOP("backend", "Give one of --copy, --toolkit and --prefix.")));
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto all = changedTargets(call, *host);
    if (!all)
        return output.fail(all.error(), ExitCode::Refused);
    const auto folder = call.folder(u"copy"_s);
    const auto plan = folder ? planFor(call, *host, *all, *folder) : planForOnly(*host, *all);
    if (plan)
        return previewAndCarryOut(call, *host, *plan);
    return output.fail(plan.error(),
                       plan.error().id == ErrorId::WrongUsage ? ExitCode::WrongUsage : ExitCode::Refused);
}

} // namespace

CliCommand uninstallCommand()
{
    return {.name = u"uninstall"_s,
            .summary = QCoreApplication::translate(
                    "cli",
                    "Take out what this program installed, or a copy of cuDNN that came from elsewhere."),
            .options = {{u"copy"_s,
                         QCoreApplication::translate(
                                 "cli", "The copy whose libraries lie in DIR, whoever installed it."),
                         u"DIR"_s},
                        {u"toolkit"_s,
                         QCoreApplication::translate("cli", "All that this program did in the toolkit DIR."),
                         u"DIR"_s},
                        {u"prefix"_s,
                         QCoreApplication::translate("cli", "All that this program did in the folder DIR."),
                         u"DIR"_s},
                        {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
                        {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")},
                        {u"allow-in-use"_s,
                         QCoreApplication::translate("cli", "Go on though programs use the files.")}},
            .run = runUninstall};
}

} // namespace cudnnsetup
