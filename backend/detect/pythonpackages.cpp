// SPDX-License-Identifier: MIT
#include "detect/pythonpackages.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Frameworks that load cuDNN, and cuDNN itself. A name that ends in '-' stands for all that start so.
bool isOfInterest(const QString &name)
{
    static const QStringList names{
            u"torch"_s,           u"tensorflow"_s,    u"tensorflow-gpu"_s,   u"tf-nightly"_s, u"jax"_s,
            u"jaxlib"_s,          u"onnxruntime-gpu"_s, u"paddlepaddle-gpu"_s, u"ctranslate2"_s, u"cupy"_s,
            u"mxnet"_s,
    };
    static const QStringList starts{u"cupy-"_s, u"nvidia-cudnn-cu"_s, u"jax-cuda"_s, u"mxnet-cu"_s};
    return names.contains(name)
            || std::any_of(starts.cbegin(), starts.cend(), [&name](const QString &start) { return name.startsWith(start); });
}

// Where a package keeps cuDNN when it brings its own; relative to site-packages.
QString ownCudnnFolder(const QString &name)
{
    static const QHash<QString, QString> folders{
            {u"torch"_s, u"torch/lib"_s},
            {u"paddlepaddle-gpu"_s, u"paddle/libs"_s},
            {u"ctranslate2"_s, u"ctranslate2.libs"_s},
            {u"mxnet"_s, u"mxnet"_s},
    };
    return name.startsWith(u"cupy") ? u"cupy/.data/lib"_s : folders.value(name);
}

bool holdsCudnn(const FileTree &files, const QString &folder)
{
    return !files.list(folder, {u"libcudnn*.so*"_s, u"cudnn*.dll"_s}).isEmpty();
}

std::optional<QString> cudnnDirOf(const FileTree &files, const QString &site, const PythonFacts::Package &package)
{
    const QString own = ownCudnnFolder(package.name);
    if (!own.isEmpty() && holdsCudnn(files, site + u'/' + own))
        return files.canonical(site + u'/' + own);
    const QString wheel = site + u"/nvidia/cudnn/lib"_s;
    const bool usesWheel = package.needsCudnn || package.name.startsWith(u"nvidia-cudnn")
            || package.name.startsWith(u"tensorflow") || package.name.startsWith(u"jax");
    return usesWheel && holdsCudnn(files, wheel) ? files.canonical(wheel) : std::nullopt;
}

// The folder of an egg-info or dist-info holds its metadata under one of two names; an egg-info may be the file itself.
QByteArray metadataOf(const FileTree &files, const QString &path)
{
    for (const QString &name : {u"/METADATA"_s, u"/PKG-INFO"_s, QString()}) {
        if (const Result<QByteArray> text = files.read(path + name))
            return *text;
    }
    return {};
}

} // namespace

QList<PythonFacts::Package> readPackages(const FileTree &files, const QStringList &siteFolders)
{
    QList<PythonFacts::Package> packages;
    for (const QString &site : siteFolders) {
        const QStringList names = files.list(site, {u"*.dist-info"_s, u"*.egg-info"_s});
        for (const QString &name : names) {
            std::optional<PythonFacts::Package> package = packageOfMetadataName(name);
            if (!package)
                continue;
            package->needsCudnn = cudnnRequirement(metadataOf(files, site + u'/' + name));
            package->cudnnDir = cudnnDirOf(files, site, *package);
            packages << *package;
        }
    }
    return packages;
}

QList<PythonFacts::Package> readCondaPackages(const FileTree &files, const QString &prefix)
{
    QList<PythonFacts::Package> packages;
    const QStringList records = files.list(prefix + u"/conda-meta"_s, {u"cudnn-*.json"_s, u"libcudnn-[0-9]*.json"_s});
    for (const QString &record : records) {
        // name-version-build.json
        PythonFacts::Package package{.name = record.section(u'-', 0, -3), .version = record.section(u'-', -2, -2)};
        if (holdsCudnn(files, prefix + u"/lib"_s))
            package.cudnnDir = files.canonical(prefix + u"/lib"_s);
        packages << package;
    }
    return packages;
}

std::optional<PythonFacts::Package> packageOfMetadataName(const QString &name)
{
    static const QRegularExpression parts(u"^([A-Za-z0-9._]+)-([0-9][^-]*)(?:-py[0-9.]+)?\\.(?:dist|egg)-info$"_s);
    const QRegularExpressionMatch match = parts.match(name);
    // Names compare in one spelling: lower case, '-' for '_' and '.' (PEP 503).
    const QString normal = match.captured(1).toLower().replace(u'_', u'-').replace(u'.', u'-');
    if (!match.hasMatch() || !isOfInterest(normal))
        return std::nullopt;
    return PythonFacts::Package{.name = normal, .version = match.captured(2)};
}

std::optional<QString> cudnnRequirement(const QByteArray &metadata)
{
    static const QRegularExpression words(u"^Requires-Dist:\\s*(nvidia[-_]cudnn[-_]cu\\d+)\\s*([^;\\r\\n]*)"_s,
                                          QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = words.match(QString::fromUtf8(metadata));
    if (!match.hasMatch())
        return std::nullopt;
    QString condition = match.captured(2);
    condition.remove(u'(').remove(u')').remove(u' ');
    return match.captured(1).replace(u'_', u'-') + condition;
}

} // namespace cudnnsetup
