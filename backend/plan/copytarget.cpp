// SPDX-License-Identifier: MIT
#include "plan/copytarget.h"

#include "detect/cudnncopies.h"
#include "plan/planparts.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString rootOf(const CudnnCopy &copy)
{
    if (copy.toolkit && !isSystemRoot(*copy.toolkit))
        return *copy.toolkit;
    const QString name = copy.libraryDir.section(u'/', -1);
    return name == u"lib" || name == u"lib64" ? FileTree::clean(copy.libraryDir + u"/.."_s) : copy.libraryDir;
}

std::optional<CudnnCopy> copyAt(const Host &host, const SystemReport &report, const QString &folder)
{
    const FileTree &files = host.files();
    const QString real = files.canonical(folder).value_or(FileTree::clean(folder));
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (copy.libraryDir == real || rootOf(copy) == real)
            return copy;
    }
    for (const QString &place : {real, real + u"/lib"_s, real + u"/lib64"_s}) {
        const auto libraryDir = files.canonical(place);
        const auto copy = libraryDir ? cudnnCopyIn(host, report, *libraryDir, false) : std::nullopt;
        if (copy)
            return copy;
    }
    return {};
}

Result<CopyTarget> findCopy(const Host &host, const SystemReport &report, const QString &folder)
{
    const auto copy = copyAt(host, report, folder);
    if (!copy)
        return failure(
                ErrorId::CudnnAbsent,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "There is no cuDNN in %1. Nothing was changed. cudnn-setup-cli detect lists the "
                             "copies that are here."),
                     {folder}));
    const QString root = rootOf(*copy);
    if (copy->toolkit == root) {
        return findToolkit(host, report, root)
                .and_then([&](const ToolkitFacts &toolkit) { return foldersOfToolkit(host, toolkit); })
                .map([&](TargetFolders folders) {
                    folders.libraryDir = copy->libraryDir;
                    return CopyTarget{*copy, folders};
                });
    }
    return foldersOfPrefix(host, root).map([&](TargetFolders folders) {
        folders.libraryDir = copy->libraryDir;
        folders.includeDir = copy->includeDir.value_or(folders.includeDir);
        folders.missing.clear();
        return CopyTarget{*copy, folders};
    });
}

} // namespace cudnnsetup
