// SPDX-License-Identifier: MIT
#include "chosencopy.h"

#include "detect/cudnncopies.h"
#include "report/summary.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> absent(const QString &place)
{
    return failure(ErrorId::CudnnAbsent,
                   Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN in %1, so there is nothing to prove. Install one first."), {place}));
}

// The folder itself, or the prefix of its libraries.
QStringList libraryFolders(const FileTree &files, const QString &folder)
{
    const QString real = files.canonical(folder).value_or(FileTree::clean(folder));
    QStringList folders{real};
    for (const QString &name : {u"lib64"_s, u"lib"_s}) {
        if (const auto below = files.canonical(FileTree::join(real, name)))
            folders << *below;
    }
    return folders;
}

// Also one that lies where nobody looks for it.
Result<CudnnCopy> copyIn(const Host &host, const SystemReport &report, const QString &folder)
{
    const QStringList folders = libraryFolders(host.files(), folder);
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (folders.contains(copy.libraryDir))
            return copy;
    }
    for (const QString &one : folders) {
        if (const auto copy = cudnnCopyIn(host, report, one, true))
            return *copy;
    }
    return absent(folder);
}

} // namespace

const ToolkitFacts *toolkitAt(const Host &host, const SystemReport &report, const QString &path)
{
    const QString clean = FileTree::clean(path);
    const QString real = host.files().canonical(path).value_or(clean);
    const auto toolkit = std::find_if(report.toolkits.begin(), report.toolkits.end(), [&](const ToolkitFacts &candidate) {
        return candidate.root == real || candidate.aliases.contains(clean);
    });
    return toolkit == report.toolkits.end() ? nullptr : &*toolkit;
}

Result<CudnnCopy> chosenCopy(const Host &host, const SystemReport &report, const Call &call)
{
    const QList<CudnnCopy> &copies = report.cudnnCopies;
    const auto firstWhere = [&](const QString &place, const auto &holds) -> Result<CudnnCopy> {
        const auto copy = std::find_if(copies.begin(), copies.end(), holds);
        return copy == copies.end() ? Result<CudnnCopy>(absent(place)) : Result<CudnnCopy>(*copy);
    };
    if (const auto folder = call.folder(u"copy"_s))
        return copyIn(host, report, *folder);
    if (const auto path = call.folder(u"toolkit"_s)) {
        const ToolkitFacts *toolkit = toolkitAt(host, report, *path);
        if (!toolkit)
            return failure(ErrorId::NoToolkit,
                           Text(QT_TRANSLATE_NOOP("backend", "%1 is no CUDA toolkit. cudnn-setup-cli detect lists those that are here."), {*path}));
        return firstWhere(*path, [&](const CudnnCopy &copy) { return copy.toolkit == toolkit->root; });
    }
    if (const CudnnCopy *loaded = loadedCopy(report))
        return *loaded;
    const ToolkitFacts *active = activeToolkit(report);
    const auto copy = std::find_if(copies.begin(), copies.end(),
                                   [&](const CudnnCopy &candidate) { return active && candidate.toolkit == active->root; });
    if (copy != copies.end())
        return *copy;
    return firstWhere(Text(QT_TRANSLATE_NOOP("backend", "this machine")).toString(), [](const CudnnCopy &) { return true; });
}

} // namespace cudnnsetup
