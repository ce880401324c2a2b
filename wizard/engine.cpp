// SPDX-License-Identifier: MIT
#include "engine.h"

#include "apply/takeback.h"
#include "plan/targets.h"
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

Engine realEngine(const QString &cliProgram)
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
    engine.ownPrefix = ownPrefix;
    engine.rightsFor = [](const Plan &plan, const Host &host) {
        return rightsFor(plan, host, false); // nobody sits at a terminal
    };
    engine.apply = [cliProgram](Rights rights, const Host &host, const Plan &plan, const Job &job) {
        return applyWith(rights, cliProgram, host, plan, job);
    };
    engine.plannedChecks = plannedChecks;
    engine.verify = verify;
    engine.gpuTest = [cliProgram](const Host &host, const SystemReport &report, const GpuTestRequest &request,
                                  const Job &job, const GpuTestStep &step) {
        return runGpuTest(host, report, request, cliProgram, job, step);
    };
    engine.writePractice = [cliProgram](const QString &folder) {
        return writePractice(folder).and_then(
                [&](const PracticeMachine &made) { return recordedMachine(made.machine, cliProgram); });
    };
    engine.possibleTargets = possibleTargets;
    engine.historyOf = historyOf;
    engine.planRollBack = planRollBack;
    engine.planUninstall = planUninstall;
    engine.planRecovery = planRecovery;
    engine.planCleanUp = [](const Host &host, const QString &target) { return planCleanUp(host, target); };
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
