// SPDX-License-Identifier: MIT
#include "cudnnversion.h"

#include "host/elffile.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype fullVersionParts = 3;
constexpr qint64 largestLibraryForStrings = 128 << 20; // bytes; the largest ones hold code for cards and little else
constexpr qint64 headerLimit = 256 << 10;

// CUDA libraries whose SONAME carries CUDA's major since CUDA 11.
constexpr std::array cudaLibraries = {"libcublasLt.so.", "libcublas.so.", "libcudart.so.", "libnvrtc.so."};
constexpr int firstMajorInSonames = 11;

std::optional<int> macro(const QString &text, const QString &name)
{
    const QRegularExpression line(u"^[ \\t]*#[ \\t]*define[ \\t]+%1[ \\t]+(\\d+)"_s.arg(name),
                                  QRegularExpression::MultilineOption);
    const auto match = line.match(text);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

std::optional<int> cudaMajorOfSoname(const QString &soname)
{
    for (const char *prefix : cudaLibraries) {
        const QLatin1String name(prefix);
        if (!soname.startsWith(name))
            continue;
        bool isNumber = false;
        const int major = soname.mid(name.size()).section(u'.', 0, 0).toInt(&isNumber);
        if (isNumber && major >= firstMajorInSonames && major < 100)
            return major;
    }
    return {};
}

QList<LibraryFacts> smallestFirst(const CudnnSet &set)
{
    QList<LibraryFacts> libraries = set.files();
    std::sort(libraries.begin(), libraries.end(),
              [](const LibraryFacts &a, const LibraryFacts &b) { return a.size < b.size; });
    return libraries;
}

} // namespace

std::optional<QVersionNumber> versionOfHeader(const QByteArray &text)
{
    const QString words = QString::fromLatin1(text);
    const auto major = macro(words, u"CUDNN_MAJOR"_s);
    const auto minor = macro(words, u"CUDNN_MINOR"_s);
    const auto patch = macro(words, u"CUDNN_PATCHLEVEL"_s);
    if (!major || !minor || !patch)
        return {};
    return QVersionNumber(*major, *minor, *patch);
}

std::optional<CudnnHeader> findCudnnHeader(const FileTree &files, const QStringList &includeDirs, std::optional<int> major,
                                           const QList<int> &otherMajors)
{
    QStringList names{u"cudnn_version.h"_s, u"cudnn.h"_s};
    if (major)
        names << u"cudnn_version_v%1.h"_s.arg(*major) << u"cudnn_v%1.h"_s.arg(*major);
    std::optional<CudnnHeader> other;
    for (const QString &folder : includeDirs) {
        for (const QString &name : std::as_const(names)) {
            const auto text = files.read(FileTree::join(folder, name), headerLimit);
            const auto version = text ? versionOfHeader(*text) : std::nullopt;
            if (!version)
                continue;
            const CudnnHeader header{files.canonical(folder).value_or(folder), *version};
            if (!major || version->majorVersion() == *major)
                return header;
            if (!other && !otherMajors.contains(version->majorVersion()))
                other = header;
        }
    }
    return other;
}

std::optional<QVersionNumber> versionWordOf(const QString &outsidePath)
{
    const QList<ElfWord> words = elfWords(outsidePath, "cudnn_", "_version");
    if (words.isEmpty())
        return {};
    const quint32 value = words.first().value;
    const QVersionNumber version(int(value >> 16), int(value >> 8 & 0xff), int(value & 0xff));
    return version.majorVersion() >= 7 && version.majorVersion() < 100 ? std::optional(version) : std::nullopt;
}

std::optional<Sourced<QVersionNumber>> versionOfLibraries(const FileTree &files, const CudnnSet &set)
{
    QList<LibraryFacts> libraries = set.files();
    if (const LibraryFacts *dispatcher = set.dispatcher())
        libraries.prepend(*dispatcher);
    for (const LibraryFacts &library : std::as_const(libraries)) {
        const QString name = library.file.section(u'/', -1);
        const auto number = numberOfLibraryName(name);
        if (library.problem.isEmpty() && number && number->segmentCount() >= fullVersionParts)
            return Sourced<QVersionNumber>{*number, name};
    }
    for (const LibraryFacts &library : std::as_const(libraries)) {
        const auto version = library.problem.isEmpty() ? versionWordOf(files.outside(library.file)) : std::nullopt;
        if (version)
            return Sourced<QVersionNumber>{*version, u"version word in %1"_s.arg(library.file.section(u'/', -1))};
    }
    return {};
}

std::optional<int> cudaMajorOfPackage(const QString &owner)
{
    static const QRegularExpression mark(u"(?:-cuda-?|-cu)(\\d{2})(?:\\D|$)"_s);
    const auto match = mark.match(owner);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

std::optional<Sourced<int>> cudaMajorOfLibraries(const FileTree &files, const CudnnSet &set)
{
    const QList<LibraryFacts> libraries = smallestFirst(set);
    for (const LibraryFacts &library : libraries) {
        const QStringList needed = readElf(files.outside(library.file)).value_or(ElfFacts{}).needed;
        for (const QString &soname : needed) {
            if (const auto major = cudaMajorOfSoname(soname))
                return Sourced<int>{*major, u"%1 needs %2"_s.arg(library.name, soname)};
        }
    }
    for (const LibraryFacts &library : libraries) {
        if (library.size > largestLibraryForStrings)
            continue;
        const auto strings = elfStringsStartingWith(files.outside(library.file), "libcublasLt.so.", 4);
        for (const QByteArray &string : strings) {
            if (const auto major = cudaMajorOfSoname(QString::fromLatin1(string)))
                return Sourced<int>{*major, u"%1 opens %2"_s.arg(library.name, QString::fromLatin1(string))};
        }
    }
    return {};
}

} // namespace cudnnsetup
