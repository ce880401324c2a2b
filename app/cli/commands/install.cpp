// SPDX-License-Identifier: MIT
#include "commands.h"

#include "apply/apply.h"
#include "detect/detect.h"
#include "plan/planinstall.h"
#include "practice/practicecatalog.h"
#include "report/installtext.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

bool isVersion(const QString &argument)
{
    static const QRegularExpression version(u"^\\d+(\\.\\d+){1,3}$"_s);
    return version.match(argument).hasMatch() && !QFileInfo::exists(argument);
}

ExitCode sayWhereToGet(const Call &call, const Host &host, const Catalog &catalog, const QString &version)
{
    const Release *release = catalog.release(QVersionNumber::fromString(version));
    if (!release)
        return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 is not known. cudnn-setup-cli releases lists what is."), {version}));
    QStringList addresses;
    for (const ReleaseArchive &archive : release->archives) {
        const bool isForHere = host.architecture() == u"aarch64" ? archive.platform == u"linux-sbsa"
                                                                  : archive.platform == u"linux-"_s + host.architecture();
        if (isForHere && !archive.url.isEmpty())
            addresses << archive.url;
    }
    return call.output().fail(Error{ErrorId::NotSupported,
                                    Text(QT_TRANSLATE_NOOP("backend", "This version does not download yet. Nothing was done. Fetch the archive of "
                                                                      "cuDNN %1 with your browser and give its file instead of the number."),
                                         {version}),
                                    addresses.join(u'\n')},
                              ExitCode::WrongUsage);
}

std::optional<Text> usageProblem(const Call &call)
{
    if (call.isSet(u"toolkit"_s) == call.isSet(u"prefix"_s))
        return Text(QT_TRANSLATE_NOOP("backend", "Say where to: either --toolkit DIR or --prefix DIR. cudnn-setup-cli detect lists the toolkits."));
    const QString activate = call.value(u"activate"_s).value_or(u"system"_s);
    if (activate == u"user" || activate.startsWith(u"project"))
        return Text(QT_TRANSLATE_NOOP("backend", "--activate %1 is not in this version. Take system or none."), {activate});
    if (activate != u"system" && activate != u"none")
        return Text(QT_TRANSLATE_NOOP("backend", "--activate takes system or none."));
    return {};
}

QString shellWord(const QString &word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+=:,./-]+$"_s);
    if (plain.match(word).hasMatch())
        return word;
    QString quoted = word;
    return u'\'' + quoted.replace(u'\'', u"'\\''"_s) + u'\'';
}

// The command to run with more rights: this one, with paths that mean the same everywhere.
QString sudoCommand(const Call &call)
{
    QStringList words = {u"sudo"_s, QCoreApplication::applicationFilePath(), u"install"_s,
                         QFileInfo(call.arguments().constFirst()).absoluteFilePath()};
    for (const QString &option : {u"root"_s, u"machine"_s}) {
        if (const auto value = call.value(option))
            words << u"--"_s + option << QFileInfo(*value).absoluteFilePath();
    }
    for (const QString &option : {u"toolkit"_s, u"prefix"_s}) {
        if (const auto folder = call.folder(option))
            words << u"--"_s + option << *folder;
    }
    if (const auto who = call.value(u"activate"_s))
        words << u"--activate"_s << *who;
    for (const QString &option : {u"allow-unknown-archive"_s, u"allow-in-use"_s, u"accept-license"_s, u"yes"_s}) {
        if (call.isSet(option))
            words << u"--"_s + option;
    }
    for (QString &word : words)
        word = shellWord(word);
    return words.join(u' ');
}

// Plans; where only the person's word is missing, asks for it on the terminal and plans again.
Result<Plan> planWithQuestions(const Call &call, const Host &host, const SystemReport &report, const Catalog &catalog,
                               InstallChoice choice)
{
    const auto plan = planInstall(host, report, catalog, choice);
    if (plan)
        return plan;
    const ErrorId id = plan.error().id;
    const bool isQuestion = (id == ErrorId::ArchiveUnverified && !choice.takeUnknownArchive) || (id == ErrorId::InUse && !choice.takeInUse);
    if (!isQuestion)
        return plan;
    call.output().remark(plan.error().message.toString());
    if (!call.output().confirm(Text(QT_TRANSLATE_NOOP("backend", "Go on all the same?"))))
        return plan;
    choice.takeUnknownArchive = choice.takeUnknownArchive || id == ErrorId::ArchiveUnverified;
    choice.takeInUse = choice.takeInUse || id == ErrorId::InUse;
    return planWithQuestions(call, host, report, catalog, choice);
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
    if (result.transaction.state == Transaction::State::Committed) {
        output.result({{u"transaction"_s, toJson(result.transaction)}}, transactionText(result.transaction));
        output.remark(Text(QT_TRANSLATE_NOOP("backend", "To prove that it works: cudnn-setup-cli verify --copy %1"), {plan.libraryDir}).toString());
        return ExitCode::Done;
    }
    if (result.error)
        return output.fail(*result.error, exitCodeOf(result));
    if (result.transaction.state == Transaction::State::Incomplete)
        return output.fail(Error{ErrorId::TransactionUnfinished,
                                 Text(QT_TRANSLATE_NOOP("backend", "Stopped, but not everything could be put back. What is needed for that lies in %1."),
                                      {plan.targetRoot + u"/.cudnn-setup/"_s + plan.id})},
                           ExitCode::Incomplete);
    return output.cancelled(Text(QT_TRANSLATE_NOOP("backend", "Stopped as you wished. %1 is as it was before."), {plan.targetRoot}));
}

