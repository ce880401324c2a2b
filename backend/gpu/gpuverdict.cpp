// SPDX-License-Identifier: MIT
#include "gpu/gpuverdict.h"

#include "gpu/gpureasons.h"
#include "gpu/gpustart.h"

#include <algorithm>
#include <cmath>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Status = GpuModeResult::Status;

constexpr double fasterFrom = 1.05;
constexpr double steadyUpTo = 0.2; // spread

bool isBeyond(const std::optional<double> &deviation, double limit)
{
    return deviation && !(*deviation <= limit); // not a number is beyond every limit
}

// Both sides of the difference are rounded.
bool isWrong(const GpuModeResult &result)
{
    const double limit = errorLimit(result.mode.precision);
    return isBeyond(result.relativeError, limit) || isBeyond(result.differenceFromOff, 2 * limit);
}

QList<GpuModeResult> resultsWhere(const GpuTestReport &report, const std::function<bool(const GpuModeResult &)> &holds)
{
    QList<GpuModeResult> results;
    std::copy_if(report.modes.begin(), report.modes.end(), std::back_inserter(results), holds);
    return results;
}

QList<GpuModeResult> resultsOf(const GpuTestReport &report, Status status)
{
    return resultsWhere(report, [&](const GpuModeResult &result) { return result.status == status; });
}

qsizetype countOf(const GpuTestReport &report, GpuModeVerdict verdict)
{
    return resultsWhere(report, [&](const GpuModeResult &result) { return verdictOf(result) == verdict; }).size();
}

QString nameOfCudnn(const GpuTestReport &report)
{
    const QString version = report.libraries ? report.libraries->cudnn.version : QString();
    return version.isEmpty() ? u"cuDNN"_s : u"cuDNN "_s + version;
}

QString nameOfGpu(const GpuTestReport &report)
{
    return report.device && !report.device->name.isEmpty() ? report.device->name : u"GPU"_s;
}

QString oneDigit(double value)
{
    return QString::number(value, 'f', 1);
}

QString labels(const QList<GpuModeResult> &results)
{
    QStringList names;
    for (const GpuModeResult &result : results)
        names << labelOf(result.mode);
    return names.join(u", "_s);
}

// What worked all the same, so that a fault in one mode does not look like one in all.
QList<Text> rightModes(const GpuTestReport &report)
{
    const QList<GpuModeResult> right = resultsWhere(report, [](const GpuModeResult &result) {
        return result.status == Status::Measured && !isWrong(result);
    });
    if (right.isEmpty())
        return {};
    return {Text(QT_TRANSLATE_NOOP("backend", "Right results came in %1."), {labels(right)})};
}

std::optional<Text> notReached(const GpuTestReport &report)
{
    const QList<GpuModeResult> left = resultsOf(report, Status::NotReached);
    if (left.isEmpty())
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "Time was up before %1. A longer time (--seconds) reaches it too."), {labels(left)});
}

// --- How it ended ---------------------------------------------------------------------------------------------------

// The mode at which the child ended; empty when it had begun none.
QString culpritOf(const GpuTestReport &report)
{
    const QList<GpuModeResult> failed = resultsOf(report, Status::Failed);
    return failed.isEmpty() ? QString() : labelOf(failed.constLast().mode);
}

Text crashMending(const QString &words)
{
    if (words.startsWith("SIGBUS"_L1))
        return Text(QT_TRANSLATE_NOOP("backend", "Most often a library's file is cut off, as after a full disk. 'cudnn-setup-cli verify' looks at "
                                                 "those of cuDNN; install cuDNN again, or the toolkit if cuDNN's files are whole."));
    if (words.contains("libcudnn"_L1))
        return Text(QT_TRANSLATE_NOOP("backend", "Its last words name a library of cuDNN. 'cudnn-setup-cli verify' says whether one is "
                                                 "missing or of another version; install cuDNN again then."));
    return Text(QT_TRANSLATE_NOOP("backend", "Let 'cudnn-setup-cli verify' look whether all libraries are whole and of one version, update "
                                             "the driver, and try another cuDNN release."));
}

