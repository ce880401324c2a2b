// SPDX-License-Identifier: MIT
#include "carryout.h"
#include "commands.h"
#include "targets.h"

#include "apply/takeback.h"
#include "report/historytext.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

ExitCode show(Output &output, const ChangedTargets &all)
{
    QList<PastChange> changes;
    for (const ChangedTarget &target : all.targets)
        changes << target.changes;
    std::stable_sort(changes.begin(), changes.end(), [](const PastChange &one, const PastChange &other) {
        return one.transaction.when > other.transaction.when;
    });
    output.result(historyDocument(changes), historyText(changes));
    return ExitCode::Done;
}

ExitCode cleanUp(const Call &call, const Host &host, const ChangedTargets &all, int keep)
{
    Output &output = call.output();
    QList<Plan> plans;
    QStringList names;
    for (const ChangedTarget &target : all.targets) {
        const auto plan = planCleanUp(host, target.root, keep);
        if (!plan)
            return output.fail(plan.error(), ExitCode::Refused);
        if (plan->operations.isEmpty())
            continue;
        plans << *plan;
        names << target.root;
    }
    if (plans.size() > 1)
        return output.wrongUsage(
                Text(QT_TRANSLATE_NOOP("backend", "There are backups to remove in several folders: %1. Name "
                                                  "one with --toolkit or --prefix."),
                     {names.join(u", "_s)}));
    if (plans.isEmpty()) {
        output.result({{u"transaction"_s, QJsonValue()}},
                      Text(QT_TRANSLATE_NOOP("backend", "There is no backup that is not needed any more."))
                              .toString());
        return ExitCode::Done;
    }
    return previewAndCarryOut(call, host, plans.constFirst());
}

ExitCode runHistory(const Call &call)
{
    Output &output = call.output();
    bool isNumber = true;
    const int keep = call.isSet(u"keep"_s) ? call.value(u"keep"_s)->toInt(&isNumber) : keptBackups;
    if (!isNumber || keep < 0 || (call.isSet(u"keep"_s) && !call.isSet(u"clean"_s)))
        return output.wrongUsage(
                Text(QT_TRANSLATE_NOOP("backend", "--keep takes a number and goes with --clean.")));
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto all = changedTargets(call, *host);
    if (!all)
        return output.fail(all.error(), ExitCode::Refused);
    if (!all->errors.isEmpty() && (all->targets.isEmpty() || call.isSet(u"clean"_s)))
        return output.fail(all->errors.constFirst(), ExitCode::Refused);
    for (const Error &error : all->errors)
        output.remark(error.message.toString());
    return call.isSet(u"clean"_s) ? cleanUp(call, *host, *all, keep) : show(output, *all);
}

} // namespace

CliCommand historyCommand()
{
    return {.name = u"history"_s,
            .summary = QCoreApplication::translate(
                    "cli", "Show what this program changed here and what can be taken back."),
            .options =
                    {{u"toolkit"_s, QCoreApplication::translate("cli", "Only in the toolkit DIR."), u"DIR"_s},
                     {u"prefix"_s, QCoreApplication::translate("cli", "Only in the folder DIR."), u"DIR"_s},
                     {u"clean"_s,
                      QCoreApplication::translate(
                              "cli", "Remove backups that hold nothing but what can be installed again.")},
                     {u"keep"_s,
                      QCoreApplication::translate("cli",
                                                  "With --clean: how many of the newest stay (default: 3)."),
                      u"N"_s},
                     {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
                     {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")}},
            .run = runHistory};
}

} // namespace cudnnsetup
