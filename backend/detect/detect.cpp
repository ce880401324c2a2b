// SPDX-License-Identifier: MIT
#include "detect/detect.h"

#include "detect/cudnncopies.h"
#include "detect/environmentfacts.h"
#include "detect/graphics.h"
#include "detect/loaderfacts.h"
#include "detect/operatingsystem.h"
#include "detect/owner.h"
#include "detect/packagemanagers.h"
#include "detect/programusers.h"
#include "detect/pythons.h"
#include "detect/toolkits.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

void fillOwners(const Host &host, SystemReport &report)
{
    QStringList files;
    for (const ToolkitFacts &toolkit : std::as_const(report.toolkits))
        files << telltaleFile(host.files(), toolkit);
    files.removeAll(QString());
    const QHash<QString, QString> owners = ownersOf(host, files);
    for (ToolkitFacts &toolkit : report.toolkits) {
        const auto owner = owners.constFind(telltaleFile(host.files(), toolkit));
        if (owner != owners.cend())
            toolkit.owner = *owner;
    }
}

QStringList kindsOf(const QList<PythonFacts> &pythons)
{
    QStringList kinds;
    for (const PythonFacts &python : pythons)
        kinds << python.kind;
    return kinds;
}

struct Part
{
    DetectPart part;
    Text subject;
    std::function<void(SystemReport &)> look;
};

// In the order in which one part needs the other: the copies of cuDNN lie in toolkits and Pythons. Facts that belong to no
// card of their own go with the card that is shown after them.
QList<Part> partsFor(const Host &host, const DetectOptions &options)
{
    return {
            {DetectPart::System, Text(QT_TRANSLATE_NOOP("backend", "Operating system")),
             [&host](SystemReport &report) {
                 report.os = readOperatingSystem(host);
                 report.environment = readEnvironment(host);
             }},
            {DetectPart::Gpu, Text(QT_TRANSLATE_NOOP("backend", "Graphics card")),
             [&host](SystemReport &report) {
                 GraphicsFacts facts = readGraphics(host);
                 report.gpus = std::move(facts.gpus);
                 report.gpusUnknownReason = std::move(facts.gpusUnknownReason);
                 report.driver = std::move(facts.driver);
                 report.driverUnknownReason = std::move(facts.driverUnknownReason);
             }},
            {DetectPart::Driver, Text(QT_TRANSLATE_NOOP("backend", "Driver")), [](SystemReport &) {}},
            {DetectPart::Toolkits, Text(QT_TRANSLATE_NOOP("backend", "CUDA toolkits")),
             [&host, &options](SystemReport &report) {
                 report.toolkits = findToolkits(host, options.alsoToolkits);
                 fillOwners(host, report);
                 report.pythons = findPythons(host);
                 report.packageManagers = findPackageManagers(host, kindsOf(report.pythons));
             }},
            {DetectPart::Cudnn, Text(QT_TRANSLATE_NOOP("backend", "cuDNN")),
             [&host, &options](SystemReport &report) {
                 report.cudnnCopies = findCudnnCopies(host, report, options.withProbes);
                 report.loader = readLoaderFacts(host, report.cudnnCopies);
                 findProgramUsers(host, report);
             }},
            {DetectPart::Python, Text(QT_TRANSLATE_NOOP("backend", "Python")), [](SystemReport &) {}},
    };
}

} // namespace

Outcome<SystemReport> detect(const Host &host, const DetectOptions &options, const Job &job,
                             const std::function<void(DetectPart, const SystemReport &)> &partDone)
{
    SystemReport report;
    const QList<Part> parts = partsFor(host, options);
    qint64 done = 0;
    for (const Part &part : parts) {
        if (job.isCancelled())
            return tl::unexpected(Interruption(Cancelled()));
        job.report({.step = Progress::Step::Look, .done = done, .total = parts.size(), .subject = part.subject});
        part.look(report);
        ++done;
        if (partDone)
            partDone(part.part, report);
    }
    job.report({.step = Progress::Step::Look, .done = done, .total = done});
    return report;
}

} // namespace cudnnsetup
