// SPDX-License-Identifier: MIT
#include "summary.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

namespace {

bool holds(const CudnnCopy &copy, const QString &path)
{
    return std::any_of(copy.libraries.begin(), copy.libraries.end(), [&](const LibraryFacts &library) {
        return library.file == path || library.linkChain.contains(path);
    });
}

QString folderOf(const QString &path)
{
    return path.left(path.lastIndexOf(QLatin1Char('/')));
}

QString cudaOf(const ToolkitFacts &toolkit)
{
    return toolkit.version ? shortVersion(*toolkit.version) : QStringLiteral("?");
}

QString driverOf(const SystemReport &report)
{
    return QString::number(report.driver->version.majorVersion());
}

// The copy the person means: the one in the active toolkit, else the one programs load, else the first.
const CudnnCopy *mainCopy(const SystemReport &report)
{
    const QList<const CudnnCopy *> copies = systemWideCopies(report);
    const ToolkitFacts *toolkit = activeToolkit(report);
    for (const CudnnCopy *copy : copies) {
        if (toolkit && copy->toolkit == toolkit->root)
            return copy;
    }
    const CudnnCopy *loaded = loadedCopy(report);
    if (loaded && copies.contains(loaded))
        return loaded;
    return copies.isEmpty() ? nullptr : copies.first();
}

Summary withoutCudnn(const SystemReport &report, const ToolkitFacts &toolkit)
{
    if (!report.driver) {
        return {Summary::State::Incomplete,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "CUDA %1 is here, cuDNN is not yet. Without an NVIDIA driver no program "
                             "can use a graphics card on this machine."),
                     {cudaOf(toolkit)})};
    }
    return {Summary::State::Ready,
            Text(QT_TRANSLATE_NOOP("backend", "Ready: CUDA %1 and driver %2. No cuDNN yet."),
                 {cudaOf(toolkit), driverOf(report)})};
}

Summary withCudnn(const SystemReport &report, const ToolkitFacts *toolkit, const CudnnCopy &copy)
{
    const QString version = copy.version ? shortVersion(*copy.version) : QStringLiteral("?");
    const CudnnCopy *loaded = loadedCopy(report);
    if (loaded && loaded != &copy && loaded->version && copy.version
        && shortVersion(*loaded->version) != shortVersion(*copy.version)) {
        return {Summary::State::Wrong,
                Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 is installed but programs load %2 instead."),
                     {version, shortVersion(*loaded->version)})};
    }
    if (!toolkit)
        return {Summary::State::Incomplete,
                Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 is here, but no CUDA toolkit."), {version})};
    if (!report.driver) {
        return {Summary::State::Incomplete,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "CUDA %1 and cuDNN %2 are here. Without an NVIDIA driver no program can "
                             "use a graphics card on this machine."),
                     {cudaOf(*toolkit), version})};
    }
    return {Summary::State::Ready,
            Text(QT_TRANSLATE_NOOP("backend", "Ready: CUDA %1, driver %2 and cuDNN %3."),
                 {cudaOf(*toolkit), driverOf(report), version})};
}

} // namespace

QString shortVersion(const QVersionNumber &version)
{
    return QVersionNumber(version.segments().first(std::min<qsizetype>(3, version.segmentCount())))
            .toString();
}

const ToolkitFacts *activeToolkit(const SystemReport &report)
{
    if (report.toolkits.isEmpty())
        return nullptr;
    const auto active = std::find_if(report.toolkits.begin(), report.toolkits.end(),
                                     [](const ToolkitFacts &toolkit) { return toolkit.isActive; });
    if (active != report.toolkits.end())
        return &*active;
    return &*std::max_element(
            report.toolkits.begin(), report.toolkits.end(), [](const ToolkitFacts &a, const ToolkitFacts &b) {
                return a.version.value_or(QVersionNumber()) < b.version.value_or(QVersionNumber());
            });
}

const CudnnCopy *loadedCopy(const SystemReport &report)
{
    for (const LoaderFacts::Resolved &resolved : report.loader.resolved) {
        for (const CudnnCopy &copy : report.cudnnCopies) {
            if (holds(copy, resolved.path) || copy.libraryDir == folderOf(resolved.path))
                return &copy;
        }
    }
    return nullptr;
}

QList<const CudnnCopy *> systemWideCopies(const SystemReport &report)
{
    QList<const CudnnCopy *> copies;
    for (const CudnnCopy &copy : report.cudnnCopies) {
        const bool isPythons = copy.origin == CudnnCopy::Origin::Conda
                               || copy.origin == CudnnCopy::Origin::Pip
                               || copy.origin == CudnnCopy::Origin::Framework;
        if (!isPythons)
            copies << &copy;
    }
    return copies;
}

Summary summaryOf(const SystemReport &report)
{
    const ToolkitFacts *toolkit = activeToolkit(report);
    if (const CudnnCopy *copy = mainCopy(report))
        return withCudnn(report, toolkit, *copy);
    if (toolkit)
        return withoutCudnn(report, *toolkit);
    return {Summary::State::Incomplete,
            Text(QT_TRANSLATE_NOOP("backend",
                                   "No CUDA toolkit was found here. cuDNN goes into a CUDA toolkit, so that "
                                   "comes first."))};
}

} // namespace cudnnsetup
