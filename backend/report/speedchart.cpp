// SPDX-License-Identifier: MIT
#include "report/speedchart.h"

#include "gpu/gpuverdict.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr double noDifference = 0.05; // of speed that nobody would notice

int decimalsOf(double value)
{
    if (value >= 100)
        return 0;
    if (value >= 10)
        return 1;
    if (value >= 1)
        return 2;
    return value >= 0.1 ? 3 : 4;
}

bool isWrong(const GpuModeResult &result)
{
    return verdictOf(result) == GpuModeVerdict::Wrong;
}

Text wordFor(GpuModeResult::Status status)
{
    switch (status) {
    case GpuModeResult::Status::Measured: return Text(QT_TRANSLATE_NOOP("backend", "no time"));
    case GpuModeResult::Status::Unsupported: return Text(QT_TRANSLATE_NOOP("backend", "not possible here"));
    case GpuModeResult::Status::Failed: return Text(QT_TRANSLATE_NOOP("backend", "failed"));
    case GpuModeResult::Status::NotReached: return Text(QT_TRANSLATE_NOOP("backend", "not measured"));
    }
    Q_UNREACHABLE();
}

SpeedChart::Bar barOf(Text name, const std::optional<double> &milliseconds, Text word)
{
    SpeedChart::Bar bar{std::move(name), milliseconds};
    if (!milliseconds)
        bar.word = std::move(word);
    return bar;
}

// How the two times of a group compare.
Text comparison(const QString &name, const QString &without, const QString &with, double speedup)
{
    if (std::abs(speedup - 1) < noDifference)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 without cuDNN and %3 with it, which is equally fast."),
                    {name, without, with});
    if (speedup < 1)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 without cuDNN and %3 with it, which takes %4 times as long."),
                    {name, without, with, timesText(1 / speedup)});
    return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 without cuDNN and %3 with it, which is %4 times as fast."),
                {name, without, with, timesText(speedup)});
}

Text sentenceOf(const SpeedChart::Group &group, const std::optional<double> &speedup)
{
    const QString name = group.name.toString();
    const QString without = group.without.value();
    const QString with = group.with.value();
    if (group.isWrong)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 with cuDNN, but the result is wrong."), {name, with});
    if (speedup)
        return comparison(name, without, with, *speedup);
    if (group.with.milliseconds)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 with cuDNN; there is no time without it."), {name, with});
    if (group.without.milliseconds)
        return Text(QT_TRANSLATE_NOOP("backend", "%1: %2 without cuDNN; there is no time with it."), {name, without});
    return Text::verbatim(name + u':').followedBy(group.with.word);
}

SpeedChart::Group groupOf(const GpuModeResult &result)
{
    const Text word = wordFor(result.status);
    SpeedChart::Group group{.name = Text::verbatim(labelOf(result.mode)),
                            .without = barOf(Text(QT_TRANSLATE_NOOP("backend", "without cuDNN")), result.offMs(), word),
                            .with = barOf(Text(QT_TRANSLATE_NOOP("backend", "with cuDNN")), result.onMs(), word),
                            .isWrong = isWrong(result),
                            .mode = result.mode};
    const auto speedup = result.speedup();
    if (group.isWrong)
        group.speedup = Text(QT_TRANSLATE_NOOP("backend", "wrong"));
    else if (speedup)
        group.speedup = Text::verbatim(timesText(*speedup) + u'×');
    group.sentence = sentenceOf(group, speedup);
    return group;
}

SpeedChart::Group groupToCome(const GpuModeResult &result, bool isRunning)
{
    SpeedChart::Group group = groupOf(result);
    const Text word = isRunning ? Text(QT_TRANSLATE_NOOP("backend", "measuring…")) : Text(QT_TRANSLATE_NOOP("backend", "to come"));
    group.without.word = word;
    group.with.word = word;
    group.sentence = sentenceOf(group, {});
    return group;
}

