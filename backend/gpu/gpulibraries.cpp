// SPDX-License-Identifier: MIT
#include "gpu/gpulibraries.h"

#include "detect/cudnncopies.h"
#include "detect/cudnnlibraries.h"
#include "host/resolver.h"

#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The copy that is meant.
struct Target
{
    QString libraryDir;
    LibraryFacts dispatcher;
    std::optional<int> cudaMajor = {};
    std::optional<QString> toolkit = {}; // root of the one in which it lies
};

// The SONAMEs under which cuBLAS and NVRTC of one CUDA are found, as far as the folder has them.
struct Names
{
    QString cublas = {};
    QString nvrtc = {};
    bool isWhole() const { return !cublas.isEmpty() && !nvrtc.isEmpty(); }
};

std::optional<LibraryFacts> dispatcherIn(const FileTree &files, const QString &folder, std::optional<int> major)
{
    const QList<CudnnSet> sets = cudnnSetsIn(files, folder);
    for (auto set = sets.crbegin(); set != sets.crend(); ++set) { // highest first
        const LibraryFacts *dispatcher = set->dispatcher();
        if (dispatcher && (!major || set->major == major))
            return *dispatcher;
    }
    return {};
}

// What detect knows of the copy; of one that was put there since, what its files tell.
std::optional<CudnnCopy> copyAt(const Host &host, const SystemReport &report, const QString &folder, int major)
{
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (copy.libraryDir == folder && copy.version && copy.version->majorVersion() == major)
            return copy;
    }
    return cudnnCopyIn(host, report, folder, false, major);
}

std::optional<Target> targetOf(const Host &host, const SystemReport &report, const GpuTestRequest &request)
{
    const FileTree &files = host.files();
    const auto folder = files.canonical(request.libraryDir);
    const auto dispatcher = folder ? dispatcherIn(files, *folder, request.major) : std::nullopt;
    if (!dispatcher)
        return {};
    Target target{.libraryDir = *folder, .dispatcher = *dispatcher};
    const auto number = numberOfLibraryName(dispatcher->soname.value_or(dispatcher->name));
    if (const auto copy = copyAt(host, report, *folder, number ? number->majorVersion() : 0)) {
        target.cudaMajor = copy->cudaMajor;
        target.toolkit = copy->toolkit;
    }
    return target;
}

// "libcublas.so.12"; NVRTC of CUDA 11 is "libnvrtc.so.11.2", and its builtins are another library.
QString nameIn(const FileTree &files, const QString &folder, const QString &library, std::optional<int> major)
{
    const QRegularExpression soname(u"^%1\\.so\\.(\\d+)(\\.\\d+)?$"_s.arg(library));
    QString best;
    const QStringList names = files.list(folder, {library + u".so.*"_s});
    for (const QString &name : names) {
        const auto match = soname.match(name);
        if (!match.hasMatch() || (major && match.captured(1).toInt() != *major) || !files.isFile(FileTree::join(folder, name)))
            continue;
        if (best.isEmpty() || name.size() < best.size() || (name.size() == best.size() && name > best))
            best = name;
    }
    return best;
}

Names namesIn(const FileTree &files, const QString &folder, std::optional<int> major)
{
    return {.cublas = nameIn(files, folder, u"libcublas"_s, major), .nvrtc = nameIn(files, folder, u"libnvrtc"_s, major)};
}

// NVIDIA's names; CUDA 11.0 and 11.1 had an NVRTC of their own number.
Names namesOf(int cudaMajor)
{
    const QString number = QString::number(cudaMajor);
    const QString nvrtc = cudaMajor == 10 || cudaMajor == 11 ? number + u".2"_s : number;
    return {.cublas = u"libcublas.so."_s + number, .nvrtc = u"libnvrtc.so."_s + nvrtc};
}

// NVIDIA's Python packages lie side by side: <site-packages>/nvidia/{cudnn,cublas,cuda_nvrtc,cu13}/lib.
QStringList siblingFolders(const FileTree &files, const QString &libraryDir)
{
    if (!libraryDir.endsWith("/nvidia/cudnn/lib"_L1))
        return {};
    const QString packages = libraryDir.chopped(int(qstrlen("/cudnn/lib")));
    QStringList folders{packages + u"/cublas/lib"_s, packages + u"/cuda_nvrtc/lib"_s};
    const QStringList bundles = files.list(packages, {u"cu[0-9]*"_s});
    for (const QString &bundle : bundles)
        folders << packages + u'/' + bundle + u"/lib"_s;
    folders.removeIf([&](const QString &folder) { return !files.isDirectory(folder); });
    return folders;
}

