// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QFile>

#include <gelf.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace cudnnsetup {

// An ELF file opened with libelf, read piece by piece and not mapped: a file that is cut while we look gives a short read
// and no signal. It knows tables and addresses; what they mean for cuDNN is none of its business. For elffile.cpp.
class ElfReader
{
public:
    // Errors as readElf.
    static Result<ElfReader> open(const QString &path);

    const GElf_Ehdr &header() const { return m_header; }
    int bits() const;

    const std::vector<GElf_Dyn> &dynamic() const { return m_dynamic; }
    std::optional<quint64> dynamicValue(qint64 tag) const;
    // The string at an offset of DT_STRTAB; empty when it does not lie inside.
    QByteArray string(quint64 offset) const;

    // Bytes at an address of the loaded image, as the file holds them; empty when it does not hold all of them.
    QByteArray bytesAt(quint64 address, quint64 size) const;
    // Whole 32-bit words at an address, in this machine's byte order; empty when the file does not hold all of them.
    std::vector<quint32> wordsAt(quint64 address, quint64 count) const;
    // The version names defined (DT_VERDEF) and needed (DT_VERNEED).
    QList<QByteArray> versionsDefined() const;
    QList<QByteArray> versionsNeeded() const;
    // Calls visit for each symbol of the dynamic symbol table until it returns false.
    void forEachSymbol(const std::function<bool(const GElf_Sym &, const QByteArray &name)> &visit) const;
    // Where data that is only read lies in the file: offset and size.
    std::vector<std::pair<quint64, quint64>> readOnlyData() const;
    QByteArray bytesAtOffset(quint64 offset, quint64 size) const;

private:
    struct ElfDeleter
    {
        void operator()(Elf *elf) const { elf_end(elf); }
    };

    ElfReader() = default;
    Result<void> readSegments();
    Result<void> readSections();
    Result<void> readDynamic();
    quint64 symbolCount() const;
    quint64 symbolCountOfGnuHash(quint64 address) const;
    bool isInside(quint64 offset, quint64 size) const;
    // Translated by libelf from the file's byte order; null when the file does not hold all of it.
    Elf_Data *chunk(quint64 offset, quint64 size, Elf_Type type) const;
    Elf_Data *chunkAt(quint64 address, quint64 size, Elf_Type type) const;
    std::optional<quint64> offsetOf(quint64 address, quint64 size) const;
    quint64 bytesFrom(quint64 address, quint64 most) const; // how many bytes of its segment follow in the file

    QString m_path;
    std::unique_ptr<QFile> m_file;
    std::unique_ptr<Elf, ElfDeleter> m_elf;
    quint64 m_size = 0;
    GElf_Ehdr m_header = {};
    std::vector<GElf_Phdr> m_segments;
    std::vector<GElf_Shdr> m_sections; // may be none
    std::vector<GElf_Dyn> m_dynamic;
    QByteArray m_strings;
};

} // namespace cudnnsetup
