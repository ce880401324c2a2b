// SPDX-License-Identifier: MIT
#include "gpu/gputest.h"

#include "gpu/gpulibraries.h"
#include "gpu/gpusupervisor.h"
#include "gpu/gpuverdict.h"

#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// For starting and for loading libraries of some gigabytes from a slow disk, beyond the time that the test itself gets.
constexpr auto loadingTime = std::chrono::seconds(20);

GpuTestReport planned(const GpuTestRequest &request)
{
    GpuTestReport report{.way = request.way, .shape = request.shape};
    for (const GpuMode &mode : request.modes)
        report.modes << GpuModeResult{.mode = mode};
    return report;
}

GpuTestReport refused(GpuTestReport report, const Error &error)
{
    report.end = GpuTestReport::End::NotStarted;
    report.endWords = error.detail;
    report.verdict = impossible(error);
    return report;
}

Error onlyHere(const Host &host)
{
    if (host.record() && host.record()->isPractice)
        return {ErrorId::NotSupported,
                Text(QT_TRANSLATE_NOOP("backend", "A practice machine has no GPU, so nothing was computed on one. Try it on this "
                                                  "computer itself."))};
    return {ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP("backend", "This machine is only looked at from outside, so nothing was computed on its GPU. "
                                              "Run the test on the machine itself."))};
}

ProbeRequest asProbe(const GpuChildSetup &setup)
{
    ProbeRequest probe{.library = setup.request.cudnn, .libraryPath = setup.libraryPath, .environment = setup.environment};
    for (const QString &library : {setup.request.cublas, setup.request.nvrtc}) {
        if (!library.isEmpty())
            probe.alsoLoad << library;
    }
    return probe;
}

// As the machine allows it: under sudo for somebody else, only what nobody but root can change.
Result<GpuChildSetup> admitted(const Host &host, GpuChildSetup setup)
{
    auto allowed = host.prober().admitted(asProbe(setup));
    if (!allowed)
        return tl::unexpected(allowed.error());
    setup.request.cudnn = allowed->library;
    for (QString *library : {&setup.request.cublas, &setup.request.nvrtc}) {
        if (!library->isEmpty())
            *library = allowed->alsoLoad.takeFirst();
    }
    setup.libraryPath = allowed->libraryPath;
    setup.environment = allowed->environment;
    return setup;
}

LineChild childFor(const GpuChildSetup &setup, const GpuTestRequest &request, const QString &workProgram)
{
    return {.program = workProgram,
            .arguments = {u"gpu-work"_s},
            .environment = childEnvironment({.library = {}, .libraryPath = setup.libraryPath, .environment = setup.environment}),
            .input = QJsonDocument(gpuprotocol::fromRequest(setup.request)).toJson(QJsonDocument::Compact),
            .timeout = request.limit + loadingTime};
}

} // namespace

Outcome<GpuTestReport> runGpuTest(const Host &host, const SystemReport &report, const GpuTestRequest &request,
                                  const QString &workProgram, const Job &job, const GpuTestStep &step)
{
    GpuTestReport test = planned(request);
    if (!host.isLocal())
        return refused(test, onlyHere(host));
    const Result<GpuChildSetup> setup = gpuChildSetup(host, report, request).and_then([&](const GpuChildSetup &chosen) {
        return admitted(host, chosen);
    });
    if (!setup)
        return refused(test, setup.error());
    test.variables = gpuVariables(setup->environment);
    auto supervised = superviseGpuChild(test, childFor(*setup, request, workProgram), job, step);
    if (!supervised)
        return tl::unexpected<Interruption>(Cancelled{});
    const bool mayHaveGpu = !report.gpus.isEmpty() || !report.gpusUnknownReason.isEmpty();
    supervised->verdict = verdictOf(*supervised, {.dispatcher = setup->dispatcher, .machineHasGpu = mayHaveGpu});
    return *supervised;
}

} // namespace cudnnsetup
