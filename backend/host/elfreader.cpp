// SPDX-License-Identifier: MIT
#include "elfreader.h"

#include <QFileInfo>

#include <algorithm>
#include <cstring>

namespace cudnnsetup {

namespace {

// The loader knows where these tables begin and not where they end; more than this is read of none.
constexpr quint64 versionTableLimit = 64 << 10;
constexpr quint64 hashChainLimit = 4 << 20;
// What a file may say of itself: far more than any library says, and no more than memory holds.
constexpr quint64 stringTableLimit = 64 << 20;
constexpr qsizetype longestString = 4096;
constexpr size_t mostDynamicEntries = 10'000;
constexpr qsizetype mostVersionNames = 10'000;

tl::unexpected<Error> truncated(const QString &path)
{
    return failure(ErrorId::LibraryTruncated,
                   Text(QT_TRANSLATE_NOOP("backend", "The library %1 is cut off: a part of it is missing. Nothing else is "
                                                     "affected; install it again."),
                        {path}));
}

QString printable(const QByteArray &start)
{
    QString words;
    for (const char c : start.left(24))
        words += c >= ' ' && c < 127 ? QLatin1Char(c) : QLatin1Char('.');
    return words;
}

Result<std::unique_ptr<QFile>> openFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return failure(ErrorId::InputMissing, Text(QT_TRANSLATE_NOOP("backend", "There is no file %1."), {path}));
    auto file = std::make_unique<QFile>(path);
    if (!info.isFile() || !file->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return failure(ErrorId::NotReadable, Text(QT_TRANSLATE_NOOP("backend", "The file %1 cannot be read."), {path}),
                       file->errorString());
    if (file->size() == 0)
        return failure(ErrorId::LibraryEmpty,
                       Text(QT_TRANSLATE_NOOP("backend", "The library %1 is an empty file. Install it again."), {path}));
    return file;
}

} // namespace

Result<ElfReader> ElfReader::open(const QString &path)
{
    auto file = openFile(path);
    if (!file)
        return tl::unexpected(file.error());

    ElfReader reader;
    reader.m_path = path;
    reader.m_size = quint64((*file)->size());
    const QByteArray start = (*file)->peek(EI_NIDENT);
    if (!start.startsWith(QByteArray(ELFMAG, SELFMAG)))
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "The file %1 is no library: it starts with \"%2\"."),
                            {path, printable((*file)->peek(24))}));

    elf_version(EV_CURRENT);
    reader.m_file = std::move(*file);
    reader.m_elf.reset(elf_begin(reader.m_file->handle(), ELF_C_READ, nullptr));
    if (start.size() < EI_NIDENT || !reader.m_elf || elf_kind(reader.m_elf.get()) != ELF_K_ELF
        || !gelf_getehdr(reader.m_elf.get(), &reader.m_header))
        return truncated(path);

    return reader.readSegments()
            .and_then([&] { return reader.readSections(); })
            .and_then([&] { return reader.readDynamic(); })
            .map([&] { return std::move(reader); });
}

int ElfReader::bits() const
{
    return gelf_getclass(m_elf.get()) == ELFCLASS32 ? 32 : 64;
}

bool ElfReader::isInside(quint64 offset, quint64 size) const
{
    return offset <= m_size && size <= m_size - offset;
}

Result<void> ElfReader::readSegments()
{
    const quint64 tableSize = quint64(m_header.e_phnum) * m_header.e_phentsize;
    if (m_header.e_phnum > 0 && !isInside(m_header.e_phoff, tableSize))
        return truncated(m_path);
    for (int i = 0; i < m_header.e_phnum; ++i) {
        GElf_Phdr segment;
        if (!gelf_getphdr(m_elf.get(), i, &segment))
            return truncated(m_path);
        if (segment.p_filesz > 0 && !isInside(segment.p_offset, segment.p_filesz))
            return truncated(m_path);
        m_segments.push_back(segment);
    }
    return {};
}

Result<void> ElfReader::readSections()
{
    if (m_header.e_shoff == 0)
        return {};
    // libelf counts no sections at all when their headers are cut off: the file's own number is asked first.
    size_t count = 0;
    if (!isInside(m_header.e_shoff, quint64(std::max<int>(m_header.e_shnum, 1)) * m_header.e_shentsize)
        || elf_getshdrnum(m_elf.get(), &count) != 0)
        return truncated(m_path);
    for (size_t i = 0; i < count; ++i) {
        GElf_Shdr section;
        Elf_Scn *handle = elf_getscn(m_elf.get(), i);
        if (!handle || !gelf_getshdr(handle, &section))
            return truncated(m_path);
        if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL
            && !isInside(section.sh_offset, section.sh_size))
            return truncated(m_path);
        m_sections.push_back(section);
    }
    return {};
}

