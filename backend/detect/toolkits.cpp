// SPDX-License-Identifier: MIT
#include "detect/toolkits.h"

#include "detect/toolkitplaces.h"
#include "detect/toolkitversion.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QStringList &distributionRoots()
{
    // Debian spreads its toolkit over /usr; of these folders the first that exists stands for all of it.
    static const QStringList roots{u"/usr/lib/cuda"_s, u"/usr/lib/nvidia-cuda-toolkit"_s, u"/usr"_s};
    return roots;
}

bool isOfDistribution(const QString &root)
{
    return distributionRoots().contains(root);
}

// The real folder of the toolkit that a path leads to; empty when there can be none.
QString realRoot(const FileTree &files, const QString &path)
{
    const std::optional<QString> real = files.canonical(path);
    // What lies inside a Python package is a part of that package, and nothing to build with or to install into.
    if (!real || real == u"/" || real->contains(u"-packages/nvidia/") || !files.isDirectory(*real))
        return {};
    if (!isOfDistribution(*real))
        return *real;
    for (const QString &root : distributionRoots()) {
        if (files.isDirectory(root))
            return files.canonical(root).value_or(root);
    }
    return *real;
}

// The names below targets/ for an architecture; all that are there when it is unknown.
QStringList targetNames(const FileTree &files, const QString &root, const QString &architecture)
{
    if (architecture == u"x86_64")
        return {u"x86_64-linux"_s};
    if (architecture == u"aarch64")
        return {u"sbsa-linux"_s, u"aarch64-linux"_s};
    return files.list(root + u"/targets"_s);
}

bool holds(const FileTree &files, const QString &folder, const QStringList &patterns)
{
    return !files.list(folder, patterns).isEmpty();
}

// The first folder that holds one of the files, else the first of the toolkit's own folders that exists.
std::optional<QString> bestFolder(const FileTree &files, const QStringList &own, const QStringList &shared,
                                  const QStringList &patterns)
{
    const QStringList all = own + shared;
    for (const QString &folder : all) {
        if (holds(files, folder, patterns))
            return files.canonical(folder);
    }
    for (const QString &folder : own) {
        if (files.isDirectory(folder))
            return files.canonical(folder);
    }
    return std::nullopt;
}

const QStringList &cudartPatterns()
{
    static const QStringList patterns{u"libcudart.so*"_s};
    return patterns;
}

const QStringList &headerPatterns()
{
    static const QStringList patterns{u"cuda.h"_s, u"cuda_runtime_api.h"_s};
    return patterns;
}

std::optional<QString> findLibraryDir(const Host &host, const QString &root)
{
    QStringList own{root + u"/lib64"_s};
    QStringList shared;
    const QStringList targets = targetNames(host.files(), root, host.architecture());
    for (const QString &target : targets)
        own << root + u"/targets/"_s + target + u"/lib"_s;
    own << root + u"/lib"_s;
    if (isOfDistribution(root))
        shared << u"/usr/lib/%1-linux-gnu"_s.arg(host.architecture()) << u"/usr/lib64"_s;
    return root == u"/usr" ? bestFolder(host.files(), {}, own + shared, cudartPatterns())
                           : bestFolder(host.files(), own, shared, cudartPatterns());
}

std::optional<QString> findIncludeDir(const Host &host, const QString &root)
{
    QStringList own{root + u"/include"_s};
    QStringList shared;
    const QStringList targets = targetNames(host.files(), root, host.architecture());
    for (const QString &target : targets)
        own << root + u"/targets/"_s + target + u"/include"_s;
    if (isOfDistribution(root))
        shared << u"/usr/include/cuda"_s << u"/usr/include"_s;
    return root == u"/usr" ? bestFolder(host.files(), {}, own + shared, headerPatterns())
                           : bestFolder(host.files(), own, shared, headerPatterns());
}

std::optional<QString> findNvcc(const FileTree &files, const QString &root)
{
    QStringList candidates{root + u"/bin/nvcc"_s};
    if (isOfDistribution(root))
        candidates << u"/usr/lib/nvidia-cuda-toolkit/bin/nvcc"_s << u"/usr/bin/nvcc"_s;
    for (const QString &candidate : candidates) {
        if (files.isFile(candidate))
            return candidate;
    }
    return std::nullopt;
}

QString originOf(const FileTree &files, const QString &root)
{
    if (files.isDirectory(root + u"/conda-meta"_s))
        return u"conda"_s;
    if (root.startsWith(u"/opt/nvidia/hpc_sdk/"))
        return u"hpc-sdk"_s;
    if (root.startsWith(u"/usr/local/cuda"))
        return u"nvidia"_s;
    // Arch and Gentoo put their package into /opt/cuda; NVIDIA's installer only goes there when told to.
    const bool isPackaged = root == u"/opt/cuda"
            && (files.isDirectory(u"/var/lib/pacman/local"_s) || files.isDirectory(u"/var/db/pkg"_s));
    return isOfDistribution(root) || isPackaged ? u"distribution"_s : u"other"_s;
}