ExitCode carryOut(const Call &call, const Host &host, const Plan &plan)
{
    const ApplyResult result = apply(host, plan, call.output().job());
    const ExitCode code = sayOutcome(call.output(), plan, result);
    if (!result.kept.isEmpty())
        call.output().remark(keptText(result.kept));
    return code;
}

ExitCode previewAndCarryOut(const Call &call, const Host &host, const Plan &plan)
{
    Output &output = call.output();
    if (call.isSet(u"dry-run"_s)) {
        output.result({{u"plan"_s, toJson(plan)}}, planText(plan, true));
        return ExitCode::Done;
    }
    output.remark(planText(plan, false));
    if (plan.needsRights)
        return output.fail(Error{ErrorId::NotWritable,
                                 Text(QT_TRANSLATE_NOOP("backend", "You may not write into %1. Nothing was changed. Run this instead: %2"),
                                      {plan.targetRoot, sudoCommand(call)})},
                           ExitCode::RightsNeeded);
    if (!call.isSet(u"yes"_s) && !output.confirm(Text(QT_TRANSLATE_NOOP("backend", "Do this?")))) {
        return output.fail(Error{ErrorId::NotConfirmed,
                                 Text(QT_TRANSLATE_NOOP("backend", "Nothing was changed, as nobody said yes. Add --yes to go on without a question."))},
                           ExitCode::Refused);
    }
    return carryOut(call, host, plan);
}

ExitCode runInstall(const Call &call)
{
    Output &output = call.output();
    const auto host = call.host();
    if (!host)
        return output.fail(host.error(), ExitCode::Refused);
    const auto catalog = catalogFor(*host);
    if (!catalog)
        return output.fail(catalog.error(), ExitCode::Refused);
    const QString word = call.arguments().constFirst();
    if (isVersion(word))
        return sayWhereToGet(call, *host, *catalog, word);
    const QString file = QFileInfo(word).absoluteFilePath();
    if (const auto problem = usageProblem(call))
        return output.wrongUsage(*problem);

    const bool takesUnknown = call.isSet(u"allow-unknown-archive"_s);
    const auto identity = takesUnknown ? identifyUnhashed(file, *catalog, output.job()) : identify(file, *catalog, output.job());
    if (!identity)
        return output.fail(identity.error(), ExitCode::Refused);
    // A plan needs no answer from the copies, so none is loaded: this may run with root's rights.
    const auto report = detect(*host, {.withProbes = false, .alsoToolkits = namedToolkits(call)}, output.job());
    if (!report)
        return output.fail(report.error(), ExitCode::Refused);
    const InstallChoice choice{.archive = *identity,
                               .toolkit = call.folder(u"toolkit"_s),
                               .prefix = call.folder(u"prefix"_s),
                               .takeUnknownArchive = takesUnknown,
                               .takeInUse = call.isSet(u"allow-in-use"_s),
                               .activateForSystem = call.value(u"activate"_s).value_or(u"system"_s) == u"system"};
    const auto plan = planWithQuestions(call, *host, *report, *catalog, choice);
    if (!plan)
        return output.fail(plan.error(), ExitCode::Refused);
    return previewAndCarryOut(call, *host, *plan);
}

} // namespace

CliCommand installCommand()
{
    return {.name = u"install"_s,
            .arguments = u"FILE"_s,
            .summary = QCoreApplication::translate("cli", "Plan an installation, show it, and carry it out."),
            .leastArguments = 1,
            .mostArguments = 1,
            .options = {{u"toolkit"_s, QCoreApplication::translate("cli", "Into the CUDA toolkit DIR (links are followed)."), u"DIR"_s},
                        {u"prefix"_s, QCoreApplication::translate("cli", "Into the folder DIR instead of a toolkit."), u"DIR"_s},
                        {u"activate"_s, QCoreApplication::translate("cli", "Who finds it afterwards: system (default) or none."), u"WHO"_s},
                        {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
                        {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")},
                        {u"accept-license"_s, QCoreApplication::translate("cli", "You have read NVIDIA's licence in the archive and agree.")},
                        {u"allow-unknown-archive"_s, QCoreApplication::translate("cli", "Take a file whose SHA-256 nobody published.")},
                        {u"allow-in-use"_s, QCoreApplication::translate("cli", "Go on though programs use the files that are replaced.")}},
            .run = runInstall};
}

} // namespace cudnnsetup
