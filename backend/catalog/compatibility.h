// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"

namespace cudnnsetup {

// What is to be installed, as far as it is known.
struct CandidateFacts
{
    std::optional<QVersionNumber> version = {};
    std::optional<int> cudaMajor = {};
    std::optional<QVersionNumber> cudaBuild =
            {}; // the CUDA it was built with where a minor version is named: 10.2, 11.3
    std::optional<QString> platform = {}; // as in ReleaseArchive
};

// Where it is to work, as far as it is known.
struct TargetFacts
{
    QString os = QStringLiteral("linux");
    std::optional<QString> architecture = {}; // "x86_64", "aarch64"
    bool isTegra = false;
    std::optional<QVersionNumber> toolkitCuda = {};
    std::optional<QVersionNumber> driverVersion = {};
    std::optional<QVersionNumber> driverMaxCuda = {};
    QList<QVersionNumber> computeCapabilities = {}; // of the GPUs whose value is known
    std::optional<QVersionNumber> glibc = {};
};

struct Reason
{
    enum class Weight { Good, Unknown, Warning, Against };
    Weight weight = Weight::Good;
    QString id; // a finding id of docs/FINDINGS.md, "ok" or "version-unknown" where nothing is wrong
    Text text;
};

// supported: everything that is known speaks for it. unknown: a statement is missing. unsupported: a reason
// against it.
struct Verdict
{
    enum class Kind { Supported, Unknown, Unsupported };
    Kind kind = Kind::Unknown;
    QList<Reason> reasons = {}; // worst first
};

// A pure function over the catalog: CUDA major, architecture, driver, GPU generation, glibc.
// Unknown stays unknown and is never guessed from the nearest version.
Verdict judge(const Catalog &catalog, const CandidateFacts &candidate, const TargetFacts &target);

QString toString(Verdict::Kind kind); // "supported", "unknown", "unsupported"
QString toString(Reason::Weight weight); // "good", "unknown", "warning", "against"

} // namespace cudnnsetup
