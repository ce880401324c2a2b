// SPDX-License-Identifier: MIT
#include "practice/elfwriter.h"

#include <QHash>

#include <elf.h>

namespace cudnnsetup {

namespace {

// What differs between the machines.
struct Target
{
    quint16 machine;
    bool is64Bit;
    quint32 flags;
    quint64 pageSize; // the largest page the machine may run with
};

Target targetOf(ElfImage::Machine machine)
{
    switch (machine) {
    case ElfImage::Machine::X86_64: return {EM_X86_64, true, 0, 0x1000};
    case ElfImage::Machine::Aarch64: return {EM_AARCH64, true, 0, 0x10000};
    case ElfImage::Machine::I386: return {EM_386, false, 0, 0x1000};
    case ElfImage::Machine::Ppc64le: return {EM_PPC64, true, 2, 0x10000}; // 2: the ELFv2 calling rules
    }
    Q_UNREACHABLE();
}

// Bytes in little-endian order; word() and the header fields that follow the machine's width are 4 or 8 bytes.
class Bytes
{
public:
    explicit Bytes(bool is64Bit = true) : m_is64Bit(is64Bit) { }

    Bytes &number(quint64 value, int width)
    {
        for (int i = 0; i < width; ++i)
            m_bytes.append(char(value >> (8 * i)));
        return *this;
    }
    Bytes &byte(quint8 value) { return number(value, 1); }
    Bytes &half(quint16 value) { return number(value, 2); }
    Bytes &quad(quint32 value) { return number(value, 4); }
    Bytes &word(quint64 value) { return number(value, m_is64Bit ? 8 : 4); }
    Bytes &raw(const QByteArray &bytes)
    {
        m_bytes.append(bytes);
        return *this;
    }
    Bytes &padTo(quint64 size)
    {
        m_bytes.append(QByteArray(qsizetype(size) - m_bytes.size(), '\0'));
        return *this;
    }
    quint64 size() const { return quint64(m_bytes.size()); }
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
    bool m_is64Bit;
};

class StringTable
{
public:
    quint32 add(const QByteArray &string)
    {
        const auto known = m_offsets.constFind(string);
        if (known != m_offsets.constEnd())
            return *known;
        const auto offset = quint32(m_bytes.size());
        m_bytes.append(string).append('\0');
        m_offsets.insert(string, offset);
        return offset;
    }
    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes = QByteArray(1, '\0');
    QHash<QByteArray, quint32> m_offsets = {{QByteArray(), 0}};
};

QByteArray codeReturning(ElfImage::Machine machine, quint64 value)
{
    Bytes code;
    switch (machine) {
    case ElfImage::Machine::X86_64:
        if (value <= 0xffffffffU)
            code.byte(0xb8).quad(quint32(value)); // mov eax, value
        else
            code.byte(0x48).byte(0xb8).number(value, 8); // mov rax, value
        return code.byte(0xc3).bytes();                  // ret
    case ElfImage::Machine::Aarch64:
        code.quad(quint32(0xd2800000U | (value & 0xffff) << 5)); // movz x0, bits 0-15
        for (quint32 part = 1; part < 4; ++part) {
            const quint64 bits = (value >> (16 * part)) & 0xffff;
            if (bits != 0)
                code.quad(quint32(0xf2800000U | part << 21 | bits << 5)); // movk x0, bits, lsl 16 * part
        }
        return code.quad(0xd65f03c0U).bytes(); // ret
    case ElfImage::Machine::I386:
        return code.byte(0xb8).quad(quint32(value)).byte(0xc3).bytes();
    case ElfImage::Machine::Ppc64le:
        code.quad(quint32(0x3c600000U | ((value >> 16) & 0xffff))); // lis r3, bits 16-31
        code.quad(quint32(0x60630000U | (value & 0xffff)));         // ori r3, r3, bits 0-15
        return code.quad(0x4e800020U).bytes();                      // blr
    }
    Q_UNREACHABLE();
}

// The System V hash of a symbol name (gABI, "Hash Table").
quint32 symbolHash(const QByteArray &name)
{
    quint32 hash = 0;
    for (const char c : name) {
        hash = (hash << 4) + quint8(c);
        const quint32 high = hash & 0xf0000000U;
        hash = (hash ^ (high >> 24)) & ~high;
    }
    return hash;
}

QByteArray hashTable(const QList<ElfImage::Function> &functions)
{
    const auto count = qsizetype(functions.size());
    const qsizetype buckets = qMax<qsizetype>(1, count);
    QList<quint32> first(buckets, 0);
    QList<quint32> chain(count + 1, 0);
    for (qsizetype i = 0; i < count; ++i) {
        const auto bucket = qsizetype(symbolHash(functions[i].name) % quint32(buckets));
        chain[i + 1] = first[bucket];
        first[bucket] = quint32(i + 1);
    }
    Bytes table;
    table.quad(quint32(buckets)).quad(quint32(chain.size()));
    for (const quint32 entry : first)
        table.quad(entry);
    for (const quint32 entry : chain)
        table.quad(entry);
    return table.bytes();
}

struct Code
{
    QByteArray bytes;
    QList<quint64> offsets = {}; // of each function
    QList<quint64> sizes = {};
};

Code codeOf(const ElfImage &image)
{
    Bytes code;
    Code result;
    for (const ElfImage::Function &function : image.functions) {
        const QByteArray body = codeReturning(image.machine, quint64(function.result));
        result.offsets << code.size();
        result.sizes << quint64(body.size());
        code.raw(body).padTo((code.size() + 15) / 16 * 16);
    }
    if (code.size() == 0)
        code.padTo(16); // a segment of code is never empty
    result.bytes = code.bytes();
    return result;
}

// One section of the file, in file order.
struct Section
{
    QByteArray name;
    quint32 type;
    quint64 flags;
    quint64 alignment;
    quint64 size;
    quint32 link = 0;
    quint32 info = 0;
    quint64 entrySize = 0;
    quint64 offset = 0;
    quint64 address = 0;
};

// Puts the parts of a library together: three segments (read-only data, code, the dynamic section), whose file offsets and
// addresses are congruent modulo the page size, then the section headers.
class Builder
{
public:
    explicit Builder(const ElfImage &image)
        : m_image(image), m_target(targetOf(image.machine)), m_code(codeOf(image)), m_hash(hashTable(image.functions))
    {
        for (const ElfImage::Function &function : image.functions)
            m_names.add(function.name);
        m_dynamicCount = addDynamicNames() + 6; // hash, string table, symbols, two sizes, the end
        for (const QByteArray &string : image.strings)
            m_readOnly.append(string).append('\0');
        if (m_readOnly.isEmpty())
            m_readOnly.append('\0');
        layOut();
    }

