// SPDX-License-Identifier: MIT
#include "detect/systemreportjson.h"

#include "jsonfields.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString textOf(const JsonFields &fields, const QString &key)
{
    return fields.text(key).value_or(QString());
}

template<class Function>
auto listOf(const JsonFields &fields, const QString &key, Function fromFields)
{
    QList<decltype(fromFields(fields))> list;
    const QList<JsonFields> objects = fields.objects(key);
    for (const JsonFields &object : objects)
        list << fromFields(object);
    return list;
}

OsFacts toOs(const JsonFields &os)
{
    return {
            .name = textOf(os, u"name"_s),
            .id = textOf(os, u"id"_s),
            .version = textOf(os, u"version"_s),
            .kernel = textOf(os, u"kernel"_s),
            .glibc = os.version(u"glibc"_s),
            .isWsl = os.yesNo(u"wsl"_s).value_or(false),
            .container = os.text(u"container"_s),
            .architecture = textOf(os, u"architecture"_s),
    };
}

DriverFacts toDriver(const JsonFields &driver)
{
    return {
            .version = driver.version(u"version"_s).value_or(QVersionNumber()),
            .maxCuda = driver.version(u"maxCuda"_s),
            .source = textOf(driver, u"source"_s),
            .spelling = textOf(driver, u"version"_s),
    };
}

GpuFacts toGpu(const JsonFields &gpu)
{
    return {
            .index = int(gpu.number(u"index"_s).value_or(0)),
            .name = textOf(gpu, u"name"_s),
            .computeCapability = gpu.version(u"computeCapability"_s),
            .memoryBytes = gpu.number(u"memoryBytes"_s),
            .kernelDriver = gpu.text(u"kernelDriver"_s),
            .source = textOf(gpu, u"source"_s),
    };
}

ToolkitFacts toToolkit(const JsonFields &toolkit)
{
    return {
            .root = textOf(toolkit, u"root"_s),
            .aliases = toolkit.texts(u"aliases"_s),
            .version = toolkit.version(u"version"_s),
            .isActive = toolkit.yesNo(u"active"_s).value_or(false),
            .activeReason = textOf(toolkit, u"activeReason"_s),
            .origin = textOf(toolkit, u"origin"_s),
            .owner = toolkit.text(u"owner"_s),
            .libraryDir = toolkit.text(u"libraryDir"_s),
            .includeDir = toolkit.text(u"includeDir"_s),
            .nvcc = toolkit.text(u"nvcc"_s),
            .versionSources = listOf(toolkit, u"versionSources"_s,
                                     [](const JsonFields &source) {
                                         return VersionSource{textOf(source, u"source"_s), textOf(source, u"value"_s)};
                                     }),
            .isWritable = toolkit.yesNo(u"writable"_s).value_or(false),
    };
}

LibraryFacts toLibrary(const JsonFields &library)
{
    return {
            .name = textOf(library, u"name"_s),
            .file = textOf(library, u"file"_s),
            .soname = library.text(u"soname"_s),
            .linkChain = library.texts(u"linkChain"_s),
            .size = library.number(u"size"_s).value_or(0),
            .architecture = library.text(u"architecture"_s),
            .problem = textOf(library, u"problem"_s),
    };
}

CudnnCopy::Origin toOrigin(const JsonFields &copy)
{
    const QString key = u"origin"_s;
    const std::optional<QString> word = copy.text(key);
    for (const auto origin : {CudnnCopy::Origin::Toolkit, CudnnCopy::Origin::System, CudnnCopy::Origin::Conda,
                              CudnnCopy::Origin::Pip, CudnnCopy::Origin::Framework, CudnnCopy::Origin::Standalone,
                              CudnnCopy::Origin::Driver}) {
        if (word == toString(origin))
            return origin;
    }
    if (word)
        copy.markWrong(key);
    return CudnnCopy::Origin::Standalone;
}

std::optional<int> toInt(const std::optional<qint64> &number)
{
    return number ? std::optional(int(*number)) : std::nullopt;
}

FileUserFacts toFileUser(const JsonFields &user)
{
    return {.pid = user.number(u"pid"_s).value_or(0), .name = textOf(user, u"name"_s)};
}

