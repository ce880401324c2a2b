// SPDX-License-Identifier: MIT
#include "archive/memberpaths.h"

#include <QStringList>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostNameBytes = 8 << 20; // of all names together; cuDNN has a few kilobytes of them
constexpr qsizetype longestPath = 4095;
constexpr qsizetype longestPart = 255;

bool isPlainText(const QByteArray &name)
{
    return name.isValidUtf8() && std::none_of(name.begin(), name.end(), [](char c) {
               return uchar(c) < 0x20 || c == 0x7f || c == '\\';
           });
}

bool isPlainPart(QStringView part)
{
    return !part.isEmpty() && part != u"." && part != u".." && part.toUtf8().size() <= longestPart;
}

} // namespace

Result<QString> MemberPaths::clean(const QByteArray &rawName) const
{
    const QString shown = shownMember(rawName);
    if (!isPlainText(rawName))
        return tl::unexpected<Error>(m_errors.unreadableName(shown));
    QString path = QString::fromUtf8(rawName);
    while (path.startsWith(u"./"_s))
        path.remove(0, 2);
    if (path.endsWith(u'/'))
        path.chop(1);
    const auto parts = QStringView(path).split(u'/');
    if (rawName.size() > longestPath || !std::all_of(parts.begin(), parts.end(), isPlainPart))
        return tl::unexpected<Error>(m_errors.leadsOut(shown));
    return path;
}

Result<ArchiveEntry> MemberPaths::accept(ArchiveEntry entry, const QByteArray &rawLinkTarget)
{
    if (entry.type == ArchiveEntry::Type::SymbolicLink || entry.type == ArchiveEntry::Type::HardLink) {
        const auto target = cleanLink(entry, rawLinkTarget);
        if (!target)
            return tl::unexpected<Error>(target.error());
        entry.linkTarget = *target;
    }
    if (const auto inserted = insert(entry); !inserted)
        return tl::unexpected<Error>(inserted.error());
    return entry;
}

Result<void> MemberPaths::insert(const ArchiveEntry &entry)
{
    for (qsizetype i = entry.path.indexOf(u'/'); i >= 0; i = entry.path.indexOf(u'/', i + 1)) {
        const QString folder = entry.path.left(i);
        const auto known = m_members.constFind(folder);
        if (known == m_members.constEnd()) {
            m_members.insert(folder, Kind::ImpliedFolder);
            m_bytes += folder.size();
        } else if (*known != Kind::Folder && *known != Kind::ImpliedFolder) {
            return tl::unexpected<Error>(m_errors.belowNoFolder(entry.path));
        }
    }

    const bool isFolder = entry.type == ArchiveEntry::Type::Directory;
    const auto known = m_members.constFind(entry.path);
    if (known != m_members.constEnd() && !(isFolder && *known == Kind::ImpliedFolder))
        return tl::unexpected<Error>(m_errors.duplicate(entry.path));
    const bool isLink = entry.type == ArchiveEntry::Type::SymbolicLink;
    m_members.insert(entry.path, isFolder ? Kind::Folder : isLink ? Kind::Link : Kind::File);
    m_bytes += entry.path.size();
    if (m_bytes > mostNameBytes)
        return tl::unexpected<Error>(m_errors.tooLarge(u"more than %1 bytes of member names"_s.arg(mostNameBytes)));
    return {};
}

// Leading ".." steps start from real folders, so they can be counted; one after a name could step out of a link's target
// instead, so there is none. That keeps a chain of links inside as well.
Result<QString> MemberPaths::cleanLink(const ArchiveEntry &entry, const QByteArray &rawTarget) const
{
    if (!isPlainText(rawTarget))
        return tl::unexpected<Error>(m_errors.linkLeadsOut(entry.path, shownMember(rawTarget)));
    if (entry.type == ArchiveEntry::Type::HardLink) {
        const auto target = clean(rawTarget);
        if (!target || m_members.value(*target, Kind::Folder) != Kind::File)
            return tl::unexpected<Error>(m_errors.linkLeadsOut(entry.path, shownMember(rawTarget)));
        return *target;
    }

    const QString target = QString::fromUtf8(rawTarget);
    const auto parts = QStringView(target).split(u'/');
    const auto isUp = [](QStringView part) { return part == u".."; };
    const auto firstName = std::find_if_not(parts.begin(), parts.end(), isUp);
    // A link in "top/lib/" may go up one step, to "top"; one in "top/" or beside it none.
    const auto mostUp = std::max(qsizetype(0), entry.path.count(u'/') - 1);
    if (rawTarget.size() > longestPath || firstName - parts.begin() > mostUp
        || !std::all_of(firstName, parts.end(), isPlainPart))
        return tl::unexpected<Error>(m_errors.linkLeadsOut(entry.path, shownMember(rawTarget)));
    return target;
}

} // namespace cudnnsetup