// Signals that no library of NVIDIA's brings upon itself.
bool isFromOutside(const QString &what)
{
    static const QStringList signalNames{u"SIGKILL"_s, u"SIGTERM"_s, u"SIGINT"_s, u"SIGHUP"_s, u"SIGQUIT"_s, u"SIGXCPU"_s};
    return signalNames.contains(what);
}

GpuVerdict endedFromOutside(const GpuTestReport &report, const QString &what)
{
    const Text mending = what == u"SIGKILL"
            ? Text(QT_TRANSLATE_NOOP("backend", "The system ended it from outside, most often because the computer's memory ran out. Close "
                                                "other programs and run the test again."))
            : Text(QT_TRANSLATE_NOOP("backend", "Run the test again."));
    return {.kind = GpuVerdict::Kind::Impossible,
            .finding = u"gpu-test-crashed"_s,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "The program that tried out this cuDNN was ended from outside (%1). This says nothing about "
                                                          "cuDNN."),
                             {what}),
            .reasons = rightModes(report),
            .mending = mending};
}

// The first line of the words says what stopped it, the rest are its own.
GpuVerdict crashed(const GpuTestReport &report)
{
    const QString what = report.endWords.section(u'\n', 0, 0);
    if (isFromOutside(what))
        return endedFromOutside(report, what);
    const QString culprit = culpritOf(report);
    const Text sentence = culprit.isEmpty()
            ? Text(QT_TRANSLATE_NOOP("backend", "The program that tried out this cuDNN crashed before the first convolution (%1)."), {what})
            : Text(QT_TRANSLATE_NOOP("backend", "The program that tried out this cuDNN crashed at the convolution in %1 (%2)."),
                   {culprit, what});
    QList<Text> reasons = rightModes(report);
    if (const QString own = report.endWords.section(u'\n', 1); !own.isEmpty())
        reasons << Text::verbatim(own);
    return {.kind = GpuVerdict::Kind::Wrong,
            .finding = u"gpu-test-crashed"_s,
            .sentence = sentence,
            .reasons = reasons,
            .mending = crashMending(report.endWords)};
}

GpuVerdict hung(const GpuTestReport &report)
{
    const QString culprit = culpritOf(report);
    const QString seconds = QString::number(report.seconds, 'f', 0);
    const Text sentence = culprit.isEmpty()
            ? Text(QT_TRANSLATE_NOOP("backend", "Loading this cuDNN and the driver did not come to an end and was stopped after %1 s."),
                   {seconds})
            : Text(QT_TRANSLATE_NOOP("backend", "The convolution in %1 did not come to an end; the test was stopped after %2 s."),
                   {culprit, seconds});
    return {.kind = GpuVerdict::Kind::Wrong,
            .finding = u"gpu-test-timed-out"_s,
            .sentence = sentence,
            .reasons = rightModes(report),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU and run the test again. If it hangs again, look "
                                                         "for lines with Xid in the system log, restart the computer and update the "
                                                         "driver."))};
}

// Empty where it was in cuDNN, or where nobody knows.
QString otherLibraryOf(const GpuTestReport &report)
{
    static const QHash<QString, QString> names{{u"driver"_s, u"libcuda"_s}, {u"nvml"_s, u"NVML"_s}, {u"nvrtc"_s, u"NVRTC"_s},
                                               {u"cublas"_s, u"cuBLAS"_s}};
    return isFromOutside(report.endWords.section(u'\n', 0, 0)) ? QString() : names.value(report.at);
}

bool hasDied(const GpuTestReport &report)
{
    return report.end == GpuTestReport::End::Crashed || report.end == GpuTestReport::End::Hung;
}

