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

// For a toolkit's library folder. soname is that of the new main library ("libcudnn.so.9"), empty when it is
// not known. A folder that is already named to the loader only needs ldconfig; a machine without ld.so.conf
// needs nothing. The warnings say which copy programs load afterwards where another one stands in the way or
// loses its place.
Activation activateForSystem(const Host &host, const SystemReport &report, const TargetFolders &folders,
                             const QString &soname);

} // namespace cudnnsetup