const ToolkitFacts *toolkitAt(const Host &host, const SystemReport &report, const std::optional<QString> &root)
{
    if (!root)
        return nullptr;
    const QString real = host.files().canonical(*root).value_or(FileTree::clean(*root));
    const auto found = std::find_if(report.toolkits.begin(), report.toolkits.end(),
                                    [&](const ToolkitFacts &toolkit) { return toolkit.root == real; });
    return found == report.toolkits.end() ? nullptr : &*found;
}

// The one in use comes first among those of the report, then the newest.
const ToolkitFacts *toolkitFor(const SystemReport &report, std::optional<int> cudaMajor)
{
    const auto found = std::find_if(report.toolkits.begin(), report.toolkits.end(), [&](const ToolkitFacts &toolkit) {
        return toolkit.libraryDir && (!cudaMajor || (toolkit.version && toolkit.version->majorVersion() == *cudaMajor));
    });
    return found == report.toolkits.end() ? nullptr : &*found;
}

// Where cuBLAS and NVRTC for this copy may lie, best first.
QStringList foldersFor(const Host &host, const SystemReport &report, const GpuTestRequest &request, const Target &target)
{
    QStringList folders;
    const auto add = [&](const ToolkitFacts *toolkit) {
        if (toolkit && toolkit->libraryDir)
            folders << *toolkit->libraryDir;
    };
    add(toolkitAt(host, report, request.toolkit));
    folders << siblingFolders(host.files(), target.libraryDir);
    add(toolkitAt(host, report, target.toolkit));
    folders << target.libraryDir;
    add(toolkitFor(report, target.cudaMajor));
    folders.removeDuplicates();
    return folders;
}

// A path from the first folder that has the library for this CUDA, else for any; else a bare name.
QString libraryFrom(const FileTree &files, const QStringList &folders, const QString &library, std::optional<int> cudaMajor)
{
    for (const std::optional<int> &major : {cudaMajor, std::optional<int>()}) {
        for (const QString &folder : folders) {
            const QString name = nameIn(files, folder, library, major);
            if (!name.isEmpty())
                return FileTree::join(files.outsideOfTarget(folder), name);
        }
    }
    if (!cudaMajor)
        return {};
    const Names names = namesOf(*cudaMajor);
    return library == u"libcublas" ? names.cublas : names.nvrtc;
}

gpuprotocol::Request plainRequest(const GpuTestRequest &request)
{
    return {.driver = u"libcuda.so.1"_s,
            .cudnn = {},
            .cublas = {},
            .nvrtc = {},
            .nvml = u"libnvidia-ml.so.1"_s,
            .device = request.device,
            .modes = request.modes,
            .seconds = double(request.limit.count()),
            .shape = request.shape};
}

GpuChildSetup thisCopy(const Host &host, const SystemReport &report, const GpuTestRequest &request, const Target &target)
{
    const FileTree &files = host.files();
    const QStringList folders = foldersFor(host, report, request, target);
    GpuChildSetup setup{.request = plainRequest(request), .environment = host.environment()};
    setup.dispatcher = files.outsideOfTarget(target.dispatcher.file);
    setup.request.cudnn = FileTree::join(files.outsideOfTarget(target.libraryDir), target.dispatcher.name);
    setup.request.cublas = libraryFrom(files, folders, u"libcublas"_s, target.cudaMajor);
    setup.request.nvrtc = libraryFrom(files, folders, u"libnvrtc"_s, target.cudaMajor);
    setup.libraryPath << files.outsideOfTarget(target.libraryDir);
    for (const QString &folder : folders)
        setup.libraryPath << files.outsideOfTarget(folder);
    setup.libraryPath.removeDuplicates();
    return setup;
}

// What the loader resolves for a program of this person, highest version first.
QString resolvedSoname(const SystemReport &report)
{
    QString best;
    for (const LoaderFacts::Resolved &resolved : report.loader.resolved) {
        const auto number = numberOfLibraryName(resolved.soname);
        const auto highest = numberOfLibraryName(best);
        if (number && resolved.soname.startsWith("libcudnn.so."_L1) && (!highest || *number > *highest))
            best = resolved.soname;
    }
    return best;
}

