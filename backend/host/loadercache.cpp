// SPDX-License-Identifier: MIT
#include "loadercache.h"

#include <QSet>
#include <QtEndian>

#include <cstring>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr char oldMagic[] = "ld.so-1.7.0";
constexpr qsizetype oldHeaderSize = 16; // magic, padding, number of entries
constexpr qsizetype oldEntrySize = 12;
constexpr char newMagic[] = "glibc-ld.so.cache1.1";
constexpr qsizetype newHeaderSize = 48;
constexpr qsizetype newEntrySize = 24;

quint32 wordAt(const QByteArray &bytes, qsizetype offset)
{
    quint32 word = 0;
    std::memcpy(&word, bytes.constData() + offset, sizeof word);
    return word; // written by the machine's own ldconfig: little endian on all that we know
}

tl::unexpected<Error> malformed()
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "The loader cache /etc/ld.so.cache is damaged or of an unknown "
                                                     "format. Programs may still run; ldconfig writes it anew.")));
}

// The kinds of libraries in the flags' second byte. Source: glibc sysdeps/generic/ldconfig.h.
QString architectureOf(quint32 flags)
{
    switch (flags & 0xff00) {
    case 0x0300: return u"x86_64"_s;
    case 0x0800: return u"x32"_s;
    case 0x0a00: return u"aarch64"_s;
    case 0x0500: return u"ppc64le"_s;
    case 0x0900:
    case 0x0b00: return u"arm"_s;
    case 0x0000: return u"i386"_s;
    default: return {};
    }
}

// Where the new format begins: at the start, or behind the table of the old one.
std::optional<qsizetype> startOfNewFormat(const QByteArray &bytes)
{
    if (bytes.startsWith(newMagic))
        return 0;
    if (!bytes.startsWith(oldMagic) || bytes.size() < oldHeaderSize)
        return {};
    const qsizetype tableEnd = oldHeaderSize + qsizetype(wordAt(bytes, 12)) * oldEntrySize;
    const qsizetype aligned = (tableEnd + 7) / 8 * 8;
    return bytes.mid(aligned, qsizetype(sizeof newMagic) - 1) == newMagic ? std::optional(aligned) : std::nullopt;
}

std::optional<QString> stringAt(const QByteArray &bytes, quint32 offset)
{
    if (qsizetype(offset) >= bytes.size())
        return {};
    const qsizetype end = bytes.indexOf('\0', qsizetype(offset));
    return end < 0 ? std::nullopt : std::optional(QString::fromUtf8(bytes.mid(offset, end - qsizetype(offset))));
}

// The configuration as ldconfig reads it: one folder a line, "include" with shell patterns.
class ConfigurationReader
{
public:
    explicit ConfigurationReader(const FileTree &files) : m_files(files) { }

    QStringList folders(const QString &file)
    {
        read(file);
        return m_folders;
    }

private:
    void read(const QString &file)
    {
        if (m_seen.contains(file))
            return;
        m_seen.insert(file);
        const auto text = m_files.read(file);
        if (!text)
            return;
        const QStringList lines = QString::fromUtf8(*text).split(u'\n');
        for (const QString &line : lines)
            readLine(line.section(u'#', 0, 0).trimmed(), file.section(u'/', 0, -2));
    }

    void readLine(const QString &line, const QString &directory)
    {
        const QStringList words = line.simplified().split(u' ', Qt::SkipEmptyParts);
        if (words.isEmpty() || words.first() == "hwcap"_L1)
            return;
        if (words.first() == "include"_L1) {
            for (const QString &pattern : words.mid(1))
                include(pattern.startsWith(u'/') ? pattern : FileTree::join(directory, pattern));
            return;
        }
        const QString folder = FileTree::clean(line.section(u'=', 0, 0)); // "=libc6" was a type once
        if (line.startsWith(u'/') && !m_folders.contains(folder))
            m_folders << folder;
    }

    void include(const QString &pattern)
    {
        QStringList paths{QString()};
        const QStringList parts = pattern.split(u'/', Qt::SkipEmptyParts);
        for (const QString &part : parts) {
            QStringList longer;
            for (const QString &path : std::as_const(paths))
                longer << matches(path, part);
            paths = longer;
        }
        for (const QString &path : std::as_const(paths))
            read(path);
    }

    QStringList matches(const QString &directory, const QString &pattern) const
    {
        if (!pattern.contains(u'*') && !pattern.contains(u'?') && !pattern.contains(u'['))
            return {directory + u'/' + pattern};
        QStringList paths;
        const QStringList names = m_files.list(directory.isEmpty() ? u"/"_s : directory, {pattern});
        for (const QString &name : names) {
            if (!name.startsWith(u'.') || pattern.startsWith(u'.'))
                paths << directory + u'/' + name;
        }
        return paths;
    }

    const FileTree &m_files;
    QStringList m_folders;
    QSet<QString> m_seen;
};

} // namespace

Result<QList<LoaderCacheEntry>> parseLoaderCache(const QByteArray &bytes)
{
    const auto start = startOfNewFormat(bytes);
    if (!start || bytes.size() - *start < newHeaderSize)
        return malformed();
    const QByteArray cache = bytes.mid(*start); // offsets count from here
    const qsizetype count = wordAt(cache, 20);
    if (count > (cache.size() - newHeaderSize) / newEntrySize)
        return malformed();

    QList<LoaderCacheEntry> entries;
    entries.reserve(count);
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype offset = newHeaderSize + i * newEntrySize;
        const auto soname = stringAt(cache, wordAt(cache, offset + 4));
        const auto path = stringAt(cache, wordAt(cache, offset + 8));
        if (!soname || !path)
            return malformed();
        entries << LoaderCacheEntry{*soname, *path, architectureOf(wordAt(cache, offset))};
    }
    return entries;
}

Result<QList<LoaderCacheEntry>> readLoaderCache(const FileTree &files)
{
    return files.read(u"/etc/ld.so.cache"_s, 64 << 20).and_then([](const QByteArray &bytes) {
        return parseLoaderCache(bytes);
    });
}

QStringList loaderConfiguredFolders(const FileTree &files)
{
    return ConfigurationReader(files).folders(u"/etc/ld.so.conf"_s);
}

} // namespace cudnnsetup
