// SPDX-License-Identifier: MIT
#include "carryout.h"

#include "commands/activationword.h"
#include "console.h"
#include "plan/loaderactivation.h"
#include "report/installtext.h"
#include "report/planpurpose.h"
#include "report/shellcommand.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QStringList rightsWords{u"auto"_s, u"pkexec"_s, u"sudo"_s, u"none"_s};

// A value that names a file or folder means another one in another folder.
QString absoluteValue(const Call &call, const QString &option, const QString &value)
{
    const bool isOurs = option == u"root" || option == u"machine";
    if (isOurs)
        return QFileInfo(value).absoluteFilePath();
    if (option == u"activate" || option == u"for") {
        const auto choice = activationFromWord(call, value);
        return choice && !choice->project.isEmpty() ? u"project="_s + choice->project : value;
    }
    const bool isFolder = option == u"toolkit" || option == u"prefix" || option == u"copy";
    return isFolder ? call.folder(option).value_or(value) : value;
}

Error noRights(const Call &call, const Plan &plan)
{
    return {ErrorId::NotWritable,
            Text(QT_TRANSLATE_NOOP("backend", "You may not write into %1. Nothing was changed. Run this instead: %2"),
                 {plan.targetRoot, sudoCommand(call)})};
}

// Where every program was to find the copy: whether programs do.
void sayWhichCopyWins(Output &output, const Host &host, const Plan &plan)
{
    const PlanPurpose purpose = purposeOf(plan);
    const bool isForEveryone = (purpose == PlanPurpose::Install || purpose == PlanPurpose::Activate)
            && std::any_of(plan.operations.begin(), plan.operations.end(),
                           [](const Operation &operation) { return operation.kind == Operation::Kind::RunLdconfig; });
    if (const auto other = isForEveryone ? otherWinner(host, plan.libraryDir) : std::nullopt)
        output.remark(Text(QT_TRANSLATE_NOOP("backend", "warning: %1: %2"), {other->id, other->text.toString()}).toString());
}

} // namespace

std::optional<Text> rightsProblem(const QCommandLineParser &parser)
{
    const QString word = parser.value(u"rights"_s);
    if (!rightsWords.contains(word))
        return Text(QT_TRANSLATE_NOOP("backend", "--rights takes auto, pkexec, sudo or none."));
    const bool isElsewhere = parser.isSet(u"root"_s) || parser.isSet(u"machine"_s);
    if (isElsewhere && (word == u"pkexec" || word == u"sudo"))
        return Text(QT_TRANSLATE_NOOP("backend", "--rights %1 is for this machine only, not for one that --root or --machine names."), {word});
    return {};
}

std::optional<Rights> rightsOf(const Call &call, const Host &host, const Plan &plan)
{
    const QString word = call.value(u"rights"_s).value_or(u"auto"_s);
    if (word == u"pkexec")
        return Rights::Polkit;
    if (word == u"sudo")
        return Rights::Sudo;
    if (word == u"none")
        return plan.needsRights ? std::nullopt : std::optional(Rights::Own);
    return rightsFor(plan, host, console::isTerminal(console::Stream::Error));
}

QString sudoCommand(const Call &call)
{
    QStringList words = {u"sudo"_s, QCoreApplication::applicationFilePath(), call.command()};
    for (const QString &argument : call.arguments())
        words << (QFileInfo::exists(argument) ? QFileInfo(argument).absoluteFilePath() : argument);
    for (const QString &option : call.optionNames()) {
        const auto value = call.value(option);
        if (option == u"rights")
            continue;
        words << u"--"_s + option;
        if (value && !value->isEmpty())
            words << absoluteValue(call, option, *value);
    }
    return shellCommand(words);
}

ExitCode exitCodeOf(const ApplyResult &result)
{
    if (result.transaction.state == Transaction::State::Incomplete)
        return ExitCode::Incomplete;
    const ErrorId id = result.error->id;
    if (id == ErrorId::NotWritable)
        return ExitCode::RightsNeeded;
    const bool isBrokenWork = id == ErrorId::WriteFailed || id == ErrorId::CommandFailed || id == ErrorId::CommandTimedOut;
    return result.wasBeforeCommit && !isBrokenWork ? ExitCode::Refused : ExitCode::RolledBack;
}

ExitCode sayOutcome(Output &output, const Plan &plan, const ApplyResult &result)
{
    const QJsonObject kept{{u"kept"_s, QJsonArray::fromStringList(result.kept)}};
    if (result.transaction.state == Transaction::State::Committed) {
        QJsonObject document = kept;
        document[u"transaction"_s] = toJson(result.transaction);
        output.result(document, doneText(plan, result.transaction));
        if (purposeOf(plan) == PlanPurpose::Install)
            output.remark(Text(QT_TRANSLATE_NOOP("backend", "To prove that it works: cudnn-setup-cli verify --copy %1"), {plan.libraryDir}).toString());
        return ExitCode::Done;
    }
    if (result.error)
        return output.fail(*result.error, exitCodeOf(result), kept);
    if (result.transaction.state == Transaction::State::Incomplete)
        return output.fail(Error{ErrorId::TransactionUnfinished,
                                 Text(QT_TRANSLATE_NOOP("backend", "Stopped, but not everything could be put back. What is needed for that lies in %1."),
                                      {plan.targetRoot + u"/.cudnn-setup/"_s + plan.id})},
                           ExitCode::Incomplete, kept);
    return output.cancelled(Text(QT_TRANSLATE_NOOP("backend", "Stopped as you wished. %1 is as it was before."), {plan.targetRoot}), kept);
}

ApplyResult carryOut(const Call &call, const Host &host, const Plan &plan)
{
    if (const auto rights = rightsOf(call, host, plan))
        return applyWith(*rights, QCoreApplication::applicationFilePath(), host, plan, call.output().job());
    ApplyResult result;
    result.transaction.id = plan.id;
    result.transaction.targetRoot = plan.targetRoot;
    result.error = noRights(call, plan);
    result.wasBeforeCommit = true;
    return result;
}

ExitCode previewAndCarryOut(const Call &call, const Host &host, const Plan &plan)
{
    Output &output = call.output();
    if (call.isSet(u"dry-run"_s)) {
        output.result({{u"plan"_s, toJson(plan)}}, planText(plan, true));
        return ExitCode::Done;
    }
    if (plan.operations.isEmpty()) {
        output.result({{u"transaction"_s, QJsonValue()}},
                      Text(QT_TRANSLATE_NOOP("backend", "There is nothing to do in %1: it is so already."), {plan.targetRoot}).toString());
        return ExitCode::Done;
    }
    output.remark(planText(plan, false));
    if (!rightsOf(call, host, plan))
        return output.fail(noRights(call, plan), ExitCode::RightsNeeded);
    if (!call.isSet(u"yes"_s) && !output.confirm(Text(QT_TRANSLATE_NOOP("backend", "Do this?")))) {
        return output.fail(Error{ErrorId::NotConfirmed,
                                 Text(QT_TRANSLATE_NOOP("backend", "Nothing was changed, as nobody said yes. Add --yes to go on without a question."))},
                           ExitCode::Refused);
    }
    const ApplyResult result = carryOut(call, host, plan);
    const ExitCode code = sayOutcome(output, plan, result);
    if (!result.kept.isEmpty())
        output.remark(keptText(result.kept));
    if (code == ExitCode::Done)
        sayWhichCopyWins(output, host, plan);
    return code;
}

} // namespace cudnnsetup
