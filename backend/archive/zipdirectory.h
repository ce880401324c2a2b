// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"

#include <QByteArray>
#include <QIODevice>
#include <QList>

namespace cudnnsetup {

// One member as the directory at the end of a zip file lists it.
struct ZipMember
{
    QByteArray name;
    quint16 flags = 0;
    quint16 method = 0; // 0 stored, 8 deflated
    quint32 crc = 0;
    qint64 packedSize = 0;
    qint64 size = 0;
    qint64 headerOffset = 0;
    int mode = 0; // with the file type bits; 0 when the packing system was not Unix

    bool hasSizesBehind() const { return (flags & 8) != 0; } // its local header leaves CRC and sizes at 0
};

// Reads the whole directory and checks that it is sound: it ends the file, its counts and lengths hold, members lie one behind
// the other before it. (KZip hangs on files without such an end and renames members with '..', so it comes too late.)
// In order of their place in the file. Errors: ArchiveTruncated, ArchiveAltered, NotSupported (zip64, several disks, encryption).
Result<QList<ZipMember>> readZipDirectory(QIODevice &file, const ArchiveErrors &errors);

constexpr qint64 zipLocalHeaderSize = 30;
// Whether a local header (30 bytes and the name behind it) says the same as the directory; then the length of its extra field.
std::optional<qint64> zipExtraLength(QByteArrayView localHeader, const ZipMember &member);

} // namespace cudnnsetup
