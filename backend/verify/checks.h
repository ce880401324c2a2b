// SPDX-License-Identifier: MIT
#pragma once

#include "detect/cudnncopies.h"
#include "verify/verify.h"

namespace cudnnsetup {

// What the checks of one run share: the copy as its files tell it, and what earlier checks learned from loading it.
// Each check is one function in a file of its own; it looks, loads or compiles, and never changes the machine.
struct VerifyRun
{
    const Host &host;
    const SystemReport &report;
    const VerifyRequest &request;
    const Job &job;
    CudnnCopy copy;                            // without probes
    std::optional<ToolkitFacts> toolkit = {};  // that it is to work with
    Result<ProbeAnswer> answer = ProbeAnswer{}; // of the dispatcher; asked once for all checks

    // "libcudnn.so.9", the name under which programs ask for it.
    QString soname() const;
    // The library of that name; null when it is missing.
    const LibraryFacts *dispatcher() const;
    // Folders that a child process needs before its own, as outside paths: of the copy, of the toolkit.
    QStringList childLibraryPath() const;
    QHash<QString, QString> childEnvironment() const;
    // Of the library that was loaded, else of the files.
    std::optional<QVersionNumber> version() const;
    // Copies in Python packages are found by Python itself, not by the loader's rules for programs.
    bool belongsToPython() const;
};

// How a check ended; id and name come from plannedChecks.
struct CheckResult
{
    VerifyCheck::Status status = VerifyCheck::Status::Unknown;
    Text detail = {};
    QString finding = {};
    QString evidence = {};
    std::optional<GpuTestReport> gpuTest = {};
};
CheckResult passed(Text detail, QString evidence = {});
CheckResult failed(const QString &finding, Text detail, QString evidence = {});
CheckResult skipped(Text detail, QString evidence = {});

CheckResult checkFiles(const VerifyRun &run);
CheckResult checkLinks(const VerifyRun &run);
CheckResult checkVersions(const VerifyRun &run);
CheckResult checkArchitecture(const VerifyRun &run);
CheckResult checkLoaderCache(const VerifyRun &run);
CheckResult checkResolution(const VerifyRun &run);
CheckResult checkSublibraries(const VerifyRun &run);
CheckResult checkCompile(const VerifyRun &run);
CheckResult checkGpu(const VerifyRun &run);

} // namespace cudnnsetup
