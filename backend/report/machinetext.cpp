// SPDX-License-Identifier: MIT
#include "report/machinetext.h"

#include "report/progresstext.h"
#include "report/summary.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Headings at the margin, sentences below them, what belongs to a sentence further in.
class Page
{
public:
    void heading(const Text &text) { m_lines << QString() << text.toString(); }
    void line(const Text &text) { m_lines << u"  "_s + text.toString(); }
    void more(const Text &text) { m_lines << u"      "_s + text.toString(); }
    void plain(const Text &text) { m_lines << text.toString(); }
    QString join() const { return m_lines.join(u'\n') + u'\n'; }

private:
    QStringList m_lines;
};

QString orUnknown(const std::optional<QVersionNumber> &version)
{
    return version ? version->toString() : Text(QT_TRANSLATE_NOOP("backend", "unknown")).toString();
}

void addGpus(Page &page, const SystemReport &report)
{
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "Graphics card")));
    if (report.gpus.isEmpty()) {
        page.line(Text(QT_TRANSLATE_NOOP("backend", "No NVIDIA graphics card was found.")));
        if (!report.gpusUnknownReason.isEmpty())
            page.more(report.gpusUnknownReason);
    }
    for (const GpuFacts &gpu : report.gpus) {
        page.line(Text::verbatim(gpu.name));
        if (gpu.computeCapability)
            page.more(Text(QT_TRANSLATE_NOOP("backend", "Compute capability %1"), {gpu.computeCapability->toString()}));
        if (gpu.memoryBytes)
            page.more(Text(QT_TRANSLATE_NOOP("backend", "Memory %1"), {sizeText(*gpu.memoryBytes)}));
        if (gpu.kernelDriver && *gpu.kernelDriver != u"nvidia")
            page.more(Text(QT_TRANSLATE_NOOP("backend", "It is run by the driver %1, not by NVIDIA's."), {*gpu.kernelDriver}));
    }
}

void addDriver(Page &page, const SystemReport &report)
{
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "Driver")));
    if (!report.driver) {
        page.line(Text(QT_TRANSLATE_NOOP("backend", "No NVIDIA driver was found.")));
        if (!report.driverUnknownReason.isEmpty())
            page.more(report.driverUnknownReason);
        return;
    }
    page.line(Text(QT_TRANSLATE_NOOP("backend", "NVIDIA driver %1 (read from: %2)"),
                   {report.driver->spelling.isEmpty() ? report.driver->version.toString() : report.driver->spelling,
                    report.driver->source}));
    if (report.driver->maxCuda)
        page.line(Text(QT_TRANSLATE_NOOP("backend", "Your driver can run programs up to CUDA %1. That is its limit; it does not mean "
                                                    "that a toolkit is installed."),
                       {report.driver->maxCuda->toString()}));
}

void addSources(Page &page, const ToolkitFacts &toolkit)
{
    for (const VersionSource &source : toolkit.versionSources)
        page.more(Text::verbatim(source.source + u": "_s + source.value));
}

bool hasCudnn(const SystemReport &report, const ToolkitFacts &toolkit)
{
    return std::any_of(report.cudnnCopies.begin(), report.cudnnCopies.end(),
                       [&](const CudnnCopy &copy) { return copy.toolkit == toolkit.root; });
}

void addToolkits(Page &page, const SystemReport &report, Detail detail)
{
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "CUDA toolkits")));
    if (report.toolkits.isEmpty())
        page.line(Text(QT_TRANSLATE_NOOP("backend", "No CUDA toolkit was found.")));
    for (const ToolkitFacts &toolkit : report.toolkits) {
        page.line(Text(QT_TRANSLATE_NOOP("backend", "Toolkit installed: CUDA %1 in %2"),
                       {orUnknown(toolkit.version), toolkit.root}));
        if (toolkit.isActive)
            page.more(Text(QT_TRANSLATE_NOOP("backend", "This one is used when nothing else is said (%1)."), {toolkit.activeReason}));
        if (!toolkit.aliases.isEmpty())
            page.more(Text(QT_TRANSLATE_NOOP("backend", "Also reached as %1"), {toolkit.aliases.join(u", "_s)}));
        if (!hasCudnn(report, toolkit))
            page.more(Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN in it.")));
        if (toolkit.owner)
            page.more(Text(QT_TRANSLATE_NOOP("backend", "It belongs to %1"), {*toolkit.owner}));
        if (detail == Detail::Full)
            addSources(page, toolkit);
    }
}

