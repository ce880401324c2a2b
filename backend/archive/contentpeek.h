// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"
#include "catalog/catalog.h"

#include <QVersionNumber>

namespace cudnnsetup {

// What the members of an archive told, as far as they were looked at.
struct PeekedContent
{
    QString topDir;        // of the first member
    QString libraryPrefix; // folder of the first cuDNN library, '/' at the end
    QString includePrefix; // folder of the first cuDNN header
    std::optional<QVersionNumber> version = {}; // of cudnn_version.h, cudnn.h, or a library's full name
    std::optional<QString> architecture = {};   // "x86_64", "aarch64", "ppc64le", by the first library's ELF header
    int entries = 0;
    qint64 unpackedBytes = 0;
    bool isAll = false; // read to the end, all checks held
};

// How far to look. UntilKnown: until version, machine and the libraries' folder are known, else to the end.
enum class PeekDepth { FirstMember, UntilKnown, All };

Outcome<PeekedContent> peekContent(ArchiveReader &reader, const CudnnFileNames &names, PeekDepth depth, const Job &job);

// The version that a header's text defines: CUDNN_MAJOR, CUDNN_MINOR, CUDNN_PATCHLEVEL.
std::optional<QVersionNumber> versionOfHeaderText(const QByteArray &text);

} // namespace cudnnsetup
