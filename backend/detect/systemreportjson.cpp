// SPDX-License-Identifier: MIT
#include "detect/systemreportjson.h"

#include "jsonfields.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int schema = 1;

template<class T, class Function>
QJsonArray arrayOf(const QList<T> &items, Function toObject)
{
    QJsonArray array;
    for (const T &item : items)
        array << toObject(item);
    return array;
}

QJsonArray arrayOf(const QStringList &texts)
{
    return QJsonArray::fromStringList(texts);
}

QJsonObject fromOs(const OsFacts &os)
{
    return {
            {u"name"_s, jsonOrNull(os.name)},
            {u"id"_s, jsonOrNull(os.id)},
            {u"version"_s, jsonOrNull(os.version)},
            {u"kernel"_s, jsonOrNull(os.kernel)},
            {u"glibc"_s, jsonOrNull(os.glibc)},
            {u"wsl"_s, os.isWsl},
            {u"container"_s, jsonOrNull(os.container)},
            {u"architecture"_s, jsonOrNull(os.architecture)},
    };
}

QJsonValue fromDriver(const std::optional<DriverFacts> &driver)
{
    if (!driver)
        return {};
    return QJsonObject{
            {u"version"_s, driver->spelling.isEmpty() ? jsonOrNull(driver->version) : QJsonValue(driver->spelling)},
            {u"maxCuda"_s, jsonOrNull(driver->maxCuda)},
            {u"source"_s, jsonOrNull(driver->source)},
    };
}

QJsonObject fromGpu(const GpuFacts &gpu)
{
    return {
            {u"index"_s, gpu.index},
            {u"name"_s, jsonOrNull(gpu.name)},
            {u"computeCapability"_s, jsonOrNull(gpu.computeCapability)},
            {u"memoryBytes"_s, jsonOrNull(gpu.memoryBytes)},
            {u"kernelDriver"_s, jsonOrNull(gpu.kernelDriver)},
            {u"source"_s, jsonOrNull(gpu.source)},
    };
}

QJsonObject fromVersionSource(const VersionSource &source)
{
    return {{u"source"_s, source.source}, {u"value"_s, source.value}};
}

QJsonObject fromToolkit(const ToolkitFacts &toolkit)
{
    return {
            {u"root"_s, toolkit.root},
            {u"aliases"_s, arrayOf(toolkit.aliases)},
            {u"version"_s, jsonOrNull(toolkit.version)},
            {u"active"_s, toolkit.isActive},
            {u"activeReason"_s, jsonOrNull(toolkit.activeReason)},
            {u"origin"_s, jsonOrNull(toolkit.origin)},
            {u"owner"_s, jsonOrNull(toolkit.owner)},
            {u"libraryDir"_s, jsonOrNull(toolkit.libraryDir)},
            {u"includeDir"_s, jsonOrNull(toolkit.includeDir)},
            {u"nvcc"_s, jsonOrNull(toolkit.nvcc)},
            {u"versionSources"_s, arrayOf(toolkit.versionSources, fromVersionSource)},
            {u"writable"_s, toolkit.isWritable},
    };
}

QJsonObject fromLibrary(const LibraryFacts &library)
{
    return {
            {u"name"_s, library.name},
            {u"file"_s, jsonOrNull(library.file)},
            {u"soname"_s, jsonOrNull(library.soname)},
            {u"linkChain"_s, arrayOf(library.linkChain)},
            {u"size"_s, library.size},
            {u"architecture"_s, jsonOrNull(library.architecture)},
            {u"problem"_s, jsonOrNull(library.problem)},
    };
}

QJsonObject fromFileUser(const FileUserFacts &user)
{
    return {{u"pid"_s, user.pid}, {u"name"_s, jsonOrNull(user.name)}};
}

QJsonObject fromCopy(const CudnnCopy &copy)
{
    return {
            {u"libraryDir"_s, copy.libraryDir},
            {u"includeDir"_s, jsonOrNull(copy.includeDir)},
            {u"version"_s, jsonOrNull(copy.version)},
            {u"headerVersion"_s, jsonOrNull(copy.headerVersion)},
            {u"libraryVersion"_s, jsonOrNull(copy.libraryVersion)},
            {u"libraryVersionSource"_s, jsonOrNull(copy.libraryVersionSource)},
            {u"cudaMajor"_s, jsonOrNull(copy.cudaMajor)},
            {u"cudaMajorSource"_s, jsonOrNull(copy.cudaMajorSource)},
            {u"architecture"_s, jsonOrNull(copy.architecture)},
            {u"origin"_s, toString(copy.origin)},
            {u"owner"_s, jsonOrNull(copy.owner)},
            {u"toolkit"_s, jsonOrNull(copy.toolkit)},
            {u"libraries"_s, arrayOf(copy.libraries, fromLibrary)},
            {u"inUseBy"_s, arrayOf(copy.inUseBy, fromFileUser)},
            {u"probeError"_s, jsonOrNull(copy.probeError)},
    };
}

