// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"

#include <QString>
#include <QStringList>

namespace cudnnsetup {

// Which file the dynamic loader takes for a SONAME, why, and which others that hides.
struct Resolution
{
    enum class Reason { Rpath, LibraryPath, Runpath, LoaderCache, DefaultFolder };
    std::optional<QString> path = {}; // inside path; empty: not found
    Reason reason = Reason::DefaultFolder;
    QStringList hidden = {}; // other files of that name further down the search, in search order
};

// Follows ld.so(8) for a program without RPATH or RUNPATH in the environment of host: LD_LIBRARY_PATH, loader cache,
// default folders. Libraries of another architecture are passed over, as the loader does.
Resolution resolveSoname(const Host &host, const QString &soname);

QString toString(Resolution::Reason reason); // "LD_LIBRARY_PATH", "loader cache", ...

} // namespace cudnnsetup
