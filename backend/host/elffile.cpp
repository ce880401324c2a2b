// SPDX-License-Identifier: MIT
#include "elffile.h"

#include "elfreader.h"

#include <QVersionNumber>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr quint64 stringSearchLimit = 8 << 20; // bytes; a library of hundreds of megabytes is not worth more

QString architectureName(const GElf_Ehdr &header)
{
    const bool isLittleEndian = header.e_ident[EI_DATA] == ELFDATA2LSB;
    switch (header.e_machine) {
    case EM_X86_64: return header.e_ident[EI_CLASS] == ELFCLASS64 ? u"x86_64"_s : u"x32"_s;
    case EM_AARCH64: return u"aarch64"_s;
    case EM_PPC64: return isLittleEndian ? u"ppc64le"_s : u"ppc64"_s;
    case EM_386: return u"i386"_s;
    case EM_ARM: return u"arm"_s;
    default: return u"machine-%1"_s.arg(header.e_machine);
    }
}

QString typeName(int type)
{
    switch (type) {
    case ET_REL: return u"REL"_s;
    case ET_EXEC: return u"EXEC"_s;
    case ET_DYN: return u"DYN"_s;
    case ET_CORE: return u"CORE"_s;
    default: return u"type-%1"_s.arg(type);
    }
}

QStringList glibcVersions(const QList<QByteArray> &names)
{
    QStringList versions;
    for (const QByteArray &name : names) {
        if (name.startsWith("GLIBC_"))
            versions << QString::fromLatin1(name);
    }
    versions.removeDuplicates();
    std::sort(versions.begin(), versions.end(), [](const QString &a, const QString &b) {
        return QVersionNumber::fromString(a.mid(6)) < QVersionNumber::fromString(b.mid(6));
    });
    return versions;
}

bool isDefinition(const GElf_Sym &symbol)
{
    const int binding = GELF_ST_BIND(symbol.st_info);
    return symbol.st_shndx != SHN_UNDEF && binding != STB_LOCAL;
}

} // namespace

Result<ElfFacts> readElf(const QString &path)
{
    return ElfReader::open(path).map([](const ElfReader &elf) {
        ElfFacts facts;
        facts.bits = elf.bits();
        facts.architecture = architectureName(elf.header());
        facts.type = typeName(elf.header().e_type);
        for (const GElf_Dyn &entry : elf.dynamic()) {
            const QString value = QFile::decodeName(elf.string(entry.d_un.d_val));
            switch (entry.d_tag) {
            case DT_SONAME: facts.soname = value; break;
            case DT_NEEDED: facts.needed << value; break;
            case DT_RPATH: facts.rpath = value.split(u':'); break;
            case DT_RUNPATH: facts.runpath = value.split(u':'); break;
            default: break;
            }
        }
        const QList<QByteArray> defined = elf.versionsDefined();
        for (const QByteArray &name : defined)
            facts.versionDefinitions << QString::fromUtf8(name);
        facts.versionDefinitions.removeDuplicates();
        facts.glibcNeeded = glibcVersions(elf.versionsNeeded());
        return facts;
    });
}

bool elfDefines(const QString &path, const QByteArray &symbol)
{
    const auto elf = ElfReader::open(path);
    bool isFound = false;
    if (elf) {
        elf->forEachSymbol([&](const GElf_Sym &candidate, const QByteArray &name) {
            isFound = name == symbol && isDefinition(candidate);
            return !isFound;
        });
    }
    return isFound;
}

QList<ElfWord> elfWords(const QString &path, const QByteArray &namePrefix, const QByteArray &nameSuffix)
{
    QList<ElfWord> words;
    const auto elf = ElfReader::open(path);
    if (!elf)
        return words;
    elf->forEachSymbol([&](const GElf_Sym &symbol, const QByteArray &name) {
        if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size == sizeof(quint32) && isDefinition(symbol)
            && name.startsWith(namePrefix) && name.endsWith(nameSuffix)) {
            const auto value = elf->wordsAt(symbol.st_value, 1);
            if (!value.empty())
                words << ElfWord{name, value.front()};
        }
        return true;
    });
    return words;
}

QList<QByteArray> elfStringsStartingWith(const QString &path, const QByteArray &prefix, int most)
{
    QList<QByteArray> found;
    const auto elf = ElfReader::open(path);
    if (!elf || prefix.isEmpty())
        return found;
    quint64 left = stringSearchLimit;
    for (const auto &[offset, size] : elf->readOnlyData()) {
        const QByteArray bytes = elf->bytesAtOffset(offset, std::min(size, left));
        left -= std::min(size, left);
        qsizetype at = bytes.indexOf(prefix);
        while (at >= 0 && found.size() < most) {
            const qsizetype end = bytes.indexOf('\0', at);
            const bool isStart = at == 0 || bytes[at - 1] == '\0';
            if (isStart && end > at)
                found << bytes.mid(at, end - at);
            at = bytes.indexOf(prefix, at + 1);
        }
    }
    return found;
}

} // namespace cudnnsetup