    QByteArray build()
    {
        Bytes file(m_target.is64Bit);
        file.raw(fileHeader()).raw(programHeaders());
        const QList<QByteArray> contents = {m_hash, symbols(), m_names.bytes(), m_readOnly,
                                            m_code.bytes, dynamic(), m_sectionNames.bytes()};
        for (qsizetype i = 0; i < contents.size(); ++i) {
            Q_ASSERT(quint64(contents[i].size()) == m_sections[i + 1].size);
            file.padTo(m_sections[i + 1].offset).raw(contents[i]);
        }
        return file.padTo(m_sectionHeaders).raw(sectionHeaders()).bytes();
    }

private:
    enum Index { Null, Hash, Symbols, Names, ReadOnly, Text, Dynamic, SectionNames };

    quint64 wordSize() const { return m_target.is64Bit ? 8 : 4; }
    quint64 symbolSize() const { return m_target.is64Bit ? 24 : 16; }
    quint16 fileHeaderSize() const { return m_target.is64Bit ? 64 : 52; }
    quint16 programHeaderSize() const { return m_target.is64Bit ? 56 : 32; }
    quint16 sectionHeaderSize() const { return m_target.is64Bit ? 64 : 40; }
    static constexpr quint16 programHeaderCount = 5;

    int addDynamicNames()
    {
        for (const QByteArray &library : m_image.needed)
            m_names.add(library);
        if (m_image.soname)
            m_names.add(*m_image.soname);
        if (m_image.runpath)
            m_names.add(*m_image.runpath);
        return int(m_image.needed.size()) + (m_image.soname ? 1 : 0) + (m_image.runpath ? 1 : 0);
    }

