// SPDX-License-Identifier: MIT
#include "catalog/compatibilitycase.h"

#include <algorithm>

namespace cudnnsetup::compatibility {

using namespace Qt::StringLiterals;

namespace {

using Weight = Reason::Weight;

// The newest release whose data says that it runs on this GPU; empty when there is none.
QString newestForGpu(const Case &c, const QVersionNumber &capability)
{
    for (const Release &release : c.catalog.releases()) {
        for (const ReleaseArchive &archive : release.archives) {
            const auto support = c.catalog.support(release.version, archive.cudaMajor.value_or(0));
            if (release.status == "ok"_L1 && support && support->minComputeCapability
                && support->maxComputeCapability && capability >= *support->minComputeCapability
                && capability <= *support->maxComputeCapability)
                return release.label;
        }
    }
    return {};
}

// The CUDA whose programs the driver has to run: the toolkit's where it is of the right major.
QVersionNumber cudaToRun(const Case &c)
{
    if (c.target.toolkitCuda && c.target.toolkitCuda->majorVersion() == *c.candidate.cudaMajor)
        return *c.target.toolkitCuda;
    return c.candidate.cudaBuild.value_or(QVersionNumber(*c.candidate.cudaMajor));
}

std::optional<QVersionNumber> driverFloor(const Case &c, const QVersionNumber &cuda)
{
    auto floor = c.catalog.lowestDriver(cuda);
    if (c.support && c.support->driverMinLinux)
        floor = std::max(floor.value_or(QVersionNumber()), *c.support->driverMinLinux);
    return floor;
}

Reason driverTooOld(const Case &c, const QVersionNumber &cuda, const std::optional<QVersionNumber> &floor)
{
    const QString major = QString::number(cuda.majorVersion());
    if (!floor || !c.target.driverVersion) {
        return {Weight::Against, u"driver-too-old"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "The NVIDIA driver runs programs up to CUDA %1, and this cuDNN is for CUDA %2. "
                             "Install a newer driver, or take a cuDNN for an older CUDA."),
                     {majorMinor(c.target.driverMaxCuda.value_or(QVersionNumber())), major})};
    }
    return {Weight::Against, u"driver-too-old"_s,
            Text(QT_TRANSLATE_NOOP("backend",
                                   "The NVIDIA driver is %1; programs for CUDA %2 need %3 or newer, whatever "
                                   "toolkit is "
                                   "installed. Install a newer driver, or take a cuDNN for an older CUDA."),
                 {driverText(*c.target.driverVersion), major, driverText(*floor)})};
}

QString listOf(const QList<QVersionNumber> &versions)
{
    QStringList texts;
    for (const QVersionNumber &version : versions)
        texts << version.toString();
    texts.removeDuplicates();
    return texts.join(u", "_s);
}

Reason gpuTooOld(const Case &c, const QList<QVersionNumber> &old, bool isEvery)
{
    const QString least = c.support->minComputeCapability->toString();
    if (!isEvery) {
        return {Weight::Warning, u"gpu-partly-unsupported"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "Not every graphics card of this computer can use cuDNN %1: it needs compute "
                             "capability %2 or newer, and there are cards with %3."),
                     {c.version, least, listOf(old)})};
    }
    if (const QString newest = newestForGpu(c, old.constFirst()); !newest.isEmpty()) {
        return {Weight::Against, u"gpu-too-old"_s,
                Text(QT_TRANSLATE_NOOP("backend", "The graphics card is too old for cuDNN %1: its compute "
                                                  "capability is %2, and %3 or "
                                                  "newer is needed. The newest cuDNN for it is %4."),
                     {c.version, listOf(old), least, newest})};
    }
    return {Weight::Against, u"gpu-too-old"_s,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "The graphics card is too old for cuDNN %1: its compute capability is %2, and %3 or "
                         "newer is needed."),
                 {c.version, listOf(old), least})};
}

Reason gpuTooNew(const Case &c, const QList<QVersionNumber> &tooNew, bool isEvery)
{
    const QString most = c.support->maxComputeCapability->toString();
    if (*c.candidate.version >= c.catalog.forwardCompatibleFrom()) {
        return {Weight::Warning, u"gpu-too-new"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "The graphics card (compute capability %1) is newer than those that cuDNN %2 "
                             "names "
                             "(up to %3). From cuDNN %4 on much, but not all, works on newer cards too."),
                     {listOf(tooNew), c.version, most, c.catalog.forwardCompatibleFrom().toString()})};
    }
    if (!isEvery) {
        return {Weight::Warning, u"gpu-partly-unsupported"_s,
                Text(QT_TRANSLATE_NOOP("backend", "Not every graphics card of this computer can use cuDNN "
                                                  "%1: it was made for compute "
                                                  "capability up to %2, and there are cards with %3."),
                     {c.version, most, listOf(tooNew)})};
    }
    return {Weight::Against, u"gpu-too-new"_s,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "The graphics card is too new for cuDNN %1: its compute capability is %2, and this "
                         "version was made for up to %3. Take a newer cuDNN."),
                 {c.version, listOf(tooNew), most})};
}

