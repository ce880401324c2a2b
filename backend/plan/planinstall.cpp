// SPDX-License-Identifier: MIT
#include "plan/planinstall.h"

#include "plan/activation.h"
#include "plan/archivechecks.h"
#include "plan/earlierfiles.h"
#include "plan/inuse.h"
#include "plan/loaderactivation.h"
#include "plan/planparts.h"
#include "plan/targetfolders.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Room for the journal, folder entries and the last blocks of files, beside the files themselves.
constexpr qint64 roomBeside = 16 << 20;
// Packed libraries of NVIDIA were measured to grow 1.5 times; taken, with a reserve, only where the container
// does not tell.
constexpr qint64 assumedGrowth = 3;

ErrorId errorIdOf(const QString &findingId)
{
    for (const ErrorId id : {ErrorId::ArchiveWrongPlatform, ErrorId::CudaMajorMismatch, ErrorId::DriverTooOld,
                             ErrorId::GpuTooNew, ErrorId::GpuTooOld, ErrorId::SbsaOnTegra}) {
        if (toString(id) == findingId)
            return id;
    }
    return ErrorId::NotSupported;
}

Result<TargetFolders> chosenFolders(const Host &host, const SystemReport &report, const InstallChoice &choice)
{
    if (choice.toolkit) {
        return findToolkit(host, report, *choice.toolkit).and_then([&host](const ToolkitFacts &toolkit) {
            return foldersOfToolkit(host, toolkit);
        });
    }
    if (choice.prefix)
        return foldersOfPrefix(host, *choice.prefix);
    return failure(ErrorId::NoToolkit,
                   Text(QT_TRANSLATE_NOOP("backend", "No target was chosen. Nothing was changed. Choose a "
                                                     "CUDA toolkit, or a folder of your own.")));
}

TargetFacts factsOfTarget(const Host &host, const SystemReport &report, const TargetFolders &folders)
{
    TargetFacts facts =
            targetFacts(report, folders.toolkit ? std::optional(folders.toolkit->root) : std::nullopt);
    if (folders.toolkit)
        facts.toolkitCuda = folders.toolkit->version;
    if (!facts.architecture && !host.architecture().isEmpty())
        facts.architecture = host.architecture();
    facts.isTegra = facts.isTegra || host.files().exists(u"/etc/nv_tegra_release"_s);
    return facts;
}

const ReleaseArchive *publishedArchive(const Catalog &catalog, const ArchiveIdentity &archive)
{
    return archive.sha256.isEmpty() ? nullptr : catalog.archiveByHash(archive.sha256);
}

CandidateFacts factsOfArchive(const Catalog &catalog, const ArchiveIdentity &archive)
{
    CandidateFacts facts = candidateFacts(archive);
    if (const ReleaseArchive *known = publishedArchive(catalog, archive))
        facts.cudaBuild = known->cudaBuild;
    return facts;
}

// The reasons worth a warning; an Error when the catalogue speaks against it.
Result<QList<Reason>> checkFit(const Catalog &catalog, const CandidateFacts &candidate,
                               const TargetFacts &target)
{
    const Verdict verdict = judge(catalog, candidate, target);
    if (verdict.kind == Verdict::Kind::Unsupported) {
        QStringList others;
        for (const Reason &reason : verdict.reasons.mid(1))
            others << reason.text.toString();
        const Reason &worst = verdict.reasons.constFirst();
        return failure(errorIdOf(worst.id),
                       worst.text.followedBy(Text(QT_TRANSLATE_NOOP("backend", "Nothing was changed."))),
                       others.join(u'\n'));
    }
    QList<Reason> warnings;
    std::copy_if(verdict.reasons.begin(), verdict.reasons.end(), std::back_inserter(warnings),
                 [](const Reason &reason) { return reason.weight != Reason::Weight::Good; });
    return warnings;
}

Result<void> checkReadOnly(const Host &host, const TargetFolders &folders)
{
    for (const QString &folder : {folders.root, folders.libraryDir, folders.includeDir}) {
        if (host.isReadOnly(folder)) {
            return failure(ErrorId::ReadOnlySystem,
                           Text(QT_TRANSLATE_NOOP("backend", "%1 lies on a file system that is read-only, so "
                                                             "nothing can be installed there. Nothing "
                                                             "was changed. Choose another target."),
                                {folder}));
        }
    }
    return {};
}

