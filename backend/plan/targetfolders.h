// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"
#include "result.h"

namespace cudnnsetup {

// The real folders into which a cuDNN goes. All lie inside root; none is reached through a link that leads
// out of it.
struct TargetFolders
{
    QString root;
    QString libraryDir;
    QString includeDir;
    QStringList missing = {}; // folders to make, in order
    std::optional<ToolkitFacts> toolkit = {}; // empty for a prefix
};

// The toolkit that path leads to: one of the report, else a folder that holds a toolkit. Errors: NoToolkit.
Result<ToolkitFacts> findToolkit(const Host &host, const SystemReport &report, const QString &path);

// Errors: OutsideTarget, InputMalformed (a file where a folder belongs). Only reads.
Result<TargetFolders> foldersOfToolkit(const Host &host, const ToolkitFacts &toolkit);
Result<TargetFolders> foldersOfPrefix(const Host &host, const QString &prefix);

// The folder itself or the nearest one above it that exists.
QString nearestExistingFolder(const FileTree &files, const QString &folder);

} // namespace cudnnsetup
