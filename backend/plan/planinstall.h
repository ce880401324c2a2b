// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/compatibility.h"
#include "detect/systemreport.h"
#include "host/host.h"
#include "plan/activationchoice.h"
#include "plan/plan.h"

namespace cudnnsetup {

// What the person chose.
struct InstallChoice
{
    ArchiveIdentity archive;
    std::optional<QString> toolkit = {}; // root of a toolkit of the report, or any path that leads to it
    std::optional<QString> prefix = {}; // instead of a toolkit: a folder of its own
    bool takeUnknownArchive = false; // --allow-unknown-archive, or 'yes' to the question
    bool takeInUse = false;
    ActivationChoice activation = {};
};

// Facts about the target as the compatibility rules want them.
TargetFacts targetFacts(const SystemReport &report, const std::optional<QString> &toolkit);
CandidateFacts candidateFacts(const ArchiveIdentity &identity);

// What would be done; touches nothing. A refusal is an Error whose id is a finding id: archive-hash-conflict,
// archive-unverified (ask first), archive-wrong-platform, cuda-major-mismatch, no-space, read-only-system,
// no-toolkit, package-owned (files that dpkg, rpm, pacman, conda or pip own), in-use, outside-target. Missing
// rights are no refusal: the plan says needsRights.
Result<Plan> planInstall(const Host &host, const SystemReport &report, const Catalog &catalog,
                         const InstallChoice &choice);

} // namespace cudnnsetup
