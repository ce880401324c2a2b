// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"

namespace cudnnsetup {

// The package tools that keep records on a machine: "dpkg", "rpm", "pacman", "conda".
QStringList findPackageManagers(const Host &host, const QStringList &pythonKinds);

// Whether rpm's own database is there: Debian machines may have the program alone.
bool hasRpmDatabase(const FileTree &files);

} // namespace cudnnsetup
