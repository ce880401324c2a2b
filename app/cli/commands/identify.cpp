// SPDX-License-Identifier: MIT
#include "commands.h"

#include "practice/practicecatalog.h"
#include "report/documents.h"
#include "report/installtext.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

ExitCode runIdentify(const Call &call)
{
    const auto host = call.host();
    if (!host)
        return call.output().fail(host.error(), ExitCode::Refused);
    const auto catalog = catalogFor(*host);
    if (!catalog)
        return call.output().fail(catalog.error(), ExitCode::Refused);
    const QString path = QFileInfo(call.arguments().constFirst()).absoluteFilePath();
    const Job job = call.output().job();
    const auto identity = call.isSet(u"quick"_s) ? identify(path, *catalog, job) : inspect(path, *catalog, job);
    if (!identity)
        return call.output().fail(identity.error(), ExitCode::Refused);
    call.output().result(identifyDocument(*identity), identityText(*identity));
    const bool isUsable = identity->authenticity == ArchiveIdentity::Authenticity::Genuine
            || identity->authenticity == ArchiveIdentity::Authenticity::Unknown;
    return isUsable && !identity->problem ? ExitCode::Done : ExitCode::Findings;
}

} // namespace

CliCommand identifyCommand()
{
    return {.name = u"identify"_s,
            .arguments = u"FILE"_s,
            .summary = QCoreApplication::translate("cli", "Say what an archive, package or wheel is, and whether it is genuine."),
            .leastArguments = 1,
            .mostArguments = 1,
            .options = {{u"quick"_s, QCoreApplication::translate("cli", "Do not read a known archive to its end.")}},
            .run = runIdentify};
}

} // namespace cudnnsetup
