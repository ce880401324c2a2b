// SPDX-License-Identifier: MIT
#include "catalog/compatibility.h"

#include "catalog/compatibilitycase.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;
using namespace compatibility;

namespace {

using Weight = Reason::Weight;

QString shortVersion(const QVersionNumber &version)
{
    return QVersionNumber(version.segments().first(std::min<qsizetype>(3, version.segmentCount())))
            .toString();
}

bool hasBuildFor(const Release &release, int cudaMajor, const std::optional<QString> &platform)
{
    return std::any_of(release.archives.begin(), release.archives.end(), [&](const ReleaseArchive &archive) {
        return archive.cudaMajor == cudaMajor && (!platform || archive.platform == *platform);
    });
}

// The newest release with a build for this CUDA major and platform; empty when there is none.
QString newestFor(const Case &c, int cudaMajor)
{
    for (const Release &release : c.catalog.releases()) {
        if (release.status == "ok"_L1 && hasBuildFor(release, cudaMajor, c.candidate.platform))
            return release.label;
    }
    return {};
}

// The platform whose archives are for this machine; empty when the data knows none.
QString platformFor(const Catalog &catalog, const TargetFacts &target)
{
    for (const Platform &platform : catalog.platforms()) {
        const bool fitsBoard = target.isTegra ? platform.tegra == Platform::Tegra::Only
                                              : platform.tegra != Platform::Tegra::Only;
        if (platform.os == target.os && platform.architecture == target.architecture && fitsBoard)
            return platform.name;
    }
    return {};
}

QList<Reason> judgeVersion(const Case &c)
{
    if (!c.candidate.version) {
        return {unknown(Text(QT_TRANSLATE_NOOP(
                "backend", "Which cuDNN version this is could not be told, so what it supports "
                           "is not known.")))};
    }
    if (!c.release) {
        return {unknown(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "cuDNN %1 is not among the releases that this program knows (its "
                                       "data is of %2), so what it supports is not known."),
                     {c.version, c.catalog.collected()}))};
    }
    return {};
}

QList<Reason> judgeStatus(const Case &c)
{
    if (!c.candidate.version)
        return {};
    QList<Reason> reasons;
    for (const KnownFault &fault : c.catalog.knownFaults(*c.candidate.version)) {
        const bool matters =
                c.target.computeCapabilities.size() >= fault.gpusAtLeast
                && (fault.cudaAtLeast.isNull()
                    || (c.target.toolkitCuda && twoParts(*c.target.toolkitCuda) >= fault.cudaAtLeast));
        if (matters)
            reasons << Reason{Weight::Warning, u"obsolete-cudnn"_s, Text(fault.sentence.constData())};
    }
    if (!reasons.isEmpty() || !c.release)
        return reasons;
    if (c.release->status == "withdrawn"_L1) {
        reasons << Reason{
                Weight::Warning, u"obsolete-cudnn"_s,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "cuDNN %1 was withdrawn after its release. Another version is the "
                                       "safer choice."),
                     {c.version})};
    } else if (c.release->status == "preview"_L1) {
        reasons << Reason{
                Weight::Warning, u"obsolete-cudnn"_s,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "cuDNN %1 is a preview, which NVIDIA followed by a finished version. "
                                       "The finished one is the safer choice."),
                     {c.version})};
    }
    return reasons;
}

Reason wrongPlatform(const Case &c)
{
    const QString wanted = platformFor(c.catalog, c.target);
    if (wanted.isEmpty()) {
        return {Weight::Against, u"archive-wrong-platform"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "This cuDNN is for %1 and cannot run on this computer (%2, %3). There is no "
                             "cuDNN for this kind of computer in the known releases."),
                     {*c.candidate.platform, c.target.os, c.target.architecture.value_or(u"?"_s)})};
    }
    return {Weight::Against, u"archive-wrong-platform"_s,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "This cuDNN is for %1 and cannot run on this computer. Take the archive whose name "
                         "contains %2."),
                 {*c.candidate.platform, wanted})};
}