// What another library did is no fault of cuDNN's.
std::optional<GpuVerdict> verdictOnOtherLibrary(const GpuTestReport &report)
{
    const QString library = otherLibraryOf(report);
    if (library.isEmpty() || !hasDied(report))
        return {};
    const bool isCrash = report.end == GpuTestReport::End::Crashed;
    const Text sentence = isCrash
            ? Text(QT_TRANSLATE_NOOP("backend", "The test ended early because %1 crashed. That is not cuDNN, and says nothing about it."), {library})
            : Text(QT_TRANSLATE_NOOP("backend", "The test was stopped because %1 did not come to an end. That is not cuDNN, and says nothing about it."),
                   {library});
    QList<Text> reasons = rightModes(report);
    if (!report.endWords.isEmpty())
        reasons << Text::verbatim(report.endWords);
    return GpuVerdict{.kind = resultsOf(report, Status::Measured).isEmpty() ? GpuVerdict::Kind::Impossible : GpuVerdict::Kind::Partial,
                      .finding = isCrash ? u"gpu-test-crashed"_s : u"gpu-test-timed-out"_s,
                      .sentence = sentence,
                      .reasons = reasons,
                      .mending = Text(QT_TRANSLATE_NOOP("backend", "cuBLAS and NVRTC come with the CUDA toolkit: install it again, or choose another with "
                                                                   "--toolkit. libcuda and NVML belong to the driver: restart the computer and update it."))};
}

// A child that had done all its work when it ended badly has shown what was asked.
std::optional<GpuVerdict> verdictOnEnd(const GpuTestReport &report)
{
    const bool isDone = !report.modes.isEmpty() && resultsOf(report, Status::NotReached).isEmpty()
            && resultsOf(report, Status::Failed).isEmpty();
    if (isDone || !otherLibraryOf(report).isEmpty())
        return {};
    if (report.end == GpuTestReport::End::Crashed)
        return crashed(report);
    if (report.end == GpuTestReport::End::Hung)
        return hung(report);
    return {};
}

// --- What it computed -----------------------------------------------------------------------------------------------

Text wrongSentence(const GpuTestReport &report, const GpuModeResult &result)
{
    const double error = std::max(result.relativeError.value_or(0), result.differenceFromOff.value_or(0));
    const bool isNumber = !std::isnan(result.relativeError.value_or(0)) && !std::isnan(result.differenceFromOff.value_or(0));
    if (!isNumber)
        return Text(QT_TRANSLATE_NOOP("backend", "%1 gives outputs that are no numbers (NaN) on the %2, in %3."),
                    {nameOfCudnn(report), nameOfGpu(report), labelOf(result.mode)});
    return Text(QT_TRANSLATE_NOOP("backend", "%1 computes wrong numbers on the %2, in %3: they are off by up to %4, and rounding explains %5."),
                {nameOfCudnn(report), nameOfGpu(report), labelOf(result.mode), QString::number(error, 'g', 2),
                 QString::number(errorLimit(result.mode.precision), 'g', 2)});
}

std::optional<GpuVerdict> verdictOnNumbers(const GpuTestReport &report)
{
    const auto wrong = std::find_if(report.modes.begin(), report.modes.end(), [](const GpuModeResult &result) {
        return result.status == Status::Measured && isWrong(result);
    });
    if (wrong == report.modes.end())
        return {};
    return GpuVerdict{.kind = GpuVerdict::Kind::Wrong,
                      .finding = u"convolution-wrong"_s,
                      .sentence = wrongSentence(report, *wrong),
                      .reasons = rightModes(report),
                      .mending = Text(QT_TRANSLATE_NOOP("backend", "Do not trust results of this cuDNN on this GPU. Update the driver and install "
                                                                   "another cuDNN release; if it stays so, take back any overclocking "
                                                                   "and have the GPU's memory looked at."))};
}

// The driver itself had no room, before cuDNN was called.
bool isOutOfDriversMemory(const GpuModeResult &result)
{
    return result.problem.startsWith("cuMemAlloc"_L1) && result.problem.contains("CUDA_ERROR_OUT_OF_MEMORY"_L1);
}

GpuVerdict memoryFull(const GpuTestReport &report, const QList<GpuModeResult> &failed)
{
    return {.kind = GpuVerdict::Kind::Impossible,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "The memory of the %1 has no room for the convolution in %2, so it was not computed. This says "
                                                          "nothing about cuDNN."),
                             {nameOfGpu(report), labels(failed)}),
            .reasons = QList<Text>{Text::verbatim(failed.constFirst().problem)} + rightModes(report),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU and run the test again, or give it a smaller "
                                                         "convolution (--shape)."))};
}

