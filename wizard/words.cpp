// SPDX-License-Identifier: MIT
#include "words.h"

#include "report/summary.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString Words::duration(qint64 seconds)
{
    if (seconds < 1)
        return tr("less than a second");
    if (seconds < 90)
        //: A span of time in seconds, short.
        return tr("%n s", nullptr, int(seconds));
    //: A span of time in minutes, short.
    return tr("%n min", nullptr, int((seconds + 30) / 60));
}

QString Words::version(const std::optional<QVersionNumber> &version)
{
    return version ? shortVersion(*version) : tr("unknown version");
}

QString Words::authenticity(ArchiveIdentity::Authenticity authenticity)
{
    switch (authenticity) {
    case ArchiveIdentity::Authenticity::Genuine:
        return tr("Genuine: NVIDIA published this very file.");
    case ArchiveIdentity::Authenticity::Unknown:
        return tr("Unknown: this file is not in our list of NVIDIA's releases.");
    case ArchiveIdentity::Authenticity::Mismatch:
        return tr("Not what NVIDIA published under this name.");
    case ArchiveIdentity::Authenticity::Truncated:
        return tr("Cut off: the end of the file is missing.");
    case ArchiveIdentity::Authenticity::NotAnArchive:
        return tr("Not an archive.");
    }
    return {};
}

QString Words::platform(const QString &platform)
{
    if (platform == "linux-x86_64"_L1)
        return tr("Linux, 64-bit PC (x86_64)");
    if (platform == "linux-sbsa"_L1)
        return tr("Linux, ARM servers (sbsa)");
    if (platform == "linux-aarch64"_L1)
        return tr("Linux, Jetson (aarch64)");
    if (platform == "linux-ppc64le"_L1)
        return tr("Linux, POWER (ppc64le)");
    if (platform == "windows-x86_64"_L1)
        return tr("Windows, 64-bit PC (x86_64)");
    return platform;
}

QString Words::step(Progress::Step step)
{
    switch (step) {
    case Progress::Step::Look:
        return tr("Look");
    case Progress::Step::Hash:
        return tr("Take the SHA-256");
    case Progress::Step::Stage:
        return tr("Unpack beside the destination");
    case Progress::Step::Check:
        return tr("Check what was unpacked");
    case Progress::Step::Commit:
        return tr("Put it in place");
    case Progress::Step::LoaderCache:
        return tr("Refresh the loader cache");
    case Progress::Step::Verify:
        return tr("Verify");
    case Progress::Step::RollBack:
        return tr("Take everything back");
    }
    return {};
}

QString Words::bottleneck(Progress::Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Progress::Bottleneck::None:
        return {};
    case Progress::Bottleneck::Reading:
        return tr("Reading the archive takes longest");
    case Progress::Bottleneck::Decompression:
        return tr("Decompression takes longest");
    case Progress::Bottleneck::Writing:
        return tr("Writing to the disk takes longest");
    case Progress::Bottleneck::Command:
        return tr("Waiting for a program of the system");
    }
    return {};
}

QString Words::status(VerifyCheck::Status status)
{
    switch (status) {
    case VerifyCheck::Status::Passed:
        return tr("Passed");
    case VerifyCheck::Status::Failed:
        return tr("Failed");
    case VerifyCheck::Status::Skipped:
        return tr("Skipped");
    case VerifyCheck::Status::Unknown:
        return tr("Not run yet");
    }
    return {};
}

QString Words::weight(Reason::Weight weight)
{
    switch (weight) {
    case Reason::Weight::Good:
        return tr("Fits");
    case Reason::Weight::Unknown:
        return tr("Not known");
    case Reason::Weight::Warning:
        return tr("Warning");
    case Reason::Weight::Against:
        return tr("Does not fit");
    }
    return {};
}

QString Words::verdict(Verdict::Kind kind)
{
    switch (kind) {
    case Verdict::Kind::Supported:
        return tr("Supported");
    case Verdict::Kind::Unknown:
        return tr("Not known whether it is supported");
    case Verdict::Kind::Unsupported:
        return tr("Not supported");
    }
    return {};
}

QString Words::mark(VerifyCheck::Status status)
{
    switch (status) {
    case VerifyCheck::Status::Passed:
        return u"done"_s;
    case VerifyCheck::Status::Failed:
        return u"failed"_s;
    case VerifyCheck::Status::Skipped:
        return u"skipped"_s;
    case VerifyCheck::Status::Unknown:
        return u"open"_s;
    }
    return {};
}

QString Words::mark(Reason::Weight weight)
{
    switch (weight) {
    case Reason::Weight::Good:
        return u"done"_s;
    case Reason::Weight::Unknown:
        return u"unknown"_s;
    case Reason::Weight::Warning:
        return u"warning"_s;
    case Reason::Weight::Against:
        return u"failed"_s;
    }
    return {};
}

QString Words::mark(Verdict::Kind kind)
{
    switch (kind) {
    case Verdict::Kind::Supported:
        return u"done"_s;
    case Verdict::Kind::Unknown:
        return u"unknown"_s;
    case Verdict::Kind::Unsupported:
        return u"failed"_s;
    }
    return {};
}

QString Words::verdict(GpuVerdict::Kind kind)
{
    switch (kind) {
    case GpuVerdict::Kind::Good:
        return tr("Good");
    case GpuVerdict::Kind::NotFaster:
        return tr("Not faster");
    case GpuVerdict::Kind::Unsteady:
        return tr("Unsteady");
    case GpuVerdict::Kind::Partial:
        return tr("Good as far as it was tested");
    case GpuVerdict::Kind::Wrong:
        return tr("Problem");
    case GpuVerdict::Kind::Impossible:
        return tr("Not tested");
    }
    return {};
}

QString Words::mark(GpuVerdict::Kind kind)
{
    switch (kind) {
    case GpuVerdict::Kind::Good:
    case GpuVerdict::Kind::Partial:
        return u"done"_s;
    case GpuVerdict::Kind::NotFaster:
    case GpuVerdict::Kind::Unsteady:
        return u"warning"_s;
    case GpuVerdict::Kind::Wrong:
        return u"failed"_s;
    case GpuVerdict::Kind::Impossible:
        return u"skipped"_s;
    }
    return {};
}

} // namespace cudnnsetup
