// SPDX-License-Identifier: MIT
#include "commands.h"

#include "apply/unfinished.h"
#include "detect/detect.h"
#include "report/documents.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The folders that the person named, else every toolkit of the machine.
Outcome<QStringList> targetsOf(const Call &call, const Host &host)
{
    QStringList named = call.values(u"toolkit"_s) + call.values(u"prefix"_s);
    for (QString &folder : named)
        folder = host.files().canonical(folder).value_or(FileTree::clean(folder));
    if (!named.isEmpty())
        return named;
    const auto report = detect(host, {.withProbes = false}, call.output().job());
    if (!report)
        return tl::unexpected(report.error());
    QStringList targets;
    for (const ToolkitFacts &toolkit : report->toolkits)
        targets << toolkit.root;
    return targets;
}

QString recoveredText(const ApplyResult &result)
{
    QString text = Text(QT_TRANSLATE_NOOP("backend", "The change of %1 that was cut off is undone: everything is as it was before it."),
                        {result.transaction.targetRoot})
                           .toString();
    for (const QString &path : result.kept)
        text += u"\n  "_s
                + Text(QT_TRANSLATE_NOOP("backend", "%1 was changed by somebody else since, and is left as it is."), {path}).toString();
    return text;
}

ExitCode runRecover(const Call &call)
{
    Output &output = call.output();
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto targets = targetsOf(call, *host);
    if (!targets)
        return output.fail(targets.error(), ExitCode::Refused);

    QJsonArray transactions;
    QStringList texts;
    for (const QString &target : *targets) {
        const ApplyResult result = rollBackUnfinished(host->files().root(), target, output.job());
        if (result.error)
            return output.fail(*result.error, result.error->id == ErrorId::NotWritable ? ExitCode::RightsNeeded
                                                                                       : ExitCode::Incomplete);
        if (result.transaction.id.isEmpty())
            continue;
        transactions << toJson(result.transaction);
        texts << recoveredText(result);
    }
    if (texts.isEmpty())
        texts << Text(QT_TRANSLATE_NOOP("backend", "No change was cut off here; there is nothing to do.")).toString();
    const QJsonValue last = transactions.isEmpty() ? QJsonValue() : transactions.last();
    output.result({{u"transaction"_s, last}, {u"transactions"_s, transactions}}, texts.join(u'\n'));
    return ExitCode::Done;
}

} // namespace

CliCommand recoverCommand()
{
    return {.name = u"recover"_s,
            .summary = QCoreApplication::translate("cli", "Undo a change that was cut off by a crash or a power failure."),
            .options = {{u"toolkit"_s, QCoreApplication::translate("cli", "Only in the toolkit DIR; without it, in every toolkit."), u"DIR"_s},
                        {u"prefix"_s, QCoreApplication::translate("cli", "Only in the folder DIR."), u"DIR"_s}},
            .run = runRecover};
}

} // namespace cudnnsetup
