// SPDX-License-Identifier: MIT
#pragma once

#include <QVersionNumber>

#include <optional>

namespace cudnnsetup {

// CUDNN_VERSION as a number from and to a version: 8907 <-> 8.9.7, 91900 <-> 9.19.0.
// Source: docs.nvidia.com/deeplearning/cudnn/release-notes (9.0.0).
std::optional<QVersionNumber> versionFromCudnnNumber(qint64 number);
qint64 cudnnNumber(const QVersionNumber &version);

} // namespace cudnnsetup