std::optional<GpuVerdict> verdictOnFailures(const GpuTestReport &report)
{
    const QList<GpuModeResult> failed = resultsOf(report, Status::Failed);
    if (failed.isEmpty())
        return {};
    if (std::all_of(failed.begin(), failed.end(), isOutOfDriversMemory)) // the others are judged where there are some
        return resultsOf(report, Status::Measured).isEmpty() ? std::optional(memoryFull(report, failed)) : std::nullopt;
    return GpuVerdict{.kind = GpuVerdict::Kind::Wrong,
                      .finding = u"convolution-failed"_s,
                      .sentence = Text(QT_TRANSLATE_NOOP("backend", "%1 could not compute the convolution on the %2 in %3."),
                                       {nameOfCudnn(report), nameOfGpu(report), labels(failed)}),
                      .reasons = QList<Text>{Text::verbatim(failed.constFirst().problem)} + rightModes(report),
                      .mending = mendingOf(failed.constFirst().problem)};
}

QString capabilityOf(const GpuTestReport &report)
{
    return report.device && !report.device->computeCapability.isNull() ? report.device->computeCapability.toString() : u"?"_s;
}

// FP32 is what every GPU has; the other formats are not.
GpuVerdict nothingSupported(const GpuTestReport &report, const QList<GpuModeResult> &unsupported)
{
    const bool hasPlain = std::any_of(unsupported.begin(), unsupported.end(), [](const GpuModeResult &result) {
        return result.mode.precision == GpuMode::Precision::Fp32;
    });
    const QString raw = unsupported.constFirst().problem;
    GpuVerdict verdict{.reasons = raw.isEmpty() ? QList<Text>() : QList<Text>{Text::verbatim(raw)}};
    if (!hasPlain) {
        verdict.sentence = Text(QT_TRANSLATE_NOOP("backend", "The %1 or this cuDNN does not have %2, and nothing else was asked for."),
                                {nameOfGpu(report), labels(unsupported)});
        verdict.mending = Text(QT_TRANSLATE_NOOP("backend", "Run the test with FP32 (--modes fp32-nchw), which every GPU has."));
        return verdict;
    }
    verdict.kind = GpuVerdict::Kind::Wrong;
    verdict.finding = u"convolution-failed"_s;
    verdict.sentence = Text(QT_TRANSLATE_NOOP("backend", "%1 has no convolution for the %2 (compute capability %3): the GPU is too old or too "
                                                         "new for it."),
                            {nameOfCudnn(report), nameOfGpu(report), capabilityOf(report)});
    verdict.mending = Text(QT_TRANSLATE_NOOP("backend", "Install a cuDNN release whose support matrix names this compute capability: a newer one "
                                                        "for a new GPU, an older one for an old GPU."));
    return verdict;
}

