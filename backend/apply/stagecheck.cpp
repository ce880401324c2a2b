// SPDX-License-Identifier: MIT
#include "apply/stagecheck.h"

#include "archive/contentpeek.h"
#include "host/elffile.h"
#include "host/filetree.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

struct Library
{
    const StagedNode *node;
    QString name;
    QString path; // of this process
    ElfFacts facts;
};

QString nameOf(const StagedNode &node)
{
    return node.destination.sliced(node.destination.lastIndexOf(u'/') + 1);
}

QString folderOf(const StagedNode &node)
{
    return node.destination.left(node.destination.lastIndexOf(u'/'));
}

// libcudnn_ops.so, libcudnn_ops.so.9, libcudnn_ops.so.9.1.0
bool isSharedLibrary(const QString &name)
{
    static const QRegularExpression pattern(uR"(^lib[^/]+\.so(\.[0-9]+)*$)"_s);
    return pattern.match(name).hasMatch();
}

QVersionNumber threeParts(const QVersionNumber &version)
{
    return QVersionNumber(version.majorVersion(), version.minorVersion(), version.microVersion());
}

tl::unexpected<Error> damagedLibrary(const Error &error, const QString &name)
{
    switch (error.id) {
    case ErrorId::LibraryEmpty:
        return failure(error.id,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is empty. Nothing has been changed. Take "
                                                         "another archive, best from NVIDIA's own site."),
                            {name}),
                       error.detail);
    case ErrorId::LibraryTruncated:
        return failure(error.id,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is cut off. Nothing has been changed. Take "
                                                         "another archive, best from NVIDIA's own site."),
                            {name}),
                       error.detail);
    case ErrorId::InputMalformed:
        return failure(ErrorId::ArchiveAltered,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is no library. Nothing has been changed. Take "
                                                         "another archive, best from NVIDIA's own site."),
                            {name}),
                       error.detail);
    default:
        return tl::unexpected(error);
    }
}

Result<Library> readLibrary(const StagedNode &node, const Stage &stage)
{
    const QString name = nameOf(node);
    const QString path = stage.openPath(node);
    const auto facts = readElf(path);
    if (!facts)
        return damagedLibrary(facts.error(), name);
    return Library{&node, name, path, *facts};
}

Result<void> checkArchitecture(const Library &library, const QString &wanted)
{
    if (wanted.isEmpty())
        return {};
    if (library.facts.architecture != wanted)
        return failure(ErrorId::WrongArchitecture,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is made for %2 processors, but this machine is "
                                                         "%3. Nothing has been changed. Take the archive for %3."),
                            {library.name, library.facts.architecture, wanted}));
    if (library.facts.bits != 64)
        return failure(ErrorId::WrongElfClass,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is a 32-bit library, which 64-bit programs "
                                                         "cannot load. Nothing has been changed. Take another archive."),
                            {library.name}));
    return {};
}

// Programs ask for a library by its SONAME: a file or link of that name must come with it.
Result<void> checkSoname(const Library &library, const Stage &stage)
{
    if (!library.facts.soname)
        return {};
    const StagedNode *named = stage.find(FileTree::join(folderOf(*library.node), *library.facts.soname));
    if (named && stage.resolved(*named))
        return {};
    return failure(ErrorId::ArchiveAltered,
                   Text(QT_TRANSLATE_NOOP("backend", "The archive lacks %1, the name under which programs look for %2. "
                                                     "Nothing has been changed. Take another archive, best from NVIDIA's "
                                                     "own site."),
                        {*library.facts.soname, library.name}));
}

Result<void> checkLinks(const Stage &stage)
{
    for (const StagedNode &node : stage.nodes()) {
        if (!stage.resolved(node))
            return failure(ErrorId::ArchiveAltered,
                           Text(QT_TRANSLATE_NOOP("backend", "%1 in the archive is a link to %2, which is missing. Nothing "
                                                             "has been changed. Take another archive, best from NVIDIA's "
                                                             "own site."),
                                {nameOf(node), node.record.linkTarget}));
    }
    return {};
}

std::optional<QVersionNumber> stagedVersion(const Stage &stage)
{
    for (const QString &wanted : {u"cudnn_version.h"_s, u"cudnn.h"_s}) {
        for (const StagedNode &node : stage.nodes()) {
            if (nameOf(node) != wanted)
                continue;
            const StagedNode *file = stage.resolved(node);
            QFile header(file ? stage.openPath(*file) : QString());
            if (!file || !header.open(QIODevice::ReadOnly))
                continue;
            if (const auto version = versionOfHeaderText(header.read(1 << 20)))
                return version;
        }
    }
    return std::nullopt;
}

