// SPDX-License-Identifier: MIT
#include "detect/toolkitplaces.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The nvcc at the end of links and of one wrapper script.
QString realNvcc(const FileTree &files, const QString &nvcc)
{
    const QString real = files.canonical(nvcc).value_or(nvcc);
    const Result<QByteArray> start = files.read(real, 4096);
    const std::optional<QString> wrapped = start ? nvccOfScript(*start) : std::nullopt;
    return wrapped ? files.canonical(*wrapped).value_or(real) : real;
}

// ".../bin/nvcc" -> "...". Empty for an nvcc that lies elsewhere.
QString rootOfNvcc(const QString &nvcc)
{
    return nvcc.endsWith(u"/bin/nvcc") ? nvcc.chopped(9) : QString();
}

QList<ToolkitPlace> placesOnPath(const Host &host)
{
    const FileTree &files = host.files();
    QList<ToolkitPlace> places;
    const QStringList folders = host.variable(u"PATH"_s).split(u':', Qt::SkipEmptyParts);
    for (const QString &folder : folders) {
        const QString nvcc = FileTree::join(FileTree::clean(folder), u"nvcc"_s);
        const QString root = folder.startsWith(u'/') && files.isFile(nvcc) ? rootOfNvcc(realNvcc(files, nvcc)) : QString();
        if (root.isEmpty())
            continue;
        places << ToolkitPlace{root, places.isEmpty() ? u"nvcc on PATH"_s : QString(), nvcc};
        // The path as written may be a link to the same folder: one more name for it. A wrapper script is none.
        if (files.canonical(rootOfNvcc(nvcc)) == root)
            places << ToolkitPlace{rootOfNvcc(nvcc)};
    }
    return places;
}

void addMatching(const FileTree &files, const QString &folder, const QString &pattern, QList<ToolkitPlace> &places)
{
    const QStringList names = files.list(folder, {pattern});
    for (const QString &name : names)
        places << ToolkitPlace{FileTree::join(folder, name)};
}

void addHpcSdk(const FileTree &files, QList<ToolkitPlace> &places)
{
    const QString sdk = u"/opt/nvidia/hpc_sdk"_s;
    const QStringList platforms = files.list(sdk, {u"Linux_*"_s});
    for (const QString &platform : platforms) {
        const QStringList releases = files.list(sdk + u'/' + platform);
        for (const QString &release : releases)
            addMatching(files, sdk + u'/' + platform + u'/' + release + u"/cuda"_s, u"[0-9]*"_s, places);
    }
}

} // namespace

QList<ToolkitPlace> toolkitPlaces(const Host &host)
{
    const FileTree &files = host.files();
    QList<ToolkitPlace> places = placesOnPath(host);
    for (const QString &name : {u"CUDA_HOME"_s, u"CUDA_PATH"_s}) {
        if (host.variable(name).startsWith(u'/'))
            places << ToolkitPlace{FileTree::clean(host.variable(name)), name};
    }
    for (const QString &path : {u"/usr/local/cuda"_s, u"/opt/cuda"_s})
        places << ToolkitPlace{path, path};
    addMatching(files, u"/usr/local"_s, u"cuda*"_s, places);
    addMatching(files, u"/opt"_s, u"cuda*"_s, places);
    addMatching(files, u"/etc/alternatives"_s, u"cuda*"_s, places);
    places << ToolkitPlace{u"/usr/lib/cuda"_s} << ToolkitPlace{u"/usr/lib/nvidia-cuda-toolkit"_s};
    addHpcSdk(files, places);
    return places;
}

std::optional<QString> nvccOfScript(const QByteArray &text)
{
    if (!text.startsWith("#!"))
        return std::nullopt;
    static const QRegularExpression path(u"[\\s\"'](/[^\\s\"'$]*/bin/nvcc)[\\s\"']"_s);
    const QRegularExpressionMatch match = path.match(QString::fromUtf8(text) + u'\n');
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

} // namespace cudnnsetup
