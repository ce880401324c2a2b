// SPDX-License-Identifier: MIT
#pragma once

#include "apply/history.h"
#include "apply/rights.h"
#include "detect/detect.h"
#include "gpu/gputest.h"
#include "plan/planinstall.h"
#include "practice/practice.h"
#include "verify/verify.h"

namespace cudnnsetup {

// A machine to work on, the release data that counts on it, and the archives that lie ready there (practice
// machines).
struct Machine
{
    Host host;
    Catalog catalog;
    QList<PracticeMachine::Archive> archives = {};
};

// A plan, and where the rights for it come from. Without them the person has to carry it out in another way.
struct Proposal
{
    Plan plan;
    std::optional<Rights> rights = {};
};

// The functions of the backend that a session runs, all of them safe to call from any thread. The program has
// the real ones; a test puts in one that fails, or waits to be stopped.
struct Engine
{
    using PartDone = std::function<void(DetectPart, const SystemReport &)>;
    using CheckDone = std::function<void(const VerifyCheck &)>;

    std::function<Outcome<SystemReport>(const Host &, const Job &, const PartDone &)> detect;
    std::function<Outcome<ArchiveIdentity>(const QString &, const Catalog &, const Job &)> identify;
    std::function<Verdict(const Catalog &, const CandidateFacts &, const TargetFacts &)> judge;
    std::function<CandidateFacts(const ArchiveIdentity &)> candidateFacts;
    std::function<TargetFacts(const SystemReport &, const std::optional<QString> &)> targetFacts;
    std::function<Result<Plan>(const Host &, const SystemReport &, const Catalog &, const InstallChoice &)>
            plan;
    std::function<QString(const Host &, const QVersionNumber &version, int cudaMajor)> ownPrefix;
    std::function<std::optional<Rights>(const Plan &, const Host &)> rightsFor;
    std::function<ApplyResult(Rights, const Host &, const Plan &, const Job &)> apply;
    std::function<QList<VerifyCheck>()> plannedChecks;
    std::function<Outcome<VerifyReport>(const Host &, const SystemReport &, const VerifyRequest &,
                                        const Job &, const CheckDone &)>
            verify;
    std::function<Outcome<GpuTestReport>(const Host &, const SystemReport &, const GpuTestRequest &,
                                         const Job &, const GpuTestStep &)>
            gpuTest;
    std::function<Result<Machine>(const QString &)> writePractice;

    // What was done earlier, and plans that take it back.
    std::function<QStringList(const Host &, const SystemReport &)> possibleTargets;
    std::function<Result<QList<PastChange>>(const FileTree &, const QString &target)> historyOf;
    std::function<Result<Plan>(const Host &, const QString &target, const QString &id)> planRollBack;
    std::function<Result<Plan>(const Host &, const QString &target)> planUninstall;
    std::function<Result<Plan>(const Host &, const QString &target)> planRecovery;
    std::function<Result<Plan>(const Host &, const QString &target)> planCleanUp;
};

// cliProgram: path of cudnn-setup-cli, which loads what is asked about, computes on the GPU and changes what
// needs more rights.
Engine realEngine(const QString &cliProgram);

// The machines a session can begin with. Errors: those of Host and Catalog.
Result<Machine> thisMachine(const QString &probeProgram);
Result<Machine> machineInFolder(const QString &directory); // --root
Result<Machine> recordedMachine(const QString &directory, const QString &probeProgram); // --machine

} // namespace cudnnsetup