GpuVerdict nothingMeasured(const GpuTestReport &report)
{
    const QList<GpuModeResult> unsupported = resultsOf(report, Status::Unsupported);
    if (!unsupported.isEmpty())
        return nothingSupported(report, unsupported);
    return {.sentence = Text(QT_TRANSLATE_NOOP("backend", "Time was up before the first convolution was measured.")),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU, or give the test more time (--seconds)."))};
}

// --- How fast ------------------------------------------------------------------------------------------------------

Text goodSentence(const GpuTestReport &report)
{
    QList<double> speedups;
    for (const GpuModeResult &result : report.modes) {
        if (verdictOf(result) == GpuModeVerdict::Faster)
            speedups << *result.speedup();
    }
    const auto [least, most] = std::minmax_element(speedups.begin(), speedups.end());
    if (oneDigit(*least) == oneDigit(*most))
        return Text(QT_TRANSLATE_NOOP("backend", "%1 computes right on the %2 and is %3 times as fast as the same convolution without it."),
                    {nameOfCudnn(report), nameOfGpu(report), oneDigit(*least)});
    return Text(QT_TRANSLATE_NOOP("backend", "%1 computes right on the %2 and is %3 to %4 times as fast as the same convolution without it."),
                {nameOfCudnn(report), nameOfGpu(report), oneDigit(*least), oneDigit(*most)});
}

GpuVerdict good(const GpuTestReport &report)
{
    GpuVerdict verdict{.kind = GpuVerdict::Kind::Good, .sentence = goodSentence(report)};
    const QList<GpuModeResult> slow =
            resultsWhere(report, [](const GpuModeResult &result) { return verdictOf(result) == GpuModeVerdict::NotFaster; });
    if (!slow.isEmpty())
        verdict.reasons << Text(QT_TRANSLATE_NOOP("backend", "Not faster in %1."), {labels(slow)});
    return verdict;
}

GpuVerdict notFaster(const GpuTestReport &report)
{
    const QList<Text> reasons = reasonsForTimes(report);
    const Text mending = reasons.isEmpty()
            ? Text(QT_TRANSLATE_NOOP("backend", "No cause was found. Update the driver, try another cuDNN release, and run the test again."))
            : Text(QT_TRANSLATE_NOOP("backend", "What was found may explain it; see to that first and run the test again."));
    return {.kind = GpuVerdict::Kind::NotFaster,
            .finding = u"convolution-slow"_s,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "%1 computes right on the %2 but is not faster than the same convolution without it."),
                             {nameOfCudnn(report), nameOfGpu(report)}),
            .reasons = reasons,
            .mending = mending};
}

GpuVerdict unsteady(const GpuTestReport &report)
{
    return {.kind = GpuVerdict::Kind::Unsteady,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "%1 computes right on the %2, but its times differ so much between repeats that they say "
                                                          "nothing."),
                             {nameOfCudnn(report), nameOfGpu(report)}),
            .reasons = reasonsForTimes(report),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU, let it cool down, plug a laptop in, and run the "
                                                         "test again."))};
}

QList<Text> whyNothingToCompare(const GpuTestReport &report)
{
    QStringList words;
    for (const GpuModeResult &result : report.modes) {
        if (result.status == Status::Measured && !result.offProblem.isEmpty())
            words << result.offProblem;
    }
    if (report.libraries)
        words << report.libraries->cublas.problem << report.libraries->nvrtc.problem;
    words.removeAll(QString());
    words.removeDuplicates();
    QList<Text> reasons;
    for (const QString &word : std::as_const(words))
        reasons << Text::verbatim(word);
    return reasons;
}

// NVRTC makes the kernels of the 'without' side; cuBLAS may be missing.
Text comparisonMending(const GpuTestReport &report)
{
    if (report.libraries && !report.libraries->nvrtc.problem.isEmpty())
        return Text(QT_TRANSLATE_NOOP("backend", "For the comparison the test needs NVRTC and cuBLAS, which come with a CUDA toolkit that fits the "
                                                 "driver."));
    return Text(QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU and run the test again; a newer CUDA toolkit may mend it too."));
}

GpuVerdict partial(const GpuTestReport &report)
{
    return {.kind = GpuVerdict::Kind::Partial,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "%1 computes right on the %2. How much faster it is cannot be said: there was nothing to "
                                                          "compare with."),
                             {nameOfCudnn(report), nameOfGpu(report)}),
            .reasons = whyNothingToCompare(report),
            .mending = comparisonMending(report)};
}

// Slow where most modes are, good where at least half are faster; else the unsteady ones leave it open.
GpuVerdict verdictOnTimes(const GpuTestReport &report)
{
    const qsizetype fast = countOf(report, GpuModeVerdict::Faster);
    const qsizetype slow = countOf(report, GpuModeVerdict::NotFaster);
    const qsizetype noisy = countOf(report, GpuModeVerdict::Unsteady);
    const qsizetype all = fast + slow + noisy;
    if (all == 0)
        return partial(report);
    if (2 * slow > all)
        return notFaster(report);
    return 2 * fast >= all ? good(report) : unsteady(report);
}

