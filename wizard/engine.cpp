// SPDX-License-Identifier: MIT
#include "engine.h"

#include "practice/practicecatalog.h"

namespace cudnnsetup {

namespace {

Result<Machine> machineOf(const Host &host)
{
    return catalogFor(host).map([&](const Catalog &catalog) {
        return Machine{.host = host, .catalog = catalog, .archives = practiceArchivesBeside(host)};
    });
}

} // namespace

Engine realEngine(const QString &probeProgram)
{
    Engine engine;
    engine.detect = [](const Host &host, const Job &job, const Engine::PartDone &partDone) {
        return detect(host, {}, job, partDone);
    };
    engine.identify = identify;
    engine.judge = judge;
    engine.candidateFacts = candidateFacts;
    engine.targetFacts = targetFacts;
    engine.plan = planInstall;
    engine.apply = apply;
    engine.plannedChecks = plannedChecks;
    engine.verify = verify;
    engine.writePractice = [probeProgram](const QString &folder) {
        return writePractice(folder).and_then(
                [&](const PracticeMachine &made) { return recordedMachine(made.machine, probeProgram); });
    };
    return engine;
}

Result<Machine> thisMachine(const QString &probeProgram)
{
    return machineOf(Host::local(probeProgram));
}

Result<Machine> machineInFolder(const QString &directory)
{
    return Host::inFolder(directory).and_then(machineOf);
}

Result<Machine> recordedMachine(const QString &directory, const QString &probeProgram)
{
    return Host::recorded(directory, practiceProber(std::make_shared<ChildProcessProber>(probeProgram)))
            .and_then(machineOf);
}

} // namespace cudnnsetup
