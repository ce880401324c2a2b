// SPDX-License-Identifier: MIT
#include "archive/packedfile.h"

#include "archive/archiveerrors.h"

#include <QFileInfo>

namespace cudnnsetup {

Result<std::unique_ptr<QFile>> openPackedFile(const QString &path)
{
    const ArchiveErrors errors(path);
    const QFileInfo info(path);
    if (!info.exists())
        return tl::unexpected<Error>(errors.missing());
    if (!info.isFile())
        return tl::unexpected<Error>(errors.notAFile());
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return tl::unexpected<Error>(errors.notReadable(file->errorString()));
    return file;
}

} // namespace cudnnsetup
