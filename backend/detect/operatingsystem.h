// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// The system a machine runs: name, kernel, C library, and whether it is WSL or a container.
OsFacts readOperatingSystem(const Host &host);

// The values of an os-release file (os-release(5)), quotes taken off.
QHash<QString, QString> parseOsRelease(const QByteArray &text);
// The kernel in /proc/version, "Linux version 6.1.0-18-amd64 (...)"; empty when it is not there.
QString kernelOf(const QByteArray &procVersion);
// The container that the text of /proc/1/cgroup tells of; nothing on a machine of its own or with cgroup 2.
std::optional<QString> containerOfCgroup(const QByteArray &text);
// From "glibc 2.31", "ldd (Debian GLIBC 2.36-9) 2.36", "GNU C Library (...) stable release version 2.36.", "libc-2.31.so".
std::optional<QVersionNumber> glibcIn(const QString &words);

} // namespace cudnnsetup
