// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"

#include <QHash>

namespace cudnnsetup {

// Which package put a file there: "dpkg: libcudnn9-cuda-12", "rpm: ...", "pacman: ...", "conda: cudnn 8.9.2.26",
// "pip: nvidia-cudnn-cu12 9.1.0.70". Read from the packages' own lists; only rpm, whose database is no text, is asked by
// command. A path that no package owns, or that cannot be told, has no entry.
// The lists of all packages are read once a call, so ask for all paths together.
QHash<QString, QString> ownersOf(const Host &host, const QStringList &paths);

std::optional<QString> ownerOf(const Host &host, const QString &path);

} // namespace cudnnsetup
