// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"

namespace cudnnsetup {

// A path that may lead to a toolkit, and why one would call that toolkit active.
struct ToolkitPlace
{
    QString path;              // a folder, as found: a link is kept
    QString activeReason = {}; // "nvcc on PATH", "CUDA_HOME", ...; empty: no claim
    QString nvcc = {};         // the nvcc that led here, as found on PATH
};

// All of them, those with a claim first, in the order in which the claims count: nvcc on PATH, CUDA_HOME, CUDA_PATH,
// /usr/local/cuda, /opt/cuda. Nothing says yet that there is a toolkit.
QList<ToolkitPlace> toolkitPlaces(const Host &host);

// The nvcc that a wrapper script starts: "exec /usr/local/cuda-12.8/bin/nvcc "$@"".
std::optional<QString> nvccOfScript(const QByteArray &text);

} // namespace cudnnsetup