// Which copy it was about, and what was left out, whatever the outcome.
GpuVerdict completed(GpuVerdict verdict, const GpuTestReport &report, const GpuTestTarget &target)
{
    if (const auto missed = notReached(report); missed && report.end == GpuTestReport::End::TimeUp)
        verdict.reasons << *missed;
    const auto other = wrongCopy(report, target);
    if (!other)
        return verdict;
    verdict.reasons.prepend(*other);
    if (verdict.kind == GpuVerdict::Kind::NotFaster)
        verdict.finding = u"shadowed"_s;
    return verdict;
}

GpuVerdict judged(const GpuTestReport &report, const GpuTestTarget &target)
{
    const bool hasMeasured = !resultsOf(report, Status::Measured).isEmpty();
    if (const auto verdict = hasMeasured ? std::nullopt : verdictOnStart(report, target))
        return *verdict;
    for (const auto &rule : {verdictOnEnd, verdictOnNumbers, verdictOnOtherLibrary, verdictOnFailures}) {
        if (const auto verdict = rule(report))
            return *verdict;
    }
    return hasMeasured ? verdictOnTimes(report) : nothingMeasured(report);
}

} // namespace

GpuVerdict verdictOf(const GpuTestReport &report, const GpuTestTarget &target)
{
    return completed(judged(report, target), report, target);
}

GpuModeVerdict verdictOf(const GpuModeResult &result)
{
    switch (result.status) {
    case Status::Unsupported: return GpuModeVerdict::Unsupported;
    case Status::Failed: return GpuModeVerdict::Failed;
    case Status::NotReached: return GpuModeVerdict::NotReached;
    case Status::Measured: break;
    }
    if (isWrong(result))
        return GpuModeVerdict::Wrong;
    const auto speedup = result.speedup();
    if (!speedup)
        return GpuModeVerdict::Right;
    if (result.spread() > steadyUpTo)
        return GpuModeVerdict::Unsteady;
    return *speedup >= fasterFrom ? GpuModeVerdict::Faster : GpuModeVerdict::NotFaster;
}

GpuVerdict impossible(const Error &error)
{
    const QString finding = error.id == ErrorId::NotSupported ? QString() : toString(error.id);
    return {.kind = GpuVerdict::Kind::Impossible, .finding = finding, .sentence = error.message};
}

bool isFault(const GpuVerdict &verdict)
{
    if (verdict.kind == GpuVerdict::Kind::NotFaster)
        return verdict.finding != u"convolution-slow" || verdict.reasons.isEmpty();
    return verdict.kind == GpuVerdict::Kind::Wrong;
}

std::optional<double> everydaySpeedup(const GpuTestReport &report)
{
    using Layout = GpuMode::Layout;
    for (const Layout layout : {Layout::Nchw, Layout::Nhwc}) {
        const GpuModeResult *off = report.mode({GpuMode::Precision::Fp32, layout});
        const GpuModeResult *on = report.mode({GpuMode::Precision::Tf32, layout});
        if (!off || !on || !off->offMs() || !on->onMs() || *on->onMs() <= 0 || off->batch < 1 || on->batch < 1)
            continue;
        return (*off->offMs() / off->batch) / (*on->onMs() / on->batch);
    }
    return {};
}

QString labelOf(const GpuMode &mode)
{
    return toString(mode).toUpper().replace(u'-', u' ');
}

QString toString(GpuModeVerdict verdict)
{
    switch (verdict) {
    case GpuModeVerdict::Faster: return u"faster"_s;
    case GpuModeVerdict::NotFaster: return u"notFaster"_s;
    case GpuModeVerdict::Unsteady: return u"unsteady"_s;
    case GpuModeVerdict::Right: return u"right"_s;
    case GpuModeVerdict::Wrong: return u"wrong"_s;
    case GpuModeVerdict::Failed: return u"failed"_s;
    case GpuModeVerdict::Unsupported: return u"unsupported"_s;
    case GpuModeVerdict::NotReached: return u"notReached"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
