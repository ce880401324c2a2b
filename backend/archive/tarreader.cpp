// SPDX-License-Identifier: MIT
#include "archive/tarreader.h"

#include <cstring>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestExtension = 1 << 20;
constexpr qint64 largestFile = qint64(1) << 40;
constexpr qint64 mostFillAtEnd = 1 << 20; // tar fills its last record with zeros, ten kilobytes as a rule

tl::unexpected<Interruption> interrupted(Error error)
{
    return tl::unexpected<Interruption>(std::move(error));
}

bool isExtension(char type)
{
    return type == 'L' || type == 'K' || type == 'x' || type == 'g';
}

QByteArray withoutNul(const QByteArray &name)
{
    const auto end = name.indexOf('\0');
    return end < 0 ? name : name.left(end);
}

// What "tar -C folder ." writes first: the folder itself that is unpacked into.
bool isUnpackFolder(const TarHeader &header)
{
    return header.type == '5' && header.name == "./" && header.size == 0;
}

std::optional<ArchiveEntry::Type> typeOf(const TarHeader &header)
{
    switch (header.type) {
    case '\0':
    case '0':
    case '7':
        return header.name.endsWith('/') ? ArchiveEntry::Type::Directory : ArchiveEntry::Type::File;
    case '1':
        return ArchiveEntry::Type::HardLink;
    case '2':
        return ArchiveEntry::Type::SymbolicLink;
    case '5':
        return ArchiveEntry::Type::Directory;
    default:
        return std::nullopt;
    }
}

} // namespace

TarReader::TarReader(Container container, std::unique_ptr<UnpackStream> stream, std::optional<qint64> unpackedTotal,
                     const ArchiveErrors &errors) :
    m_container(container), m_stream(std::move(stream)), m_unpackedTotal(unpackedTotal), m_errors(errors), m_members(errors)
{
}

Outcome<std::optional<ArchiveEntry>> TarReader::next()
{
    if (m_interruption)
        return tl::unexpected<Interruption>(*m_interruption);
    if (m_isAtEnd)
        return std::nullopt;
    auto entry = nextMember();
    if (!entry)
        m_interruption = entry.error();
    return entry;
}

Outcome<qint64> TarReader::read(char *data, qint64 size)
{
    if (m_interruption)
        return tl::unexpected<Interruption>(*m_interruption);
    qint64 done = 0;
    while (done < size && m_left > 0) {
        const auto bytes = m_stream->next(qMin(size - done, m_left));
        if (!bytes || bytes->isEmpty()) {
            m_interruption = bytes ? Interruption(m_errors.truncated(u"tar: ends inside a file"_s)) : bytes.error();
            return tl::unexpected<Interruption>(*m_interruption);
        }
        std::memcpy(data + done, bytes->data(), size_t(bytes->size()));
        done += bytes->size();
        m_left -= bytes->size();
    }
    return done;
}

Outcome<std::optional<ArchiveEntry>> TarReader::nextMember()
{
    if (const auto skipped = skipMember(); !skipped)
        return tl::unexpected<Interruption>(skipped.error());
    Pending pending;
    for (;;) {
        auto header = readHeader();
        if (!header)
            return tl::unexpected<Interruption>(header.error());
        if (!*header) {
            if (pending.isAny)
                return interrupted(m_errors.altered(u"tar: an extended header without its member"_s));
            if (const auto end = readEnd(); !end)
                return tl::unexpected<Interruption>(end.error());
            m_isAtEnd = true;
            return std::nullopt;
        }
        if (isExtension((*header)->type)) {
            if (const auto taken = takeExtension(**header, pending); !taken)
                return tl::unexpected<Interruption>(taken.error());
            continue;
        }
        if (isUnpackFolder(**header) && !pending.longName && !pending.pax.path) {
            pending = {};
            continue;
        }
        auto entry = entryOf(std::move(**header), pending);
        if (!entry)
            return interrupted(entry.error());
        m_left = entry->size;
        m_padding = (tarBlockSize - entry->size % tarBlockSize) % tarBlockSize;
        return *entry;
    }
}

// The next header; nothing at the two zero blocks of the end.
Outcome<std::optional<TarHeader>> TarReader::readHeader()
{
    QByteArray block(tarBlockSize, Qt::Uninitialized);
    if (const auto done = readExactly(block.data(), block.size()); !done)
        return tl::unexpected<Interruption>(done.error());
    if (isZeroBlock(block)) {
        if (const auto done = readExactly(block.data(), block.size()); !done)
            return tl::unexpected<Interruption>(done.error());
        if (!isZeroBlock(block))
            return interrupted(m_errors.altered(u"tar: a lone zero block"_s));
        return std::nullopt;
    }
    if (!hasTarChecksum(block)) {
        const auto detail = u"tar: header with a wrong check sum"_s;
        return interrupted(m_isAtStart ? m_errors.notAnArchive(detail) : m_errors.altered(detail));
    }
    m_isAtStart = false;
    auto header = parseTarHeader(block, m_errors);
    if (!header)
        return interrupted(header.error());
    return *header;
}

