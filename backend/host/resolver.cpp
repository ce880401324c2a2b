// SPDX-License-Identifier: MIT
#include "resolver.h"

#include "elffile.h"

#include <QDir>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The levels of x86-64 that glibc knows sub-folders for, best first, with the words of /proc/cpuinfo that make each one up.
// Source: glibc sysdeps/x86_64/dl-hwcaps-subdirs.c and the x86-64 psABI.
struct HardwareLevel
{
    const char *folder;
    const char *flags;
};
constexpr HardwareLevel hardwareLevels[] = {
    {"glibc-hwcaps/x86-64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"},
    {"glibc-hwcaps/x86-64-v3", "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave"},
    {"glibc-hwcaps/x86-64-v2", "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3"},
};

QStringList hardwareFolders(const FileTree &files, const QString &architecture)
{
    if (architecture != "x86_64"_L1)
        return {};
    const QString text = QString::fromLatin1(files.read(u"/proc/cpuinfo"_s, 16 << 10).value_or(QByteArray()));
    const qsizetype start = text.indexOf("\nflags"_L1);
    const QStringList list = start < 0 ? QStringList() : text.mid(start + 1).section(u'\n', 0, 0).split(u' ');
    const QSet<QString> flags(list.begin(), list.end());

    QStringList folders;
    bool hasAllBelow = true;
    for (auto level = std::rbegin(hardwareLevels); level != std::rend(hardwareLevels); ++level) {
        const QStringList needed = QString::fromLatin1(level->flags).split(u' ');
        hasAllBelow = hasAllBelow && std::all_of(needed.begin(), needed.end(), [&](const QString &flag) {
                          return flags.contains(flag);
                      });
        if (hasAllBelow)
            folders.prepend(QString::fromLatin1(level->folder));
    }
    return folders;
}

// Debian and its kin build the loader for multiarch folders and not for lib64; the others the other way round.
QStringList defaultFoldersOf(const FileTree &files, const QString &architecture)
{
    const QString multiarch = architecture + "-linux-gnu"_L1;
    QStringList folders{u"/lib/"_s + multiarch, u"/usr/lib/"_s + multiarch};
    const bool hasMultiarch = std::any_of(folders.begin(), folders.end(),
                                          [&](const QString &folder) { return files.isDirectory(folder); });
    if (!hasMultiarch)
        folders = {u"/lib64"_s, u"/usr/lib64"_s};
    return folders << u"/lib"_s << u"/usr/lib"_s;
}

QStringList foldersOfLibraryPath(const QString &libraryPath, const QString &currentFolder)
{
    QStringList folders;
    const QStringList elements = splitLibraryPath(libraryPath);
    for (const QString &element : elements) {
        const bool isRelative = !element.startsWith(u'/');
        if (isRelative && currentFolder.isEmpty())
            continue;
        const QString folder = isRelative ? FileTree::join(currentFolder, element) : element;
        folders << FileTree::clean(folder);
    }
    return folders;
}

} // namespace

LoaderSearch::LoaderSearch(const Host &host)
    : LoaderSearch(host.files(), host.variable(u"LD_LIBRARY_PATH"_s), host.architecture(),
                   host.isLocal() ? QDir::currentPath() : QString())
{
}

LoaderSearch::LoaderSearch(const FileTree &files, const QString &libraryPath, const QString &architecture,
                           const QString &currentFolder)
    : m_files(files),
      m_architecture(architecture),
      m_hardwareFolders(hardwareFolders(files, architecture)),
      m_libraryPath(foldersOfLibraryPath(libraryPath, currentFolder)),
      m_defaultFolders(defaultFoldersOf(files, architecture)),
      m_cache(readLoaderCache(files))
{
}

QStringList LoaderSearch::withHardwareFolders(const QString &folder) const
{
    QStringList folders;
    if (m_files.isDirectory(FileTree::join(folder, u"glibc-hwcaps"_s))) {
        for (const QString &subfolder : m_hardwareFolders)
            folders << FileTree::join(folder, subfolder);
    }
    return folders << folder;
}

// The loader takes the entry of the best level that the processor has; the others only follow for completeness.
QStringList LoaderSearch::cachedPaths(const QString &soname) const
{
    QList<std::pair<qsizetype, QString>> ranked;
    if (!m_cache)
        return {};
    for (const LoaderCacheEntry &entry : *m_cache) {
        if (entry.soname != soname || (!entry.architecture.isEmpty() && !isOurs(entry.architecture)))
            continue;
        static const QRegularExpression level(u"/(glibc-hwcaps/[^/]+)/[^/]+$"_s);
        const auto match = level.match(entry.path);
        const qsizetype rank = match.hasMatch() ? m_hardwareFolders.indexOf(match.captured(1)) : m_hardwareFolders.size();
        if (rank >= 0)
            ranked << std::pair(rank, entry.path);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    QStringList paths;
    for (const auto &[rank, path] : std::as_const(ranked))
        paths << path;
    return paths;
}

bool LoaderSearch::isCandidate(const QString &path) const
{
    if (!m_files.isFile(path))
        return false;
    const auto real = m_files.canonical(path);
    const auto elf = readElf(m_files.outside(real.value_or(path)));
    if (!elf)
        return elf.error().id != ErrorId::NotReadable && elf.error().id != ErrorId::InputMissing;
    return isOurs(elf->architecture);
}

// Of a machine whose architecture is not known every library counts.
bool LoaderSearch::isOurs(const QString &architecture) const
{
    return m_architecture.isEmpty() || architecture == m_architecture;
}

Resolution LoaderSearch::resolve(const QString &soname) const
{
    using Reason = Resolution::Reason;
    QList<std::pair<QString, Reason>> places;
    const auto addFolders = [&](const QStringList &folders, Reason reason) {
        for (const QString &folder : folders) {
            const QStringList searched = withHardwareFolders(folder);
            for (const QString &place : searched)
                places << std::pair(FileTree::join(place, soname), reason);
        }
    };
    addFolders(m_libraryPath, Reason::LibraryPath);
    const QStringList cached = cachedPaths(soname);
    for (const QString &path : cached)
        places << std::pair(path, Reason::LoaderCache);
    addFolders(m_defaultFolders, Reason::DefaultFolder);

    Resolution resolution;
    QSet<QString> seen; // real files: the same one by another way hides nothing
    for (const auto &[path, reason] : std::as_const(places)) {
        const auto real = m_files.canonical(path);
        if (!real || seen.contains(*real) || !isCandidate(path))
            continue;
        seen.insert(*real);
        if (resolution.path) {
            resolution.hidden << path;
        } else {
            resolution.path = path;
            resolution.reason = reason;
        }
    }
    return resolution;
}

Resolution resolveSoname(const Host &host, const QString &soname)
{
    return LoaderSearch(host).resolve(soname);
}

QStringList splitLibraryPath(const QString &libraryPath)
{
    if (libraryPath.isEmpty())
        return {};
    static const QRegularExpression separators(u"[:;]"_s);
    return libraryPath.split(separators);
}

QString toString(Resolution::Reason reason)
{
    switch (reason) {
    case Resolution::Reason::Rpath: return u"RPATH"_s;
    case Resolution::Reason::LibraryPath: return u"LD_LIBRARY_PATH"_s;
    case Resolution::Reason::Runpath: return u"RUNPATH"_s;
    case Resolution::Reason::LoaderCache: return u"loader cache"_s;
    case Resolution::Reason::DefaultFolder: return u"default folder"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
