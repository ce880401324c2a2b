// SPDX-License-Identifier: MIT
#include "archive/archivereader.h"

#include "archive/archiveerrors.h"
#include "archive/inflater.h"
#include "archive/packedfile.h"
#include "archive/tarreader.h"
#include "archive/unpackstream.h"
#include "archive/xzdecompressor.h"
#include "archive/zipreader.h"

#include <QtEndian>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Sniffed sniff(QByteArrayView start)
{
    if (start.startsWith("\xfd"
                         "7zXZ")
        && start.size() > 5 && start[5] == '\0')
        return {.container = Container::TarXz};
    if (start.startsWith("\x1f\x8b\x08"))
        return {.container = Container::TarGz};
    if (start.startsWith("PK\3\4") || start.startsWith("PK\5\6"))
        return {.container = Container::Zip};

    if (start.startsWith("\xef\xbb\xbf"))
        start = start.sliced(3);
    const QByteArray words = start.trimmed().toByteArray().toLower();
    const bool isPage = words.startsWith("<!doctype html") || words.startsWith("<html") || words.startsWith("<head")
            || words.startsWith("<script") || words.startsWith("<!--")
            || (words.startsWith("<?xml") && words.contains("<html"));
    return {.isHtml = isPage};
}

Result<QByteArray> readStart(QFile &file, const ArchiveErrors &errors)
{
    file.seek(0);
    const QByteArray start = file.read(1024);
    if (start.isEmpty() && file.error() != QFileDevice::NoError)
        return tl::unexpected<Error>(errors.notReadable(file.errorString()));
    return start;
}

using OpenedReader = Result<std::unique_ptr<ArchiveReader>>;

OpenedReader openXz(std::unique_ptr<QFile> file, const ArchiveErrors &errors, const Job &job)
{
    const auto facts = readXzFacts(*file, errors);
    if (!facts)
        return tl::unexpected<Error>(facts.error());
    if (!file->seek(0))
        return tl::unexpected<Error>(errors.notReadable(file->errorString()));
    const bool isThreaded = facts->blocks > 1;
    auto make = [errors, isThreaded](PackedSource &source) {
        return std::make_unique<XzDecompressor>(source, errors, isThreaded);
    };
    auto stream = std::make_unique<UnpackStream>(std::move(file), errors, make, job);
    return std::make_unique<TarReader>(Container::TarXz, std::move(stream), facts->unpackedSize, errors);
}

OpenedReader openGzip(std::unique_ptr<QFile> file, const ArchiveErrors &errors, const Job &job)
{
    constexpr qint64 shortest = 18; // header and trailer; KCompressionDevice passes shorter files on as they are
    if (file->size() < shortest)
        return tl::unexpected<Error>(errors.truncated(u"gzip: too short"_s));
    QByteArray trailer;
    if (file->seek(file->size() - 4))
        trailer = file->read(4);
    if (trailer.size() != 4 || !file->seek(0))
        return tl::unexpected<Error>(errors.notReadable(file->errorString()));
    const qint64 unpacked = qFromLittleEndian<quint32>(trailer.constData());
    auto make = [errors](PackedSource &source) {
        return std::make_unique<Inflater>(source, errors, Inflater::Format::Gzip);
    };
    auto stream = std::make_unique<UnpackStream>(std::move(file), errors, make, job);
    return std::make_unique<TarReader>(Container::TarGz, std::move(stream), unpacked, errors);
}

} // namespace

QString toString(Container container)
{
    switch (container) {
    case Container::TarXz: return u"tar.xz"_s;
    case Container::TarGz: return u"tgz"_s;
    case Container::Zip: return u"zip"_s;
    case Container::None: return u"none"_s;
    }
    Q_UNREACHABLE();
}

Result<Sniffed> sniffContainer(const QString &path)
{
    const auto file = openPackedFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    const auto start = readStart(**file, ArchiveErrors(path));
    if (!start)
        return tl::unexpected<Error>(start.error());
    return sniff(*start);
}

Result<std::unique_ptr<ArchiveReader>> ArchiveReader::open(const QString &path, const Job &job)
{
    const ArchiveErrors errors(path);
    auto file = openPackedFile(path);
    if (!file)
        return tl::unexpected<Error>(file.error());
    const auto start = readStart(**file, errors);
    if (!start)
        return tl::unexpected<Error>(start.error());
    if (start->isEmpty())
        return tl::unexpected<Error>(errors.empty());
    const Sniffed sniffed = sniff(*start);
    switch (sniffed.container) {
    case Container::TarXz:
        return openXz(std::move(*file), errors, job);
    case Container::TarGz:
        return openGzip(std::move(*file), errors, job);
    case Container::Zip:
        return ZipReader::open(std::move(*file), errors, job);
    case Container::None:
        break;
    }
    if (sniffed.isHtml)
        return tl::unexpected<Error>(errors.html());
    return tl::unexpected<Error>(errors.notAnArchive(u"starts with %1"_s.arg(QString::fromLatin1(start->left(16).toHex(' ')))));
}

} // namespace cudnnsetup
