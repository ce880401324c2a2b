// SPDX-License-Identifier: MIT
#pragma once

#include "apply/bytestream.h"
#include "result.h"

#include <QByteArray>

namespace cudnnsetup {

// What the asking side sends to the privileged one, piece by piece: one byte that says what it is, four bytes with the
// length (little end first), then as many bytes. The order: Plan; where the plan unpacks an archive, an Entry for each
// member, with Data frames behind those of files, and End; Cancel at any time after the plan. docs/APPLY.md has the rest.
enum class FrameKind : quint8 {
    Plan = 'P',  // the plan as JSON
    Entry = 'E', // one member of the archive as JSON
    Data = 'D',  // a piece of the file whose entry came last
    End = 'Z',   // no more entries; JSON with the archive's hash
    Cancel = 'C' // the person wants to stop; empty
};

struct FrameHeader
{
    FrameKind kind;
    quint32 size; // of the payload, bytes
};

inline constexpr quint32 longestPlan = 4 << 20;
inline constexpr quint32 longestDescription = 64 << 10; // of an entry, or of the end
inline constexpr quint32 longestData = 1 << 20;

// The five bytes in front of a payload.
QByteArray frameHeader(FrameKind kind, qsizetype size);

// Takes a stream of frames apart, and believes nothing of it. Errors, after which the stream is of no more use:
// InputMalformed (an unknown kind, a length beyond what the kind may have), ArchiveTruncated (the stream stops).
class FrameReader
{
public:
    explicit FrameReader(ByteStream &stream) : m_stream(stream) { }

    // The next frame. The payload of the one before has been read.
    Result<FrameHeader> next();
    // The whole payload.
    Result<QByteArray> payload(const FrameHeader &header);
    // size bytes of the payload, neither more nor less.
    Result<void> read(char *data, qint64 size);

private:
    ByteStream &m_stream;
};

// "The stream ... : nothing has been changed", with what is wrong as detail.
Error malformedStream(const QString &detail);

} // namespace cudnnsetup
