// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"
#include "catalog/catalog.h"

#include <QHash>

namespace cudnnsetup {

// What an archive, package or wheel is.
struct ArchiveIdentity
{
    // genuine: its hash is published. mismatch: its name is published, its hash is not. unknown: neither.
    enum class Authenticity { Genuine, Unknown, Mismatch, Truncated, NotAnArchive };

    QString path;
    Container container = Container::None;
    std::optional<QVersionNumber> version = {}; // as many parts as are known: 8.9.7.29 or 8.9.7
    std::optional<int> cudaMajor = {};
    std::optional<QString> platform = {}; // "linux-x86_64"
    QByteArray sha256;                    // empty when it was not taken
    QList<QByteArray> publishedSha256 = {}; // of the files of this name, when it is a mismatch; empty where none is known
    Authenticity authenticity = Authenticity::Unknown;
    QString identifiedBy; // "hash", "name", "content"
    std::optional<int> entries = {};
    std::optional<qint64> unpackedBytes = {}; // as the container announces it, with tar's own bytes; exact after inspect()
    QString topDir;
    // Where the files lie in the archive, '/' at the end: "cudnn-…-archive/lib/", "nvidia/cudnn/lib/", "cuda/lib64/". Known
    // archives: by the layout of their top folder. Others: where the first library and header were seen; headers that were not
    // reached are taken to lie beside the libraries.
    QString libraryPrefix = {};
    QString includePrefix = {};
    std::optional<Error> problem = {}; // why it is truncated or no archive
};
QString toString(ArchiveIdentity::Authenticity authenticity);

// What a file name claims: cudnn-linux-x86_64-8.9.7.29_cuda12-archive.tar.xz, cudnn-11.3-linux-x64-v8.2.1.32.tgz,
// nvidia_cudnn_cu12-9.1.0.70-py3-none-manylinux2014_x86_64.whl.
struct NameClaim
{
    std::optional<QVersionNumber> version = {};
    std::optional<int> cudaMajor = {};
    std::optional<QString> platform = {};
};
NameClaim claimOfName(const QString &fileName);
// The name as it was published: without folders and without the mark " (1)" that browsers put into a second download's name.
QString publishedName(const QString &fileName);

// Reads the whole file once to hash it and knows it by the catalog; a file that the catalog does not know is then read as an
// archive up to what tells its version (cudnn_version.h or cudnn.h, the first library). Never decompresses a known archive.
Outcome<ArchiveIdentity> identify(const QString &path, const Catalog &catalog, const Job &job = {});
// As identify, and reads the archive to its end: integrity, number of entries, unpacked bytes.
Outcome<ArchiveIdentity> inspect(const QString &path, const Catalog &catalog, const Job &job = {});
// For a file that the person takes as it is: no hash beforehand (apply takes it on the way); name, then content.
Outcome<ArchiveIdentity> identifyUnhashed(const QString &path, const Catalog &catalog, const Job &job = {});

} // namespace cudnnsetup
