// SPDX-License-Identifier: MIT
#include "commands.h"

#include "detect/detect.h"
#include "detect/systemreportjson.h"
#include "report/machinetext.h"

#include <QCoreApplication>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

ExitCode runDetect(const Call &call)
{
    const auto host = call.host();
    if (!host)
        return call.output().fail(host.error(), ExitCode::Refused);
    const DetectOptions options{.withProbes = !call.isSet(u"no-probes"_s)};
    const auto report = detect(*host, options, call.output().job());
    if (!report)
        return call.output().fail(report.error(), ExitCode::Refused);
    call.output().result(toJson(*report), machineText(*report));
    return ExitCode::Done;
}

} // namespace

CliCommand detectCommand()
{
    return {.name = u"detect"_s,
            .summary = QCoreApplication::translate("cli", "Show all facts of the machine: cards, driver, toolkits, every cuDNN."),
            .options = {{u"no-probes"_s, QCoreApplication::translate("cli", "Do not try out libraries in a child process (faster).")}},
            .run = runDetect};
}

} // namespace cudnnsetup
