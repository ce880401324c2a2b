// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.h"
#include "detect/detect.h"
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
    std::function<ApplyResult(const Host &, const Plan &, const Job &)> apply;
    std::function<QList<VerifyCheck>()> plannedChecks;
    std::function<Outcome<VerifyReport>(const Host &, const SystemReport &, const VerifyRequest &,
                                        const Job &, const CheckDone &)>
            verify;
    std::function<Result<Machine>(const QString &)> writePractice;
};

// probeProgram: path of cudnn-setup-cli.
Engine realEngine(const QString &probeProgram);

// The machines a session can begin with. Errors: those of Host and Catalog.
Result<Machine> thisMachine(const QString &probeProgram);
Result<Machine> machineInFolder(const QString &directory); // --root
Result<Machine> recordedMachine(const QString &directory, const QString &probeProgram); // --machine

} // namespace cudnnsetup