// Of the file system on which everything is written: files are unpacked in the target's own folder and only renamed from
// there; the little that goes elsewhere (a line for the loader) needs no counting.
Result<void> checkRoom(const QString &folder, qint64 bytesToWrite, const std::optional<qint64> &bytesFree)
{
    const qint64 needed = bytesToWrite + roomBeside;
    if (!bytesFree || *bytesFree >= needed)
        return {};
    return failure(ErrorId::NoSpace,
                   Text(QT_TRANSLATE_NOOP("backend", "There is not enough room for %1: %2 are needed, %3 are "
                                                     "free. Nothing was changed. Make room, or "
                                                     "choose another target."),
                        {folder, sizeText(needed), sizeText(*bytesFree)}));
}

qint64 unpackedSize(const ArchiveIdentity &archive)
{
    return archive.unpackedBytes.value_or(QFileInfo(archive.path).size() * assumedGrowth);
}

std::optional<LibrarySet> setOf(const Catalog &catalog, const ArchiveIdentity &archive)
{
    return archive.version ? catalog.librarySet(*archive.version) : std::nullopt;
}

bool isWheel(const ArchiveIdentity &archive)
{
    return archive.container == Container::Zip;
}

// libcudnn_ops.so, libcudnn_ops.so.9, libcudnn_ops.so.9.19.0; a wheel has only the middle one.
QStringList expectedLibraries(const Catalog &catalog, const ArchiveIdentity &archive)
{
    QStringList names;
    const auto set = setOf(catalog, archive);
    const ReleaseArchive *known = publishedArchive(catalog, archive);
    const bool isWholeSet = !known || known->component == u"cudnn";
    if (!set || !isWholeSet || archive.version->segmentCount() < 3)
        return names;
    const auto &version = *archive.version;
    const QString full =
            QVersionNumber(version.majorVersion(), version.minorVersion(), version.microVersion()).toString();
    for (const QString &library : set->shared) {
        const QString plain = u"lib%1.so"_s.arg(library);
        if (!isWheel(archive))
            names << plain;
        names << u"%1.%2"_s.arg(plain).arg(version.majorVersion());
        if (!isWheel(archive))
            names << u"%1.%2"_s.arg(plain, full);
    }
    return names;
}

// A wheel has no plain names, which compilers want: they are made beside it.
QList<Operation> developmentLinks(const Catalog &catalog, const ArchiveIdentity &archive,
                                  const QString &libraryDir)
{
    QList<Operation> operations;
    const auto set = setOf(catalog, archive);
    if (!isWheel(archive) || !set)
        return operations;
    for (const QString &library : set->shared) {
        const QString plain = u"lib%1.so"_s.arg(library);
        operations << Operation{.kind = Operation::Kind::MakeLink,
                                .path = FileTree::join(libraryDir, plain),
                                .linkTarget = u"%1.%2"_s.arg(plain).arg(archive.version->majorVersion())};
    }
    return operations;
}

QList<Operation> fileOperations(const Catalog &catalog, const ArchiveIdentity &archive,
                                const TargetFolders &folders, const QStringList &earlierFiles)
{
    using Kind = Operation::Kind;
    const CudnnFileNames &names = catalog.fileNames();
    QList<Operation> operations;
    for (const QString &folder : folders.missing)
        operations << Operation{.kind = Kind::MakeDirectory, .path = folder, .mode = 0755};
    for (const QString &path : earlierFiles)
        operations << Operation{.kind = Kind::PutAside, .path = path};
    operations << Operation{.kind = Kind::Unpack,
                            .path = folders.libraryDir,
                            .memberPrefix = archive.libraryPrefix,
                            .namePatterns = names.libraries,
                            .expectedFiles = expectedLibraries(catalog, archive)};
    if (!archive.includePrefix.isEmpty()) {
        const auto set = setOf(catalog, archive);
        operations << Operation{.kind = Kind::Unpack,
                                .path = folders.includeDir,
                                .memberPrefix = archive.includePrefix,
                                .namePatterns = names.headers,
                                .expectedFiles = set ? set->headers : QStringList()};
    }
    return operations + developmentLinks(catalog, archive, folders.libraryDir);
}

std::optional<QVersionNumber> versionInPlace(const SystemReport &report, const TargetFolders &folders)
{
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (copy.libraryDir == folders.libraryDir && copy.version)
            return copy.version;
    }
    return {};
}

// Programs built for the major that goes out will miss it.
QList<Reason> otherMajorGoes(const std::optional<QVersionNumber> &replaced, const ArchiveIdentity &archive)
{
    if (!replaced || !archive.version || replaced->majorVersion() == archive.version->majorVersion())
        return {};
    return {{Reason::Weight::Warning, u"wrong-major"_s,
             Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 goes out (it is kept and can be put back): programs "
                                               "built for cuDNN %2 will not find it here "
                                               "any more."),
                  {replaced->toString(), QString::number(replaced->majorVersion())})}};
}

