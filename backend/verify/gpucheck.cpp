// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "detect/cudnnlibraries.h"
#include "gpu/gpuverdict.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// That nothing could be computed is a failure for whoever insisted on it.
CheckResult impossible(const VerifyRun &run, const QString &finding, const Text &detail, const QString &evidence = {})
{
    return run.request.gpu == VerifyRequest::Gpu::On ? failed(finding, detail, evidence) : skipped(detail, evidence);
}

// Why it is not worth trying, as far as the facts of the machine say.
std::optional<CheckResult> notHere(const VerifyRun &run)
{
    if (run.request.gpu == VerifyRequest::Gpu::On)
        return {}; // the child knows better
    if (run.report.gpus.isEmpty())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no NVIDIA GPU here, so nothing was computed on one.")));
    if (!run.report.driver)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is an NVIDIA GPU here but no driver for it, so nothing was "
                                                         "computed on it.")));
    return {};
}

GpuTestRequest testRequest(const VerifyRun &run)
{
    const auto number = numberOfLibraryName(run.soname());
    return {.libraryDir = run.copy.libraryDir,
            .major = number ? std::optional(number->majorVersion()) : std::nullopt,
            .toolkit = run.request.toolkit};
}

QString evidenceOf(const GpuTestReport &test)
{
    QStringList lines;
    for (const Text &reason : test.verdict.reasons)
        lines << reason.toString();
    for (const GpuModeResult &result : test.modes) {
        const auto on = result.onMs();
        const auto off = result.offMs();
        if (on)
            lines << u"%1: %2 ms"_s.arg(labelOf(result.mode)).arg(*on, 0, 'f', 3) + (off ? u" / %1 ms"_s.arg(*off, 0, 'f', 3) : QString());
    }
    return lines.join(u'\n');
}

CheckResult resultOf(const VerifyRun &run, const GpuTestReport &test)
{
    const GpuVerdict &verdict = test.verdict;
    const Text whole = verdict.mending.isEmpty() ? verdict.sentence : verdict.sentence.followedBy(verdict.mending);
    if (verdict.kind == GpuVerdict::Kind::Impossible)
        return impossible(run, verdict.finding, whole, evidenceOf(test));
    return isFault(verdict) ? failed(verdict.finding, whole, evidenceOf(test)) : passed(verdict.sentence, evidenceOf(test));
}

} // namespace

CheckResult checkGpu(const VerifyRun &run)
{
    if (run.request.gpu == VerifyRequest::Gpu::Off)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "Nothing was computed on the GPU: that was not asked for.")));
    if (const auto reason = notHere(run))
        return *reason;
    const auto test = runGpuTest(run.host, run.report, testRequest(run), run.host.prober().program(), run.job,
                                 run.request.gpuStep);
    if (!test)
        return {}; // cancelled
    CheckResult result = resultOf(run, *test);
    if (run.host.isLocal())
        result.gpuTest = *test;
    return result;
}

} // namespace cudnnsetup
