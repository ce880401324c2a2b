// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"

#include <QStringList>

namespace cudnnsetup::test {

// All that reading an archive to its end gave.
struct ArchiveRead
{
    QStringList lines;          // "file 644 7 path", "folder 755 path", "link path -> target", "hard link path => target"
    QList<QByteArray> contents; // of each line
    QByteArray sha256;
    std::optional<Error> error;
    bool isCancelled = false;

    bool isGood() const { return !error && !isCancelled; }
    // "good", "cancelled" or the error's id: for comparisons whose failure tells something.
    QString outcome() const;
};
ArchiveRead readArchive(const QString &path, const Job &job = {});
// The same for bytes, by way of a file in folder.
ArchiveRead readBytes(const QString &folder, const QByteArray &bytes);

QString writeBytes(const QString &folder, const QString &name, const QByteArray &bytes);

} // namespace cudnnsetup::test