// A folder is a toolkit when it holds a compiler, the runtime or its header. A folder with the name of a toolkit in the
// usual place counts even when little is left in it: people do install into such a folder.
bool isToolkit(const FileTree &files, const ToolkitFacts &toolkit)
{
    if (toolkit.nvcc || (toolkit.includeDir && holds(files, *toolkit.includeDir, headerPatterns()))
        || (toolkit.libraryDir && holds(files, *toolkit.libraryDir, cudartPatterns())))
        return true;
    static const QRegularExpression usualName(u"^/(?:usr/local|opt)/cuda(?:-\\d+(?:\\.\\d+)*)?$"_s);
    const bool hasFolders = toolkit.libraryDir || toolkit.includeDir;
    return hasFolders && usualName.match(toolkit.root).hasMatch();
}

ToolkitFacts lookAt(const Host &host, const QString &root)
{
    ToolkitFacts toolkit{.root = root};
    toolkit.origin = originOf(host.files(), root);
    toolkit.libraryDir = findLibraryDir(host, root);
    toolkit.includeDir = findIncludeDir(host, root);
    toolkit.nvcc = findNvcc(host.files(), root);
    return toolkit;
}

void addAliases(const FileTree &files, const ToolkitPlace &place, ToolkitFacts &toolkit)
{
    if (files.canonical(place.path) != toolkit.root)
        return;
    const QStringList chain = files.linkChain(place.path);
    for (const QString &name : chain) {
        if (name != toolkit.root && !toolkit.aliases.contains(name))
            toolkit.aliases << name;
    }
}

// How nvcc is asked for its version. A recorded answer to plain "nvcc" is that of the one on PATH, so that one is asked
// under the path it was found at; the others answer only when they say something else.
std::optional<QString> nvccCommand(const Host &host, const ToolkitFacts &toolkit, const QString &nvccOnPath)
{
    if (!toolkit.nvcc || host.isLocal())
        return toolkit.nvcc;
    if (toolkit.activeReason == u"nvcc on PATH")
        return nvccOnPath;
    const auto outputOf = [&host](const QString &program) {
        const Result<CommandResult> answer = host.commands().run({.program = program, .arguments = {u"--version"_s}});
        return answer ? answer->standardOutput : QByteArray();
    };
    return nvccOnPath.isEmpty() || outputOf(*toolkit.nvcc) != outputOf(nvccOnPath) ? toolkit.nvcc : std::nullopt;
}

// The name of the folder tells a version where nothing inside does.
void readVersion(const Host &host, const QString &nvccOnPath, ToolkitFacts &toolkit)
{
    toolkit.versionSources = readVersionSources(host, toolkit, nvccCommand(host, toolkit, nvccOnPath));
    static const QRegularExpression folderName(u"/cuda-(\\d+\\.\\d+)$"_s);
    const QString named = folderName.match(toolkit.root).captured(1);
    if (toolkit.versionSources.isEmpty() && !named.isEmpty())
        toolkit.versionSources << VersionSource{u"folder name"_s, named};
    toolkit.version = toolkitVersion(toolkit.versionSources);
}

bool comesBefore(const ToolkitFacts &a, const ToolkitFacts &b)
{
    if (a.isActive != b.isActive)
        return a.isActive;
    const QVersionNumber versionA = a.version.value_or(QVersionNumber());
    const QVersionNumber versionB = b.version.value_or(QVersionNumber());
    return versionA != versionB ? versionA > versionB : a.root < b.root;
}

} // namespace

QList<ToolkitFacts> findToolkits(const Host &host, const QStringList &alsoIn)
{
    QList<ToolkitPlace> places = toolkitPlaces(host);
    for (const QString &folder : alsoIn)
        places << ToolkitPlace{FileTree::clean(folder)};
    QList<ToolkitFacts> toolkits;
    QStringList refused;
    bool hasActive = false;
    for (const ToolkitPlace &place : places) {
        const QString root = realRoot(host.files(), place.path);
        if (root.isEmpty() || refused.contains(root))
            continue;
        auto found = std::find_if(toolkits.begin(), toolkits.end(),
                                  [&root](const ToolkitFacts &toolkit) { return toolkit.root == root; });
        if (found == toolkits.end()) {
            const ToolkitFacts toolkit = lookAt(host, root);
            if (!isToolkit(host.files(), toolkit)) {
                refused << root;
                continue;
            }
            toolkits << toolkit;
            found = toolkits.end() - 1;
        }
        addAliases(host.files(), place, *found);
        if (!hasActive && !place.activeReason.isEmpty()) {
            hasActive = true;
            found->isActive = true;
            found->activeReason = place.activeReason;
        }
    }
    const QString nvccOnPath = places.isEmpty() ? QString() : places.constFirst().nvcc;
    for (ToolkitFacts &toolkit : toolkits) {
        readVersion(host, nvccOnPath, toolkit);
        toolkit.isWritable = host.mayWrite(toolkit.libraryDir.value_or(toolkit.root));
    }
    std::sort(toolkits.begin(), toolkits.end(), comesBefore);
    return toolkits;
}

QString telltaleFile(const FileTree &files, const ToolkitFacts &toolkit)
{
    if (toolkit.nvcc)
        return *toolkit.nvcc;
    const QStringList cudart = toolkit.libraryDir ? files.list(*toolkit.libraryDir, cudartPatterns()) : QStringList();
    if (!cudart.isEmpty())
        return *toolkit.libraryDir + u'/' + cudart.constLast();
    for (const QString &name : {u"version.json"_s, u"version.txt"_s}) {
        if (files.isFile(toolkit.root + u'/' + name))
            return toolkit.root + u'/' + name;
    }
    return {};
}

} // namespace cudnnsetup
