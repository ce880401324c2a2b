// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "gpu/gputest.h"
#include "host/host.h"
#include "job.h"
#include "result.h"

#include <QJsonObject>

#include <functional>

namespace cudnnsetup {

struct VerifyCheck
{
    enum class Status { Passed, Failed, Skipped, Unknown };
    QString id;     // "files", "links", "versions", "architecture", "loader-cache", "resolution", "sublibraries", "compile", "gpu"
    Text name;      // "Links lead to the library"
    Status status = Status::Unknown;
    Text detail;    // the sentence for people
    QString evidence = {}; // raw lines for 'Details'
    QString finding = {};  // the finding id when it failed, or why it is unknown
};

struct VerifyReport
{
    QList<VerifyCheck> checks = {};
    std::optional<QVersionNumber> version = {};
    QString libraryDir;
    std::optional<GpuTestReport> gpuTest = {}; // when it was begun
    bool isOk() const; // nothing failed
};

struct VerifyRequest
{
    // Auto: computes when a GPU and its driver are there. On: it is a failure when that cannot be done.
    enum class Gpu { Auto, On, Off };

    QString libraryDir;                  // of the copy, inside path
    std::optional<QString> includeDir = {};
    std::optional<QString> toolkit = {}; // root
    bool withCompile = true;
    Gpu gpu = Gpu::Auto;
    GpuTestStep gpuStep = {}; // called from the verifying thread while the GPU computes
    // False for a copy that was installed without making it known to the loader (--activate none): that other programs do
    // not find it is then what the person chose, and no fault.
    bool isForEveryProgram = true;
    // What an installation put in place: inside path -> SHA-256; empty when there is no journal.
    QHash<QString, QByteArray> installedHashes = {};
    QHash<QString, QString> installedLinks = {}; // inside path -> link text
};

// Runs the checks one after the other; checkDone is called from the calling thread after each. Never fails as a whole.
Outcome<VerifyReport> verify(const Host &host, const SystemReport &report, const VerifyRequest &request, const Job &job,
                             const std::function<void(const VerifyCheck &)> &checkDone = {});

// The checks of a run in order, with status Unknown: what the page shows before they have run.
QList<VerifyCheck> plannedChecks();

QString toString(VerifyCheck::Status status); // "passed", "failed", "skipped", "unknown"
QJsonObject toJson(const VerifyReport &report);

} // namespace cudnnsetup
