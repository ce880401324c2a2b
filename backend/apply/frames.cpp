// SPDX-License-Identifier: MIT
#include "apply/frames.h"

#include <QtEndian>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype headerSize = 5;

// The most bytes that a frame of this kind may have; nothing for a kind that there is not.
std::optional<quint32> mostBytes(quint8 kind)
{
    switch (FrameKind(kind)) {
    case FrameKind::Plan:
        return longestPlan;
    case FrameKind::Entry:
    case FrameKind::End:
        return longestDescription;
    case FrameKind::Data:
        return longestData;
    case FrameKind::Cancel:
        return 0;
    }
    return std::nullopt;
}

} // namespace

QByteArray frameHeader(FrameKind kind, qsizetype size)
{
    QByteArray header(headerSize, char(kind));
    qToLittleEndian(quint32(size), header.data() + 1);
    return header;
}

Error malformedStream(const QString &detail)
{
    return {ErrorId::InputMalformed,
            Text(QT_TRANSLATE_NOOP("backend", "What was sent to be carried out with more rights is not what this program sends. "
                                              "Nothing has been changed. Start it from the same version of this program.")),
            detail};
}

Result<FrameHeader> FrameReader::next()
{
    char bytes[headerSize];
    if (const auto got = read(bytes, headerSize); !got)
        return tl::unexpected(got.error());
    const auto kind = quint8(bytes[0]);
    const auto most = mostBytes(kind);
    if (!most)
        return tl::unexpected(malformedStream(u"frame of kind %1"_s.arg(kind)));
    const auto size = qFromLittleEndian<quint32>(bytes + 1);
    if (size > *most)
        return tl::unexpected(malformedStream(u"frame of kind %1 with %2 bytes"_s.arg(kind).arg(size)));
    return FrameHeader{FrameKind(kind), size};
}

Result<QByteArray> FrameReader::payload(const FrameHeader &header)
{
    QByteArray bytes(qsizetype(header.size), Qt::Uninitialized);
    return read(bytes.data(), bytes.size()).map([&bytes] { return bytes; });
}

Result<void> FrameReader::read(char *data, qint64 size)
{
    while (size > 0) {
        const qint64 count = m_stream.read(data, size);
        if (count <= 0)
            return failure(ErrorId::ArchiveTruncated,
                           Text(QT_TRANSLATE_NOOP("backend", "The program that asked for this change stopped before it had sent "
                                                             "everything. Nothing has been changed. Start it again.")));
        data += count;
        size -= count;
    }
    return {};
}

} // namespace cudnnsetup
