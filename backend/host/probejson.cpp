// SPDX-License-Identifier: MIT
#include "probejson.h"

#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QJsonValue orNull(const std::optional<qint64> &number)
{
    return number ? QJsonValue(*number) : QJsonValue(QJsonValue::Null);
}

QJsonValue orNull(const std::optional<QVersionNumber> &version)
{
    return version ? QJsonValue(version->toString()) : QJsonValue(QJsonValue::Null);
}

std::optional<qint64> numberFrom(const QJsonValue &value)
{
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

std::optional<QVersionNumber> versionFrom(const QJsonValue &value)
{
    return value.isString() ? std::optional(QVersionNumber::fromString(value.toString())) : std::nullopt;
}

} // namespace

QJsonObject toJson(const NvmlAnswer &answer)
{
    QJsonArray gpus;
    for (const NvmlAnswer::Gpu &gpu : answer.gpus) {
        gpus << QJsonObject{{u"index"_s, gpu.index},
                            {u"name"_s, gpu.name},
                            {u"computeCapability"_s, orNull(gpu.computeCapability)},
                            {u"memoryBytes"_s, orNull(gpu.memoryBytes)}};
    }
    return {{u"driverVersion"_s, answer.driverSpelling.isEmpty() ? answer.driverVersion.toString() : answer.driverSpelling},
            {u"maxCuda"_s, orNull(answer.maxCuda)},
            {u"gpus"_s, gpus}};
}

NvmlAnswer nvmlAnswerFromJson(const QJsonObject &json)
{
    NvmlAnswer answer;
    answer.driverSpelling = json[u"driverVersion"_s].toString();
    answer.driverVersion = QVersionNumber::fromString(answer.driverSpelling);
    answer.maxCuda = versionFrom(json[u"maxCuda"_s]);
    const QJsonArray gpus = json[u"gpus"_s].toArray();
    for (const QJsonValue &value : gpus) {
        answer.gpus << NvmlAnswer::Gpu{.index = value[u"index"_s].toInt(),
                                       .name = value[u"name"_s].toString(),
                                       .computeCapability = versionFrom(value[u"computeCapability"_s]),
                                       .memoryBytes = numberFrom(value[u"memoryBytes"_s])};
    }
    return answer;
}

namespace probejson {

QJsonObject fromRequest(const ProbeRequest &request)
{
    return {{u"library"_s, request.library}, {u"alsoLoad"_s, QJsonArray::fromStringList(request.alsoLoad)}};
}

ProbeRequest requestFrom(const QJsonObject &json)
{
    ProbeRequest request{.library = json[u"library"_s].toString()};
    const QJsonArray alsoLoad = json[u"alsoLoad"_s].toArray();
    for (const QJsonValue &library : alsoLoad)
        request.alsoLoad << library.toString();
    return request;
}

QJsonObject nvmlRequest()
{
    return {{u"nvml"_s, true}};
}

bool isNvmlRequest(const QJsonObject &json)
{
    return json[u"nvml"_s].toBool();
}

QJsonObject fromLoad(const ProbeAnswer::Load &load)
{
    return {{u"library"_s, load.library},
            {u"loaded"_s, load.loaded},
            {u"error"_s, load.error},
            {u"loadedFrom"_s, load.loadedFrom}};
}

QJsonObject fromVersions(const ProbeAnswer &answer)
{
    return {{u"cudnnVersion"_s, orNull(answer.cudnnVersion)}, {u"cudartVersion"_s, orNull(answer.cudartVersion)}};
}

bool hasVersions(const QList<QJsonObject> &answers)
{
    return std::any_of(answers.begin(), answers.end(),
                       [](const QJsonObject &answer) { return answer.contains(u"cudnnVersion"_s); });
}

ProbeAnswer answerFrom(const QList<QJsonObject> &answers)
{
    ProbeAnswer answer;
    for (const QJsonObject &json : answers) {
        if (json.contains(u"cudnnVersion"_s)) {
            answer.cudnnVersion = numberFrom(json[u"cudnnVersion"_s]);
            answer.cudartVersion = numberFrom(json[u"cudartVersion"_s]);
        } else if (json.contains(u"library"_s)) {
            answer.loads << ProbeAnswer::Load{.library = json[u"library"_s].toString(),
                                              .loaded = json[u"loaded"_s].toBool(),
                                              .error = json[u"error"_s].toString(),
                                              .loadedFrom = json[u"loadedFrom"_s].toString()};
        }
    }
    return answer;
}

QJsonObject fromNvml(const Result<NvmlAnswer> &answer)
{
    if (!answer)
        return {{u"error"_s, answer.error().detail}};
    return {{u"answer"_s, toJson(*answer)}};
}

Result<NvmlAnswer> nvmlAnswerFrom(const QJsonObject &json)
{
    if (json.contains(u"answer"_s))
        return nvmlAnswerFromJson(json[u"answer"_s].toObject());
    return failure(ErrorId::LoadFailed,
                   Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver library is there but does not answer. A restart helps "
                                                     "after a driver update.")),
                   json[u"error"_s].toString());
}

} // namespace probejson
} // namespace cudnnsetup
