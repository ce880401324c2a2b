// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"
#include "host/loadercache.h"

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

// Where a program without RPATH or RUNPATH looks for its libraries, as ld.so(8) says: LD_LIBRARY_PATH, loader cache, default
// folders. Made once, then asked for many names. It reads ELF headers and loads nothing.
class LoaderSearch
{
public:
    // With the machine's own environment.
    explicit LoaderSearch(const Host &host);
    // libraryPath: the text of LD_LIBRARY_PATH; currentFolder: what its empty elements mean, empty = they are left out.
    LoaderSearch(const FileTree &files, const QString &libraryPath, const QString &architecture,
                 const QString &currentFolder);

    // The first file of that name whose architecture is the machine's. A file that is no library, or is cut off, ends the
    // search as it does for the loader, which then fails with that very file.
    Resolution resolve(const QString &soname) const;

    const QStringList &libraryPath() const { return m_libraryPath; }
    const QStringList &defaultFolders() const { return m_defaultFolders; }
    const Result<QList<LoaderCacheEntry>> &cache() const { return m_cache; }

private:
    QStringList withHardwareFolders(const QString &folder) const;
    QStringList cachedPaths(const QString &soname) const;
    bool isCandidate(const QString &path) const;
    bool isOurs(const QString &architecture) const;

    const FileTree m_files;
    QString m_architecture;
    QStringList m_hardwareFolders; // "glibc-hwcaps/x86-64-v3", best first
    QStringList m_libraryPath;
    QStringList m_defaultFolders;
    Result<QList<LoaderCacheEntry>> m_cache;
};

Resolution resolveSoname(const Host &host, const QString &soname);

// The elements of a search path as the loader splits it, by ':' and ';'. Empty elements are kept.
QStringList splitLibraryPath(const QString &libraryPath);

QString toString(Resolution::Reason reason); // "LD_LIBRARY_PATH", "loader cache", ...

} // namespace cudnnsetup
