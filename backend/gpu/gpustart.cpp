// SPDX-License-Identifier: MIT
#include "gpu/gpustart.h"

#include "gpu/gpureasons.h"

#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Kind = GpuVerdict::Kind;
using End = GpuTestReport::End;

QList<Text> raw(const QString &words)
{
    return words.isEmpty() ? QList<Text>() : QList<Text>{Text::verbatim(words)};
}

bool isNotOpened(const GpuLibrary &library)
{
    return library.file.isEmpty() && !library.problem.isEmpty();
}

// --- Driver and GPU -------------------------------------------------------------------------------------------------

GpuVerdict noGpu(const QString &words)
{
    return {.kind = Kind::Impossible,
            .finding = u"no-nvidia-gpu"_s,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "No NVIDIA GPU is seen on this computer, so nothing was computed. This says nothing about "
                                                          "cuDNN.")),
            .reasons = raw(words),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "If there is one, look whether it is seated and switched on; in a container or a virtual "
                                                         "machine it has to be passed in."))};
}

GpuVerdict driverMissing(const QString &words)
{
    return {.kind = Kind::Impossible,
            .finding = u"driver-missing"_s,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "The library of NVIDIA's driver (libcuda.so.1) cannot be opened, so nothing was computed. This "
                                                          "says nothing about cuDNN.")),
            .reasons = raw(words),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Install NVIDIA's driver with the system's package tool; in a container, start it with "
                                                         "access to the GPU."))};
}

