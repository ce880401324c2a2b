// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace cudnnsetup {

// Where libraries and headers lie in an archive; '/' at the end.
struct ArchiveLayout
{
    QString libraryPrefix;
    QString includePrefix;
};

// The folder that path lies in, '/' at the end; empty at the top.
QString prefixOf(const QString &path);
// A shared library of cuDNN, of Linux or Windows, by its name.
bool isSharedCudnn(const QString &name, const CudnnFileNames &names);

// NVIDIA's layouts on Linux, told by the archive's top folder alone (docs/CATALOG.md, section 6): "cuda" up to 8.2.4, the
// archive's own name later, "nvidia" in wheels. Nothing for any other top folder.
std::optional<ArchiveLayout> layoutOf(const QString &topDir, const QString &platform);

// Where the first library and the first header of a list of member paths lie. Nothing when there is no library.
std::optional<ArchiveLayout> layoutOfMembers(const QStringList &paths, const CudnnFileNames &names);

// The folder of headers that goes with a folder of libraries in all of these layouts: "include" beside it.
QString includeBeside(const QString &libraryPrefix);

} // namespace cudnnsetup
