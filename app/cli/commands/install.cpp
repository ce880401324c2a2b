// SPDX-License-Identifier: MIT
#include "activationword.h"
#include "carryout.h"
#include "commands.h"

#include "detect/detect.h"
#include "plan/planinstall.h"
#include "plan/targets.h"
#include "practice/practicecatalog.h"

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
    if (int(call.isSet(u"toolkit"_s)) + int(call.isSet(u"prefix"_s)) + int(call.isSet(u"for-me"_s)) != 1)
        return Text(QT_TRANSLATE_NOOP("backend", "Say where to: either --toolkit DIR, --prefix DIR or --for-me. cudnn-setup-cli detect lists the toolkits."));
    const auto who = call.value(u"activate"_s);
    if (who && !activationFromWord(call, *who))
        return activationWordProblem(u"activate"_s);
    return call.isSet(u"for-me"_s) || who == u"user" ? underSudoProblem(call) : std::nullopt;
}

// Without --activate: a toolkit is for everyone, a folder of one's own is for oneself, any other folder is for nobody yet.
ActivationChoice activationOf(const Call &call)
{
    using Who = ActivationChoice::Who;
    if (const auto who = call.value(u"activate"_s))
        return activationFromWord(call, *who).value_or(ActivationChoice{.who = Who::Nobody});
    return {.who = call.isSet(u"for-me"_s) ? Who::User : call.isSet(u"prefix"_s) ? Who::Nobody : Who::Everyone};
}

Result<std::optional<QString>> prefixOf(const Call &call, const Host &host, const ArchiveIdentity &archive)
{
    if (!call.isSet(u"for-me"_s))
        return call.folder(u"prefix"_s);
    if (archive.version && archive.cudaMajor)
        return ownPrefix(host, *archive.version, *archive.cudaMajor);
    return failure(ErrorId::ArchiveUnverified,
                   Text(QT_TRANSLATE_NOOP("backend", "It cannot be told which cuDNN %1 is, so the folder for it has no name. Nothing was changed. "
                                                     "Name one: --prefix DIR --activate user."),
                        {archive.path}));
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
    const auto prefix = prefixOf(call, *host, *identity);
    if (!prefix)
        return output.fail(prefix.error(), ExitCode::Refused);
    const InstallChoice choice{.archive = *identity,
                               .toolkit = call.folder(u"toolkit"_s),
                               .prefix = *prefix,
                               .takeUnknownArchive = takesUnknown,
                               .takeInUse = call.isSet(u"allow-in-use"_s),
                               .activation = activationOf(call)};
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
                        {u"for-me"_s, QCoreApplication::translate("cli", "Into a folder of your own, ~/.local/share/cudnn/VERSION-cudaN; needs no rights.")},
                        {u"activate"_s,
                         QCoreApplication::translate("cli", "Who finds it afterwards: system (default with --toolkit), user (default with "
                                                            "--for-me), project=FILE (a script to write, or a conda or virtual "
                                                            "environment) or none (default with --prefix)."),
                         u"WHO"_s},
                        {u"dry-run"_s, QCoreApplication::translate("cli", "Only show what would be done.")},
                        {{u"y"_s, u"yes"_s}, QCoreApplication::translate("cli", "Go on without a question.")},
                        {u"accept-license"_s, QCoreApplication::translate("cli", "You have read NVIDIA's licence in the archive and agree.")},
                        {u"allow-unknown-archive"_s, QCoreApplication::translate("cli", "Take a file whose SHA-256 nobody published.")},
                        {u"allow-in-use"_s, QCoreApplication::translate("cli", "Go on though programs use the files that are replaced.")}},
            .run = runInstall};
}

} // namespace cudnnsetup