// The CUDA major that the libraries ask for by name; nothing when they name none, or several.
std::optional<int> stagedCudaMajor(QList<Library> libraries)
{
    static const QRegularExpression pattern(uR"(^lib(?:cublas|cublasLt|cudart|nvrtc)\.so\.([0-9]+))"_s);
    QList<int> majors;
    const auto note = [&majors](const QString &name) {
        const auto match = pattern.match(name);
        if (match.hasMatch() && !majors.contains(match.captured(1).toInt()))
            majors << match.captured(1).toInt();
    };
    for (const Library &library : libraries) {
        for (const QString &needed : library.facts.needed)
            note(needed);
    }
    // The large ones hold machine code for GPUs; a small one usually answers before they are looked at.
    std::sort(libraries.begin(), libraries.end(), [](const Library &one, const Library &other) {
        return one.node->record.size < other.node->record.size;
    });
    for (const Library &library : libraries) {
        if (!majors.isEmpty())
            break;
        const QList<QByteArray> names = elfStringsStartingWith(library.path, "libcublas");
        for (const QByteArray &name : names)
            note(QString::fromLatin1(name));
    }
    return majors.size() == 1 ? std::make_optional(majors.first()) : std::nullopt;
}

Result<void> checkVersion(const std::optional<QVersionNumber> &version, const QList<Library> &libraries, const Plan &plan)
{
    if (version && plan.expectedVersion && threeParts(*version) != threeParts(*plan.expectedVersion))
        return failure(ErrorId::ArchiveAltered,
                       Text(QT_TRANSLATE_NOOP("backend", "The files in the archive are of cuDNN %1, not %2 as was planned. "
                                                         "Nothing has been changed. Choose the archive again."),
                            {threeParts(*version).toString(), threeParts(*plan.expectedVersion).toString()}));
    const auto wanted = version ? version : plan.expectedVersion;
    const bool hasMain = std::any_of(libraries.begin(), libraries.end(), [&](const Library &library) {
        const QString soname = library.facts.soname.value_or(library.name);
        return wanted ? soname == u"libcudnn.so.%1"_s.arg(wanted->majorVersion()) : soname.startsWith(u"libcudnn.so."_s);
    });
    if (hasMain)
        return {};
    return failure(ErrorId::CudnnAbsent,
                   Text(QT_TRANSLATE_NOOP("backend", "The archive does not hold the main library of cuDNN that was planned "
                                                     "(libcudnn.so). Nothing has been changed. Take another archive, best "
                                                     "from NVIDIA's own site.")));
}

Result<void> checkCuda(const QList<Library> &libraries, const Plan &plan)
{
    // The published hash says more than a search through the files.
    if (!plan.expectedCudaMajor || plan.archive.authenticity == ArchiveIdentity::Authenticity::Genuine)
        return {};
    const auto major = stagedCudaMajor(libraries);
    if (!major || *major == *plan.expectedCudaMajor)
        return {};
    return failure(ErrorId::CudaMajorMismatch,
                   Text(QT_TRANSLATE_NOOP("backend", "The libraries in the archive are made for CUDA %1, but the plan is for "
                                                     "CUDA %2. Nothing has been changed. Take the archive for CUDA %2."),
                        {QString::number(*major), QString::number(*plan.expectedCudaMajor)}));
}

} // namespace

Result<std::optional<QVersionNumber>> checkStage(const Stage &stage, const Plan &plan)
{
    QList<Library> libraries;
    for (const StagedNode &node : stage.nodes()) {
        if (node.record.type != NodeRecord::Type::File || !isSharedLibrary(nameOf(node)))
            continue;
        const auto library = readLibrary(node, stage);
        if (!library)
            return tl::unexpected(library.error());
        libraries << *library;
        if (const auto fits = checkArchitecture(*library, plan.expectedArchitecture); !fits)
            return tl::unexpected(fits.error());
    }
    const auto version = stagedVersion(stage);
    const auto fits = checkVersion(version, libraries, plan)
                              .and_then([&] { return checkLinks(stage); })
                              .and_then([&]() -> Result<void> {
                                  for (const Library &library : libraries) {
                                      if (const auto named = checkSoname(library, stage); !named)
                                          return named;
                                  }
                                  return {};
                              })
                              .and_then([&] { return checkCuda(libraries, plan); });
    if (!fits)
        return tl::unexpected(fits.error());
    return version;
}

} // namespace cudnnsetup