Result<void> ElfReader::readDynamic()
{
    const auto segment = std::find_if(m_segments.begin(), m_segments.end(),
                                      [](const GElf_Phdr &header) { return header.p_type == PT_DYNAMIC; });
    if (segment == m_segments.end())
        return {};
    Elf_Data *data = chunk(segment->p_offset, segment->p_filesz, ELF_T_DYN);
    if (!data)
        return truncated(m_path);
    GElf_Dyn entry;
    for (int i = 0; m_dynamic.size() < mostDynamicEntries && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; ++i)
        m_dynamic.push_back(entry);

    const auto strings = dynamicValue(DT_STRTAB);
    if (strings)
        m_strings = bytesAt(*strings, std::min(dynamicValue(DT_STRSZ).value_or(0), stringTableLimit));
    return {};
}

std::optional<quint64> ElfReader::dynamicValue(qint64 tag) const
{
    const auto entry = std::find_if(m_dynamic.begin(), m_dynamic.end(),
                                    [tag](const GElf_Dyn &candidate) { return candidate.d_tag == tag; });
    return entry == m_dynamic.end() ? std::nullopt : std::optional<quint64>(entry->d_un.d_val);
}

QByteArray ElfReader::string(quint64 offset) const
{
    if (offset >= quint64(m_strings.size()))
        return {};
    const qsizetype end = m_strings.indexOf('\0', qsizetype(offset));
    const qsizetype length = end - qsizetype(offset);
    return end < 0 || length > longestString ? QByteArray() : m_strings.mid(qsizetype(offset), length);
}

std::optional<quint64> ElfReader::offsetOf(quint64 address, quint64 size) const
{
    for (const GElf_Phdr &segment : m_segments) {
        if (segment.p_type != PT_LOAD || address < segment.p_vaddr)
            continue;
        const quint64 within = address - segment.p_vaddr;
        if (within <= segment.p_filesz && size <= segment.p_filesz - within)
            return segment.p_offset + within;
    }
    return {};
}

quint64 ElfReader::bytesFrom(quint64 address, quint64 most) const
{
    for (const GElf_Phdr &segment : m_segments) {
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return std::min(segment.p_filesz - (address - segment.p_vaddr), most);
    }
    return 0;
}

Elf_Data *ElfReader::chunk(quint64 offset, quint64 size, Elf_Type type) const
{
    if (size == 0 || !isInside(offset, size))
        return nullptr;
    return elf_getdata_rawchunk(m_elf.get(), int64_t(offset), size, type);
}

Elf_Data *ElfReader::chunkAt(quint64 address, quint64 size, Elf_Type type) const
{
    const auto offset = offsetOf(address, size);
    return offset ? chunk(*offset, size, type) : nullptr;
}

QByteArray ElfReader::bytesAtOffset(quint64 offset, quint64 size) const
{
    const Elf_Data *data = chunk(offset, size, ELF_T_BYTE);
    return data ? QByteArray(static_cast<const char *>(data->d_buf), qsizetype(data->d_size)) : QByteArray();
}

QByteArray ElfReader::bytesAt(quint64 address, quint64 size) const
{
    const auto offset = offsetOf(address, size);
    return offset ? bytesAtOffset(*offset, size) : QByteArray();
}

std::vector<quint32> ElfReader::wordsAt(quint64 address, quint64 count) const
{
    if (count > m_size / sizeof(quint32))
        return {};
    const Elf_Data *data = chunkAt(address, count * sizeof(quint32), ELF_T_WORD);
    if (!data)
        return {};
    std::vector<quint32> words(count);
    std::memcpy(words.data(), data->d_buf, count * sizeof(quint32));
    return words;
}

QList<QByteArray> ElfReader::versionsDefined() const
{
    const auto address = dynamicValue(DT_VERDEF);
    const quint64 count = dynamicValue(DT_VERDEFNUM).value_or(0);
    Elf_Data *data = address ? chunkAt(*address, bytesFrom(*address, versionTableLimit), ELF_T_VDEF) : nullptr;
    QList<QByteArray> names;
    quint64 offset = 0; // it only grows, or entries in a circle would never end
    GElf_Verdef definition;
    for (quint64 i = 0; data && i < count && offset < data->d_size && gelf_getverdef(data, int(offset), &definition); ++i) {
        const quint64 nameOffset = offset + definition.vd_aux;
        GElf_Verdaux name;
        if (nameOffset < data->d_size && gelf_getverdaux(data, int(nameOffset), &name))
            names << string(name.vda_name);
        if (definition.vd_next == 0 || names.size() >= mostVersionNames)
            break;
        offset += definition.vd_next;
    }
    return names;
}

