// SPDX-License-Identifier: MIT
#include "plan/copytarget.h"

#include "plan/planparts.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString rootOf(const CudnnCopy &copy)
{
    if (copy.toolkit && !isSystemRoot(*copy.toolkit))
        return *copy.toolkit;
    const QString name = copy.libraryDir.section(u'/', -1);
    return name == u"lib" || name == u"lib64" ? FileTree::clean(copy.libraryDir + u"/.."_s) : copy.libraryDir;
}

const CudnnCopy *copyAt(const FileTree &files, const SystemReport &report, const QString &folder)
{
    const QString real = files.canonical(folder).value_or(FileTree::clean(folder));
    const auto copy = std::find_if(report.cudnnCopies.begin(), report.cudnnCopies.end(), [&](const CudnnCopy &candidate) {
        return candidate.libraryDir == real || rootOf(candidate) == real;
    });
    return copy == report.cudnnCopies.end() ? nullptr : &*copy;
}

Result<CopyTarget> findCopy(const Host &host, const SystemReport &report, const QString &folder)
{
    const CudnnCopy *copy = copyAt(host.files(), report, folder);
    if (!copy)
        return failure(ErrorId::CudnnAbsent,
                       Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN in %1. Nothing was changed. cudnn-setup-cli detect lists the "
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
