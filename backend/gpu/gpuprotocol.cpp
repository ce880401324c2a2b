// SPDX-License-Identifier: MIT
#include "gpu/gpuprotocol.h"

#include "jsonfields.h"

#include <QJsonArray>

#include <cmath>
#include <limits>

namespace cudnnsetup::gpuprotocol {

using namespace Qt::StringLiterals;

namespace {

QJsonArray numbers(const QList<double> &values)
{
    QJsonArray array;
    for (const double value : values)
        array << value;
    return array;
}

QList<double> numbersFrom(const QJsonValue &json)
{
    QList<double> values;
    const QJsonArray array = json.toArray();
    for (const QJsonValue &value : array)
        values << value.toDouble();
    return values;
}

// JSON has no word for what is not a number.
QJsonValue fromReal(const std::optional<double> &value)
{
    if (!value)
        return {};
    return std::isfinite(*value) ? QJsonValue(*value) : QJsonValue(u"nan"_s);
}

std::optional<double> realFrom(const QJsonValue &json)
{
    if (json.isDouble())
        return json.toDouble();
    return json.isString() ? std::optional(std::numeric_limits<double>::quiet_NaN()) : std::nullopt;
}

std::optional<int> wholeFrom(const QJsonValue &json)
{
    return json.isDouble() ? std::optional(json.toInt()) : std::nullopt;
}

QJsonObject fromShape(const ConvolutionShape &shape)
{
    return {{u"batch"_s, shape.batch},
            {u"inputChannels"_s, shape.inputChannels},
            {u"outputChannels"_s, shape.outputChannels},
            {u"height"_s, shape.height},
            {u"width"_s, shape.width}};
}

ConvolutionShape shapeFrom(const QJsonObject &json)
{
    return {.batch = json[u"batch"].toInt(),
            .inputChannels = json[u"inputChannels"].toInt(),
            .outputChannels = json[u"outputChannels"].toInt(),
            .height = json[u"height"].toInt(),
            .width = json[u"width"].toInt()};
}

QJsonObject fromLibrary(const GpuLibrary &library)
{
    return {{u"asked"_s, library.asked},
            {u"file"_s, library.file},
            {u"version"_s, library.version},
            {u"problem"_s, library.problem}};
}

GpuLibrary libraryFrom(const QJsonValue &value)
{
    const QJsonObject json = value.toObject();
    return {.asked = json[u"asked"].toString(),
            .file = json[u"file"].toString(),
            .version = json[u"version"].toString(),
            .problem = json[u"problem"].toString()};
}

GpuLibraries librariesFrom(const QJsonObject &json)
{
    return {.driver = libraryFrom(json[u"driver"]),
            .cudnn = libraryFrom(json[u"cudnn"]),
            .cublas = libraryFrom(json[u"cublas"]),
            .nvrtc = libraryFrom(json[u"nvrtc"])};
}

GpuDevice deviceFrom(const QJsonObject &json)
{
    GpuDevice device{.index = json[u"index"].toInt(), .name = json[u"name"].toString()};
    device.computeCapability = QVersionNumber::fromString(json[u"computeCapability"].toString());
    device.memoryBytes = json[u"memoryBytes"].toInteger();
    device.freeBytes = json[u"freeBytes"].toInteger();
    device.multiprocessors = json[u"multiprocessors"].toInt();
    if (json[u"maxCuda"].isString())
        device.maxCuda = QVersionNumber::fromString(json[u"maxCuda"].toString());
    device.driverVersion = json[u"driverVersion"].toString();
    return device;
}

QJsonObject fromState(const GpuState &state)
{
    QJsonArray programs;
    for (const FileUserFacts &program : state.programs)
        programs << QJsonObject{{u"pid"_s, program.pid}, {u"name"_s, program.name}};
    return {{u"clockMhz"_s, jsonOrNull(state.clockMhz)},
            {u"maxClockMhz"_s, jsonOrNull(state.maxClockMhz)},
            {u"memoryClockMhz"_s, jsonOrNull(state.memoryClockMhz)},
            {u"temperature"_s, jsonOrNull(state.temperature)},
            {u"load"_s, jsonOrNull(state.load)},
            {u"throttling"_s, QJsonArray::fromStringList(state.throttling)},
            {u"programs"_s, programs}};
}

GpuState stateFrom(const QJsonObject &json)
{
    GpuState state{.clockMhz = wholeFrom(json[u"clockMhz"]),
                   .maxClockMhz = wholeFrom(json[u"maxClockMhz"]),
                   .memoryClockMhz = wholeFrom(json[u"memoryClockMhz"]),
                   .temperature = wholeFrom(json[u"temperature"]),
                   .load = wholeFrom(json[u"load"])};
    const QJsonArray reasons = json[u"throttling"].toArray();
    for (const QJsonValue &reason : reasons)
        state.throttling << reason.toString();
    const QJsonArray programs = json[u"programs"].toArray();
    for (const QJsonValue &program : programs)
        state.programs << FileUserFacts{.pid = program[u"pid"].toInteger(), .name = program[u"name"].toString()};
    return state;
}

GpuModeResult::Status statusFrom(const QString &word)
{
    using enum GpuModeResult::Status;
    for (const GpuModeResult::Status status : {Measured, Unsupported, Failed}) {
        if (word == toString(status))
            return status;
    }
    return NotReached;
}

GpuModeResult resultFrom(const QJsonObject &json)
{
    GpuModeResult result;
    result.mode = gpuModeFrom(json[u"mode"].toString()).value_or(GpuMode{});
    result.status = statusFrom(json[u"status"].toString());
    result.batch = json[u"batch"].toInt();
    result.onRuns = numbersFrom(json[u"onRuns"]);
    result.offRuns = numbersFrom(json[u"offRuns"]);
    result.algorithm = json[u"algorithm"].toString();
    result.offMethod = json[u"offMethod"].toString();
    result.workspaceBytes = json[u"workspaceBytes"].toInteger();
    result.relativeError = realFrom(json[u"relativeError"]);
    result.differenceFromOff = realFrom(json[u"differenceFromOff"]);
    result.problem = json[u"problem"].toString();
    result.offProblem = json[u"offProblem"].toString();
    return result;
}

void put(GpuTestReport &report, const GpuModeResult &result)
{
    for (GpuModeResult &known : report.modes) {
        if (known.mode == result.mode) {
            known = result;
            return;
        }
    }
    report.modes << result;
}

GpuTestReport::End endFrom(const QString &word)
{
    using enum GpuTestReport::End;
    for (const GpuTestReport::End end : {TimeUp, NoGpu, NotStarted}) {
        if (word == toString(end))
            return end;
    }
    return Complete;
}

} // namespace

QJsonObject fromRequest(const Request &request)
{
    QJsonArray modes;
    for (const GpuMode &mode : request.modes)
        modes << toString(mode);
    return {{u"driver"_s, request.driver},
            {u"cudnn"_s, request.cudnn},
            {u"cublas"_s, request.cublas},
            {u"nvrtc"_s, request.nvrtc},
            {u"nvml"_s, request.nvml},
            {u"device"_s, request.device},
            {u"modes"_s, modes},
            {u"seconds"_s, request.seconds},
            {u"shape"_s, fromShape(request.shape)}};
}

Request requestFrom(const QJsonObject &json)
{
    Request request{.driver = json[u"driver"].toString(),
                    .cudnn = json[u"cudnn"].toString(),
                    .cublas = json[u"cublas"].toString(),
                    .nvrtc = json[u"nvrtc"].toString(),
                    .nvml = json[u"nvml"].toString(),
                    .device = json[u"device"].toInt(),
                    .seconds = json[u"seconds"].toDouble(),
                    .shape = shapeFrom(json[u"shape"].toObject())};
    const QJsonArray modes = json[u"modes"].toArray();
    for (const QJsonValue &mode : modes) {
        if (const auto known = gpuModeFrom(mode.toString()))
            request.modes << *known;
    }
    return request;
}

QJsonObject fromLibraries(const GpuLibraries &libraries)
{
    return {{u"libraries"_s, QJsonObject{{u"driver"_s, fromLibrary(libraries.driver)},
                                         {u"cudnn"_s, fromLibrary(libraries.cudnn)},
                                         {u"cublas"_s, fromLibrary(libraries.cublas)},
                                         {u"nvrtc"_s, fromLibrary(libraries.nvrtc)}}}};
}

QJsonObject fromDevice(const GpuDevice &device)
{
    return {{u"device"_s, QJsonObject{{u"index"_s, device.index},
                                      {u"name"_s, device.name},
                                      {u"computeCapability"_s, device.computeCapability.toString()},
                                      {u"memoryBytes"_s, device.memoryBytes},
                                      {u"freeBytes"_s, device.freeBytes},
                                      {u"multiprocessors"_s, device.multiprocessors},
                                      {u"maxCuda"_s, jsonOrNull(device.maxCuda)},
                                      {u"driverVersion"_s, device.driverVersion}}}};
}

QJsonObject fromBefore(const GpuState &state)
{
    return {{u"before"_s, fromState(state)}};
}

QJsonObject fromRunning(const GpuMode &mode)
{
    return {{u"running"_s, toString(mode)}};
}

QJsonObject fromAt(const QString &library)
{
    return {{u"at"_s, library}};
}

QJsonObject fromResult(const GpuModeResult &result)
{
    return {{u"result"_s, QJsonObject{{u"mode"_s, toString(result.mode)},
                                      {u"status"_s, toString(result.status)},
                                      {u"batch"_s, result.batch},
                                      {u"onRuns"_s, numbers(result.onRuns)},
                                      {u"offRuns"_s, numbers(result.offRuns)},
                                      {u"algorithm"_s, result.algorithm},
                                      {u"offMethod"_s, result.offMethod},
                                      {u"workspaceBytes"_s, result.workspaceBytes},
                                      {u"relativeError"_s, fromReal(result.relativeError)},
                                      {u"differenceFromOff"_s, fromReal(result.differenceFromOff)},
                                      {u"problem"_s, result.problem},
                                      {u"offProblem"_s, result.offProblem}}}};
}

QJsonObject fromDuring(const GpuState &state)
{
    return {{u"during"_s, fromState(state)}};
}

QJsonObject fromAfter(const GpuState &state)
{
    return {{u"after"_s, fromState(state)}};
}

QJsonObject fromEnd(GpuTestReport::End end, const QString &words)
{
    return {{u"end"_s, toString(end)}, {u"words"_s, words}};
}

void take(const QJsonObject &line, GpuTestReport &report, std::optional<GpuMode> &running)
{
    if (line.contains(u"libraries"))
        report.libraries = librariesFrom(line[u"libraries"].toObject());
    if (line.contains(u"device"))
        report.device = deviceFrom(line[u"device"].toObject());
    if (line.contains(u"before"))
        report.before = stateFrom(line[u"before"].toObject());
    if (line.contains(u"during"))
        report.during = stateFrom(line[u"during"].toObject());
    if (line.contains(u"after"))
        report.after = stateFrom(line[u"after"].toObject());
    if (line.contains(u"at"))
        report.at = line[u"at"].toString();
    if (line.contains(u"running"))
        running = gpuModeFrom(line[u"running"].toString());
    if (line.contains(u"result")) {
        put(report, resultFrom(line[u"result"].toObject()));
        running.reset();
    }
    if (line.contains(u"end")) {
        report.end = endFrom(line[u"end"].toString());
        report.endWords = line[u"words"].toString();
    }
}

} // namespace cudnnsetup::gpuprotocol
