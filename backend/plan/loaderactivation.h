// SPDX-License-Identifier: MIT
#pragma once

#include "plan/plan.h"
#include "plan/targetfolders.h"

namespace cudnnsetup {

// What makes every program of the machine find a library folder: an entry in /etc/ld.so.conf.d and ldconfig.
struct Activation
{
    QList<Operation> operations = {};
    QList<Reason> warnings = {};
};

// For the library folder of a toolkit or prefix. soname is that of the new main library ("libcudnn.so.9"), empty when it is
// not known. A folder that is already named to the loader only needs ldconfig; a machine without ld.so.conf
// needs nothing. The warnings say which copy programs load afterwards where another one stands in the way or
// loses its place.
Activation activateForSystem(const Host &host, const SystemReport &report, const TargetFolders &folders,
                             const QString &soname);
// Our files for the loader that name this folder and no other become empty; then ldconfig.
QList<Operation> deactivateForSystem(const FileTree &files, const QString &libraryDir);

// After a change: programs of this session that ask for the copy's main library load another file. Says which and why;
// nothing when they load the copy's own, or when it has none.
std::optional<Reason> otherWinner(const Host &host, const QString &libraryDir);

} // namespace cudnnsetup
