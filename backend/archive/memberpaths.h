// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"
#include "archive/archivereader.h"

#include <QHash>

namespace cudnnsetup {

// The rules that the names of an archive's members keep, whatever the container: they stay inside the archive's top folder,
// come once, lie below folders only, and links lead to places inside. It remembers the members so far; it reads no file.
class MemberPaths
{
public:
    explicit MemberPaths(const ArchiveErrors &errors) : m_errors(errors) { }

    // A stored name in the one form that ArchiveEntry::path has: a leading "./" and a folder's last "/" taken off.
    Result<QString> clean(const QByteArray &rawName) const;
    // Checks entry, whose path is clean and whose linkTarget is as stored (UTF-8), against all members before it, and keeps it.
    Result<ArchiveEntry> accept(ArchiveEntry entry, const QByteArray &rawLinkTarget);

private:
    Result<void> insert(const ArchiveEntry &entry);
    Result<QString> cleanLink(const ArchiveEntry &entry, const QByteArray &rawTarget) const;

    enum class Kind { ImpliedFolder, Folder, File, Link };
    ArchiveErrors m_errors;
    QHash<QString, Kind> m_members;
    qint64 m_bytes = 0;
};

} // namespace cudnnsetup
