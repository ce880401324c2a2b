// SPDX-License-Identifier: MIT
#include "archiveread.h"

#include <QFile>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

QString describe(const ArchiveEntry &entry)
{
    const QString mode = QString::number(entry.mode, 8);
    switch (entry.type) {
    case ArchiveEntry::Type::File: return u"file %1 %2 %3"_s.arg(mode, QString::number(entry.size), entry.path);
    case ArchiveEntry::Type::Directory: return u"folder %1 %2"_s.arg(mode, entry.path);
    case ArchiveEntry::Type::SymbolicLink: return u"link %1 -> %2"_s.arg(entry.path, entry.linkTarget);
    case ArchiveEntry::Type::HardLink: return u"hard link %1 => %2"_s.arg(entry.path, entry.linkTarget);
    }
    Q_UNREACHABLE();
}

void keep(ArchiveRead &read, const Interruption &interruption)
{
    read.isCancelled = isCancelled(interruption);
    if (!read.isCancelled)
        read.error = std::get<Error>(interruption);
}

} // namespace

QString ArchiveRead::outcome() const
{
    return error ? toString(error->id) : isCancelled ? u"cancelled"_s : u"good"_s;
}

ArchiveRead readArchive(const QString &path, const Job &job)
{
    ArchiveRead read;
    const auto reader = ArchiveReader::open(path, job);
    if (!reader) {
        read.error = reader.error();
        return read;
    }
    QByteArray buffer(10000, '\0');
    for (;;) {
        const auto entry = (*reader)->next();
        if (!entry) {
            keep(read, entry.error());
            return read;
        }
        if (!*entry)
            break;
        QByteArray content;
        for (;;) {
            const auto count = (*reader)->read(buffer.data(), buffer.size());
            if (!count) {
                keep(read, count.error());
                return read;
            }
            if (*count == 0)
                break;
            content.append(buffer.constData(), *count);
        }
        read.lines << describe(**entry);
        read.contents << content;
    }
    read.sha256 = (*reader)->sha256();
    return read;
}

ArchiveRead readBytes(const QString &folder, const QByteArray &bytes)
{
    return readArchive(writeBytes(folder, u"archive"_s, bytes));
}

QString writeBytes(const QString &folder, const QString &name, const QByteArray &bytes)
{
    const QString path = folder + u'/' + name;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

} // namespace cudnnsetup::test