CudnnCopy toCopy(const JsonFields &copy)
{
    return {
            .libraryDir = textOf(copy, u"libraryDir"_s),
            .includeDir = copy.text(u"includeDir"_s),
            .version = copy.version(u"version"_s),
            .headerVersion = copy.version(u"headerVersion"_s),
            .libraryVersion = copy.version(u"libraryVersion"_s),
            .libraryVersionSource = textOf(copy, u"libraryVersionSource"_s),
            .cudaMajor = toInt(copy.number(u"cudaMajor"_s)),
            .cudaMajorSource = textOf(copy, u"cudaMajorSource"_s),
            .architecture = copy.text(u"architecture"_s),
            .origin = toOrigin(copy),
            .owner = copy.text(u"owner"_s),
            .toolkit = copy.text(u"toolkit"_s),
            .libraries = listOf(copy, u"libraries"_s, toLibrary),
            .inUseBy = listOf(copy, u"inUseBy"_s, toFileUser),
            .probeError = textOf(copy, u"probeError"_s),
    };
}

LoaderFacts toLoader(const JsonFields &loader)
{
    return {
            .cacheEntries = listOf(loader, u"cacheEntries"_s,
                                   [](const JsonFields &entry) {
                                       return LoaderFacts::CacheEntry{textOf(entry, u"soname"_s),
                                                                      textOf(entry, u"path"_s)};
                                   }),
            .resolved = listOf(loader, u"resolved"_s,
                               [](const JsonFields &resolved) {
                                   return LoaderFacts::Resolved{textOf(resolved, u"soname"_s),
                                                                textOf(resolved, u"path"_s),
                                                                textOf(resolved, u"reason"_s)};
                               }),
            .problem = textOf(loader, u"problem"_s),
    };
}

EnvironmentFacts toEnvironment(const JsonFields &environment)
{
    EnvironmentFacts facts{.path = environment.texts(u"PATH"_s), .libraryPath = environment.texts(u"LD_LIBRARY_PATH"_s)};
    const QStringList keys = environment.keys();
    for (const QString &key : keys) {
        if (key == u"PATH" || key == u"LD_LIBRARY_PATH")
            continue;
        if (const std::optional<QString> value = environment.text(key))
            facts.variables.insert(key, *value);
    }
    return facts;
}

PythonFacts::Package toPackage(const JsonFields &package)
{
    return {
            .name = textOf(package, u"name"_s),
            .version = textOf(package, u"version"_s),
            .cudnnDir = package.text(u"cudnnDir"_s),
            .needsCudnn = package.text(u"needsCudnn"_s),
    };
}

PythonFacts toPython(const JsonFields &python)
{
    return {
            .executable = textOf(python, u"executable"_s),
            .prefix = textOf(python, u"prefix"_s),
            .kind = textOf(python, u"kind"_s),
            .packages = listOf(python, u"packages"_s, toPackage),
    };
}

tl::unexpected<Error> malformed(const QString &key)
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "This is no report of a machine that this version can read: the value "
                                                     "of \"%1\" is not as it should be."),
                        {key}));
}

} // namespace

Result<SystemReport> systemReportFromJson(const QJsonObject &json)
{
    const JsonFields fields(json);
    if (fields.number(u"schema"_s) != 1)
        return malformed(u"schema"_s);
    const JsonFields nothing({});
    const std::optional<JsonFields> driver = fields.object(u"driver"_s);
    SystemReport report{
            .os = toOs(fields.object(u"os"_s).value_or(nothing)),
            .driver = driver ? std::optional(toDriver(*driver)) : std::nullopt,
            .driverUnknownReason = Text::verbatim(textOf(fields, u"driverUnknownReason"_s)),
            .gpus = listOf(fields, u"gpus"_s, toGpu),
            .gpusUnknownReason = Text::verbatim(textOf(fields, u"gpusUnknownReason"_s)),
            .toolkits = listOf(fields, u"toolkits"_s, toToolkit),
            .cudnnCopies = listOf(fields, u"cudnnCopies"_s, toCopy),
            .loader = toLoader(fields.object(u"loader"_s).value_or(nothing)),
            .environment = toEnvironment(fields.object(u"environment"_s).value_or(nothing)),
            .pythons = listOf(fields, u"pythons"_s, toPython),
            .packageManagers = fields.texts(u"packageManagers"_s),
            .gpuUsers = listOf(fields, u"gpuUsers"_s, toFileUser),
            .unseenPrograms = toInt(fields.number(u"unseenPrograms"_s)),
    };
    if (!fields.wrongKey().isEmpty())
        return malformed(fields.wrongKey());
    return report;
}

} // namespace cudnnsetup
