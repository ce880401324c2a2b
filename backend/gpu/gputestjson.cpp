// SPDX-License-Identifier: MIT
#include "gpu/gputest.h"

#include "gpu/gpuprotocol.h"
#include "gpu/gpuverdict.h"
#include "jsonfields.h"

#include <QJsonArray>

#include <cmath>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// JSON has no word for what is not a number either.
QJsonValue realOrNull(const std::optional<double> &value)
{
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}

QJsonValue positiveOrNull(qint64 value)
{
    return value > 0 ? QJsonValue(value) : QJsonValue();
}

QJsonValue fromDevice(const std::optional<GpuDevice> &device)
{
    if (!device)
        return {};
    return QJsonObject{{u"index"_s, device->index},
                       {u"name"_s, jsonOrNull(device->name)},
                       {u"computeCapability"_s, jsonOrNull(device->computeCapability)},
                       {u"memoryBytes"_s, positiveOrNull(device->memoryBytes)},
                       {u"freeBytes"_s, positiveOrNull(device->freeBytes)},
                       {u"multiprocessors"_s, positiveOrNull(device->multiprocessors)},
                       {u"maxCuda"_s, jsonOrNull(device->maxCuda)},
                       {u"driverVersion"_s, jsonOrNull(device->driverVersion)}};
}

QJsonObject fromLibrary(const GpuLibrary &library)
{
    return {{u"asked"_s, jsonOrNull(library.asked)},
            {u"file"_s, jsonOrNull(library.file)},
            {u"version"_s, jsonOrNull(library.version)},
            {u"problem"_s, jsonOrNull(library.problem)}};
}

QJsonValue fromLibraries(const std::optional<GpuLibraries> &libraries)
{
    if (!libraries)
        return {};
    return QJsonObject{{u"driver"_s, fromLibrary(libraries->driver)},
                       {u"cudnn"_s, fromLibrary(libraries->cudnn)},
                       {u"cublas"_s, fromLibrary(libraries->cublas)},
                       {u"nvrtc"_s, fromLibrary(libraries->nvrtc)}};
}

QJsonObject fromShape(const ConvolutionShape &shape)
{
    return {{u"batch"_s, shape.batch},
            {u"inputChannels"_s, shape.inputChannels},
            {u"outputChannels"_s, shape.outputChannels},
            {u"height"_s, shape.height},
            {u"width"_s, shape.width}};
}

QJsonObject fromMode(const GpuModeResult &result, const ConvolutionShape &shape)
{
    const bool isMeasured = result.status == GpuModeResult::Status::Measured;
    return {{u"name"_s, toString(result.mode)},
            {u"status"_s, toString(result.status)},
            {u"verdict"_s, toString(verdictOf(result))},
            {u"onMs"_s, realOrNull(result.onMs())},
            {u"offMs"_s, realOrNull(result.offMs())},
            {u"speedup"_s, realOrNull(result.speedup())},
            {u"onTflops"_s, realOrNull(result.onTflops(shape))},
            {u"spread"_s, result.onMs() ? realOrNull(result.spread()) : QJsonValue()},
            {u"batch"_s, positiveOrNull(result.batch)},
            {u"algorithm"_s, jsonOrNull(result.algorithm)},
            {u"offMethod"_s, jsonOrNull(result.offMethod)},
            {u"workspaceBytes"_s, isMeasured ? QJsonValue(result.workspaceBytes) : QJsonValue()},
            {u"relativeError"_s, realOrNull(result.relativeError)},
            {u"differenceFromOff"_s, realOrNull(result.differenceFromOff)},
            {u"problem"_s, jsonOrNull(result.problem)},
            {u"offProblem"_s, jsonOrNull(result.offProblem)}};
}

QJsonArray fromTexts(const QList<Text> &texts)
{
    QJsonArray array;
    for (const Text &text : texts)
        array << text.toString();
    return array;
}

QJsonObject fromVerdict(const GpuVerdict &verdict)
{
    return {{u"kind"_s, toString(verdict.kind)},
            {u"finding"_s, jsonOrNull(verdict.finding)},
            {u"sentence"_s, jsonOrNull(verdict.sentence.toString())},
            {u"reasons"_s, fromTexts(verdict.reasons)},
            {u"mending"_s, jsonOrNull(verdict.mending.toString())}};
}

QJsonObject fromVariables(const QHash<QString, QString> &variables)
{
    QJsonObject object;
    for (auto it = variables.cbegin(); it != variables.cend(); ++it)
        object[it.key()] = it.value();
    return object;
}

} // namespace

QJsonObject toJson(const GpuTestReport &report)
{
    QJsonArray modes;
    for (const GpuModeResult &result : report.modes)
        modes << fromMode(result, report.shape);
    const GpuLibrary cudnn = report.libraries ? report.libraries->cudnn : GpuLibrary{};
    const bool isProved = !isFault(report.verdict) && report.verdict.kind != GpuVerdict::Kind::Impossible;
    return {{u"way"_s, toString(report.way)},
            {u"end"_s, toString(report.end)},
            {u"endWords"_s, jsonOrNull(report.endWords)},
            {u"device"_s, fromDevice(report.device)},
            {u"cudnnVersion"_s, jsonOrNull(cudnn.version)},
            {u"cudnnPath"_s, jsonOrNull(cudnn.file)},
            {u"libraries"_s, fromLibraries(report.libraries)},
            {u"shape"_s, fromShape(report.shape)},
            {u"modes"_s, modes},
            {u"everydaySpeedup"_s, realOrNull(everydaySpeedup(report))},
            {u"before"_s, gpuprotocol::fromBefore(report.before)[u"before"]},
            {u"during"_s, gpuprotocol::fromDuring(report.during)[u"during"]},
            {u"after"_s, gpuprotocol::fromAfter(report.after)[u"after"]},
            {u"variables"_s, fromVariables(report.variables)},
            {u"seconds"_s, report.seconds},
            {u"verdict"_s, fromVerdict(report.verdict)},
            {u"ok"_s, isProved}};
}

} // namespace cudnnsetup