Outcome<QByteArray> TarReader::readExtension(const TarHeader &header)
{
    if (header.size > longestExtension)
        return interrupted(m_errors.tooLarge(u"tar: extended header of %1 bytes"_s.arg(header.size)));
    QByteArray content(header.size, Qt::Uninitialized);
    if (const auto done = readExactly(content.data(), content.size()); !done)
        return tl::unexpected<Interruption>(done.error());
    if (const auto done = skip((tarBlockSize - header.size % tarBlockSize) % tarBlockSize); !done)
        return tl::unexpected<Interruption>(done.error());
    return content;
}

Outcome<void> TarReader::takeExtension(const TarHeader &header, Pending &pending)
{
    const auto content = readExtension(header);
    if (!content)
        return tl::unexpected<Interruption>(content.error());
    if (header.type == 'L' || header.type == 'K') {
        auto &name = header.type == 'L' ? pending.longName : pending.longLink;
        if (name)
            return interrupted(m_errors.altered(u"tar: two long names for one member"_s));
        name = withoutNul(*content);
        pending.isAny = true;
        return {};
    }
    const auto values = parsePax(*content, m_errors);
    if (!values)
        return interrupted(values.error());
    if (header.type == 'g') {
        m_global.update(*values);
    } else {
        if (pending.isAny && (pending.pax.path || pending.pax.linkPath || pending.pax.size))
            return interrupted(m_errors.altered(u"tar: two pax headers for one member"_s));
        pending.pax = *values;
        pending.isAny = true;
    }
    return {};
}

Result<ArchiveEntry> TarReader::entryOf(TarHeader header, const Pending &pending)
{
    PaxValues values = m_global;
    values.update(pending.pax);
    if (pending.longName)
        header.name = *pending.longName;
    if (pending.longLink)
        header.linkName = *pending.longLink;
    if (values.path)
        header.name = *values.path;
    if (values.linkPath)
        header.linkName = *values.linkPath;

    const auto type = typeOf(header);
    if (!type)
        return tl::unexpected<Error>(m_errors.specialFile(
                shownMember(header.name), u"tar: member of type 0x%1"_s.arg(uint(uchar(header.type)), 2, 16, QChar(u'0'))));
    const bool isFile = *type == ArchiveEntry::Type::File;
    if (isFile && (header.mode & 06000) != 0)
        return tl::unexpected<Error>(m_errors.specialFile(shownMember(header.name), u"tar: set-uid or set-gid file"_s));
    if (values.size)
        header.size = *values.size;
    if (header.size > largestFile || (!isFile && header.size != 0))
        return tl::unexpected<Error>(m_errors.altered(u"tar: impossible size of %1"_s.arg(shownMember(header.name))));

    const auto path = m_members.clean(header.name);
    if (!path)
        return tl::unexpected<Error>(path.error());
    return m_members.accept({.type = *type, .path = *path, .size = header.size, .mode = header.mode & 0777},
                            header.linkName);
}

Outcome<void> TarReader::readExactly(char *data, qint64 size)
{
    for (qint64 done = 0; done < size;) {
        const auto bytes = m_stream->next(size - done);
        if (!bytes)
            return tl::unexpected<Interruption>(bytes.error());
        if (bytes->isEmpty())
            return interrupted(m_errors.truncated(u"tar: ends without its end mark"_s));
        std::memcpy(data + done, bytes->data(), size_t(bytes->size()));
        done += bytes->size();
    }
    return {};
}

Outcome<void> TarReader::skip(qint64 size)
{
    while (size > 0) {
        const auto bytes = m_stream->next(size);
        if (!bytes)
            return tl::unexpected<Interruption>(bytes.error());
        if (bytes->isEmpty())
            return interrupted(m_errors.truncated(u"tar: ends inside a file"_s));
        size -= bytes->size();
    }
    return {};
}

Outcome<void> TarReader::skipMember()
{
    const qint64 rest = m_left + m_padding;
    m_left = 0;
    m_padding = 0;
    return skip(rest);
}

// Behind the end mark there is nothing but the rest of tar's last record.
Outcome<void> TarReader::readEnd()
{
    for (qint64 done = 0;;) {
        const auto bytes = m_stream->next(mostFillAtEnd);
        if (!bytes)
            return tl::unexpected<Interruption>(bytes.error());
        if (bytes->isEmpty())
            return {};
        done += bytes->size();
        if (done > mostFillAtEnd || !isZeroBlock(*bytes))
            return interrupted(m_errors.altered(u"tar: something behind the end mark"_s));
    }
}

} // namespace cudnnsetup
