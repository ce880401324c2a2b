// SPDX-License-Identifier: MIT
#include "gpu/gpureasons.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int fewMultiprocessors = 10;     // of the smallest cards and of small boards
constexpr int busyLoad = 20;               // percent, before our own work
constexpr double lowClock = 0.6;           // of the highest clock, while it computed

using Reason = std::optional<Text>;

Reason tinyGpu(const GpuTestReport &report)
{
    if (!report.device || report.device->multiprocessors < 1 || report.device->multiprocessors > fewMultiprocessors)
        return {};
    return Text::counted(QT_TRANSLATE_N_NOOP("backend", "This GPU is small (%n multiprocessors): a plain multiplication fills it "
                                                        "already, so cuDNN has little to gain. Nothing is to be mended."),
                         report.device->multiprocessors);
}

QString throttlingOf(const GpuTestReport &report)
{
    QStringList reasons = report.during.throttling + report.after.throttling;
    reasons.removeDuplicates();
    return reasons.join(u", "_s);
}

Reason throttled(const GpuTestReport &report)
{
    const QString reasons = throttlingOf(report);
    if (reasons.isEmpty())
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "The GPU was held back while it computed (%1). Let it cool down, plug a laptop in, "
                                             "look at its power limit with nvidia-smi -q, and run the test again."),
                {reasons});
}

Reason lowClocks(const GpuTestReport &report)
{
    const auto clock = report.during.clockMhz;
    const auto highest = report.during.maxClockMhz ? report.during.maxClockMhz : report.before.maxClockMhz;
    if (!clock || !highest || *clock >= lowClock * *highest)
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "The GPU ran at %1 MHz of %2 MHz while it computed. Look whether its clocks were fixed "
                                             "(nvidia-smi -rgc frees them) or a power-saving mode is on."),
                {QString::number(*clock), QString::number(*highest)});
}

Reason anotherProgram(const GpuTestReport &report)
{
    QStringList names;
    for (const FileUserFacts &program : report.before.programs)
        names << (program.name.isEmpty() ? QString::number(program.pid) : u"%1 (%2)"_s.arg(program.name).arg(program.pid));
    if (!names.isEmpty())
        return Text(QT_TRANSLATE_NOOP("backend", "Another program computes on this GPU: %1. Close it, or wait for it, and run the "
                                                 "test again."),
                    {names.join(u", "_s)});
    if (report.before.load.value_or(0) < busyLoad)
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "The GPU was busy before the test began (%1 % of the time). Close what uses it and run "
                                             "the test again."),
                {QString::number(*report.before.load)});
}

bool isTf32(const GpuModeResult &result)
{
    return result.mode.precision == GpuMode::Precision::Tf32;
}

bool isSlow(const GpuModeResult &result)
{
    return verdictOf(result) == GpuModeVerdict::NotFaster;
}

Reason tf32(const GpuTestReport &report)
{
    const bool isOff = report.variables.value(u"NVIDIA_TF32_OVERRIDE"_s) == u"0";
    const bool isMeasured = std::any_of(report.modes.begin(), report.modes.end(), isTf32);
    if (isOff && isMeasured)
        return Text(QT_TRANSLATE_NOOP("backend", "NVIDIA_TF32_OVERRIDE=0 turns TF32 off in every program of this session. Take the "
                                                 "variable out of your shell's start-up file to have TF32."));
    const bool anySlow = std::any_of(report.modes.begin(), report.modes.end(), isSlow);
    const bool onlyTf32 = std::all_of(report.modes.begin(), report.modes.end(),
                                      [](const GpuModeResult &result) { return !isSlow(result) || isTf32(result); });
    if (!anySlow || !onlyTf32)
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "Only the TF32 comparison is not faster: there the multiplication without cuDNN has TF32 "
                                             "too, which frameworks do not give it by default. Nothing is to be mended."));
}

bool isSet(const GpuTestReport &report, const QString &variable)
{
    const QString value = report.variables.value(variable);
    return !value.isEmpty() && value != u"0";
}

// Without a destination cuDNN writes no log, whatever its level.
Reason debugLogging(const GpuTestReport &report)
{
    const QString destination = report.variables.value(u"CUDNN_LOGDEST_DBG"_s);
    if (destination.isEmpty() || destination == u"NULL")
        return {};
    for (const QString &variable : {u"CUDNN_LOGLEVEL_DBG"_s, u"CUDNN_LOGINFO_DBG"_s, u"CUDNN_LOGWARN_DBG"_s, u"CUDNN_LOGERR_DBG"_s}) {
        if (isSet(report, variable))
            return Text(QT_TRANSLATE_NOOP("backend", "cuDNN writes a log of what it does (%1=%2), which costs time at every call. "
                                                     "Take the variable out of your shell's start-up file."),
                        {variable, report.variables.value(variable)});
    }
    return {};
}