// Frameworks compute in FP32 when cuDNN is off and let it use TF32 when it is on.
std::optional<SpeedChart::Group> everydayGroup(const GpuTestReport &report, GpuMode::Layout layout)
{
    const GpuModeResult *plain = report.mode({GpuMode::Precision::Fp32, layout});
    const GpuModeResult *everyday = report.mode({GpuMode::Precision::Tf32, layout});
    if (!plain || !everyday || isWrong(*everyday) || plain->batch != everyday->batch)
        return {};
    const auto without = plain->offMs();
    const auto with = everyday->onMs();
    if (!without || !with || *with <= 0)
        return {};
    const double speedup = *without / *with;
    return SpeedChart::Group{
        .name = Text(QT_TRANSLATE_NOOP("backend", "In everyday use")),
        .without = barOf(Text(QT_TRANSLATE_NOOP("backend", "FP32 without cuDNN")), without, {}),
        .with = barOf(Text(QT_TRANSLATE_NOOP("backend", "TF32 with cuDNN")), with, {}),
        .speedup = Text::verbatim(timesText(speedup) + u'×'),
        .sentence = Text(QT_TRANSLATE_NOOP("backend", "In everyday use: %1 in FP32 without cuDNN and %2 in TF32 with it, which "
                                                      "is %3 times as fast."),
                         {millisecondsText(*without), millisecondsText(*with), timesText(speedup)})};
}

std::optional<SpeedChart::Group> everydayGroup(const GpuTestReport &report)
{
    const auto usual = everydayGroup(report, GpuMode::Layout::Nchw);
    return usual ? usual : everydayGroup(report, GpuMode::Layout::Nhwc);
}

double longestOf(const QList<SpeedChart::Group> &groups)
{
    double longest = 0;
    for (const SpeedChart::Group &group : groups)
        longest = std::max({longest, group.without.milliseconds.value_or(0), group.with.milliseconds.value_or(0)});
    return longest;
}