    void layOut()
    {
        const auto symbolCount = quint64(m_image.functions.size()) + 1;
        const quint64 word = wordSize();
        m_sections = {
            {"", SHT_NULL, 0, 0, 0},
            {".hash", SHT_HASH, SHF_ALLOC, word, quint64(m_hash.size()), Symbols, 0, 4},
            {".dynsym", SHT_DYNSYM, SHF_ALLOC, word, symbolCount * symbolSize(), Names, 1, symbolSize()},
            {".dynstr", SHT_STRTAB, SHF_ALLOC, 1, quint64(m_names.bytes().size())},
            {".rodata", SHT_PROGBITS, SHF_ALLOC, 16, quint64(m_readOnly.size())},
            {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16, quint64(m_code.bytes.size())},
            {".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, word, quint64(m_dynamicCount) * 2 * word, Names, 0, 2 * word},
            {".shstrtab", SHT_STRTAB, 0, 1, 0},
        };
        for (const Section &section : m_sections)
            m_sectionNames.add(section.name);
        m_sections[SectionNames].size = quint64(m_sectionNames.bytes().size());

        quint64 offset = fileHeaderSize() + programHeaderCount * programHeaderSize();
        for (int i = Hash; i <= SectionNames; ++i) {
            Section &section = m_sections[i];
            offset = (offset + section.alignment - 1) / section.alignment * section.alignment;
            section.offset = offset;
            const quint64 pages = i == Text ? 1 : i == Dynamic ? 2 : 0;
            section.address = i == SectionNames ? 0 : offset + pages * m_target.pageSize;
            offset += section.size;
        }
        m_sectionHeaders = (offset + word - 1) / word * word;
    }

    QByteArray fileHeader() const
    {
        Bytes header(m_target.is64Bit);
        header.raw(QByteArray(ELFMAG, SELFMAG)).byte(m_target.is64Bit ? ELFCLASS64 : ELFCLASS32);
        header.byte(ELFDATA2LSB).byte(EV_CURRENT).byte(ELFOSABI_SYSV).padTo(EI_NIDENT);
        header.half(ET_DYN).half(m_target.machine).quad(EV_CURRENT);
        header.word(0).word(fileHeaderSize()).word(m_sectionHeaders).quad(m_target.flags);
        header.half(fileHeaderSize()).half(programHeaderSize()).half(programHeaderCount);
        return header.half(sectionHeaderSize()).half(quint16(m_sections.size())).half(SectionNames).bytes();
    }

    QByteArray programHeader(quint32 type, quint32 flags, quint64 offset, quint64 address, quint64 size,
                             quint64 alignment) const
    {
        Bytes header(m_target.is64Bit);
        header.quad(type);
        if (m_target.is64Bit)
            header.quad(flags);
        header.word(offset).word(address).word(address).word(size).word(size);
        if (!m_target.is64Bit)
            header.quad(flags);
        return header.word(alignment).bytes();
    }

    QByteArray programHeaders() const
    {
        const quint64 page = m_target.pageSize;
        const Section &readOnly = m_sections[ReadOnly];
        const Section &text = m_sections[Text];
        const Section &dynamic = m_sections[Dynamic];
        return programHeader(PT_LOAD, PF_R, 0, 0, readOnly.offset + readOnly.size, page)
                + programHeader(PT_LOAD, PF_R | PF_X, text.offset, text.address, text.size, page)
                + programHeader(PT_LOAD, PF_R | PF_W, dynamic.offset, dynamic.address, dynamic.size, page)
                + programHeader(PT_DYNAMIC, PF_R | PF_W, dynamic.offset, dynamic.address, dynamic.size, wordSize())
                + programHeader(PT_GNU_STACK, PF_R | PF_W, 0, 0, 0, 16);
    }

    QByteArray symbols()
    {
        constexpr quint8 globalFunction = STB_GLOBAL << 4 | STT_FUNC;
        Bytes table(m_target.is64Bit);
        table.padTo(symbolSize());
        for (qsizetype i = 0; i < m_image.functions.size(); ++i) {
            const quint32 name = m_names.add(m_image.functions[i].name);
            const quint64 address = m_sections[Text].address + m_code.offsets[i];
            table.quad(name);
            if (m_target.is64Bit)
                table.byte(globalFunction).byte(STV_DEFAULT).half(Text).word(address).word(m_code.sizes[i]);
            else
                table.word(address).word(m_code.sizes[i]).byte(globalFunction).byte(STV_DEFAULT).half(Text);
        }
        return table.bytes();
    }

    QByteArray dynamic()
    {
        Bytes table(m_target.is64Bit);
        for (const QByteArray &library : m_image.needed)
            table.word(DT_NEEDED).word(m_names.add(library));
        if (m_image.soname)
            table.word(DT_SONAME).word(m_names.add(*m_image.soname));
        if (m_image.runpath)
            table.word(DT_RUNPATH).word(m_names.add(*m_image.runpath));
        table.word(DT_HASH).word(m_sections[Hash].address);
        table.word(DT_STRTAB).word(m_sections[Names].address);
        table.word(DT_SYMTAB).word(m_sections[Symbols].address);
        table.word(DT_STRSZ).word(m_sections[Names].size);
        table.word(DT_SYMENT).word(symbolSize());
        return table.word(DT_NULL).word(0).bytes();
    }

    QByteArray sectionHeaders()
    {
        Bytes headers(m_target.is64Bit);
        for (const Section &section : m_sections) {
            headers.quad(m_sectionNames.add(section.name)).quad(section.type).word(section.flags);
            headers.word(section.address).word(section.offset).word(section.size);
            headers.quad(section.link).quad(section.info).word(section.alignment).word(section.entrySize);
        }
        return headers.bytes();
    }

    const ElfImage &m_image;
    Target m_target;
    Code m_code;
    QByteArray m_hash;
    StringTable m_names;
    StringTable m_sectionNames;
    QByteArray m_readOnly;
    int m_dynamicCount = 0;
    QList<Section> m_sections;
    quint64 m_sectionHeaders = 0;
};

} // namespace

QByteArray writeElf(const ElfImage &image)
{
    return Builder(image).build();
}

} // namespace cudnnsetup