Reason launchBlocking(const GpuTestReport &report)
{
    if (!isSet(report, u"CUDA_LAUNCH_BLOCKING"_s))
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "CUDA_LAUNCH_BLOCKING is set, so every piece of work waits for the one before. It is for "
                                             "finding faults: take it out of your shell's start-up file."));
}

Reason reducedBatch(const GpuTestReport &report)
{
    int smallest = report.shape.batch;
    for (const GpuModeResult &result : report.modes) {
        if (result.status == GpuModeResult::Status::Measured && result.batch > 0)
            smallest = std::min(smallest, result.batch);
    }
    if (smallest >= report.shape.batch)
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "There was memory for %1 instead of %2 images only, and small work gains less. Close "
                                             "programs that use the GPU's memory to test with more."),
                {QString::number(smallest), QString::number(report.shape.batch)});
}

struct Mending
{
    const char *status; // part of the name; the first that fits holds
    const char *words;
};

constexpr Mending mendings[] = {
        {"ARCH_MISMATCH", QT_TRANSLATE_NOOP("backend", "This cuDNN was not made for this GPU. Install a release that names the GPU's "
                                                       "compute capability in its support matrix.")},
        {"SUBLIBRARY_LOADING_FAILED",
         QT_TRANSLATE_NOOP("backend", "cuDNN did not find one of its own libraries. 'cudnn-setup-cli verify' says which; install cuDNN "
                                      "again if one is missing.")},
        {"VERSION_MISMATCH", QT_TRANSLATE_NOOP("backend", "Libraries of two cuDNN versions were mixed. 'cudnn-setup-cli verify' says "
                                                          "which; install one version over the other, whole.")},
        {"ALLOC", QT_TRANSLATE_NOOP("backend", "Memory ran out. Close other programs that use the GPU and run the test again.")},
        {"OUT_OF_MEMORY", QT_TRANSLATE_NOOP("backend", "Memory ran out. Close other programs that use the GPU and run the test again.")},
        {"NOT_INITIALIZED", QT_TRANSLATE_NOOP("backend", "cuDNN could not set itself up: most often the driver is too old for the CUDA "
                                                         "that cuDNN was made for, or the GPU's memory is full. Update the driver, "
                                                         "close other programs and run the test again.")},
        {"NOT_SUPPORTED", QT_TRANSLATE_NOOP("backend", "This cuDNN does not have this convolution for this GPU. Install a newer release "
                                                       "that supports the GPU.")},
        {"EXECUTION_FAILED", QT_TRANSLATE_NOOP("backend", "The GPU did not finish the work. Most often the driver is too old, or the GPU "
                                                          "is unstable (overclocked, hot, faulty memory): look for lines with Xid in "
                                                          "the system log, update the driver, restart, and run the test again.")},
        {"INTERNAL_ERROR", QT_TRANSLATE_NOOP("backend", "cuDNN stumbled inside: most often the GPU's memory is full, or libraries of two "
                                                        "versions were mixed. Close other programs, let 'cudnn-setup-cli verify' look "
                                                        "at the copy, and run the test again.")},
};

} // namespace

QList<Text> reasonsForTimes(const GpuTestReport &report)
{
    QList<Text> reasons;
    for (const auto &rule : {tinyGpu, throttled, lowClocks, anotherProgram, tf32, debugLogging, launchBlocking, reducedBatch}) {
        if (const Reason reason = rule(report))
            reasons << *reason;
    }
    return reasons;
}

std::optional<Text> wrongCopy(const GpuTestReport &report, const GpuTestTarget &target)
{
    const QString loaded = report.libraries ? report.libraries->cudnn.file : QString();
    const bool isKnown = !loaded.isEmpty() && !target.dispatcher.isEmpty();
    const QString wanted = target.dispatcher.section(u'/', 0, -2);
    if (!isKnown || loaded.section(u'/', 0, -2) == wanted)
        return {};
    if (report.way == GpuTestReport::Way::AsPrograms)
        return Text(QT_TRANSLATE_NOOP("backend", "Your programs load %1, not the copy in %2: all of this is about the former. Put the "
                                                 "folder that you want first in LD_LIBRARY_PATH."),
                    {loaded, wanted});
    return Text(QT_TRANSLATE_NOOP("backend", "The loader took %1 instead of the copy in %2, so all of this is about the former. Look at "
                                             "LD_PRELOAD and LD_LIBRARY_PATH."),
                {loaded, wanted});
}

Text mendingOf(const QString &problem)
{
    const auto known = std::find_if(std::begin(mendings), std::end(mendings), [&](const Mending &mending) {
        return problem.contains(QLatin1StringView(mending.status));
    });
    if (known != std::end(mendings))
        return Text(known->words);
    return Text(QT_TRANSLATE_NOOP("backend", "Update the driver, install cuDNN again, and run the test again. If it stays so, the raw words "
                                             "are what others need to help."));
}

} // namespace cudnnsetup