GpuVerdict driverTooOld(const QString &words)
{
    return {.kind = Kind::Impossible,
            .finding = u"driver-too-old"_s,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver is too old for this test, so nothing was computed.")),
            .reasons = raw(words),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Update the driver."))};
}

std::optional<GpuVerdict> onDriver(const GpuTestReport &report, const GpuTestTarget &target)
{
    if (!report.libraries || report.libraries->driver.problem.isEmpty())
        return {};
    const GpuLibrary &driver = report.libraries->driver;
    if (!isNotOpened(driver))
        return driverTooOld(driver.problem);
    return target.machineHasGpu ? driverMissing(driver.problem) : noGpu(driver.problem);
}

struct DriverStatus
{
    const char *name;
    const char *finding; // empty: none of the list says it
    const char *sentence;
    const char *mending;
};

// https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__TYPES.html
constexpr DriverStatus driverStatuses[] = {
        {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "driver-mismatch",
         QT_TRANSLATE_NOOP("backend", "The driver's kernel module and its libraries are of different versions, so nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "Restart the computer: the new module is loaded then.")},
        {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "libcuda-mismatch",
         QT_TRANSLATE_NOOP("backend", "The driver library that was found is for forward compatibility, which this GPU does not support, so "
                                      "nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "Take its folder (cuda-compat) out of LD_LIBRARY_PATH, and update the driver instead.")},
        {"CUDA_ERROR_INSUFFICIENT_DRIVER", "driver-too-old",
         QT_TRANSLATE_NOOP("backend", "NVIDIA's driver is too old for this test, so nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "Update the driver.")},
        {"CUDA_ERROR_STUB_LIBRARY", "stubs-on-path",
         QT_TRANSLATE_NOOP("backend", "The driver library that was found is the toolkit's stub, which only serves to build programs, so nothing was "
                                      "computed."),
         QT_TRANSLATE_NOOP("backend", "Take the folder 'stubs' out of LD_LIBRARY_PATH.")},
        {"CUDA_ERROR_SYSTEM_NOT_READY", "",
         QT_TRANSLATE_NOOP("backend", "The driver says that the system is not ready yet, so nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "On machines whose GPUs are joined by NVSwitch, start the service nvidia-fabricmanager of the driver's own "
                                      "version.")},
        {"CUDA_ERROR_DEVICE_UNAVAILABLE", "",
         QT_TRANSLATE_NOOP("backend", "Another program has the GPU for itself, so nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "Wait for it, or set the GPU's compute mode back (nvidia-smi -c 0).")},
        {"CUDA_ERROR_OUT_OF_MEMORY", "",
         QT_TRANSLATE_NOOP("backend", "The GPU's memory is full, so nothing was computed. This says nothing about cuDNN."),
         QT_TRANSLATE_NOOP("backend", "Close other programs that use the GPU and run the test again.")},
        {"CUDA_ERROR_INVALID_DEVICE", "",
         QT_TRANSLATE_NOOP("backend", "There is no GPU of the number that was asked for, so nothing was computed."),
         QT_TRANSLATE_NOOP("backend", "GPUs are counted from 0; 'cudnn-setup-cli detect' lists them.")},
        {"CUDA_ERROR_UNKNOWN", "uvm-not-loaded",
         QT_TRANSLATE_NOOP("backend", "The driver cannot begin its work, so nothing was computed. Most often its module nvidia_uvm is not loaded, or "
                                      "the computer was asleep."),
         QT_TRANSLATE_NOOP("backend", "Restart the computer, or load the module again (sudo modprobe nvidia_uvm).")},
};

std::optional<GpuVerdict> onDriverStatus(const QString &words)
{
    const auto status = std::find_if(std::begin(driverStatuses), std::end(driverStatuses), [&](const DriverStatus &known) {
        return words.contains(QLatin1StringView(known.name));
    });
    if (status == std::end(driverStatuses))
        return {};
    return GpuVerdict{.kind = Kind::Impossible,
                      .finding = QString::fromLatin1(status->finding),
                      .sentence = Text(status->sentence),
                      .reasons = raw(words),
                      .mending = Text(status->mending)};
}

// A status of the driver that says anything but that there is no GPU.
bool isOtherStatus(const QString &words)
{
    static const QRegularExpression status(u"^cu[A-Z]\\w*: "_s);
    return words.contains(status) && !words.contains("CUDA_ERROR_NO_DEVICE"_L1);
}

GpuVerdict driverRefuses(const QString &words)
{
    return {.kind = Kind::Impossible,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "The driver could not begin its work on the GPU, so nothing was computed. This says nothing about "
                                                          "cuDNN.")),
            .reasons = raw(words),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Restart the computer and update the driver; look for lines with Xid in the system log. If it "
                                                         "stays so, the raw words are what others need to help."))};
}

GpuVerdict onNoGpu(const GpuTestReport &report)
{
    if (const auto verdict = onDriverStatus(report.endWords))
        return *verdict;
    if (isOtherStatus(report.endWords))
        return driverRefuses(report.endWords);
    GpuVerdict verdict = noGpu(report.endWords);
    const QString visible = report.variables.value(u"CUDA_VISIBLE_DEVICES"_s);
    if (report.variables.contains(u"CUDA_VISIBLE_DEVICES"_s))
        verdict.reasons << Text(QT_TRANSLATE_NOOP("backend", "CUDA_VISIBLE_DEVICES is set to '%1': programs of this session see no other GPU. Take "
                                                             "the variable out of your shell's start-up file."),
                                {visible});
    return verdict;
}

// --- cuDNN ----------------------------------------------------------------------------------------------------------

// The library that the loader did not find, by the loader's own words.
QString missingLibrary(const QString &problem)
{
    static const QRegularExpression words(u"(\\S+): cannot open shared object file"_s);
    return words.match(problem).captured(1).section(u'/', -1);
}

GpuVerdict notLoaded(const QString &finding, const Text &sentence, const GpuLibrary &cudnn, const Text &mending)
{
    return {.kind = Kind::Wrong, .finding = finding, .sentence = sentence, .reasons = raw(cudnn.problem), .mending = mending};
}

Text installAgain()
{
    return Text(QT_TRANSLATE_NOOP("backend", "'cudnn-setup-cli verify' says what is wrong with the copy; install cuDNN again if its files are damaged or "
                                             "missing."));
}

// By a bare name: the loader of the person's session did not find it.
GpuVerdict notFound(const GpuTestTarget &target, const GpuLibrary &cudnn)
{
    const QString folder = target.dispatcher.section(u'/', 0, -2);
    const Text sentence(QT_TRANSLATE_NOOP("backend", "Your programs find no cuDNN: the loader knows no %1."), {cudnn.asked});
    if (folder.isEmpty())
        return notLoaded(u"load-failed"_s, sentence, cudnn, installAgain());
    return notLoaded(u"present-not-reachable"_s, sentence, cudnn,
                     Text(QT_TRANSLATE_NOOP("backend", "A copy lies in %1. Make it known to the loader ('cudnn-setup-cli activate'), or name the folder in "
                                                       "LD_LIBRARY_PATH."),
                          {folder}));
}

std::optional<GpuVerdict> onCudnn(const GpuTestReport &report, const GpuTestTarget &target)
{
    if (!report.libraries || report.libraries->cudnn.problem.isEmpty())
        return {};
    const GpuLibrary &cudnn = report.libraries->cudnn;
    if (!isNotOpened(cudnn))
        return notLoaded(u"load-failed"_s,
                         Text(QT_TRANSLATE_NOOP("backend", "%1 was opened but is no cuDNN that can be used: a function is missing in it."), {cudnn.file}),
                         cudnn, installAgain());
    if (cudnn.problem.contains("Permission denied"_L1))
        return notLoaded(u"load-failed"_s, Text(QT_TRANSLATE_NOOP("backend", "cuDNN cannot be opened: you may not read %1."), {cudnn.asked}), cudnn,
                         Text(QT_TRANSLATE_NOOP("backend", "Ask the owner of the file for leave to read it, or install a copy of your own "
                                                           "('cudnn-setup-cli install --for-me').")));
    const QString missing = missingLibrary(cudnn.problem);
    if (!cudnn.asked.contains(u'/') && missing == cudnn.asked)
        return notFound(target, cudnn);
    if (!missing.isEmpty() && !missing.startsWith("libcudnn"_L1))
        return notLoaded(u"dependency-missing"_s,
                         Text(QT_TRANSLATE_NOOP("backend", "cuDNN cannot be opened: it needs %1, which is not found."), {missing}), cudnn,
                         Text(QT_TRANSLATE_NOOP("backend", "Install the package that holds %1; cuBLAS, NVRTC and the like come with a CUDA toolkit."),
                              {missing}));
    return notLoaded(u"load-failed"_s, Text(QT_TRANSLATE_NOOP("backend", "cuDNN cannot be opened: %1."), {cudnn.asked}), cudnn,
                     installAgain());
}

// --- What the child said --------------------------------------------------------------------------------------------

GpuVerdict onWords(const GpuTestReport &report)
{
    if (report.endWords.contains("CUDNN_STATUS"_L1))
        return {.kind = Kind::Wrong,
                .finding = u"convolution-failed"_s,
                .sentence = Text(QT_TRANSLATE_NOOP("backend", "cuDNN was opened but could not begin its work on the GPU.")),
                .reasons = raw(report.endWords),
                .mending = mendingOf(report.endWords)};
    if (const auto verdict = onDriverStatus(report.endWords))
        return *verdict;
    return {.kind = Kind::Impossible,
            .sentence = Text(QT_TRANSLATE_NOOP("backend", "The test on the GPU could not be begun, so nothing can be said about this cuDNN.")),
            .reasons = raw(report.endWords),
            .mending = Text(QT_TRANSLATE_NOOP("backend", "Run it again; if it stays so, the raw words are what others need to help."))};
}

} // namespace

std::optional<GpuVerdict> verdictOnStart(const GpuTestReport &report, const GpuTestTarget &target)
{
    for (const auto &rule : {onDriver, onCudnn}) {
        if (const auto verdict = rule(report, target))
            return *verdict;
    }
    if (report.end == End::NoGpu)
        return onNoGpu(report);
    return report.end == End::NotStarted ? std::optional(onWords(report)) : std::nullopt;
}

} // namespace cudnnsetup
