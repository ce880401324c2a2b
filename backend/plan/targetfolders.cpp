// SPDX-License-Identifier: MIT
#include "plan/targetfolders.h"

#include "detect/toolkitversion.h"
#include "plan/planparts.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

bool isInside(const QString &path, const QString &root)
{
    return path == root || path.startsWith(root.endsWith(u'/') ? root : root + u'/');
}

tl::unexpected<Error> leadsOut(const QString &link, const QString &target, const QString &root)
{
    return failure(ErrorId::OutsideTarget,
                   Text(QT_TRANSLATE_NOOP(
                                "backend",
                                "%1 leads to %2, which lies outside of %3, so nothing is written there. "
                                "Nothing was changed. Choose another target, or install for yourself only."),
                        {link, target, root}));
}

// path as a real folder below root. It may be missing; then it is the name it would have.
Result<QString> realFolder(const FileTree &files, const QString &root, const QString &path)
{
    if (const auto real = files.canonical(path)) {
        if (!isInside(*real, root))
            return leadsOut(path, *real, root);
        if (!files.isDirectory(*real)) {
            return failure(ErrorId::InputMalformed,
                           Text(QT_TRANSLATE_NOOP(
                                        "backend",
                                        "%1 should be a folder but is a file. Nothing was changed. Move the "
                                        "file away and try again."),
                                {path}));
        }
        return *real;
    }
    if (files.status(path).type == FileTree::Type::Link)
        return leadsOut(path, files.linkTarget(path).value_or(QString()), root);
    return path;
}

void addMissing(const FileTree &files, const QString &folder, QStringList &missing)
{
    const QString existing = nearestExistingFolder(files, folder);
    QStringList rest = folder.mid(existing.size()).split(u'/', Qt::SkipEmptyParts);
    for (QString path = existing; !rest.isEmpty();) {
        path = FileTree::join(path, rest.takeFirst());
        if (!missing.contains(path))
            missing << path;
    }
}

// The folder names below targets/ that hold libraries for this machine's programs.
QStringList targetNames(const QString &architecture)
{
    QStringList names{architecture + u"-linux"_s};
    if (architecture == u"aarch64")
        names.prepend(u"sbsa-linux"_s);
    return names;
}

// Where this toolkit keeps part ("lib64", "lib", "include"), as a path below root; the first that is there.
QString placeOf(const Host &host, const QString &root, const QStringList &parts)
{
    const FileTree &files = host.files();
    QStringList places;
    for (const QString &part : parts)
        places << FileTree::join(root, part);
    const QStringList names = targetNames(host.architecture());
    for (const QString &name : names)
        places << root + u"/targets/"_s + name + u'/' + parts.constLast();
    const auto it = std::find_if(places.cbegin(), places.cend(), [&files](const QString &place) {
        return files.status(place).type != FileTree::Type::Missing;
    });
    return it == places.cend() ? places.constFirst() : *it;
}

Result<TargetFolders> foldersBelow(const FileTree &files, const QString &root, const QString &libraries,
                                   const QString &includes)
{
    const auto libraryDir = realFolder(files, root, libraries);
    if (!libraryDir)
        return tl::unexpected(libraryDir.error());
    const auto includeDir = realFolder(files, root, includes);
    if (!includeDir)
        return tl::unexpected(includeDir.error());
    TargetFolders folders{.root = root, .libraryDir = *libraryDir, .includeDir = *includeDir};
    addMissing(files, folders.libraryDir, folders.missing);
    addMissing(files, folders.includeDir, folders.missing);
    return folders;
}

// A folder that detect found, if it is the toolkit's own.
std::optional<QString> ownPlace(const std::optional<QString> &folder, const QString &root)
{
    return folder && isInside(*folder, root) ? folder : std::nullopt;
}

bool looksLikeToolkit(const FileTree &files, const QString &root)
{
    for (const QString &mark : {u"bin/nvcc"_s, u"version.json"_s, u"version.txt"_s, u"include/cuda.h"_s}) {
        if (files.isFile(FileTree::join(root, mark)))
            return true;
    }
    return false;
}

// A toolkit in a place where nobody looked for one.
ToolkitFacts toolkitAt(const Host &host, const QString &root)
{
    ToolkitFacts toolkit;
    toolkit.root = root;
    toolkit.origin = u"other"_s;
    toolkit.includeDir = host.files().canonical(placeOf(host, root, {u"include"_s}));
    toolkit.libraryDir = host.files().canonical(placeOf(host, root, {u"lib64"_s, u"lib"_s}));
    toolkit.versionSources = readVersionSources(host, toolkit, std::nullopt);
    toolkit.version = toolkitVersion(toolkit.versionSources);
    return toolkit;
}

