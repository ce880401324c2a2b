// SPDX-License-Identifier: MIT
#include "apply/strangercheck.h"

#include "apply/directory.h"
#include "apply/frames.h"
#include "catalog/catalog.h"
#include "plan/activationscripts.h"

#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostOperations = 2000; // a plan has one for each earlier file, and a few more

QString nameOf(const QString &path)
{
    return path.section(u'/', -1);
}

bool isOfCudnn(const CudnnFileNames &names, const QString &path)
{
    return names.isLibrary(nameOf(path)) || names.isHeader(nameOf(path));
}

bool isScriptOfTarget(const QString &path, const Plan &plan)
{
    return path == scripts::scriptPath(plan.targetRoot, scripts::Shell::Posix)
            || path == scripts::scriptPath(plan.targetRoot, scripts::Shell::Fish);
}

bool isOwnLoaderSetting(const QString &path)
{
    return path.startsWith(u"/etc/ld.so.conf.d/cudnn-setup-"_s);
}

bool isAllowed(const Operation &operation, const Plan &plan, const CudnnFileNames &names)
{
    const auto isKnown = [&names](const QString &pattern) {
        return names.libraries.contains(pattern) || names.headers.contains(pattern);
    };
    switch (operation.kind) {
    case Operation::Kind::Unpack:
        return !operation.namePatterns.isEmpty()
                && operation.namePatterns.size() <= names.libraries.size() + names.headers.size()
                && std::all_of(operation.namePatterns.begin(), operation.namePatterns.end(), isKnown);
    case Operation::Kind::MakeLink:
        return isOfCudnn(names, operation.path) && isOfCudnn(names, operation.linkTarget);
    case Operation::Kind::PutAside:
    case Operation::Kind::SetMode:
        return isOfCudnn(names, operation.path);
    case Operation::Kind::WriteFile:
        return isScriptOfTarget(operation.path, plan) || isOwnLoaderSetting(operation.path);
    case Operation::Kind::MakeDirectory:
    case Operation::Kind::RunLdconfig:
    case Operation::Kind::TakeBack:
    case Operation::Kind::DropBackup:
        return true;
    case Operation::Kind::AddBlock:
    case Operation::Kind::RemoveBlock:
        return false; // a person's own files, for which nobody needs more rights
    }
    return false;
}

tl::unexpected<Error> notOurs(const Operation &operation)
{
    return failure(ErrorId::OutsideTarget,
                   Text(QT_TRANSLATE_NOOP("backend", "The plan would change %1 with an administrator's rights, which installing a "
                                                     "cuDNN does not need. Nothing has been changed. Make a new plan."),
                        {operation.path}));
}

Result<void> checkFolder(const Directory &folder)
{
    const auto isOpen = folder.isWritableByOthers();
    if (!isOpen)
        return tl::unexpected(describe(isOpen.error(), Standing::NothingChanged));
    if (!*isOpen)
        return {};
    return failure(ErrorId::NotSupported,
                   Text(QT_TRANSLATE_NOOP("backend", "Others than the administrator may write into %1, so nothing is put there "
                                                     "with an administrator's rights. Nothing has been changed. Install as the "
                                                     "user whom the folder belongs to, or choose another target."),
                        {folder.label()}));
}

// As far as the folders are there; what is made will be root's.
Result<void> checkFoldersOn(const QString &path, const Directory &machine)
{
    // The root of a machine in a folder lies where its owner wants it; what counts is below.
    FileResult<Directory> folder = machine;
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        folder = folder->open(part);
        if (!folder && folder.error().kind == FileFault::Kind::Missing)
            return {};
        if (!folder)
            return tl::unexpected(describe(folder.error(), Standing::NothingChanged));
        if (const auto checked = checkFolder(*folder); !checked)
            return checked;
    }
    return {};
}

// Every folder in which something changes, and those that activation makes every program or every shell look into.
QStringList foldersOf(const Plan &plan)
{
    QStringList folders{plan.targetRoot};
    for (const Operation &operation : plan.operations) {
        const bool isFolder = operation.kind == Operation::Kind::Unpack;
        folders << (isFolder ? operation.path : operation.path.left(operation.path.lastIndexOf(u'/')));
        if (operation.kind != Operation::Kind::WriteFile)
            continue;
        folders << plan.libraryDir;
        if (plan.toolkit && isScriptOfTarget(operation.path, plan))
            folders << *plan.toolkit;
    }
    folders.removeDuplicates();
    return folders;
}

Result<void> checkFolders(const Plan &plan)
{
    const auto machine = Directory::openRoot(plan.machineRoot, u"/"_s, nullptr);
    if (!machine)
        return tl::unexpected(describe(machine.error(), Standing::NothingChanged));
    const QStringList folders = foldersOf(plan);
    for (const QString &folder : folders) {
        if (const auto checked = checkFoldersOn(folder, *machine); !checked)
            return checked;
    }
    return {};
}

// Names that newPlanId() gives; one becomes a folder, and a part of other names.
bool isPlanId(const QString &id)
{
    static const QRegularExpression pattern(uR"(\A[0-9]{8}-[0-9]{6}-[0-9a-f]{6}\z)"_s);
    return pattern.match(id).hasMatch();
}

// What the history shows on other people's terminals.
bool isOneLine(const QString &words)
{
    return words.size() <= 4096 && std::all_of(words.begin(), words.end(), [](QChar c) { return c.isPrint() || c.isSurrogate(); });
}

} // namespace

Result<void> checkPlanOfStranger(const Plan &plan)
{
    if (!isPlanId(plan.id) || plan.operations.size() > mostOperations)
        return tl::unexpected(malformedStream(u"plan %1, %2 operations"_s.arg(plan.id.left(200)).arg(plan.operations.size())));
    if (!isOneLine(plan.command) || !isOneLine(plan.summary))
        return tl::unexpected(malformedStream(u"command, summary"_s));
    static const auto catalog = Catalog::bundled(); // it never changes, and is long to read
    if (!catalog)
        return tl::unexpected(catalog.error());
    const CudnnFileNames &names = catalog->fileNames();
    const auto stranger = std::find_if(plan.operations.begin(), plan.operations.end(),
                                       [&](const Operation &operation) { return !isAllowed(operation, plan, names); });
    if (stranger != plan.operations.end())
        return notOurs(*stranger);
    return checkFolders(plan);
}

} // namespace cudnnsetup
