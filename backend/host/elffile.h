// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace cudnnsetup {

// What an ELF file says about itself, read with libelf; nothing is loaded or executed.
struct ElfFacts
{
    int bits = 64;          // 32 or 64
    QString architecture;   // "x86_64", "aarch64", "ppc64le", "i386", "arm", else "machine-<number>"
    QString type;           // "DYN", "EXEC", "REL", "CORE", ...
    std::optional<QString> soname = {};
    QStringList needed = {};
    QStringList rpath = {};   // DT_RPATH elements, $ORIGIN kept
    QStringList runpath = {}; // DT_RUNPATH elements
    QStringList versionDefinitions = {}; // names in SHT_GNU_verdef, for example "libcudnn.so.9"
    QStringList glibcNeeded = {};        // "GLIBC_2.17" ... from SHT_GNU_verneed
    bool isComplete = true; // every segment and section header lies inside the file
};

// path is a path of this process (FileTree::outside). Errors: InputMissing, NotReadable, LibraryEmpty (0 bytes),
// LibraryTruncated (headers point past the end), InputMalformed (no ELF file; the message says what it starts with).
Result<ElfFacts> readElf(const QString &path);

// Whether symbol is defined in the dynamic symbol table of the ELF file.
bool elfDefines(const QString &path, const QByteArray &symbol);

// True when bytes (NUL-free) occurs in the file's read-only data; cheap search over the mapped file. Used for version marks.
QList<QByteArray> elfStringsStartingWith(const QString &path, const QByteArray &prefix, int most = 64);

} // namespace cudnnsetup
