// SPDX-License-Identifier: MIT
#include "activationword.h"
#include "carryout.h"
#include "commands.h"

#include "detect/detect.h"
#include "plan/planactivation.h"

#include <QCoreApplication>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// What stands behind --for, if it means something; "none" does not here.
std::optional<ActivationChoice> chosen(const Call &call)
{
    const auto word = call.value(u"for"_s);
    const auto choice = word ? activationFromWord(call, *word) : std::nullopt;
    return choice && choice->who != ActivationChoice::Who::Nobody ? choice : std::nullopt;
}

ExitCode run(const Call &call, bool isOn)
{
    Output &output = call.output();
    const auto folder = call.folder(u"copy"_s);
    if (!folder)
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP(
                "backend", "Say which copy: --copy DIR. cudnn-setup-cli detect lists those that are here.")));
    const auto choice = chosen(call);
    if (!choice && (isOn || call.isSet(u"for"_s)))
        return output.wrongUsage(Text(QT_TRANSLATE_NOOP(
                "backend", "Say for whom: --for user, --for system or --for project=FILE.")));
    const auto sudo = underSudoProblem(call);
    if (sudo && (!choice || choice->who == ActivationChoice::Who::User))
        return output.wrongUsage(*sudo);
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto report = detect(*host, {.withProbes = false, .alsoToolkits = {*folder}}, output.job());
    if (!report)
        return output.fail(report.error(), ExitCode::Refused);
    const auto plan = isOn ? planActivation(*host, *report, *folder, *choice)
                           : planDeactivation(*host, *report, *folder, choice);
    return plan ? previewAndCarryOut(call, *host, *plan) : output.fail(plan.error(), ExitCode::Refused);
}

QList<QCommandLineOption> options(const QString &forWords)
{
    return {{u"copy"_s,
             QCoreApplication::translate(
                     "cli", "The copy whose libraries lie in DIR, or in the toolkit or prefix DIR."),
             u"DIR"_s},
            {u"for"_s, forWords, u"WHO"_s},
            {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
            {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")}};
}

} // namespace

CliCommand activateCommand()
{
    return {.name = u"activate"_s,
            .summary = QCoreApplication::translate(
                    "cli",
                    "Let programs find a cuDNN that is here: yours, everyone's, or those of one project."),
            .options = options(QCoreApplication::translate(
                    "cli", "user (your shells), system (every program) or project=FILE (a script to "
                           "write, or a conda or virtual environment).")),
            .run = [](const Call &call) { return run(call, true); }};
}

CliCommand deactivateCommand()
{
    return {.name = u"deactivate"_s,
            .summary = QCoreApplication::translate("cli", "Take that back; the files of cuDNN stay."),
            .options = options(QCoreApplication::translate(
                    "cli", "Only for user, system or project=FILE; without it, for all.")),
            .run = [](const Call &call) { return run(call, false); }};
}

} // namespace cudnnsetup
