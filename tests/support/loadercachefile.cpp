// SPDX-License-Identifier: MIT
#include "loadercachefile.h"

#include <QtEndian>

namespace cudnnsetup::test {

namespace {

void add(QByteArray &bytes, quint32 word)
{
    char buffer[4];
    qToLittleEndian(word, buffer);
    bytes.append(buffer, sizeof buffer);
}

} // namespace

QByteArray loaderCacheFile(const QList<std::pair<QString, QString>> &entries)
{
    constexpr quint32 headerSize = 48;
    constexpr quint32 entrySize = 24;
    constexpr quint32 flags = 0x0303; // ELF of libc6, x86_64
    const quint32 stringsAt = headerSize + entrySize * quint32(entries.size());
    QByteArray strings;
    QByteArray table;
    for (const auto &[soname, path] : entries) {
        add(table, flags);
        add(table, stringsAt + quint32(strings.size()));
        strings += soname.toUtf8() + '\0';
        add(table, stringsAt + quint32(strings.size()));
        strings += path.toUtf8() + '\0';
        table += QByteArray(12, '\0'); // osversion, hwcap
    }
    QByteArray bytes("glibc-ld.so.cache1.1");
    add(bytes, quint32(entries.size()));
    add(bytes, quint32(strings.size()));
    bytes += QByteArray(headerSize - bytes.size(), '\0');
    return bytes + table + strings;
}

} // namespace cudnnsetup::test