Text headlineOf(const CudnnCopy &copy, Detail detail)
{
    const QString version = copy.version && detail == Detail::Brief ? shortVersion(*copy.version) : orUnknown(copy.version);
    if (!copy.cudaMajor)
        return Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 in %2"), {version, copy.libraryDir});
    return Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 for CUDA %2 in %3"),
                {version, QString::number(*copy.cudaMajor), copy.libraryDir});
}

QString namesOf(const QList<FileUserFacts> &users)
{
    QStringList names;
    for (const FileUserFacts &user : users)
        names << u"%1 (%2)"_s.arg(user.name).arg(user.pid);
    return names.join(u", "_s);
}

void addLibraries(Page &page, const CudnnCopy &copy)
{
    for (const LibraryFacts &library : copy.libraries)
        page.more(Text::verbatim(library.linkChain.isEmpty() ? library.name : library.linkChain.join(u" -> "_s)));
}

void addCopy(Page &page, const CudnnCopy &copy, Detail detail)
{
    page.line(headlineOf(copy, detail));
    if (copy.headerVersion && copy.libraryVersion && shortVersion(*copy.headerVersion) != shortVersion(*copy.libraryVersion))
        page.more(Text(QT_TRANSLATE_NOOP("backend", "Its headers are of version %1, its libraries of version %2."),
                       {copy.headerVersion->toString(), copy.libraryVersion->toString()}));
    if (!copy.headerVersion)
        page.more(Text(QT_TRANSLATE_NOOP("backend", "No headers belong to it.")));
    if (copy.owner)
        page.more(Text(QT_TRANSLATE_NOOP("backend", "It belongs to %1"), {*copy.owner}));
    for (const LibraryFacts &library : copy.libraries) {
        if (!library.problem.isEmpty())
            page.more(Text(QT_TRANSLATE_NOOP("backend", "%1 is damaged (%2)."), {library.name, library.problem}));
    }
    if (!copy.probeError.isEmpty())
        page.more(Text(QT_TRANSLATE_NOOP("backend", "It cannot be loaded: %1"), {copy.probeError}));
    if (!copy.inUseBy.isEmpty())
        page.more(Text(QT_TRANSLATE_NOOP("backend", "Programs that use it now: %1"), {namesOf(copy.inUseBy)}));
    if (detail == Detail::Full)
        addLibraries(page, copy);
}

void addCudnn(Page &page, const SystemReport &report, Detail detail)
{
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "cuDNN")));
    if (report.cudnnCopies.isEmpty())
        page.line(Text(QT_TRANSLATE_NOOP("backend", "No cuDNN was found.")));
    for (const CudnnCopy &copy : report.cudnnCopies)
        addCopy(page, copy, detail);
    for (const LoaderFacts::Resolved &resolved : report.loader.resolved)
        page.line(Text(QT_TRANSLATE_NOOP("backend", "Programs that ask for %1 get %2 (found through: %3)."),
                       {resolved.soname, resolved.path, resolved.reason}));
    if (report.loader.resolved.isEmpty() && !report.cudnnCopies.isEmpty())
        page.line(Text(QT_TRANSLATE_NOOP("backend", "The loader finds none of them by itself.")));
}

void addPythons(Page &page, const SystemReport &report)
{
    if (report.pythons.isEmpty())
        return;
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "Python")));
    for (const PythonFacts &python : report.pythons) {
        page.line(Text::verbatim(u"%1 (%2)"_s.arg(python.executable, python.kind)));
        for (const PythonFacts::Package &package : python.packages)
            page.more(Text::verbatim(package.name + u' ' + package.version));
    }
}

void addSystem(Page &page, const SystemReport &report)
{
    page.heading(Text(QT_TRANSLATE_NOOP("backend", "System")));
    page.line(Text(QT_TRANSLATE_NOOP("backend", "%1, glibc %2, %3"), {report.os.name, orUnknown(report.os.glibc), report.os.architecture}));
    if (!report.os.kernel.isEmpty())
        page.more(Text(QT_TRANSLATE_NOOP("backend", "Kernel %1"), {report.os.kernel}));
    if (report.os.isWsl)
        page.more(Text(QT_TRANSLATE_NOOP("backend", "It runs inside Windows (WSL): the driver is the one of Windows.")));
    if (report.os.container)
        page.more(Text(QT_TRANSLATE_NOOP("backend", "It runs in a container (%1): the driver is the one of the machine outside."),
                       {*report.os.container}));
}

} // namespace

QString machineText(const SystemReport &report, Detail detail)
{
    Page page;
    page.plain(summaryOf(report).sentence);
    addGpus(page, report);
    addDriver(page, report);
    addToolkits(page, report, detail);
    addCudnn(page, report, detail);
    addPythons(page, report);
    addSystem(page, report);
    return page.join();
}

} // namespace cudnnsetup