// The smallest of 1, 2 and 5 times a power of ten that divides the way to end into four parts at most.
double tickStep(double end)
{
    const double power = std::pow(10, std::floor(std::log10(end / 4)));
    for (const double factor : {1, 2, 5}) {
        if (factor * power * 4 >= end * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

QList<double> ticksTo(double longest)
{
    QList<double> ticks;
    if (longest <= 0)
        return ticks;
    const double step = tickStep(longest);
    const int count = int(std::ceil(longest / step - 1e-9));
    for (int i = 0; i <= count; ++i)
        ticks << i * step;
    return ticks;
}

Text titleOf(const GpuTestReport &report)
{
    const QString gpu = report.device ? report.device->name : QString();
    const QString version = report.libraries ? report.libraries->cudnn.version : QString();
    if (gpu.isEmpty())
        return version.isEmpty() ? Text(QT_TRANSLATE_NOOP("backend", "GPU test"))
                                 : Text(QT_TRANSLATE_NOOP("backend", "GPU test of cuDNN %1"), {version});
    return version.isEmpty() ? Text::verbatim(gpu) : Text(QT_TRANSLATE_NOOP("backend", "%1 with cuDNN %2"), {gpu, version});
}

Text problemOf(const ConvolutionShape &shape)
{
    return Text(QT_TRANSLATE_NOOP("backend", "One 3×3 convolution: %1 images of %2×%3 points, from %4 to %5 channels."),
                {QString::number(shape.batch), QString::number(shape.width), QString::number(shape.height),
                 QString::number(shape.inputChannels), QString::number(shape.outputChannels)});
}

template<class Condition>
QString namesWhere(const GpuTestReport &report, Condition condition)
{
    QStringList names;
    for (const GpuModeResult &result : report.modes) {
        if (condition(result))
            names << labelOf(result.mode);
    }
    return names.join(u", "_s);
}

QList<Text> notesOnBatches(const GpuTestReport &report)
{
    QMap<int, QStringList> names;
    for (const GpuModeResult &result : report.modes) {
        if (result.status == GpuModeResult::Status::Measured && result.batch > 0 && result.batch < report.shape.batch)
            names[result.batch] << labelOf(result.mode);
    }
    QList<Text> notes;
    for (auto batch = names.cbegin(); batch != names.cend(); ++batch)
        notes << Text(QT_TRANSLATE_NOOP("backend", "%1: measured with %2 images instead of %3, because the GPU has too little "
                                                   "free memory for more."),
                      {batch.value().join(u", "_s), QString::number(batch.key()), QString::number(report.shape.batch)});
    return notes;
}

QList<Text> notesOnModes(const GpuTestReport &report)
{
    using Status = GpuModeResult::Status;
    QList<Text> notes;
    const QString own = namesWhere(report, [](const auto &result) { return result.offMethod.contains("own kernel"_L1); });
    if (!own.isEmpty())
        notes << Text(QT_TRANSLATE_NOOP("backend", "%1: the time without cuDNN is that of a kernel of this program, because cuBLAS "
                                                   "could not be used."),
                      {own});
    for (const GpuModeResult &result : report.modes) {
        if (result.status == Status::Failed)
            notes << Text(QT_TRANSLATE_NOOP("backend", "%1 failed: %2."), {labelOf(result.mode), result.problem});
        else if (result.status == Status::Measured && !result.offMs())
            notes << Text(QT_TRANSLATE_NOOP("backend", "%1 has no time without cuDNN: %2."), {labelOf(result.mode), result.offProblem});
        if (isWrong(result))
            notes << Text(QT_TRANSLATE_NOOP("backend", "%1: the result is wrong, so its time does not count."), {labelOf(result.mode)});
    }
    const QString impossible = namesWhere(report, [](const auto &result) { return result.status == Status::Unsupported; });
    if (!impossible.isEmpty())
        notes << Text(QT_TRANSLATE_NOOP("backend", "Not possible with this GPU and this cuDNN: %1."), {impossible});
    return notes;
}

QList<Text> notesOnTheEnd(const GpuTestReport &report)
{
    const QString missing =
            namesWhere(report, [](const auto &result) { return result.status == GpuModeResult::Status::NotReached; });
    if (missing.isEmpty())
        return {};
    return {Text(QT_TRANSLATE_NOOP("backend", "The test ended before it came to: %1."), {missing})};
}

QList<Text> notesOf(const GpuTestReport &report)
{
    QList<Text> notes;
    if (everydayGroup(report))
        notes << Text(QT_TRANSLATE_NOOP("backend", "In everyday use: PyTorch and others compute in FP32 when cuDNN is off and let "
                                                   "it use TF32 when it is on, which is faster and less exact."));
    return notes + notesOnBatches(report) + notesOnModes(report);
}

SpeedChart chartOf(const GpuTestReport &report, QList<SpeedChart::Group> groups)
{
    if (const auto everyday = everydayGroup(report))
        groups << *everyday;
    SpeedChart chart{.title = titleOf(report),
                     .problem = problemOf(report.shape),
                     .unit = Text(QT_TRANSLATE_NOOP("backend", "Milliseconds for one convolution; shorter is faster")),
                     .groups = groups,
                     .notes = notesOf(report)};
    chart.ticks = ticksTo(longestOf(chart.groups));
    chart.axisEnd = chart.ticks.isEmpty() ? 0 : chart.ticks.last();
    return chart;
}

} // namespace

QString SpeedChart::Bar::value() const
{
    return milliseconds ? millisecondsText(*milliseconds) : word.toString();
}

SpeedChart speedChartOf(const GpuTestReport &report)
{
    QList<SpeedChart::Group> groups;
    for (const GpuModeResult &result : report.modes)
        groups << groupOf(result);
    SpeedChart chart = chartOf(report, groups);
    chart.notes << notesOnTheEnd(report);
    return chart;
}

SpeedChart runningChartOf(const GpuTestReport &soFar, const std::optional<GpuMode> &running)
{
    QList<SpeedChart::Group> groups;
    for (const GpuModeResult &result : soFar.modes) {
        const bool isToCome = result.status == GpuModeResult::Status::NotReached;
        groups << (isToCome ? groupToCome(result, running == result.mode) : groupOf(result));
    }
    return chartOf(soFar, groups);
}

QString millisecondsText(double milliseconds)
{
    return u"%1 ms"_s.arg(QLocale().toString(milliseconds, 'f', decimalsOf(milliseconds)));
}

QString timesText(double factor)
{
    return QLocale().toString(factor, 'f', factor < 9.95 ? 1 : 0);
}

QString tickText(const SpeedChart &chart, double tick)
{
    const double step = chart.ticks.value(1, 1);
    const int decimals = std::max(0, int(std::ceil(-std::log10(step) - 1e-9)));
    return QLocale().toString(tick, 'f', decimals);
}

QString textOf(const SpeedChart &chart)
{
    QStringList lines{chart.title.toString(), chart.problem.toString()};
    for (const SpeedChart::Group &group : chart.groups)
        lines << group.sentence.toString();
    for (const Text &note : chart.notes)
        lines << note.toString();
    return lines.join(u'\n');
}

} // namespace cudnnsetup
