// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archiveerrors.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace cudnnsetup {

// One 512-byte header of a tar file, as stored: ustar with its prefix field, GNU, or the old form without a magic word.
struct TarHeader
{
    char type = '0';
    QByteArray name;
    QByteArray linkName;
    qint64 size = 0;
    int mode = 0;
};
constexpr qint64 tarBlockSize = 512;

bool isZeroBlock(QByteArrayView block);
// Whether the block's own check sum holds.
bool hasTarChecksum(QByteArrayView block);
// block has a right check sum. Errors: ArchiveAltered (a number that is none).
Result<TarHeader> parseTarHeader(QByteArrayView block, const ArchiveErrors &errors);

// What of a pax extended header concerns us. An empty value takes an earlier one back.
struct PaxValues
{
    std::optional<QByteArray> path = {};
    std::optional<QByteArray> linkPath = {};
    std::optional<qint64> size = {};

    void update(const PaxValues &newer);
};
// Errors: ArchiveAltered (records that do not add up), NotSupported (sparse files, whose content would come out wrong).
Result<PaxValues> parsePax(QByteArrayView records, const ArchiveErrors &errors);

} // namespace cudnnsetup
