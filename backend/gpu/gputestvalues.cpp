// SPDX-License-Identifier: MIT
#include "gpu/gputest.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

std::optional<double> median(QList<double> values)
{
    if (values.isEmpty())
        return {};
    std::sort(values.begin(), values.end());
    const qsizetype middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double spreadOf(const QList<double> &values)
{
    const auto middle = median(values);
    if (!middle || *middle <= 0)
        return 0;
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    return (*largest - *smallest) / *middle;
}

} // namespace

std::optional<double> GpuModeResult::onMs() const
{
    return median(onRuns);
}

std::optional<double> GpuModeResult::offMs() const
{
    return median(offRuns);
}

std::optional<double> GpuModeResult::speedup() const
{
    const auto on = onMs();
    const auto off = offMs();
    return on && off && *on > 0 ? std::optional(*off / *on) : std::nullopt;
}

std::optional<double> GpuModeResult::onTflops(const ConvolutionShape &shape) const
{
    const auto on = onMs();
    if (!on || *on <= 0)
        return {};
    ConvolutionShape measured = shape;
    measured.batch = batch;
    return measured.operations() / (*on * 1e-3) / 1e12;
}

double GpuModeResult::spread() const
{
    return std::max(spreadOf(onRuns), spreadOf(offRuns));
}

const GpuModeResult *GpuTestReport::mode(const GpuMode &mode) const
{
    const auto found = std::find_if(modes.begin(), modes.end(), [&](const GpuModeResult &one) { return one.mode == mode; });
    return found == modes.end() ? nullptr : &*found;
}

QString toString(GpuModeResult::Status status)
{
    switch (status) {
    case GpuModeResult::Status::Measured: return u"measured"_s;
    case GpuModeResult::Status::Unsupported: return u"unsupported"_s;
    case GpuModeResult::Status::Failed: return u"failed"_s;
    case GpuModeResult::Status::NotReached: return u"notReached"_s;
    }
    Q_UNREACHABLE();
}

QString toString(GpuVerdict::Kind kind)
{
    switch (kind) {
    case GpuVerdict::Kind::Good: return u"good"_s;
    case GpuVerdict::Kind::NotFaster: return u"notFaster"_s;
    case GpuVerdict::Kind::Unsteady: return u"unsteady"_s;
    case GpuVerdict::Kind::Partial: return u"partial"_s;
    case GpuVerdict::Kind::Wrong: return u"wrong"_s;
    case GpuVerdict::Kind::Impossible: return u"impossible"_s;
    }
    Q_UNREACHABLE();
}

QString toString(GpuTestReport::Way way)
{
    return way == GpuTestReport::Way::ThisCopy ? u"thisCopy"_s : u"asPrograms"_s;
}

QString toString(GpuTestReport::End end)
{
    switch (end) {
    case GpuTestReport::End::Complete: return u"complete"_s;
    case GpuTestReport::End::TimeUp: return u"timeUp"_s;
    case GpuTestReport::End::Crashed: return u"crashed"_s;
    case GpuTestReport::End::Hung: return u"hung"_s;
    case GpuTestReport::End::NotStarted: return u"notStarted"_s;
    case GpuTestReport::End::NoGpu: return u"noGpu"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
