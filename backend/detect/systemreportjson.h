// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "result.h"

#include <QJsonObject>

namespace cudnnsetup {

// The "detect" document of docs/CLI.md. An unknown value is null.
QJsonObject toJson(const SystemReport &report);
// Errors: InputMalformed (names the key).
Result<SystemReport> systemReportFromJson(const QJsonObject &json);

QString toString(CudnnCopy::Origin origin); // "toolkit", "system", ...

} // namespace cudnnsetup
