// SPDX-License-Identifier: MIT
#include "tarbuilder.h"

#include <numeric>

namespace cudnnsetup::test {

namespace {

constexpr int blockSize = 512;

void put(QByteArray &block, int at, const QByteArray &value, int most)
{
    block.replace(at, qMin(most, int(value.size())), value.left(most));
}

QByteArray octal(qint64 value, int width)
{
    return QByteArray::number(value, 8).rightJustified(width - 1, '0') + '\0';
}

void fill(QByteArray &bytes, int unit)
{
    bytes.append(QByteArray((unit - bytes.size() % unit) % unit, '\0'));
}

} // namespace

TarBuilder &TarBuilder::add(const Header &header)
{
    const qint64 size = header.announcedSize >= 0 ? header.announcedSize : header.content.size();
    QByteArray block(blockSize, '\0');
    put(block, 0, header.name, 100);
    put(block, 100, octal(header.mode, 8), 8);
    put(block, 108, octal(0, 8), 8);
    put(block, 116, octal(0, 8), 8);
    put(block, 124, octal(size, 12), 12);
    put(block, 136, octal(1700000000, 12), 12);
    put(block, 148, QByteArray(8, ' '), 8);
    block[156] = header.type;
    put(block, 157, header.linkName, 100);
    put(block, 257, header.isGnu ? QByteArray("ustar  \0", 8) : QByteArray("ustar\00000", 8), 8);
    put(block, 345, header.prefix, 155);
    const auto sum = std::accumulate(block.begin(), block.end(), qint64(0), [](qint64 s, char c) { return s + uchar(c); });
    put(block, 148, octal(sum, 7) + ' ', 8);
    m_bytes += block + header.content;
    fill(m_bytes, blockSize);
    return *this;
}

TarBuilder &TarBuilder::file(const QByteArray &path, const QByteArray &content, int mode)
{
    return add({.name = path, .content = content, .mode = mode});
}

TarBuilder &TarBuilder::folder(const QByteArray &path)
{
    return add({.name = path + '/', .type = '5', .mode = 0755});
}

TarBuilder &TarBuilder::link(const QByteArray &path, const QByteArray &target)
{
    return add({.name = path, .type = '2', .linkName = target, .mode = 0777});
}

TarBuilder &TarBuilder::hardLink(const QByteArray &path, const QByteArray &target)
{
    return add({.name = path, .type = '1', .linkName = target});
}

TarBuilder &TarBuilder::pax(char type, const QByteArrayList &records)
{
    QByteArray content;
    for (const QByteArray &record : records) {
        qsizetype length = record.size() + 3;
        while (QByteArray::number(length).size() + record.size() + 2 != length)
            ++length;
        content += QByteArray::number(length) + ' ' + record + '\n';
    }
    return add({.name = "PaxHeaders/x", .type = type, .content = content});
}

TarBuilder &TarBuilder::longName(char type, const QByteArray &name)
{
    return add({.name = "././@LongLink", .type = type, .content = name + '\0', .isGnu = true});
}

TarBuilder &TarBuilder::raw(const QByteArray &bytes)
{
    m_bytes += bytes;
    return *this;
}

QByteArray TarBuilder::bytes() const
{
    QByteArray all = m_bytes + QByteArray(2 * blockSize, '\0');
    fill(all, 20 * blockSize);
    return all;
}

} // namespace cudnnsetup::test
