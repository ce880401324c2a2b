// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace cudnnsetup {

// What an ELF file says about itself, read with libelf; nothing is loaded or executed. The facts come from the program
// headers and the dynamic segment, as the loader sees them, so a file without section headers is read just as well.
struct ElfFacts
{
    int bits = 64;        // 32 or 64
    QString architecture; // "x86_64", "aarch64", "ppc64le", "i386", "arm", else "machine-<number>"
    QString type;         // "DYN", "EXEC", "REL", "CORE", ...
    std::optional<QString> soname = {};
    QStringList needed = {};
    QStringList rpath = {};              // DT_RPATH elements, $ORIGIN kept
    QStringList runpath = {};            // DT_RUNPATH elements
    QStringList versionDefinitions = {}; // names in SHT_GNU_verdef, for example "libcudnn.so.9"
    QStringList glibcNeeded = {};        // "GLIBC_2.17" ... from SHT_GNU_verneed, lowest first
};

// path is a path of this process (FileTree::outside). Errors: InputMissing, NotReadable, LibraryEmpty (0 bytes),
// LibraryTruncated (a header, a segment or a section lies past the end), InputMalformed (no ELF file; the message says what it
// starts with).
Result<ElfFacts> readElf(const QString &path);

// Whether symbol is defined in the dynamic symbol table of the ELF file.
bool elfDefines(const QString &path, const QByteArray &symbol);

// A data object of four bytes that the dynamic symbol table defines, with the value that it has in the file.
struct ElfWord
{
    QByteArray name;
    quint32 value = 0;
};
// All whose names start and end so. Real cuDNN libraries carry their version in such words ("cudnn_ops_infer_version").
QList<ElfWord> elfWords(const QString &path, const QByteArray &namePrefix, const QByteArray &nameSuffix);

// Strings in the file's read-only data (.rodata; in a file without section headers its read-only segments) that start with
// prefix, each up to its NUL. Looks at no more than the first 8 MiB of them.
QList<QByteArray> elfStringsStartingWith(const QString &path, const QByteArray &prefix, int most = 64);

} // namespace cudnnsetup