// What the newest GPUs need beyond the rest: a newer toolkit and driver within the same CUDA major.
QList<Reason> judgeNewGpus(const Case &c)
{
    if (!c.support || !c.support->newGpus)
        return {};
    const auto &needs = *c.support->newGpus;
    QList<QVersionNumber> concerned;
    std::copy_if(c.target.computeCapabilities.begin(), c.target.computeCapabilities.end(),
                 std::back_inserter(concerned), [&needs](const QVersionNumber &capability) {
                     return capability >= needs.fromComputeCapability;
                 });
    if (concerned.isEmpty())
        return {};
    QList<Reason> reasons;
    if (needs.driverMinLinux && c.target.driverVersion && *c.target.driverVersion < *needs.driverMinLinux) {
        reasons << Reason{
                Weight::Against, u"driver-too-old"_s,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "The NVIDIA driver is %1; with this graphics card (compute capability "
                                       "%2) cuDNN %3 needs %4 or newer. Install a newer driver."),
                     {driverText(*c.target.driverVersion), listOf(concerned), c.version,
                      driverText(*needs.driverMinLinux)})};
    }
    if (c.target.toolkitCuda && !needs.cudaMinors.isEmpty()
        && !needs.cudaMinors.contains(majorMinor(*c.target.toolkitCuda))) {
        reasons << Reason{
                Weight::Warning, u"gpu-too-new"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "With this graphics card (compute capability %1) NVIDIA names cuDNN %2 "
                             "together with the toolkits CUDA %3; yours is CUDA %4."),
                     {listOf(concerned), c.version, needs.cudaMinors.join(u", "_s),
                      majorMinor(*c.target.toolkitCuda)})};
    }
    return reasons;
}

} // namespace

QList<Reason> judgeDriver(const Case &c)
{
    if (!c.candidate.cudaMajor || c.target.os != "linux"_L1
        || (!c.target.driverVersion && !c.target.driverMaxCuda))
        return {};
    const QVersionNumber cuda = cudaToRun(c);
    const auto floor = driverFloor(c, cuda);
    const auto &highest = c.target.driverMaxCuda;
    const bool isBelowFloor = floor && c.target.driverVersion && *c.target.driverVersion < *floor;
    if (isBelowFloor || (highest && highest->majorVersion() < cuda.majorVersion()))
        return {driverTooOld(c, cuda, floor)};
    if (floor && c.target.driverVersion && highest && twoParts(*highest) < twoParts(cuda)) {
        return {good(Text(
                QT_TRANSLATE_NOOP("backend",
                                  "The driver names CUDA %1 as its highest, and the toolkit is CUDA %2. That "
                                  "fits: from driver %3 on, all programs of CUDA %4 run."),
                {majorMinor(*highest), majorMinor(cuda), driverText(*floor),
                 QString::number(cuda.majorVersion())}))};
    }
    if (highest && twoParts(*highest) >= twoParts(cuda)) {
        return {good(Text(
                QT_TRANSLATE_NOOP("backend",
                                  "The driver runs programs up to CUDA %1, so it is new enough for CUDA %2."),
                {majorMinor(*highest), cuda.toString()}))};
    }
    if (floor && c.target.driverVersion) {
        return {good(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "The driver %1 is new enough for CUDA %2, which needs %3 or newer."),
                     {driverText(*c.target.driverVersion), cuda.toString(), driverText(*floor)}))};
    }
    return {unknown(Text(QT_TRANSLATE_NOOP("backend", "Which driver CUDA %1 needs is not known."),
                         {cuda.toString()}))};
}

QList<Reason> judgeGpus(const Case &c)
{
    const auto &gpus = c.target.computeCapabilities;
    if (gpus.isEmpty() || !c.candidate.version || !c.candidate.cudaMajor)
        return {};
    const auto &least = c.support ? c.support->minComputeCapability : std::nullopt;
    const auto &most = c.support ? c.support->maxComputeCapability : std::nullopt;
    QList<QVersionNumber> old;
    QList<QVersionNumber> tooNew;
    for (const QVersionNumber &gpu : gpus) {
        if (least && gpu < *least)
            old << gpu;
        else if (most && gpu > *most)
            tooNew << gpu;
    }
    QList<Reason> reasons = judgeNewGpus(c);
    if (!old.isEmpty())
        reasons << gpuTooOld(c, old, old.size() == gpus.size());
    if (!tooNew.isEmpty())
        reasons << gpuTooNew(c, tooNew, tooNew.size() == gpus.size());
    if (!old.isEmpty() || !tooNew.isEmpty())
        return reasons;
    if (!least || !most) {
        reasons << unknown(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "Whether cuDNN %1 names this graphics card (compute capability %2) is "
                                       "not in the known data; nothing known speaks against it."),
                     {c.version, listOf(gpus)}));
    } else {
        reasons << good(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "cuDNN %1 is made for this graphics card (compute capability %2)."),
                     {c.version, listOf(gpus)}));
    }
    return reasons;
}

} // namespace cudnnsetup::compatibility