Reason judgeSbsaOnTegra(const Case &c, const Platform &platform)
{
    const QVersionNumber cuda =
            twoParts(c.target.toolkitCuda.value_or(QVersionNumber(c.candidate.cudaMajor.value_or(0))));
    if (cuda < platform.tegraFromCuda) {
        return {Weight::Against, u"sbsa-on-tegra"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "This cuDNN is for ARM servers (%1); a Jetson board takes it from CUDA %2 on. "
                             "Take the archive whose name contains %3."),
                     {platform.name, platform.tegraFromCuda.toString(), platformFor(c.catalog, c.target)})};
    }
    if (cuda < platform.tegraSureFromCuda) {
        return unknown(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "This cuDNN is for ARM servers (%1). Whether a Jetson board takes it "
                                       "before CUDA %2 depends on the board."),
                     {platform.name, platform.tegraSureFromCuda.toString()}));
    }
    return good(Text(QT_TRANSLATE_NOOP("backend", "The archive is for this kind of computer (%1)."),
                     {platform.name}));
}

QList<Reason> judgePlatform(const Case &c)
{
    if (!c.candidate.platform || !c.target.architecture)
        return {};
    const auto platform = c.catalog.platform(*c.candidate.platform);
    if (!platform) {
        return {unknown(
                Text(QT_TRANSLATE_NOOP("backend", "For which kind of computer \"%1\" stands is not known."),
                     {*c.candidate.platform}))};
    }
    const bool isForeign = platform->os != c.target.os || platform->architecture != *c.target.architecture
                           || (platform->tegra == Platform::Tegra::Only && !c.target.isTegra);
    if (isForeign)
        return {wrongPlatform(c)};
    if (c.target.isTegra && platform->tegra == Platform::Tegra::FromCuda)
        return {judgeSbsaOnTegra(c, *platform)};
    return {good(Text(QT_TRANSLATE_NOOP("backend", "The archive is for this kind of computer (%1)."),
                      {platform->name}))};
}

Text majorMismatchText(const Case &c, int built, const QVersionNumber &toolkit)
{
    const QString builtFor = QString::number(built);
    const QString wanted = QString::number(toolkit.majorVersion());
    if (c.release && hasBuildFor(*c.release, toolkit.majorVersion(), c.candidate.platform)) {
        return Text(
                QT_TRANSLATE_NOOP(
                        "backend",
                        "This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. Take the same cuDNN "
                        "%3 in its build for CUDA %4."),
                {builtFor, majorMinor(toolkit), c.version, wanted});
    }
    if (const QString newest = newestFor(c, toolkit.majorVersion()); !newest.isEmpty()) {
        return Text(
                QT_TRANSLATE_NOOP(
                        "backend",
                        "This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. The newest cuDNN for "
                        "CUDA %3 is %4."),
                {builtFor, majorMinor(toolkit), wanted, newest});
    }
    return Text(QT_TRANSLATE_NOOP(
                        "backend",
                        "This cuDNN was built for CUDA %1, but the toolkit is CUDA %2. Take a cuDNN for "
                        "CUDA %3."),
                {builtFor, majorMinor(toolkit), wanted});
}

QList<Reason> cudaMajorMismatch(const Case &c, int built, const QVersionNumber &toolkit)
{
    QList<Reason> reasons = {
            {Weight::Against, u"cuda-major-mismatch"_s, majorMismatchText(c, built, toolkit)}};
    if (c.target.driverMaxCuda && c.target.driverMaxCuda->majorVersion() != toolkit.majorVersion()) {
        reasons << good(
                Text(QT_TRANSLATE_NOOP("backend",
                                       "The CUDA %1 that nvidia-smi shows is the highest that the driver can "
                                       "run. It is not the toolkit's version, which is CUDA %2."),
                     {majorMinor(*c.target.driverMaxCuda), majorMinor(toolkit)}));
    }
    return reasons;
}

