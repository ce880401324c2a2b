// SPDX-License-Identifier: MIT
#include "commands.h"

#include "apply/takeback.h"
#include "carryout.h"
#include "console.h"
#include "detect/detect.h"
#include "plan/targets.h"
#include "report/documents.h"
#include "report/installtext.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Error noRecord(const QString &folder)
{
    return {ErrorId::InputMissing,
            Text(QT_TRANSLATE_NOOP("backend", "This program has changed nothing in %1: there is no record of a change in it. Give the "
                                              "toolkit's own folder, or the prefix."),
                 {folder})};
}

// The folders that the person named, else all of the machine in which this program may have changed something.
Outcome<QStringList> targetsOf(const Call &call, const Host &host)
{
    QStringList named;
    for (const QString &option : {u"toolkit"_s, u"prefix"_s}) {
        const auto folder = call.folder(option);
        if (!folder)
            continue;
        const auto real = host.files().canonical(*folder);
        if (!real || !host.files().isDirectory(FileTree::join(*real, u".cudnn-setup"_s)))
            return tl::unexpected<Interruption>(noRecord(*folder));
        named << *real;
    }
    if (!named.isEmpty())
        return named;
    const auto report = detect(host, {.withProbes = false}, call.output().job());
    if (!report)
        return tl::unexpected(report.error());
    QStringList targets = possibleTargets(host, *report);
    targets.removeIf([&host](const QString &target) { return !host.files().isDirectory(FileTree::join(target, u".cudnn-setup"_s)); });
    return targets;
}

QString recoveredText(const ApplyResult &result)
{
    const Text undone(QT_TRANSLATE_NOOP("backend", "The change of %1 that was cut off is undone: everything is as it was before it."),
                      {result.transaction.targetRoot});
    return (undone.toString() + u'\n' + keptText(result.kept)).trimmed();
}

ExitCode exitCodeOf(const Error &error)
{
    switch (error.id) {
    case ErrorId::InUse:
        return ExitCode::Refused;
    case ErrorId::NotWritable:
    case ErrorId::NotReadable:
        return ExitCode::RightsNeeded;
    default:
        return ExitCode::Incomplete;
    }
}

// Of several targets the one that is worst off decides.
ExitCode exitCodeOf(const QList<Error> &errors)
{
    ExitCode worst = ExitCode::Done;
    for (const Error &error : errors) {
        const ExitCode code = exitCodeOf(error);
        const bool isWorse = worst == ExitCode::Done || code == ExitCode::Incomplete
                || (code == ExitCode::RightsNeeded && worst == ExitCode::Refused);
        worst = isWorse ? code : worst;
    }
    return worst;
}

// What became of all targets.
struct Recovery
{
    QJsonArray transactions = {};
    QStringList texts = {};
    QList<Error> errors = {};
};

Recovery recover(const Call &call, const Host &host, const QStringList &targets)
{
    Recovery recovery;
    for (const QString &target : targets) {
        const auto plan = planRecovery(host, target);
        if (!plan)
            recovery.errors << plan.error();
        if (!plan || plan->operations.isEmpty())
            continue;
        ApplyResult result = carryOut(call, host, *plan);
        // The change that was cut off is what is shown, and that is rolled back now.
        if (!result.error && !result.isCancelled)
            result.transaction.state = Transaction::State::RolledBack;
        recovery.transactions << toJson(result.transaction);
        if (result.error)
            recovery.errors << *result.error;
        else
            recovery.texts << recoveredText(result);
    }
    return recovery;
}

QJsonObject documentOf(const Recovery &recovery)
{
    const QJsonValue last = recovery.transactions.isEmpty() ? QJsonValue() : recovery.transactions.last();
    QJsonObject document{{u"transaction"_s, last}, {u"transactions"_s, recovery.transactions}};
    if (recovery.errors.isEmpty())
        return document;
    QJsonArray errors;
    for (const Error &error : recovery.errors)
        errors << errorDocument(error)[u"error"_s];
    document[u"error"_s] = errors.first();
    document[u"errors"_s] = errors;
    return document;
}

// One document with what was undone and what was not; an error line for each target that failed.
ExitCode sayFailed(Output &output, const Recovery &recovery)
{
    if (output.isJson())
        output.result(documentOf(recovery), {});
    else if (!recovery.texts.isEmpty())
        output.text(recovery.texts.join(u'\n'));
    for (const Error &error : recovery.errors) {
        if (output.isJson())
            console::write(console::Stream::Error,
                           u"error: %1: %2\n"_s.arg(toString(error.id), error.message.toString().simplified()).toLocal8Bit());
        else
            output.fail(error, exitCodeOf(error));
    }
    return exitCodeOf(recovery.errors);
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
    Recovery recovery = recover(call, *host, *targets);
    if (!recovery.errors.isEmpty())
        return sayFailed(output, recovery);
    if (recovery.texts.isEmpty())
        recovery.texts << Text(QT_TRANSLATE_NOOP("backend", "No change was cut off here. A folder elsewhere is named with --toolkit or --prefix.")).toString();
    output.result(documentOf(recovery), recovery.texts.join(u'\n'));
    return ExitCode::Done;
}

} // namespace

CliCommand recoverCommand()
{
    return {.name = u"recover"_s,
            .summary = QCoreApplication::translate("cli", "Undo a change that was cut off by a crash or a power failure."),
            .options = {{u"toolkit"_s, QCoreApplication::translate("cli", "Only in the toolkit DIR; without it, in every toolkit and prefix that is found."), u"DIR"_s},
                        {u"prefix"_s, QCoreApplication::translate("cli", "Only in the folder DIR."), u"DIR"_s}},
            .run = runRecover};
}

} // namespace cudnnsetup
