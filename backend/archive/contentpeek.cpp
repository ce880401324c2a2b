// SPDX-License-Identifier: MIT
#include "archive/contentpeek.h"

#include "archive/archivelayout.h"

#include <QRegularExpression>
#include <QtEndian>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 headerLimit = 256 * 1024;
constexpr qint64 elfStart = 20;

// libcudnn.so.8.9.7 and libcudnn_ops.so.9.1.0 tell all three numbers; libcudnn.so.9 does not.
std::optional<QVersionNumber> versionOfLibraryName(const QString &name)
{
    static const QRegularExpression pattern(uR"(\.so\.(\d+\.\d+\.\d+)$)"_s);
    const auto match = pattern.match(name);
    if (!match.hasMatch())
        return std::nullopt;
    return QVersionNumber::fromString(match.captured(1));
}

std::optional<QString> architectureOfElf(const QByteArray &start)
{
    constexpr quint16 ppc64 = 21;
    constexpr quint16 x86_64 = 62;
    constexpr quint16 aarch64 = 183;
    constexpr char littleEndian = 1;
    if (start.size() < elfStart || !start.startsWith("\x7f" "ELF") || start[5] != littleEndian)
        return std::nullopt;
    switch (qFromLittleEndian<quint16>(start.constData() + 18)) {
    case ppc64: return u"ppc64le"_s;
    case x86_64: return u"x86_64"_s;
    case aarch64: return u"aarch64"_s;
    default: return std::nullopt;
    }
}

// Reads members and keeps what they tell.
class Peek
{
public:
    Peek(ArchiveReader &reader, const CudnnFileNames &names, const Job &job) : m_reader(reader), m_names(names), m_job(job)
    {
        m_progress.total = reader.unpackedTotal().value_or(-1);
        m_progress.bottleneck = Progress::Bottleneck::Decompression;
    }

    Outcome<PeekedContent> run(PeekDepth depth)
    {
        m_progress.step = depth == PeekDepth::All ? Progress::Step::Check : Progress::Step::Look;
        for (;;) {
            const auto entry = m_reader.next();
            if (!entry)
                return tl::unexpected<Interruption>(entry.error());
            if (!*entry) {
                m_content.isAll = true;
                return m_content;
            }
            if (const auto taken = take(**entry, depth); !taken)
                return tl::unexpected<Interruption>(taken.error());
            if (depth == PeekDepth::FirstMember || (depth == PeekDepth::UntilKnown && isKnown()))
                return m_content;
        }
    }

private:
    bool isKnown() const { return m_content.version && m_hasSeenLibrary; }

    Outcome<void> take(const ArchiveEntry &entry, PeekDepth depth)
    {
        if (m_content.entries++ == 0)
            m_content.topDir = topDirOf(entry);
        m_content.unpackedBytes += entry.size;
        if (depth == PeekDepth::FirstMember)
            return {};
        const bool isDirectory = entry.type == ArchiveEntry::Type::Directory;
        const QString name = entry.path.section(u'/', -1);
        if (!isDirectory && isSharedCudnn(name, m_names)) {
            if (const auto taken = takeLibrary(entry, name); !taken)
                return taken;
        } else if (!isDirectory && m_names.isHeader(name)) {
            if (const auto taken = takeHeader(entry, name); !taken)
                return taken;
        }
        if (depth == PeekDepth::UntilKnown && isKnown())
            return {};
        return readRest();
    }

    static QString topDirOf(const ArchiveEntry &entry)
    {
        const bool hasFolder = entry.type == ArchiveEntry::Type::Directory || entry.path.contains(u'/');
        return hasFolder ? entry.path.section(u'/', 0, 0) : QString();
    }

    Outcome<void> takeLibrary(const ArchiveEntry &entry, const QString &name)
    {
        if (m_content.libraryPrefix.isEmpty())
            m_content.libraryPrefix = prefixOf(entry.path);
        if (!m_content.version)
            m_content.version = versionOfLibraryName(name);
        if (m_hasSeenLibrary || entry.type != ArchiveEntry::Type::File)
            return {};
        const auto start = readUpTo(elfStart);
        if (!start)
            return tl::unexpected<Interruption>(start.error());
        m_content.architecture = architectureOfElf(*start);
        m_hasSeenLibrary = true;
        return {};
    }

    Outcome<void> takeHeader(const ArchiveEntry &entry, const QString &name)
    {
        if (m_content.includePrefix.isEmpty())
            m_content.includePrefix = prefixOf(entry.path);
        if (m_hasHeaderVersion || !(name.startsWith(u"cudnn_version"_s) || name == u"cudnn.h"))
            return {};
        const auto text = readUpTo(headerLimit);
        if (!text)
            return tl::unexpected<Interruption>(text.error());
        if (const auto version = versionOfHeaderText(*text)) {
            m_content.version = version;
            m_hasHeaderVersion = true;
        }
        return {};
    }

    Outcome<QByteArray> readUpTo(qint64 size)
    {
        QByteArray bytes(size, Qt::Uninitialized);
        qint64 done = 0;
        while (done < size) {
            const auto count = m_reader.read(bytes.data() + done, size - done);
            if (!count)
                return tl::unexpected<Interruption>(count.error());
            if (*count == 0)
                break;
            done += *count;
        }
        m_progress.done += done;
        bytes.truncate(done);
        return bytes;
    }

    // Reads rather than skips, so that the progress moves inside large files too.
    Outcome<void> readRest()
    {
        for (;;) {
            const auto count = m_reader.read(m_buffer.data(), m_buffer.size());
            if (!count)
                return tl::unexpected<Interruption>(count.error());
            if (*count == 0)
                return {};
            m_progress.done += *count;
            m_job.report(m_progress);
        }
    }

    ArchiveReader &m_reader;
    const CudnnFileNames &m_names;
    const Job &m_job;
    Progress m_progress;
    PeekedContent m_content;
    QByteArray m_buffer{256 * 1024, Qt::Uninitialized};
    bool m_hasSeenLibrary = false;
    bool m_hasHeaderVersion = false;
};

} // namespace

Outcome<PeekedContent> peekContent(ArchiveReader &reader, const CudnnFileNames &names, PeekDepth depth, const Job &job)
{
    return Peek(reader, names, job).run(depth);
}

std::optional<QVersionNumber> versionOfHeaderText(const QByteArray &text)
{
    static const QRegularExpression pattern(uR"(^[ \t]*#[ \t]*define[ \t]+CUDNN_(MAJOR|MINOR|PATCHLEVEL)[ \t]+(\d{1,4})\b)"_s,
                                            QRegularExpression::MultilineOption);
    QHash<QString, int> numbers;
    auto matches = pattern.globalMatch(QString::fromLatin1(text));
    while (matches.hasNext()) {
        const auto match = matches.next();
        numbers.insert(match.captured(1), match.captured(2).toInt());
    }
    if (numbers.size() != 3)
        return std::nullopt;
    return QVersionNumber(numbers[u"MAJOR"_s], numbers[u"MINOR"_s], numbers[u"PATCHLEVEL"_s]);
}

} // namespace cudnnsetup
