// SPDX-License-Identifier: MIT
#include "detect/graphics.h"

#include "detect/nvidiasmi.h"
#include "detect/pcigpus.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Takes over what machine.json says; a key that is missing there leaves the fact to the next source.
void readRecord(const MachineRecord &record, GraphicsFacts &facts)
{
    const QString source = u"machine.json"_s;
    if (record.driver)
        facts.driver = DriverFacts{record.driver->version, record.driver->maxCuda, source, record.driver->spelling};
    const QList<MachineRecord::Gpu> gpus = record.gpus.value_or(QList<MachineRecord::Gpu>());
    for (const MachineRecord::Gpu &gpu : gpus)
        facts.gpus << GpuFacts{.index = int(facts.gpus.size()),
                               .name = gpu.name,
                               .computeCapability = gpu.computeCapability,
                               .memoryBytes = gpu.memoryBytes,
                               .source = source};
}

void readNvml(const Host &host, GraphicsFacts &facts)
{
    const Result<NvmlAnswer> answer = host.prober().askNvml();
    if (!answer) {
        // "Not installed" and "not asked" are said better below, with what else is known.
        if (answer.error().id != ErrorId::InputMissing && answer.error().id != ErrorId::NotSupported)
            facts.driverUnknownReason = answer.error().message;
        return;
    }
    const QString source = u"NVML"_s;
    if (!answer->driverVersion.isNull())
        facts.driver = DriverFacts{answer->driverVersion, answer->maxCuda, source, answer->driverSpelling};
    for (const NvmlAnswer::Gpu &gpu : answer->gpus)
        facts.gpus << GpuFacts{.index = gpu.index,
                               .name = gpu.name,
                               .computeCapability = gpu.computeCapability,
                               .memoryBytes = gpu.memoryBytes,
                               .kernelDriver = u"nvidia"_s,
                               .source = source};
}

std::optional<QByteArray> runSmi(const Host &host, const QStringList &arguments)
{
    // Owner of this time-out: nvidia-smi waits for a driver that is just being loaded, or forever for a lost card.
    const Result<CommandResult> result = host.commands().run(
            {.program = u"nvidia-smi"_s, .arguments = arguments, .timeout = std::chrono::seconds(5)});
    return result ? std::optional(result->standardOutput) : std::nullopt;
}

void readSmi(const Host &host, GraphicsFacts &facts)
{
    const std::optional<QByteArray> header = runSmi(host, {});
    if (header && !facts.driver)
        facts.driver = parseSmiHeader(*header);
    if (!facts.gpus.isEmpty() || (host.isLocal() && !header))
        return;
    const QStringList format{u"--format=csv,noheader,nounits"_s};
    if (const auto answer = runSmi(host, QStringList{u"--query-gpu=index,name,compute_cap,memory.total"_s} + format))
        facts.gpus = parseSmiGpus(*answer);
    if (!facts.gpus.isEmpty())
        return;
    // Drivers before 510 refuse the whole question because of compute_cap.
    if (const auto answer = runSmi(host, QStringList{u"--query-gpu=index,name,memory.total"_s} + format))
        facts.gpus = parseSmiGpus(*answer, false);
    if (!facts.gpus.isEmpty())
        return;
    if (const auto answer = runSmi(host, {u"-L"_s}))
        facts.gpus = parseSmiList(*answer);
}

void readKernelFiles(const Host &host, GraphicsFacts &facts)
{
    if (!facts.driver)
        facts.driver = parseProcDriver(host.files().read(u"/proc/driver/nvidia/version"_s).value_or(QByteArray()));
    if (!facts.gpus.isEmpty())
        return;
    facts.gpus = readPciGpus(host.files());
    if (!facts.gpus.isEmpty() || host.isLocal())
        return;
    if (const auto answer = host.commands().run({.program = u"lspci"_s, .arguments = {u"-nn"_s}}))
        facts.gpus = parseLspci(answer->standardOutput);
}

Text whyNoDriver(const Host &host, const GraphicsFacts &facts)
{
    const auto isNouveau = [](const GpuFacts &gpu) { return gpu.kernelDriver == u"nouveau"; };
    if (std::any_of(facts.gpus.cbegin(), facts.gpus.cend(), isNouveau))
        return Text(QT_TRANSLATE_NOOP("backend", "The graphics card is run by the free driver nouveau. CUDA needs NVIDIA's "
                                                 "own driver."));
    if (!facts.gpus.isEmpty())
        return Text(QT_TRANSLATE_NOOP("backend", "There is an NVIDIA graphics card, but NVIDIA's driver is not running."));
    const bool isKnown = host.isLocal() || (host.record() && host.record()->hasDriverFact);
    if (isKnown)
        return Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver is not installed on this machine."));
    return Text(QT_TRANSLATE_NOOP("backend", "Only the files of this machine are here; its driver cannot be asked."));
}

Text whyNoGpu(const Host &host)
{
    const bool isKnown = hasPciList(host.files()) || (host.record() && host.record()->gpus);
    if (isKnown)
        return Text(QT_TRANSLATE_NOOP("backend", "No NVIDIA graphics card was found."));
    if (host.isLocal())
        return Text(QT_TRANSLATE_NOOP("backend", "The system does not say which graphics cards it has."));
    return Text(QT_TRANSLATE_NOOP("backend", "Only the files of this machine are here; its graphics cards cannot be seen."));
}

} // namespace

GraphicsFacts readGraphics(const Host &host)
{
    GraphicsFacts facts;
    if (host.record())
        readRecord(*host.record(), facts);
    const bool driverIsTold = facts.driver || (host.record() && host.record()->hasDriverFact);
    const bool gpusAreTold = host.record() && host.record()->gpus;
    if (!driverIsTold || !gpusAreTold) {
        GraphicsFacts more = facts;
        if (host.isLocal())
            readNvml(host, more);
        if (!more.driver || more.gpus.isEmpty())
            readSmi(host, more);
        if (!more.driver || more.gpus.isEmpty())
            readKernelFiles(host, more);
        facts.driverUnknownReason = more.driverUnknownReason;
        if (!driverIsTold)
            facts.driver = more.driver;
        if (!gpusAreTold)
            facts.gpus = more.gpus;
    }
    // NVML's words stay even when the kernel still tells the version: they say why nothing more is known.
    if (!facts.driver && facts.driverUnknownReason.isEmpty())
        facts.driverUnknownReason = whyNoDriver(host, facts);
    if (facts.gpus.isEmpty())
        facts.gpusUnknownReason = whyNoGpu(host);
    return facts;
}

} // namespace cudnnsetup