QJsonObject fromLoader(const LoaderFacts &loader)
{
    return {
            {u"cacheEntries"_s, arrayOf(loader.cacheEntries,
                                        [](const LoaderFacts::CacheEntry &entry) {
                                            return QJsonObject{{u"soname"_s, entry.soname}, {u"path"_s, entry.path}};
                                        })},
            {u"resolved"_s, arrayOf(loader.resolved,
                                    [](const LoaderFacts::Resolved &resolved) {
                                        return QJsonObject{{u"soname"_s, resolved.soname},
                                                           {u"path"_s, jsonOrNull(resolved.path)},
                                                           {u"reason"_s, jsonOrNull(resolved.reason)}};
                                    })},
            {u"problem"_s, jsonOrNull(loader.problem)},
    };
}

// CUDA_HOME and CUDA_PATH are always there, as null when unset; the other variables only when set.
QJsonObject fromEnvironment(const EnvironmentFacts &environment)
{
    QJsonObject object{{u"CUDA_HOME"_s, QJsonValue()}, {u"CUDA_PATH"_s, QJsonValue()}};
    for (auto it = environment.variables.cbegin(); it != environment.variables.cend(); ++it)
        object.insert(it.key(), jsonOrNull(it.value()));
    object.insert(u"PATH"_s, arrayOf(environment.path));
    object.insert(u"LD_LIBRARY_PATH"_s, arrayOf(environment.libraryPath));
    return object;
}

QJsonObject fromPackage(const PythonFacts::Package &package)
{
    return {
            {u"name"_s, package.name},
            {u"version"_s, jsonOrNull(package.version)},
            {u"cudnnDir"_s, jsonOrNull(package.cudnnDir)},
            {u"needsCudnn"_s, jsonOrNull(package.needsCudnn)},
    };
}

QJsonObject fromPython(const PythonFacts &python)
{
    return {
            {u"executable"_s, jsonOrNull(python.executable)},
            {u"prefix"_s, python.prefix},
            {u"kind"_s, jsonOrNull(python.kind)},
            {u"packages"_s, arrayOf(python.packages, fromPackage)},
    };
}

} // namespace

QJsonObject toJson(const SystemReport &report)
{
    return {
            {u"schema"_s, schema},
            {u"os"_s, fromOs(report.os)},
            {u"driver"_s, fromDriver(report.driver)},
            {u"driverUnknownReason"_s, jsonOrNull(report.driverUnknownReason.toString())},
            {u"gpus"_s, arrayOf(report.gpus, fromGpu)},
            {u"gpusUnknownReason"_s, jsonOrNull(report.gpusUnknownReason.toString())},
            {u"toolkits"_s, arrayOf(report.toolkits, fromToolkit)},
            {u"cudnnCopies"_s, arrayOf(report.cudnnCopies, fromCopy)},
            {u"loader"_s, fromLoader(report.loader)},
            {u"environment"_s, fromEnvironment(report.environment)},
            {u"pythons"_s, arrayOf(report.pythons, fromPython)},
            {u"packageManagers"_s, arrayOf(report.packageManagers)},
            {u"gpuUsers"_s, arrayOf(report.gpuUsers, fromFileUser)},
            {u"unseenPrograms"_s, jsonOrNull(report.unseenPrograms)},
    };
}

QString toString(CudnnCopy::Origin origin)
{
    switch (origin) {
    case CudnnCopy::Origin::Toolkit: return u"toolkit"_s;
    case CudnnCopy::Origin::System: return u"system"_s;
    case CudnnCopy::Origin::Conda: return u"conda"_s;
    case CudnnCopy::Origin::Pip: return u"pip"_s;
    case CudnnCopy::Origin::Framework: return u"framework"_s;
    case CudnnCopy::Origin::Standalone: return u"standalone"_s;
    case CudnnCopy::Origin::Driver: return u"driver"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
