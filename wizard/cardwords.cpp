// SPDX-License-Identifier: MIT
#include "cardwords.h"

#include "report/summary.h"
#include "words.h"

#include <QLocale>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

CardFacts CardWords::graphics(const SystemReport &report)
{
    if (report.gpus.isEmpty())
        return {.main = tr("None found"), .line = report.gpusUnknownReason.toString()};
    const GpuFacts &first = report.gpus.first();
    CardFacts facts{.main = first.name};
    if (report.gpus.size() > 1)
        //: The name of the first graphics card and how many others there are.
        facts.main = tr("%1 and %n more", nullptr, int(report.gpus.size()) - 1).arg(first.name);
    QStringList parts;
    if (first.computeCapability)
        parts << tr("Compute capability %1").arg(first.computeCapability->toString());
    if (first.memoryBytes)
        parts << tr("%1 of memory")
                         .arg(QLocale().formattedDataSize(*first.memoryBytes, 0, QLocale::DataSizeIecFormat));
    facts.line = parts.join(tr(", "));
    QStringList lines;
    for (const GpuFacts &gpu : report.gpus) {
        lines << u"%1: %2"_s.arg(gpu.index).arg(gpu.name);
        if (gpu.computeCapability)
            lines << u"   "_s + tr("Compute capability %1").arg(gpu.computeCapability->toString());
        if (gpu.kernelDriver)
            lines << u"   "_s + tr("Kernel driver: %1").arg(*gpu.kernelDriver);
        lines << u"   "_s + tr("Read from: %1").arg(gpu.source);
    }
    facts.more = lines.join(u'\n');
    return facts;
}

CardFacts CardWords::driver(const SystemReport &report)
{
    if (!report.driver)
        return {.main = tr("No NVIDIA driver"), .line = report.driverUnknownReason.toString()};
    const DriverFacts &driver = *report.driver;
    return {.main = tr("Driver %1")
                            .arg(driver.spelling.isEmpty() ? driver.version.toString() : driver.spelling),
            .line = driver.maxCuda ? tr("Your driver can run programs up to CUDA %1.")
                                             .arg(driver.maxCuda->toString())
                                   : tr("Up to which CUDA it can run programs is not known."),
            .more = tr("This is a limit of the driver. It does not say which CUDA toolkit is installed.")
                    + u'\n' + tr("Read from: %1").arg(driver.source)};
}

QString CardWords::aboutToolkit(const ToolkitFacts &toolkit)
{
    QStringList lines{u"CUDA %1  %2"_s.arg(Words::version(toolkit.version), toolkit.root)};
    if (toolkit.isActive)
        lines << u"   "_s + tr("Active by: %1").arg(Text::word(toolkit.activeReason));
    for (const QString &alias : toolkit.aliases)
        lines << u"   "_s + tr("Also: %1").arg(alias);
    if (toolkit.owner)
        lines << u"   "_s + tr("Belongs to: %1").arg(*toolkit.owner);
    for (const VersionSource &source : toolkit.versionSources)
        lines << u"   %1: %2"_s.arg(source.source, source.value);
    return lines.join(u'\n');
}

CardFacts CardWords::toolkits(const SystemReport &report)
{
    const ToolkitFacts *active = activeToolkit(report);
    if (!active)
        return {.main = tr("No CUDA toolkit"),
                .line = tr("cuDNN goes into a CUDA toolkit; none was found here.")};
    QStringList versions;
    QStringList lines;
    for (const ToolkitFacts &toolkit : report.toolkits) {
        versions << Words::version(toolkit.version);
        lines << aboutToolkit(toolkit);
    }
    const QString used = Words::version(active->version);
    CardFacts facts{.main = u"CUDA "_s + versions.join(tr(", ")), .more = lines.join(u'\n')};
    if (report.toolkits.size() == 1)
        facts.line = tr("Toolkit installed: CUDA %1, in %2").arg(used, active->root);
    else if (active->isActive)
        facts.line =
                tr("%n toolkits installed; a shell uses CUDA %1, in %2", nullptr, int(report.toolkits.size()))
                        .arg(used, active->root);
    else
        facts.line =
                tr("%n toolkits installed; a shell uses none of them", nullptr, int(report.toolkits.size()));
    return facts;
}

QString CardWords::aboutCopy(const CudnnCopy &copy)
{
    QStringList lines{u"cuDNN %1  %2"_s.arg(Words::version(copy.version), copy.libraryDir)};
    if (copy.cudaMajor)
        lines << u"   "_s + tr("Built for CUDA %1").arg(*copy.cudaMajor);
    if (copy.owner)
        lines << u"   "_s + tr("Belongs to: %1").arg(*copy.owner);
    for (const FileUserFacts &user : copy.inUseBy)
        lines << u"   "_s + tr("In use now by %1 (process %2)").arg(user.name).arg(user.pid);
    for (const LibraryFacts &library : copy.libraries) {
        lines << u"   "_s + library.name;
        if (!library.problem.isEmpty())
            lines << u"      "_s + library.problem;
    }
    if (!copy.probeError.isEmpty())
        lines << u"   "_s + copy.probeError;
    return lines.join(u'\n');
}

CardFacts CardWords::cudnn(const SystemReport &report)
{
    const QList<const CudnnCopy *> copies = systemWideCopies(report);
    QStringList lines;
    for (const CudnnCopy &copy : report.cudnnCopies)
        lines << aboutCopy(copy);
    if (copies.isEmpty()) {
        return {.main = tr("Not installed"),
                .line = report.cudnnCopies.isEmpty() ? tr("No copy was found on this machine.")
                                                     : tr("Only Python environments have their own copies."),
                .more = lines.join(u'\n')};
    }
    QStringList versions;
    for (const CudnnCopy *copy : copies)
        versions << Words::version(copy->version);
    versions.removeDuplicates();
    CardFacts facts{.main = u"cuDNN "_s + versions.join(tr(", ")), .more = lines.join(u'\n')};
    if (const CudnnCopy *loaded = loadedCopy(report))
        facts.line = tr("Programs load %1, from %2").arg(Words::version(loaded->version), loaded->libraryDir);
    else
        facts.line = tr("In %1; the system's loader does not look there by itself")
                             .arg(copies.first()->libraryDir);
    return facts;
}

CardFacts CardWords::python(const SystemReport &report)
{
    if (report.pythons.isEmpty())
        return {.main = tr("No Python"), .line = tr("No Python environment was found.")};
    QStringList lines;
    QStringList frameworks;
    int withOwnCopy = 0;
    for (const PythonFacts &python : report.pythons) {
        lines << u"%1 (%2)"_s.arg(python.executable, python.kind);
        for (const PythonFacts::Package &package : python.packages) {
            lines << u"   %1 %2"_s.arg(package.name, package.version);
            if (package.cudnnDir)
                ++withOwnCopy;
            else
                frameworks << u"%1 %2"_s.arg(package.name, package.version);
        }
    }
    frameworks.removeDuplicates();
    CardFacts facts{.main = tr("%n environment(s)", nullptr, int(report.pythons.size())),
                    .more = lines.join(u'\n')};
    if (withOwnCopy > 0)
        facts.line = tr("%n package(s) bring a cuDNN of their own; it does not disturb this one.", nullptr,
                        withOwnCopy);
    else if (!frameworks.isEmpty())
        facts.line = frameworks.mid(0, 3).join(tr(", "));
    else
        facts.line = tr("No package there has to do with CUDA.");
    return facts;
}

} // namespace cudnnsetup
