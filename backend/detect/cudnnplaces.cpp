// SPDX-License-Identifier: MIT
#include "cudnnplaces.h"

#include "host/loadercache.h"
#include "host/resolver.h"

#include <QSet>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Origin = CudnnCopy::Origin;

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder + u'/');
}

QString folderOf(const QString &path)
{
    return path.section(u'/', 0, -2);
}

// Folders that match a path whose parts may hold '*'.
QStringList matching(const FileTree &files, const QString &pattern)
{
    QStringList paths{QString()};
    const QStringList parts = pattern.split(u'/', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        QStringList longer;
        for (const QString &path : std::as_const(paths)) {
            const QStringList names = part.contains(u'*') ? files.list(path + u'/', {part}) : QStringList(part);
            for (const QString &name : names)
                longer << path + u'/' + name;
        }
        paths = longer;
    }
    return paths;
}

const QStringList &librarySubfolders()
{
    static const QStringList names{u"lib64"_s, u"lib"_s, u"targets/*/lib"_s};
    return names;
}

QStringList toolkitFolders(const FileTree &files, const SystemReport &soFar)
{
    QStringList folders;
    for (const ToolkitFacts &toolkit : soFar.toolkits) {
        if (toolkit.libraryDir)
            folders << *toolkit.libraryDir;
        for (const QString &name : librarySubfolders())
            folders << matching(files, toolkit.root + u'/' + name);
    }
    return folders;
}

QStringList loaderFolders(const Host &host)
{
    QStringList folders;
    const LoaderSearch search(host);
    folders << search.libraryPath() << search.defaultFolders();
    if (search.cache()) {
        for (const LoaderCacheEntry &entry : *search.cache()) {
            if (entry.soname.startsWith("libcudnn"_L1))
                folders << folderOf(entry.path);
        }
    }
    return folders << loaderConfiguredFolders(host.files());
}

QStringList systemFolders(const Host &host)
{
    const QString multiarch = host.architecture() + u"-linux-gnu"_s;
    return {u"/usr/lib/"_s + multiarch, u"/lib/"_s + multiarch, u"/usr/lib64"_s, u"/lib64"_s, u"/usr/lib"_s,
            u"/lib"_s, u"/usr/local/lib"_s, u"/usr/local/lib64"_s};
}

QStringList standaloneFolders(const Host &host)
{
    QStringList prefixes{u"/usr/local/cudnn*"_s, u"/opt/cudnn*"_s, u"/opt/nvidia/cudnn*"_s,
                         host.home() + u"/.local/share/cudnn/*"_s, host.home() + u"/cudnn*"_s};
    for (const QString &name : {u"CUDNN_PATH"_s, u"CUDNN_ROOT"_s, u"CUDNN_HOME"_s, u"CUDNN_ROOT_DIR"_s}) {
        if (host.variable(name).startsWith(u'/'))
            prefixes << host.variable(name);
    }
    QStringList folders;
    for (const QString &prefix : std::as_const(prefixes)) {
        const QStringList roots = matching(host.files(), prefix);
        for (const QString &root : roots) {
            folders << root;
            for (const QString &name : librarySubfolders())
                folders << matching(host.files(), root + u'/' + name);
        }
    }
    return folders;
}

QStringList condaPrefixes(const Host &host, const SystemReport &soFar)
{
    QStringList prefixes;
    if (!host.variable(u"CONDA_PREFIX"_s).isEmpty())
        prefixes << host.variable(u"CONDA_PREFIX"_s);
    const auto list = host.files().read(host.home() + u"/.conda/environments.txt"_s);
    if (list)
        prefixes << QString::fromUtf8(*list).split(u'\n', Qt::SkipEmptyParts);
    for (const PythonFacts &python : soFar.pythons) {
        if (python.kind == "conda"_L1)
            prefixes << python.prefix;
    }
    for (const QString &parent : {host.home(), u"/opt"_s}) {
        for (const QString &name : {u"miniconda3"_s, u"anaconda3"_s, u"miniforge3"_s, u"mambaforge"_s, u"micromamba"_s,
                                    u"conda"_s}) {
            prefixes << parent + u'/' + name << matching(host.files(), parent + u'/' + name + u"/envs/*"_s);
        }
    }
    return prefixes;
}

