// SPDX-License-Identifier: MIT
#include "archive/zipdirectory.h"

#include <QtEndian>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 endSize = 22;
constexpr qint64 mostComment = 65535;
constexpr qint64 entrySize = 46;
constexpr qint64 mostDirectory = 16 << 20;

quint16 word(QByteArrayView bytes, qsizetype at)
{
    return qFromLittleEndian<quint16>(bytes.data() + at);
}

quint32 dword(QByteArrayView bytes, qsizetype at)
{
    return qFromLittleEndian<quint32>(bytes.data() + at);
}

struct Ending
{
    qint64 offset = 0;
    quint16 entries = 0;
    qint64 directorySize = 0;
    qint64 directoryOffset = 0;
};

Result<QByteArray> readAt(QIODevice &file, qint64 offset, qint64 size, const ArchiveErrors &errors)
{
    if (!file.seek(offset))
        return tl::unexpected<Error>(errors.notReadable(file.errorString()));
    QByteArray bytes = file.read(size);
    if (bytes.size() != size)
        return tl::unexpected<Error>(errors.notReadable(file.errorString()));
    return bytes;
}

// Whether the last record is there and ends before the file does. It follows the directory that it tells of, so that
// compressed bytes are not taken for it.
bool hasExtraBytes(QByteArrayView tail, qint64 tailOffset)
{
    for (qsizetype i = tail.size() - endSize; i >= 0; --i) {
        const QByteArrayView record = tail.sliced(i);
        const bool isRecord = record.startsWith("PK\5\6")
                && qint64(dword(record, 12)) + qint64(dword(record, 16)) == tailOffset + i;
        if (isRecord)
            return word(record, 20) < record.size() - endSize;
    }
    return false;
}

// The last record, whose comment ends exactly where the file ends.
Result<Ending> readEnding(QIODevice &file, const ArchiveErrors &errors)
{
    const qint64 length = qMin(file.size(), endSize + mostComment);
    const auto tail = readAt(file, file.size() - length, length, errors);
    if (!tail)
        return tl::unexpected<Error>(tail.error());
    for (qint64 i = length - endSize; i >= 0; --i) {
        const QByteArrayView record = QByteArrayView(*tail).sliced(i);
        if (!record.startsWith("PK\5\6") || word(record, 20) != record.size() - endSize)
            continue;
        if (word(record, 4) != 0 || word(record, 6) != 0 || word(record, 8) != word(record, 10))
            return tl::unexpected<Error>(errors.notSupported(u"zip: several disks"_s));
        if (word(record, 10) == 0xffff || dword(record, 12) == 0xffffffff || dword(record, 16) == 0xffffffff)
            return tl::unexpected<Error>(errors.notSupported(u"zip64"_s));
        return Ending{.offset = file.size() - length + i,
                      .entries = word(record, 10),
                      .directorySize = dword(record, 12),
                      .directoryOffset = dword(record, 16)};
    }
    if (hasExtraBytes(*tail, file.size() - length))
        return tl::unexpected<Error>(errors.extraBytes(u"zip: bytes after the end record"_s));
    return tl::unexpected<Error>(errors.truncated(u"zip: no end of central directory"_s));
}

ZipMember memberOf(QByteArrayView entry)
{
    const int madeBy = word(entry, 4) >> 8;
    const bool isUnix = madeBy == 3 || madeBy == 19;
    return {.name = entry.sliced(entrySize, word(entry, 28)).toByteArray(),
            .flags = word(entry, 8),
            .method = word(entry, 10),
            .crc = dword(entry, 16),
            .packedSize = dword(entry, 20),
            .size = dword(entry, 24),
            .headerOffset = dword(entry, 42),
            .mode = isUnix ? int(dword(entry, 38) >> 16) : 0};
}

Result<void> checkMember(const ZipMember &member, const ArchiveErrors &errors)
{
    if ((member.flags & ~(0x0006 | 0x0008 | 0x0800)) != 0 || (member.method != 0 && member.method != 8))
        return tl::unexpected<Error>(errors.notSupported(
                u"zip: method %1, flags 0x%2"_s.arg(member.method).arg(uint(member.flags), 4, 16, QChar(u'0'))));
    if (member.packedSize == 0xffffffff || member.size == 0xffffffff || member.headerOffset == 0xffffffff)
        return tl::unexpected<Error>(errors.notSupported(u"zip64"_s));
    if (member.method == 0 && member.packedSize != member.size)
        return tl::unexpected<Error>(errors.altered(u"zip: stored member with two sizes"_s));
    return {};
}

// Members may not overlap: one that does is how a small file pretends to hold terabytes.
bool lieOneBehindTheOther(const QList<ZipMember> &members, qint64 end)
{
    qint64 from = 0;
    for (const ZipMember &member : members) {
        if (member.headerOffset < from)
            return false;
        from = member.headerOffset + zipLocalHeaderSize + member.name.size() + member.packedSize;
    }
    return from <= end;
}

} // namespace

Result<QList<ZipMember>> readZipDirectory(QIODevice &file, const ArchiveErrors &errors)
{
    if (file.size() < endSize)
        return tl::unexpected<Error>(errors.truncated(u"zip: too short"_s));
    const auto ending = readEnding(file, errors);
    if (!ending)
        return tl::unexpected<Error>(ending.error());
    if (ending->directoryOffset + ending->directorySize != ending->offset || ending->directorySize > mostDirectory)
        return tl::unexpected<Error>(errors.altered(u"zip: the directory does not lie where its end says"_s));
    const auto directory = readAt(file, ending->directoryOffset, ending->directorySize, errors);
    if (!directory)
        return tl::unexpected<Error>(directory.error());

    QList<ZipMember> members;
    QByteArrayView rest = *directory;
    while (rest.size() >= entrySize && rest.startsWith("PK\1\2")) {
        const qint64 length = entrySize + word(rest, 28) + word(rest, 30) + word(rest, 32);
        if (length > rest.size())
            break;
        members << memberOf(rest);
        if (const auto checked = checkMember(members.last(), errors); !checked)
            return tl::unexpected<Error>(checked.error());
        rest = rest.sliced(length);
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const ZipMember &a, const ZipMember &b) { return a.headerOffset < b.headerOffset; });
    if (!rest.isEmpty() || members.size() != ending->entries || !lieOneBehindTheOther(members, ending->directoryOffset))
        return tl::unexpected<Error>(errors.altered(u"zip: malformed directory"_s));
    return members;
}

std::optional<qint64> zipExtraLength(QByteArrayView localHeader, const ZipMember &member)
{
    const bool isSame = localHeader.startsWith("PK\3\4") && word(localHeader, 6) == member.flags
            && word(localHeader, 8) == member.method && word(localHeader, 26) == member.name.size()
            && localHeader.sliced(zipLocalHeaderSize) == member.name;
    const bool hasSameSizes = dword(localHeader, 14) == member.crc && dword(localHeader, 18) == quint32(member.packedSize)
            && dword(localHeader, 22) == quint32(member.size);
    if (!isSame || !(member.hasSizesBehind() || hasSameSizes))
        return std::nullopt;
    return word(localHeader, 28);
}

} // namespace cudnnsetup