tl::unexpected<Error> noToolkitAt(const SystemReport &report, const QString &path)
{
    QStringList roots;
    for (const ToolkitFacts &toolkit : report.toolkits)
        roots << toolkit.root;
    if (roots.isEmpty()) {
        return failure(
                ErrorId::NoToolkit,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "There is no CUDA toolkit at %1, and none was found on this computer. "
                                       "Nothing was changed. Install a CUDA toolkit first, or install cuDNN "
                                       "into a folder of your own."),
                     {path}));
    }
    return failure(ErrorId::NoToolkit,
                   Text(QT_TRANSLATE_NOOP(
                                "backend",
                                "There is no CUDA toolkit at %1. Nothing was changed. These were found: %2."),
                        {path, roots.join(u", "_s)}));
}

} // namespace

QString nearestExistingFolder(const FileTree &files, const QString &folder)
{
    QString path = FileTree::clean(folder);
    while (path != u"/" && !files.isDirectory(path))
        path = path.lastIndexOf(u'/') <= 0 ? u"/"_s : path.left(path.lastIndexOf(u'/'));
    return path;
}

Result<ToolkitFacts> findToolkit(const Host &host, const SystemReport &report, const QString &path)
{
    const FileTree &files = host.files();
    const QString asked = FileTree::clean(path);
    const QString real = files.canonical(asked).value_or(asked);
    for (const ToolkitFacts &toolkit : report.toolkits) {
        if (toolkit.root == real || toolkit.aliases.contains(asked) || files.canonical(toolkit.root) == real)
            return toolkit;
    }
    if (!looksLikeToolkit(files, real))
        return noToolkitAt(report, asked);
    return toolkitAt(host, real);
}

Result<TargetFolders> foldersOfToolkit(const Host &host, const ToolkitFacts &toolkit)
{
    const QString root = host.files().canonical(toolkit.root).value_or(toolkit.root);
    const QString libraries =
            ownPlace(toolkit.libraryDir, root).value_or(placeOf(host, root, {u"lib64"_s, u"lib"_s}));
    const QString includes = ownPlace(toolkit.includeDir, root).value_or(placeOf(host, root, {u"include"_s}));
    const bool isElsewhere = toolkit.libraryDir && !isInside(*toolkit.libraryDir, root)
                             && host.files().status(libraries).type == FileTree::Type::Missing;
    if (isSystemRoot(root) || isElsewhere) {
        return failure(ErrorId::OutsideTarget,
                       Text(QT_TRANSLATE_NOOP(
                                    "backend",
                                    "The libraries of the toolkit %1 lie in %2, a folder of the system, so "
                                    "nothing is written there. Nothing was changed. Install cuDNN with the "
                                    "system's package manager, or for yourself only."),
                            {root, toolkit.libraryDir.value_or(libraries)}));
    }
    return foldersBelow(host.files(), root, libraries, includes).map([&toolkit](TargetFolders folders) {
        folders.toolkit = toolkit;
        return folders;
    });
}

Result<TargetFolders> foldersOfPrefix(const Host &host, const QString &prefix)
{
    const FileTree &files = host.files();
    const QString asked = FileTree::clean(prefix);
    const QString existing = nearestExistingFolder(files, asked);
    const QString rest = asked.mid(existing == u"/" ? 1 : existing.size() + 1);
    const QString first = rest.section(u'/', 0, 0);
    const QString obstacle = rest.isEmpty() ? QString() : FileTree::join(existing, first);
    if (asked == u"/" || (!obstacle.isEmpty() && files.status(obstacle).type != FileTree::Type::Missing)) {
        return failure(
                ErrorId::InputMalformed,
                Text(QT_TRANSLATE_NOOP("backend",
                                       "%1 cannot be a folder to install into. Nothing was changed. Choose a "
                                       "folder of your own, for example in your home folder."),
                     {obstacle.isEmpty() ? asked : obstacle}));
    }
    const QString real = files.canonical(existing).value_or(existing);
    const QString root = rest.isEmpty() ? real : FileTree::join(real, rest);
    if (isSystemRoot(root))
        return failure(ErrorId::OutsideTarget,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is a folder of the system, so nothing is written there. Nothing was changed. "
                                                         "Choose a folder of its own, for example %2."),
                            {root, u"/opt/cudnn"_s}));
    return foldersBelow(files, root, root + u"/lib"_s, root + u"/include"_s);
}

} // namespace cudnnsetup
