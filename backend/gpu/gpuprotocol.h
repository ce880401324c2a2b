// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"

// The language between the supervisor and its child: one JSON object as the request, one a line as the answers, so that a child
// that dies has still said how far it came. Both ends stand here; nobody else speaks it.
namespace cudnnsetup::gpuprotocol {

// What the child opens and runs. A library is a path, or a bare name to let the loader search; empty: not to be opened.
struct Request
{
    QString driver;
    QString cudnn;
    QString cublas;
    QString nvrtc;
    QString nvml;
    int device = 0;
    QList<GpuMode> modes = {};
    double seconds = 60; // no mode is begun after that, and each is kept short enough
    ConvolutionShape shape = {};
};

QJsonObject fromRequest(const Request &request);
Request requestFrom(const QJsonObject &json);

// One line each, in the order in which the child learns them.
QJsonObject fromLibraries(const GpuLibraries &libraries);
QJsonObject fromDevice(const GpuDevice &device);
QJsonObject fromBefore(const GpuState &state);
QJsonObject fromRunning(const GpuMode &mode);
// Before calls into a library that may not come back; words as in GpuTestReport::at.
QJsonObject fromAt(const QString &library);
QJsonObject fromResult(const GpuModeResult &result);
QJsonObject fromDuring(const GpuState &state);
QJsonObject fromAfter(const GpuState &state);
QJsonObject fromEnd(GpuTestReport::End end, const QString &words = {});

// Puts a line into the report; running becomes the mode that was begun, or nothing when it ended.
void take(const QJsonObject &line, GpuTestReport &report, std::optional<GpuMode> &running);

} // namespace cudnnsetup::gpuprotocol