Reason judgeCudaMinor(const Case &c, const QVersionNumber &toolkit)
{
    const QString minor = majorMinor(toolkit);
    const QString major = QString::number(toolkit.majorVersion());
    if (c.candidate.version && c.catalog.servesWholeCudaMajor(*c.candidate.version, toolkit.majorVersion())) {
        return good(Text(QT_TRANSLATE_NOOP(
                                 "backend",
                                 "It was built for CUDA %1 and works with every toolkit of CUDA %1; yours is "
                                 "CUDA %2."),
                         {major, minor}));
    }
    const auto &build = c.candidate.cudaBuild;
    const bool isBuildKnown = build && build->segmentCount() >= 2;
    if (isBuildKnown && majorMinor(*build) != minor) {
        return {Weight::Warning, u"version-unknown"_s,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "This cuDNN was built for CUDA %1, and the toolkit is CUDA %2. A cuDNN this old "
                             "belongs to one CUDA version only; better take its build for CUDA %2."),
                     {majorMinor(*build), minor})};
    }
    if (isBuildKnown || (c.support && c.support->cudaMinors.contains(minor)))
        return good(Text(QT_TRANSLATE_NOOP("backend", "It is for CUDA %1, which is your toolkit's version."),
                         {minor}));
    return unknown(
            Text(QT_TRANSLATE_NOOP("backend",
                                   "It was built for CUDA %1; whether that includes CUDA %2 is not stated "
                                   "anywhere we know."),
                 {major, minor}));
}

QList<Reason> judgeCuda(const Case &c)
{
    if (!c.candidate.cudaMajor)
        return {unknown(
                Text(QT_TRANSLATE_NOOP("backend", "For which CUDA this cuDNN was built is not known.")))};
    const int built = *c.candidate.cudaMajor;
    if (!c.target.toolkitCuda) {
        return {unknown(Text(
                QT_TRANSLATE_NOOP("backend",
                                  "With which CUDA toolkit this cuDNN will be used is not known. It works "
                                  "with CUDA %1 only."),
                {QString::number(built)}))};
    }
    if (c.target.toolkitCuda->majorVersion() != built)
        return cudaMajorMismatch(c, built, *c.target.toolkitCuda);
    return {judgeCudaMinor(c, *c.target.toolkitCuda)};
}

QList<Reason> judgeGlibc(const Case &c)
{
    const bool isComparable =
            c.support && c.support->glibcX86 && c.target.glibc && c.target.architecture == u"x86_64"_s;
    if (!isComparable || *c.target.glibc >= *c.support->glibcX86)
        return {};
    return {unknown(Text(
            QT_TRANSLATE_NOOP("backend",
                              "NVIDIA tested cuDNN %1 with glibc %2 and newer; this system has glibc %3. "
                              "Whether it works here shows only when it is tried."),
            {c.version, c.support->glibcX86->toString(), c.target.glibc->toString()}))};
}

Verdict::Kind kindOf(const QList<Reason> &reasons)
{
    const auto has = [&reasons](Weight weight) {
        return std::any_of(reasons.begin(), reasons.end(),
                           [weight](const Reason &reason) { return reason.weight == weight; });
    };
    if (has(Weight::Against))
        return Verdict::Kind::Unsupported;
    return has(Weight::Unknown) || has(Weight::Warning) ? Verdict::Kind::Unknown : Verdict::Kind::Supported;
}

} // namespace

Verdict judge(const Catalog &catalog, const CandidateFacts &candidate, const TargetFacts &target)
{
    Case c{.catalog = catalog, .candidate = candidate, .target = target, .version = {}};
    if (candidate.version) {
        c.version = shortVersion(*candidate.version);
        c.release = catalog.release(*candidate.version);
        if (candidate.cudaMajor)
            c.support = catalog.support(*candidate.version, *candidate.cudaMajor);
    }
    Verdict verdict;
    for (const auto &question :
         {judgePlatform, judgeCuda, judgeDriver, judgeGpus, judgeStatus, judgeVersion, judgeGlibc})
        verdict.reasons << question(c);
    std::stable_sort(verdict.reasons.begin(), verdict.reasons.end(),
                     [](const Reason &a, const Reason &b) { return a.weight > b.weight; });
    verdict.kind = kindOf(verdict.reasons);
    return verdict;
}

QString toString(Verdict::Kind kind)
{
    switch (kind) {
    case Verdict::Kind::Supported:
        return u"supported"_s;
    case Verdict::Kind::Unknown:
        return u"unknown"_s;
    case Verdict::Kind::Unsupported:
        return u"unsupported"_s;
    }
    Q_UNREACHABLE();
}

QString toString(Reason::Weight weight)
{
    switch (weight) {
    case Weight::Good:
        return u"good"_s;
    case Weight::Unknown:
        return u"unknown"_s;
    case Weight::Warning:
        return u"warning"_s;
    case Weight::Against:
        return u"against"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
