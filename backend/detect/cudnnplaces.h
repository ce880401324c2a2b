// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// A folder in which cuDNN libraries may lie.
struct CudnnPlace
{
    QString libraryDir; // real folder
    CudnnCopy::Origin origin = CudnnCopy::Origin::Standalone;
    std::optional<QString> toolkit = {}; // root of the toolkit it belongs to
    QStringList includeDirs = {};        // where its headers may lie, best first
};

// Every folder of the machine that exists and is worth a look, each once: toolkits, system folders, the loader's folders,
// LD_LIBRARY_PATH, prefixes of its own, conda environments, Python packages. It looks into none of them.
QList<CudnnPlace> cudnnPlaces(const Host &host, const SystemReport &soFar);

// The place that a folder is, found by any other way.
CudnnPlace placeOfFolder(const FileTree &files, const SystemReport &soFar, const QString &folder);

} // namespace cudnnsetup
