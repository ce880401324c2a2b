// SPDX-License-Identifier: MIT
#include "archive/tarheader.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QByteArray text(QByteArrayView field)
{
    const auto end = std::find(field.begin(), field.end(), '\0');
    return QByteArray(field.data(), end - field.begin());
}

// Octal digits, spaces before and a space or NUL behind; or GNU's base-256, marked by the top bit. An empty field is 0.
std::optional<qint64> number(QByteArrayView field)
{
    if (uchar(field[0]) == 0x80) {
        quint64 value = 0;
        for (const char c : field.sliced(1)) {
            if (value >> 55)
                return std::nullopt;
            value = (value << 8) | uchar(c);
        }
        return qint64(value);
    }
    qsizetype i = 0;
    while (i < field.size() && field[i] == ' ')
        ++i;
    qint64 value = 0;
    for (; i < field.size() && field[i] >= '0' && field[i] <= '7'; ++i) {
        if (value >> 59)
            return std::nullopt;
        value = value * 8 + (field[i] - '0');
    }
    const auto isFiller = [](char c) { return c == ' ' || c == '\0'; };
    if (!std::all_of(field.begin() + i, field.end(), isFiller))
        return std::nullopt;
    return value;
}

std::optional<qint64> decimal(QByteArrayView digits)
{
    if (digits.isEmpty() || digits.size() > 18)
        return std::nullopt;
    qint64 value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

struct Record
{
    QByteArrayView key;
    QByteArrayView value;
    qsizetype length = 0;
};

// "<length> <key>=<value>\n", the length counting all of it.
std::optional<Record> firstRecord(QByteArrayView records)
{
    const auto space = records.first(qMin(records.size(), qsizetype(20))).indexOf(' ');
    const auto length = space < 0 ? std::nullopt : decimal(records.first(space));
    if (!length || *length < space + 4 || *length > records.size() || records[*length - 1] != '\n')
        return std::nullopt;
    const QByteArrayView body = records.sliced(space + 1, *length - space - 2);
    const auto equals = body.indexOf('=');
    if (equals < 1)
        return std::nullopt;
    return Record{body.first(equals), body.sliced(equals + 1), qsizetype(*length)};
}

} // namespace

bool isZeroBlock(QByteArrayView block)
{
    return std::all_of(block.begin(), block.end(), [](char c) { return c == '\0'; });
}

bool hasTarChecksum(QByteArrayView block)
{
    constexpr qsizetype offset = 148;
    constexpr qsizetype length = 8;
    qint64 sum = 0;
    for (qsizetype i = 0; i < block.size(); ++i)
        sum += i >= offset && i < offset + length ? ' ' : uchar(block[i]);
    return number(block.sliced(offset, length)) == sum;
}

Result<TarHeader> parseTarHeader(QByteArrayView block, const ArchiveErrors &errors)
{
    const auto mode = number(block.sliced(100, 8));
    const auto size = number(block.sliced(124, 12));
    if (!mode || *mode > 07777777 || !size)
        return tl::unexpected<Error>(errors.altered(u"tar: header with an impossible number"_s));
    TarHeader header{.type = block[156],
                     .name = text(block.first(100)),
                     .linkName = text(block.sliced(157, 100)),
                     .size = *size,
                     .mode = int(*mode)};
    // GNU's magic is "ustar  \0" and uses the prefix field for other things.
    if (block.sliced(257, 6) == QByteArrayView("ustar\0", 6)) {
        const QByteArray prefix = text(block.sliced(345, 155));
        if (!prefix.isEmpty())
            header.name = prefix + '/' + header.name;
    }
    return header;
}

void PaxValues::update(const PaxValues &newer)
{
    if (newer.path)
        path = newer.path->isEmpty() ? std::nullopt : newer.path;
    if (newer.linkPath)
        linkPath = newer.linkPath->isEmpty() ? std::nullopt : newer.linkPath;
    if (newer.size)
        size = *newer.size < 0 ? std::nullopt : newer.size;
}

Result<PaxValues> parsePax(QByteArrayView records, const ArchiveErrors &errors)
{
    PaxValues values;
    while (!records.isEmpty()) {
        const auto record = firstRecord(records);
        if (!record)
            return tl::unexpected<Error>(errors.altered(u"tar: malformed pax header"_s));
        records = records.sliced(record->length);
        if (record->key == "path") {
            values.path = record->value.toByteArray();
        } else if (record->key == "linkpath") {
            values.linkPath = record->value.toByteArray();
        } else if (record->key == "size") {
            const auto size = record->value.isEmpty() ? std::optional<qint64>(-1) : decimal(record->value);
            if (!size)
                return tl::unexpected<Error>(errors.altered(u"tar: malformed size in a pax header"_s));
            values.size = size;
        } else if (record->key.startsWith("GNU.sparse.")) {
            return tl::unexpected<Error>(errors.notSupported(u"tar: sparse file"_s));
        }
    }
    return values;
}

} // namespace cudnnsetup
