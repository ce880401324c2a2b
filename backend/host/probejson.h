// SPDX-License-Identifier: MIT
#pragma once

#include "host/prober.h"

#include <QJsonObject>

// The language between the prober and its child: one JSON object as the request, one a line as the answers, so that a child
// that dies has still said how far it came. Both ends stand here; nobody else speaks it.
namespace cudnnsetup::probejson {

QJsonObject fromRequest(const ProbeRequest &request);
ProbeRequest requestFrom(const QJsonObject &json);
QJsonObject nvmlRequest();
bool isNvmlRequest(const QJsonObject &json);

QJsonObject fromLoad(const ProbeAnswer::Load &load);
QJsonObject fromVersions(const ProbeAnswer &answer);
bool hasVersions(const QList<QJsonObject> &answers);
ProbeAnswer answerFrom(const QList<QJsonObject> &answers);

QJsonObject fromNvml(const Result<NvmlAnswer> &answer);
Result<NvmlAnswer> nvmlAnswerFrom(const QJsonObject &json);

} // namespace cudnnsetup::probejson
