// SPDX-License-Identifier: MIT
#include "archive/archivelayout.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString prefixOf(const QString &path)
{
    return path.left(path.lastIndexOf(u'/') + 1);
}

bool isSharedCudnn(const QString &name, const CudnnFileNames &names)
{
    const bool isOfWindows = name.startsWith(u"cudnn"_s) && name.endsWith(u".dll"_s);
    return isOfWindows || (names.isLibrary(name) && name.contains(u".so"_s));
}

std::optional<ArchiveLayout> layoutOfMembers(const QStringList &paths, const CudnnFileNames &names)
{
    ArchiveLayout layout;
    for (const QString &path : paths) {
        const QString name = path.section(u'/', -1);
        if (layout.libraryPrefix.isEmpty() && isSharedCudnn(name, names))
            layout.libraryPrefix = prefixOf(path);
        if (layout.includePrefix.isEmpty() && names.isHeader(name))
            layout.includePrefix = prefixOf(path);
    }
    return layout.libraryPrefix.isEmpty() ? std::nullopt : std::optional(layout);
}

std::optional<ArchiveLayout> layoutOf(const QString &topDir, const QString &platform)
{
    QString libraryPrefix;
    if (platform.startsWith(u"windows"_s))
        return std::nullopt;
    if (topDir == u"cuda")
        libraryPrefix = platform == u"linux-ppc64le" ? u"cuda/targets/ppc64le-linux/lib/"_s : u"cuda/lib64/"_s;
    else if (topDir == u"nvidia")
        libraryPrefix = u"nvidia/cudnn/lib/"_s;
    else if (topDir.startsWith(u"cudnn-linux-"_s) || topDir.startsWith(u"cudnn_jit-linux-"_s))
        libraryPrefix = topDir + u"/lib/"_s;
    else
        return std::nullopt;
    return ArchiveLayout{libraryPrefix, includeBeside(libraryPrefix)};
}

QString includeBeside(const QString &libraryPrefix)
{
    const auto slash = libraryPrefix.lastIndexOf(u'/', -2);
    return libraryPrefix.left(slash + 1) + u"include/"_s;
}

} // namespace cudnnsetup
