// SPDX-License-Identifier: MIT
#include "host/guarded.h"

#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

namespace cudnnsetup::platform {

using namespace Qt::StringLiterals;

std::optional<QString> ownedAllTheWay(const QString &path, unsigned owner)
{
    const QString real = QFileInfo(path).canonicalFilePath();
    if (!path.startsWith(u'/') || real.isEmpty())
        return std::nullopt;
    for (QString part = real;; part = part.left(std::max<qsizetype>(part.lastIndexOf(u'/'), 1))) {
        struct stat status;
        if (::stat(QFile::encodeName(part).constData(), &status) != 0
            || (status.st_uid != owner && status.st_uid != 0))
            return std::nullopt;
        // In a sticky folder nobody replaces what is another's; but in the last one he may put more.
        const bool isSticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) && part != real;
        if ((status.st_mode & (S_IWGRP | S_IWOTH)) && !isSticky)
            return std::nullopt;
        if (part == u"/"_s)
            return real;
    }
}

} // namespace cudnnsetup::platform
