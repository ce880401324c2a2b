// SPDX-License-Identifier: MIT
#include "cudnnlibraries.h"

#include "host/elffile.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QRegularExpression &libraryName()
{
    static const QRegularExpression expression(u"^(libcudnn\\w*)\\.so(?:\\.(\\d+(?:\\.\\d+)*))?$"_s);
    return expression;
}

std::optional<int> majorOfName(const QString &name)
{
    const auto number = numberOfLibraryName(name);
    return number ? std::optional(number->majorVersion()) : std::nullopt;
}

QString lastPart(const QString &path)
{
    return path.section(u'/', -1);
}

LibraryFacts libraryFacts(const FileTree &files, const QString &folder, const QString &name)
{
    LibraryFacts library{.name = name, .file = {}};
    const QString path = FileTree::join(folder, name);
    library.linkChain = files.linkChain(path);
    const auto real = files.canonical(path);
    library.file = real.value_or(library.linkChain.isEmpty() ? path : library.linkChain.last());
    const auto status = files.statusOfTarget(path);
    library.size = status.size;
    if (status.type == FileTree::Type::Directory || status.type == FileTree::Type::Other) {
        library.problem = toString(ErrorId::InputMalformed);
        return library;
    }
    const auto elf = readElf(files.outside(library.file));
    if (!elf) {
        library.problem = toString(elf.error().id);
        return library;
    }
    library.soname = elf->soname;
    library.architecture = elf->architecture;
    return library;
}

// What the library itself says goes before what it is called; a link to something that is no cuDNN counts by its name.
std::optional<int> majorOf(const LibraryFacts &library)
{
    if (library.soname) {
        if (const auto major = majorOfName(*library.soname))
            return major;
    }
    if (const auto major = majorOfName(lastPart(library.file)))
        return major;
    for (const QString &link : library.linkChain) {
        if (const auto major = majorOfName(lastPart(link)))
            return major;
    }
    return {};
}

} // namespace

std::optional<QVersionNumber> numberOfLibraryName(const QString &name)
{
    const auto match = libraryName().match(name);
    if (!match.hasMatch() || match.captured(2).isEmpty())
        return {};
    return QVersionNumber::fromString(match.captured(2));
}

const LibraryFacts *CudnnSet::dispatcher() const
{
    const auto named = [this](const QString &name) {
        return std::find_if(libraries.begin(), libraries.end(),
                            [&](const LibraryFacts &library) { return library.name == name; });
    };
    auto found = major ? named(u"libcudnn.so.%1"_s.arg(*major)) : libraries.end();
    if (found == libraries.end())
        found = named(u"libcudnn.so"_s);
    if (found == libraries.end())
        found = std::find_if(libraries.begin(), libraries.end(), [](const LibraryFacts &library) {
            return library.name.startsWith("libcudnn.so."_L1);
        });
    return found == libraries.end() ? nullptr : &*found;
}

QList<LibraryFacts> CudnnSet::files() const
{
    QList<LibraryFacts> distinct;
    QSet<QString> seen;
    for (const LibraryFacts &library : libraries) {
        if (library.problem.isEmpty() && !seen.contains(library.file)) {
            seen.insert(library.file);
            distinct << library;
        }
    }
    return distinct;
}

QList<CudnnSet> cudnnSetsIn(const FileTree &files, const QString &folder)
{
    QMap<int, CudnnSet> byMajor;
    CudnnSet unknown;
    const QStringList names = files.list(folder, {u"libcudnn*.so*"_s});
    for (const QString &name : names) {
        if (!libraryName().match(name).hasMatch())
            continue;
        const LibraryFacts library = libraryFacts(files, folder, name);
        const auto major = majorOf(library);
        CudnnSet &set = major ? byMajor[*major] : unknown;
        set.major = major;
        set.libraries << library;
    }
    // What tells nothing of its major stands with the others where there is only one.
    if (byMajor.size() == 1)
        byMajor.first().libraries << std::exchange(unknown.libraries, {});
    QList<CudnnSet> sets = byMajor.values();
    if (!unknown.libraries.isEmpty())
        sets.prepend(unknown);
    return sets;
}

} // namespace cudnnsetup