// Of the copy that programs get, else of the toolkit in use.
std::optional<int> cudaMajorOf(const Host &host, const SystemReport &report, const QString &soname)
{
    const Resolution found = resolveSoname(host, soname);
    const QString file = found.path ? host.files().canonical(*found.path).value_or(*found.path) : QString();
    for (const CudnnCopy &copy : report.cudnnCopies) {
        if (copy.cudaMajor && copy.libraryDir == file.section(u'/', 0, -2))
            return copy.cudaMajor;
    }
    const ToolkitFacts *toolkit = toolkitFor(report, {});
    return toolkit && toolkit->version ? std::optional(toolkit->version->majorVersion()) : std::nullopt;
}

GpuChildSetup asPrograms(const Host &host, const SystemReport &report, const GpuTestRequest &request, const QString &soname)
{
    GpuChildSetup setup{.request = plainRequest(request), .environment = host.environment()};
    const auto cudaMajor = cudaMajorOf(host, report, soname);
    const ToolkitFacts *toolkit = toolkitFor(report, cudaMajor);
    Names names = toolkit ? namesIn(host.files(), *toolkit->libraryDir, cudaMajor) : Names();
    if (!names.isWhole() && cudaMajor)
        names = namesOf(*cudaMajor);
    setup.request.cudnn = soname;
    setup.request.cublas = names.cublas;
    setup.request.nvrtc = names.nvrtc;
    // The whole of the person's path, so that whoever guards the child sees every folder.
    const QString path = setup.environment.take(u"LD_LIBRARY_PATH"_s);
    if (!path.isEmpty())
        setup.libraryPath = splitLibraryPath(path);
    return setup;
}

tl::unexpected<Error> absent(const QString &folder)
{
    if (folder.isEmpty())
        return failure(ErrorId::CudnnAbsent,
                       Text(QT_TRANSLATE_NOOP("backend", "No cuDNN was found on this machine, so there is nothing to try out on the "
                                                         "GPU. Install one first.")));
    return failure(ErrorId::CudnnAbsent,
                   Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN library in %1, so there is nothing to try out on the GPU. "
                                                     "Install cuDNN there first."),
                        {folder}));
}

} // namespace

Result<GpuChildSetup> gpuChildSetup(const Host &host, const SystemReport &report, const GpuTestRequest &request)
{
    const auto target = request.libraryDir.isEmpty() ? std::nullopt : targetOf(host, report, request);
    if (request.way == GpuTestReport::Way::ThisCopy)
        return target ? Result<GpuChildSetup>(thisCopy(host, report, request, *target)) : absent(request.libraryDir);
    const QString soname = target ? target->dispatcher.soname.value_or(target->dispatcher.name) : resolvedSoname(report);
    if (soname.isEmpty())
        return absent(request.libraryDir);
    GpuChildSetup setup = asPrograms(host, report, request, soname);
    if (target)
        setup.dispatcher = host.files().outsideOfTarget(target->dispatcher.file);
    return setup;
}

QHash<QString, QString> gpuVariables(const QHash<QString, QString> &environment)
{
    static const QStringList starts{u"CUDNN_"_s, u"CUBLAS"_s, u"NVIDIA_TF32_OVERRIDE"_s, u"CUDA_LAUNCH_BLOCKING"_s,
                                    u"CUDA_VISIBLE_DEVICES"_s, u"CUDA_DEVICE_ORDER"_s, u"CUDA_MODULE_LOADING"_s,
                                    u"CUDA_FORCE_PTX_JIT"_s, u"CUDA_DISABLE_PTX_JIT"_s, u"CUDA_CACHE_DISABLE"_s,
                                    u"CUDA_MPS_"_s};
    QHash<QString, QString> variables;
    for (auto it = environment.cbegin(); it != environment.cend(); ++it) {
        const bool matters = std::any_of(starts.begin(), starts.end(),
                                         [&](const QString &start) { return it.key().startsWith(start); });
        if (matters)
            variables.insert(it.key(), it.value());
    }
    return variables;
}

} // namespace cudnnsetup
