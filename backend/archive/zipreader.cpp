// SPDX-License-Identifier: MIT
#include "archive/zipreader.h"

#include "archive/inflater.h"

#include <zlib.h>

#include <cstring>
#include <numeric>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestLink = 4096;
constexpr int typeBits = 0170000;
constexpr int typeFile = 0100000;
constexpr int typeFolder = 0040000;
constexpr int typeLink = 0120000;

tl::unexpected<Interruption> interrupted(Error error)
{
    return tl::unexpected<Interruption>(std::move(error));
}

std::optional<ArchiveEntry::Type> typeOf(const ZipMember &member)
{
    switch (member.mode & typeBits) {
    case 0:
        return member.name.endsWith('/') ? ArchiveEntry::Type::Directory : ArchiveEntry::Type::File;
    case typeFile:
        return ArchiveEntry::Type::File;
    case typeFolder:
        return ArchiveEntry::Type::Directory;
    case typeLink:
        return ArchiveEntry::Type::SymbolicLink;
    default:
        return std::nullopt;
    }
}

} // namespace

// The file, read once from front to back, each byte hashed as it passes.
class ZipReader::Input
{
public:
    Input(std::unique_ptr<QFile> file, const ArchiveErrors &errors) :
        m_file(std::move(file)), m_errors(errors), m_buffer(256 * 1024, Qt::Uninitialized), m_total(m_file->size())
    {
        m_file->seek(0);
    }

    qint64 done() const { return m_done; }
    qint64 total() const { return m_total; }
    QByteArray finishHash() { return m_hash.finish(); }

    // The next bytes, at most size of them, valid until the next call. The directory said that they are there.
    Outcome<QByteArrayView> next(qint64 size)
    {
        const qint64 count = m_file->read(m_buffer.data(), qMin(size, qint64(m_buffer.size())));
        if (count < 0)
            return interrupted(m_errors.notReadable(m_file->errorString()));
        if (count == 0 && size > 0)
            return interrupted(m_errors.truncated(u"zip: the file became shorter"_s));
        const QByteArrayView bytes(m_buffer.constData(), count);
        m_hash.add(bytes);
        m_done += count;
        return bytes;
    }

    Outcome<QByteArray> take(qint64 size)
    {
        QByteArray taken;
        while (taken.size() < size) {
            const auto bytes = next(size - taken.size());
            if (!bytes)
                return tl::unexpected<Interruption>(bytes.error());
            taken.append(*bytes);
        }
        return taken;
    }

    Outcome<void> skipTo(qint64 offset)
    {
        while (m_done < offset) {
            if (const auto bytes = next(offset - m_done); !bytes)
                return tl::unexpected<Interruption>(bytes.error());
        }
        return {};
    }

private:
    std::unique_ptr<QFile> m_file;
    const ArchiveErrors m_errors;
    QByteArray m_buffer;
    qint64 m_total;
    qint64 m_done = 0;
    Sha256 m_hash;
};

// The packed bytes of one member.
class ZipReader::MemberSource final : public PackedSource
{
public:
    MemberSource(Input &input, qint64 size) : m_input(input), m_left(size) { }

    Outcome<QByteArrayView> next() override
    {
        if (m_left == 0)
            return QByteArrayView();
        const auto bytes = m_input.next(m_left);
        if (bytes)
            m_left -= bytes->size();
        return bytes;
    }
    bool isAtEnd() const override { return m_left == 0; }

private:
    Input &m_input;
    qint64 m_left;
};

// The member at hand and how far it was read.
struct ZipReader::Current
{
    Current(Input &input, const ZipMember &zipMember, const ArchiveErrors &errors) :
        member(zipMember), source(input, zipMember.packedSize)
    {
        if (member.method != 0)
            inflater = std::make_unique<Inflater>(source, errors, Inflater::Format::Raw);
    }

    Outcome<qint64> unpack(char *data, qint64 size)
    {
        if (inflater)
            return inflater->read(data, size);
        if (stored.isEmpty()) {
            const auto bytes = source.next();
            if (!bytes)
                return tl::unexpected<Interruption>(bytes.error());
            stored = *bytes;
        }
        const qint64 count = qMin(size, qint64(stored.size()));
        if (count > 0)
            std::memcpy(data, stored.data(), size_t(count));
        stored = stored.sliced(count);
        return count;
    }

    const ZipMember &member;
    MemberSource source;
    std::unique_ptr<Inflater> inflater;
    QByteArrayView stored;
    qint64 done = 0;
    uLong crc = crc32(0, nullptr, 0);
    bool isAtEnd = false;
};

Result<std::unique_ptr<ArchiveReader>> ZipReader::open(std::unique_ptr<QFile> file, const ArchiveErrors &errors, Job job)
{
    auto members = readZipDirectory(*file, errors);
    if (!members)
        return tl::unexpected<Error>(members.error());
    return std::unique_ptr<ArchiveReader>(new ZipReader(std::move(file), std::move(*members), errors, std::move(job)));
}

ZipReader::ZipReader(std::unique_ptr<QFile> file, QList<ZipMember> members, const ArchiveErrors &errors, Job job) :
    m_input(std::make_unique<Input>(std::move(file), errors)), m_members(std::move(members)), m_errors(errors),
    m_job(std::move(job)), m_paths(errors)
{
}

ZipReader::~ZipReader() = default;

qint64 ZipReader::packedDone() const
{
    return m_input->done();
}

qint64 ZipReader::packedTotal() const
{
    return m_input->total();
}

std::optional<qint64> ZipReader::unpackedTotal() const
{
    return std::accumulate(m_members.begin(), m_members.end(), qint64(0),
                           [](qint64 sum, const ZipMember &member) { return sum + member.size; });
}