QStringList pythonFolders(const FileTree &files, const SystemReport &soFar)
{
    QStringList folders;
    QStringList sitePackages;
    for (const PythonFacts &python : soFar.pythons) {
        for (const PythonFacts::Package &package : python.packages) {
            if (package.cudnnDir)
                folders << *package.cudnnDir;
        }
        sitePackages << matching(files, python.prefix + u"/lib/python3*/site-packages"_s)
                     << matching(files, python.prefix + u"/lib/python3*/dist-packages"_s);
    }
    for (const QString &site : std::as_const(sitePackages))
        folders << matching(files, site + u"/nvidia/*/lib"_s) << site + u"/torch/lib"_s;
    return folders;
}

Origin originOf(const FileTree &files, const QString &folder)
{
    if (folder.contains("-packages/nvidia/"_L1))
        return Origin::Pip;
    if (folder.contains("/site-packages/"_L1) || folder.contains("/dist-packages/"_L1))
        return Origin::Framework;
    if (files.isDirectory(folderOf(folder) + u"/conda-meta"_s))
        return Origin::Conda;
    const bool isSystem = folder.startsWith("/usr/lib"_L1) || folder.startsWith("/lib"_L1);
    return isSystem ? Origin::System : Origin::Standalone;
}

// A header lies beside the library folder: lib -> include, lib/x86_64-linux-gnu -> include/x86_64-linux-gnu and include.
QStringList includeDirsOf(const QString &folder)
{
    const QString parent = folderOf(folder);
    const QString name = folder.section(u'/', -1);
    if (name.endsWith("-linux-gnu"_L1)) {
        const QString include = folderOf(parent) + u"/include"_s;
        return {include + u'/' + name, include};
    }
    return {parent + u"/include"_s, folder + u"/include"_s};
}

// The toolkit that holds the folder, the innermost one where one lies in another's root; else the one that uses it. A
// toolkit may have one of the system's own folders as its root, in which not all is the toolkit's.
const ToolkitFacts *toolkitAround(const SystemReport &soFar, const QString &folder)
{
    const ToolkitFacts *around = nullptr;
    const ToolkitFacts *user = nullptr;
    for (const ToolkitFacts &toolkit : soFar.toolkits) {
        const bool isSystem = toolkit.root == "/"_L1 || toolkit.root == "/usr"_L1 || toolkit.root == "/usr/local"_L1;
        if (!isSystem && isBelow(folder, toolkit.root) && (!around || toolkit.root.size() > around->root.size()))
            around = &toolkit;
        if (toolkit.libraryDir == folder)
            user = &toolkit;
    }
    return around ? around : user;
}

} // namespace

CudnnPlace placeOfFolder(const FileTree &files, const SystemReport &soFar, const QString &folder)
{
    CudnnPlace place{.libraryDir = folder, .origin = originOf(files, folder), .includeDirs = includeDirsOf(folder)};
    const ToolkitFacts *toolkit = toolkitAround(soFar, folder);
    if (!toolkit)
        return place;
    place.toolkit = toolkit->root;
    if (place.origin == Origin::Standalone)
        place.origin = Origin::Toolkit;
    if (toolkit->includeDir)
        place.includeDirs << *toolkit->includeDir;
    place.includeDirs.removeDuplicates();
    return place;
}

QList<CudnnPlace> cudnnPlaces(const Host &host, const SystemReport &soFar)
{
    const FileTree &files = host.files();
    QStringList folders = toolkitFolders(files, soFar) + systemFolders(host) + loaderFolders(host)
            + standaloneFolders(host) + pythonFolders(files, soFar);
    const QStringList prefixes = condaPrefixes(host, soFar);
    for (const QString &prefix : prefixes)
        folders << prefix + u"/lib"_s;

    QList<CudnnPlace> places;
    QSet<QString> seen;
    for (const QString &folder : std::as_const(folders)) {
        const auto real = folder.startsWith(u'/') ? files.canonical(folder) : std::nullopt;
        if (!real || seen.contains(*real))
            continue;
        seen.insert(*real);
        if (files.isDirectory(*real))
            places << placeOfFolder(files, soFar, *real);
    }
    return places;
}

} // namespace cudnnsetup
