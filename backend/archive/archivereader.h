// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"
#include "result.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace cudnnsetup {

enum class Container { TarXz, TarGz, Zip, None };
QString toString(Container container); // "tar.xz", "tgz", "zip"

struct ArchiveEntry
{
    enum class Type { File, Directory, SymbolicLink, HardLink };
    Type type = Type::File;
    QString path; // '/'-separated, relative, checked: never absolute, no "..", no empty or "." part
    qint64 size = 0; // bytes; files only
    int mode = 0644;
    // As stored, checked not to leave the archive's top folder: whoever unpacks only a folder of it checks the link against
    // that. Hard links: the path of an earlier File entry.
    QString linkTarget = {};
};

// An archive as one forward stream of entries, in one pass and bounded memory. Every defect ends the stream with an error:
// ArchiveTruncated, ArchiveAltered (a check sum, a header, a size that lies), ArchiveUnsafe (a path or link that leads
// out, a device, a duplicate), NotAnArchive, ArchiveIsHtml, InputMissing, NotReadable.
class ArchiveReader
{
public:
    virtual ~ArchiveReader() = default;

    // Opens by content, not by name. path is a path of this process. job is asked whether it was cancelled, in the caller's
    // thread and also while a read waits; the reader reports nothing to it.
    static Result<std::unique_ptr<ArchiveReader>> open(const QString &path, const Job &job = {});

    virtual Container container() const = 0;
    // The next entry; nothing at the proper end of the archive, where all its own checks have held.
    // What was not read of the entry before is skipped (and checked).
    virtual Outcome<std::optional<ArchiveEntry>> next() = 0;
    // Up to size bytes of the current file; 0 at its end.
    virtual Outcome<qint64> read(char *data, qint64 size) = 0;

    // The SHA-256 of the whole archive file, taken on the way; valid after next() has given the end.
    virtual QByteArray sha256() const = 0;
    // Packed bytes consumed so far, and of the whole file.
    virtual qint64 packedDone() const = 0;
    virtual qint64 packedTotal() const = 0;
    // Unpacked size in bytes where the container tells it beforehand (xz index, zip directory, gzip trailer).
    virtual std::optional<qint64> unpackedTotal() const = 0;
    // The members' names as a container lists them beforehand (a zip's directory), not checked; empty for others.
    virtual QStringList listedNames() const { return {}; }
};

// What the first bytes are: magic numbers of xz, gzip, zip; HTML; or nothing of these.
struct Sniffed
{
    Container container = Container::None;
    bool isHtml = false;
};
Result<Sniffed> sniffContainer(const QString &path);

} // namespace cudnnsetup