QStringList ZipReader::listedNames() const
{
    QStringList names;
    for (const ZipMember &member : m_members)
        names << QString::fromUtf8(member.name);
    return names;
}

Outcome<std::optional<ArchiveEntry>> ZipReader::next()
{
    if (m_interruption)
        return tl::unexpected<Interruption>(*m_interruption);
    auto entry = nextMember();
    if (!entry)
        m_interruption = entry.error();
    return entry;
}

Outcome<std::optional<ArchiveEntry>> ZipReader::nextMember()
{
    if (const auto finished = finishCurrent(); !finished)
        return tl::unexpected<Interruption>(finished.error());
    if (m_nextMember == m_members.size()) {
        if (const auto skipped = m_input->skipTo(m_input->total()); !skipped)
            return tl::unexpected<Interruption>(skipped.error());
        if (m_sha256.isEmpty())
            m_sha256 = m_input->finishHash();
        return std::nullopt;
    }
    auto entry = begin(m_members[m_nextMember++]);
    if (!entry)
        return tl::unexpected<Interruption>(entry.error());
    return *entry;
}

Outcome<ArchiveEntry> ZipReader::begin(const ZipMember &member)
{
    if (const auto skipped = m_input->skipTo(member.headerOffset); !skipped)
        return tl::unexpected<Interruption>(skipped.error());
    const auto header = m_input->take(zipLocalHeaderSize + member.name.size());
    if (!header)
        return tl::unexpected<Interruption>(header.error());
    const auto extra = zipExtraLength(*header, member);
    const qint64 dataEnd = m_input->done() + extra.value_or(0) + member.packedSize;
    const bool isBeforeNext = m_nextMember == m_members.size() || dataEnd <= m_members[m_nextMember].headerOffset;
    if (!extra || !isBeforeNext || dataEnd > m_input->total())
        return interrupted(m_errors.altered(u"zip: a member's header contradicts the directory"_s));
    if (const auto skipped = m_input->take(*extra); !skipped)
        return tl::unexpected<Interruption>(skipped.error());
    m_current = std::make_unique<Current>(*m_input, member, m_errors);

    const auto type = typeOf(member);
    if (!type || (*type == ArchiveEntry::Type::File && (member.mode & 06000) != 0))
        return interrupted(m_errors.specialFile(shownMember(member.name),
                                                u"zip: member of mode %1"_s.arg(QString::number(member.mode, 8))));
    if (*type == ArchiveEntry::Type::Directory && member.size != 0)
        return interrupted(m_errors.altered(u"zip: a folder with content"_s));
    const auto path = m_paths.clean(member.name);
    if (!path)
        return interrupted(path.error());
    QByteArray target;
    if (*type == ArchiveEntry::Type::SymbolicLink) {
        const auto content = readLinkTarget(member);
        if (!content)
            return tl::unexpected<Interruption>(content.error());
        target = *content;
    }
    const int usualMode = *type == ArchiveEntry::Type::Directory ? 0755 : 0644;
    const int mode = (member.mode & 0777) != 0 ? member.mode & 0777 : usualMode;
    const bool isFile = *type == ArchiveEntry::Type::File;
    auto entry = m_paths.accept({.type = *type, .path = *path, .size = isFile ? member.size : 0, .mode = mode}, target);
    if (!entry)
        return interrupted(entry.error());
    return *entry;
}

Outcome<QByteArray> ZipReader::readLinkTarget(const ZipMember &member)
{
    if (member.size > longestLink)
        return interrupted(m_errors.linkLeadsOut(shownMember(member.name), u"%1 bytes long"_s.arg(member.size)));
    QByteArray target(member.size, '\0');
    for (qint64 done = 0; done < member.size;) {
        const auto count = readCurrent(target.data() + done, member.size - done);
        if (!count)
            return tl::unexpected<Interruption>(count.error());
        if (*count == 0)
            return interrupted(m_errors.altered(u"zip: a link shorter than announced"_s));
        done += *count;
    }
    if (const auto finished = finishCurrent(); !finished)
        return tl::unexpected<Interruption>(finished.error());
    return target;
}

Outcome<qint64> ZipReader::read(char *data, qint64 size)
{
    if (m_interruption)
        return tl::unexpected<Interruption>(*m_interruption);
    auto count = readCurrent(data, size);
    if (!count)
        m_interruption = count.error();
    return count;
}

Outcome<qint64> ZipReader::readCurrent(char *data, qint64 size)
{
    if (!m_current || m_current->isAtEnd || size == 0)
        return 0;
    if (m_job.isCancelled())
        return tl::unexpected<Interruption>(Cancelled{});
    const auto count = m_current->unpack(data, size);
    if (!count)
        return count;
    m_current->done += *count;
    if (m_current->done > m_current->member.size)
        return interrupted(m_errors.altered(u"zip: a member longer than announced"_s));
    if (*count > 0) {
        m_current->crc = crc32(m_current->crc, reinterpret_cast<const Bytef *>(data), uInt(*count));
        return count;
    }
    m_current->isAtEnd = true;
    if (m_current->done != m_current->member.size || m_current->crc != m_current->member.crc)
        return interrupted(m_errors.altered(u"zip: wrong length or CRC-32 of a member"_s));
    return 0;
}

Outcome<void> ZipReader::finishCurrent()
{
    QByteArray buffer(64 * 1024, Qt::Uninitialized);
    while (m_current && !m_current->isAtEnd) {
        if (const auto count = readCurrent(buffer.data(), buffer.size()); !count)
            return tl::unexpected<Interruption>(count.error());
    }
    m_current.reset();
    return {};
}

} // namespace cudnnsetup