QString summaryOf(const ArchiveIdentity &archive, const TargetFolders &folders)
{
    QString what = u"cuDNN"_s;
    if (archive.version)
        what += u' ' + archive.version->toString();
    if (archive.cudaMajor)
        what += u" for CUDA %1"_s.arg(*archive.cudaMajor);
    return what + u" -> "_s + folders.root;
}

Result<Plan> planFor(const Host &host, const SystemReport &report, const Catalog &catalog,
             const InstallChoice &choice, const TargetFolders &folders, const QStringList &earlierFiles)
{
    const ArchiveIdentity &archive = choice.archive;
    Plan plan{.id = newPlanId(),
              .machineRoot = host.files().root(),
              .targetRoot = folders.root,
              .libraryDir = folders.libraryDir,
              .includeDir = folders.includeDir,
              .archive = archive,
              .expectedVersion = archive.version,
              .expectedCudaMajor = archive.cudaMajor,
              .expectedArchitecture = host.architecture(),
              .operations = fileOperations(catalog, archive, folders, earlierFiles),
              .bytesToWrite = unpackedSize(archive),
              .bytesFree = host.freeBytes(nearestExistingFolder(host.files(), folders.root)),
              .command = u"install "_s + QFileInfo(archive.path).fileName(),
              .summary = summaryOf(archive, folders),
              .replacedVersion = versionInPlace(report, folders)};
    plan.warnings << otherMajorGoes(plan.replacedVersion, archive);
    plan.toolkit = toolkitFor(report, folders, archive.cudaMajor);
    const auto set = setOf(catalog, archive);
    const auto activation = activationOf(host, report, folders, set ? set->linuxSoname : QString(), plan.toolkit,
                                         choice.activation);
    if (!activation)
        return tl::unexpected(activation.error());
    plan.operations << activation->operations;
    plan.warnings << activation->warnings;
    plan.needsRights = needsRights(host, plan.operations, folders.root);
    return plan;
}

} // namespace

TargetFacts targetFacts(const SystemReport &report, const std::optional<QString> &toolkit)
{
    TargetFacts facts{.glibc = report.os.glibc};
    if (!report.os.architecture.isEmpty())
        facts.architecture = report.os.architecture;
    facts.isTegra = report.os.kernel.contains("tegra"_L1);
    if (report.driver) {
        if (!report.driver->version.isNull())
            facts.driverVersion = report.driver->version;
        facts.driverMaxCuda = report.driver->maxCuda;
    }
    for (const GpuFacts &gpu : report.gpus) {
        if (gpu.computeCapability)
            facts.computeCapabilities << *gpu.computeCapability;
    }
    for (const ToolkitFacts &candidate : report.toolkits) {
        if (toolkit && (candidate.root == *toolkit || candidate.aliases.contains(*toolkit)))
            facts.toolkitCuda = candidate.version;
    }
    return facts;
}

CandidateFacts candidateFacts(const ArchiveIdentity &identity)
{
    return {.version = identity.version, .cudaMajor = identity.cudaMajor, .platform = identity.platform};
}

Result<Plan> planInstall(const Host &host, const SystemReport &report, const Catalog &catalog,
                         const InstallChoice &choice)
{
    auto archiveWarnings = checkArchive(catalog, choice.archive, choice.takeUnknownArchive);
    if (!archiveWarnings)
        return tl::unexpected(archiveWarnings.error());
    const auto folders = chosenFolders(host, report, choice);
    if (!folders)
        return tl::unexpected(folders.error());
    const auto fitWarnings =
            checkFit(catalog, factsOfArchive(catalog, choice.archive), factsOfTarget(host, report, *folders));
    if (!fitWarnings)
        return tl::unexpected(fitWarnings.error());
    if (const auto writable = checkReadOnly(host, *folders); !writable)
        return tl::unexpected(writable.error());
    const QStringList earlierFiles = earlierCudnnFiles(host.files(), catalog.fileNames(), *folders);
    if (const auto owners = checkOwners(host, report, *folders, earlierFiles); !owners)
        return tl::unexpected(owners.error());
    const auto useWarnings = checkInUse(host, report, *folders, choice.takeInUse);
    if (!useWarnings)
        return tl::unexpected(useWarnings.error());

    auto plan = planFor(host, report, catalog, choice, *folders, earlierFiles);
    if (!plan)
        return plan;
    if (const auto room = checkRoom(folders->root, plan->bytesToWrite, plan->bytesFree); !room)
        return tl::unexpected(room.error());
    plan->warnings = *archiveWarnings + *fitWarnings + *useWarnings + plan->warnings;
    return plan;
}

} // namespace cudnnsetup
