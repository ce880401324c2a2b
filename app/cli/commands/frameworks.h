// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

#include "gpu/frameworktest.h"

namespace cudnnsetup {

// The option --python EXE, which may be given several times: the convolution in the framework of each, beside our own numbers.
QCommandLineOption pythonOption();

// Runs the test in each Python that was named, one after the other, and tells each result to people when it is there. Cancelling
// is the only way to end without a report.
Outcome<QList<FrameworkTestReport>> testFrameworks(const Call &call, const Host &host, const FrameworkTestRequest &request = {});

bool hasFault(const QList<FrameworkTestReport> &reports);

// The document with "frameworks", where a Python was named; where one has a fault, the whole is not "ok".
QJsonObject withFrameworks(QJsonObject document, const QList<FrameworkTestReport> &reports);

} // namespace cudnnsetup