QList<QByteArray> ElfReader::versionsNeeded() const
{
    const auto address = dynamicValue(DT_VERNEED);
    const quint64 count = dynamicValue(DT_VERNEEDNUM).value_or(0);
    Elf_Data *data = address ? chunkAt(*address, bytesFrom(*address, versionTableLimit), ELF_T_VNEED) : nullptr;
    QList<QByteArray> names;
    quint64 offset = 0;
    GElf_Verneed need;
    for (quint64 i = 0; data && i < count && offset < data->d_size && gelf_getverneed(data, int(offset), &need); ++i) {
        quint64 nameOffset = offset + need.vn_aux;
        GElf_Vernaux name;
        for (int j = 0; j < need.vn_cnt && nameOffset < data->d_size && gelf_getvernaux(data, int(nameOffset), &name); ++j) {
            names << string(name.vna_name);
            if (name.vna_next == 0 || names.size() >= mostVersionNames)
                break;
            nameOffset += name.vna_next;
        }
        if (need.vn_next == 0 || names.size() >= mostVersionNames)
            break;
        offset += need.vn_next;
    }
    return names;
}

quint64 ElfReader::symbolCountOfGnuHash(quint64 address) const
{
    // Layout: nbuckets, symoffset, bloom_size, bloom_shift, bloom[bloom_size] (of address size), buckets[], chains[].
    const auto head = wordsAt(address, 4);
    if (head.empty())
        return 0;
    const quint64 bucketsAt = address + 16 + quint64(head[2]) * quint64(bits() / 8);
    const auto buckets = wordsAt(bucketsAt, head[0]);
    const quint32 last = buckets.empty() ? 0 : *std::max_element(buckets.begin(), buckets.end());
    if (last < head[1])
        return head[1];
    const quint64 chainsAt = bucketsAt + quint64(head[0]) * 4;
    const auto chains = wordsAt(chainsAt, bytesFrom(chainsAt, hashChainLimit) / 4);
    quint64 index = last - head[1];
    while (index < chains.size() && !(chains[index] & 1)) // the lowest bit marks the end of a chain
        ++index;
    return head[1] + std::min<quint64>(index + 1, chains.size());
}

quint64 ElfReader::symbolCount() const
{
    const auto section = std::find_if(m_sections.begin(), m_sections.end(),
                                      [](const GElf_Shdr &header) { return header.sh_type == SHT_DYNSYM; });
    if (section != m_sections.end() && section->sh_entsize > 0)
        return section->sh_size / section->sh_entsize;
    if (const auto hash = dynamicValue(DT_HASH)) {
        const auto head = wordsAt(*hash, 2);
        return head.empty() ? 0 : head[1];
    }
    const auto gnuHash = dynamicValue(DT_GNU_HASH);
    return gnuHash ? symbolCountOfGnuHash(*gnuHash) : 0;
}

void ElfReader::forEachSymbol(const std::function<bool(const GElf_Sym &, const QByteArray &)> &visit) const
{
    const auto table = dynamicValue(DT_SYMTAB);
    const quint64 size = symbolCount() * gelf_fsize(m_elf.get(), ELF_T_SYM, 1, EV_CURRENT);
    Elf_Data *data = table ? chunkAt(*table, size, ELF_T_SYM) : nullptr;
    if (!data)
        return;
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol); ++i) {
        if (!visit(symbol, string(symbol.st_name)))
            return;
    }
}

std::vector<std::pair<quint64, quint64>> ElfReader::readOnlyData() const
{
    std::vector<std::pair<quint64, quint64>> ranges;
    size_t names = 0;
    elf_getshdrstrndx(m_elf.get(), &names);
    for (const GElf_Shdr &section : m_sections) {
        const char *name = elf_strptr(m_elf.get(), names, section.sh_name);
        if (section.sh_type == SHT_PROGBITS && name && qstrncmp(name, ".rodata", 7) == 0)
            ranges.emplace_back(section.sh_offset, section.sh_size);
    }
    if (!ranges.empty())
        return ranges;
    for (const GElf_Phdr &segment : m_segments) {
        if (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W))
            ranges.emplace_back(segment.p_offset, segment.p_filesz);
    }
    return ranges;
}

} // namespace cudnnsetup
