// SPDX-License-Identifier: MIT
#include "plan/earlierfiles.h"

#include "detect/owner.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString alternatives = u"/etc/alternatives/"_s;

tl::unexpected<Error> ownedBy(const QString &path, const QString &owner)
{
    // "dpkg: libcudnn8-dev", "conda: cudnn 8.9.2.26": the package's own tool comes first.
    const QString tool = owner.section(u": "_s, 0, 0);
    const QString package = owner.section(u": "_s, 1);
    if (tool == u"conda" || tool == u"pip") {
        return failure(
                ErrorId::PackageOwned,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "%1 belongs to the package %2, which %3 installed. Nothing was changed. Let %3 "
                             "update or remove the package, or choose another target."),
                     {path, package, tool}),
                owner);
    }
    return failure(ErrorId::PackageOwned,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 belongs to the package %2 (%3). Nothing was "
                                                     "changed. Let the package manager update or "
                                                     "remove the package, or choose another target."),
                        {path, package.isEmpty() ? owner : package, tool}),
                   owner);
}

tl::unexpected<Error> managedLink(const QString &path, const QString &target)
{
    return failure(
            ErrorId::PackageOwned,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "%1 is a link that update-alternatives keeps (it leads to %2); replacing it would "
                         "break the "
                         "package manager. Nothing was changed. Remove the packaged cuDNN first, or choose "
                         "another target."),
                 {path, target}));
}

QStringList namesIn(const FileTree &files, const QString &folder,
                    bool (CudnnFileNames::*isOne)(const QString &) const, const CudnnFileNames &names)
{
    QStringList paths;
    const QStringList entries = files.list(folder);
    for (const QString &name : entries) {
        const QString path = FileTree::join(folder, name);
        if ((names.*isOne)(name) && files.status(path).type != FileTree::Type::Directory)
            paths << path;
    }
    return paths;
}

} // namespace

QStringList earlierCudnnFiles(const FileTree &files, const CudnnFileNames &names,
                              const TargetFolders &folders)
{
    return namesIn(files, folders.libraryDir, &CudnnFileNames::isLibrary, names)
           + namesIn(files, folders.includeDir, &CudnnFileNames::isHeader, names);
}

Result<void> checkOwners(const Host &host, const SystemReport &report, const TargetFolders &folders,
                         const QStringList &earlierFiles)
{
    for (const QString &path : earlierFiles) {
        const QStringList chain = host.files().linkChain(path);
        const auto managed = std::find_if(chain.begin(), chain.end(),
                                          [](const QString &link) { return link.startsWith(alternatives); });
        if (managed != chain.end())
            return managedLink(path, *managed);
    }
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (copy.owner && copy.libraryDir == folders.libraryDir && !earlierFiles.isEmpty())
            return ownedBy(copy.libraryDir, *copy.owner);
    }
    const QHash<QString, QString> owners = ownersOf(host, earlierFiles);
    for (const QString &path : earlierFiles) {
        if (const auto owner = owners.constFind(path); owner != owners.cend())
            return ownedBy(path, *owner);
    }
    return {};
}

} // namespace cudnnsetup
