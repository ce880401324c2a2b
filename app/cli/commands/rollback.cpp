// SPDX-License-Identifier: MIT
#include "carryout.h"
#include "commands.h"
#include "targets.h"

#include "apply/takeback.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The target that holds the change with this id; without an id the one that was changed last.
const ChangedTarget *targetOf(const ChangedTargets &all, const QString &id)
{
    const auto isIt = [&id](const PastChange &change) { return change.transaction.id == id; };
    const ChangedTarget *found = nullptr;
    for (const ChangedTarget &target : all.targets) {
        const bool holdsIt = !id.isEmpty() && std::any_of(target.changes.begin(), target.changes.end(), isIt);
        const bool isNewer =
                id.isEmpty()
                && (!found
                    || target.changes.first().transaction.when > found->changes.first().transaction.when);
        if (holdsIt || isNewer)
            found = &target;
    }
    return found;
}

Error notFound(const QString &id)
{
    if (id.isEmpty())
        return {ErrorId::InputMissing,
                Text(QT_TRANSLATE_NOOP("backend", "There is nothing to take back: this program has changed "
                                                  "nothing here. A folder elsewhere is "
                                                  "named with --toolkit or --prefix."))};
    return {ErrorId::InputMissing,
            Text(QT_TRANSLATE_NOOP("backend", "There is no change %1. Nothing was changed. cudnn-setup-cli "
                                              "history lists those that there are."),
                 {id})};
}

ExitCode runRollback(const Call &call)
{
    Output &output = call.output();
    const QString id = call.arguments().isEmpty() ? QString() : call.arguments().constFirst();
    // A variable of a script that was never set is not the wish to take back the newest.
    if (id.isEmpty() && !call.arguments().isEmpty())
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "The id of the change is empty. Nothing was changed. cudnn-setup-cli "
                                                                   "history lists the changes that there are.")));
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto all = changedTargets(call, *host);
    if (!all)
        return output.fail(all.error(), ExitCode::Refused);
    const ChangedTarget *target = targetOf(*all, id);
    if (!target)
        return output.fail(all->errors.isEmpty() ? notFound(id) : all->errors.constFirst(),
                           ExitCode::Refused);
    const auto plan = planRollBack(*host, target->root, id);
    return plan ? previewAndCarryOut(call, *host, *plan) : output.fail(plan.error(), ExitCode::Refused);
}

} // namespace

CliCommand rollbackCommand()
{
    return {.name = u"rollback"_s,
            .arguments = u"[ID]"_s,
            .summary = QCoreApplication::translate(
                    "cli", "Take back the newest change, or the change ID with all that came after it."),
            .mostArguments = 1,
            .options =
                    {{u"toolkit"_s, QCoreApplication::translate("cli", "Only in the toolkit DIR."), u"DIR"_s},
                     {u"prefix"_s, QCoreApplication::translate("cli", "Only in the folder DIR."), u"DIR"_s},
                     {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
                     {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")}},
            .run = runRollback};
}

} // namespace cudnnsetup
