// SPDX-License-Identifier: MIT
#include "verify/checks.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

std::optional<CheckResult> wrongArchitecture(const VerifyRun &run)
{
    const QString machine = run.host.architecture();
    for (const LibraryFacts &library : run.copy.libraries) {
        if (!library.architecture || machine.isEmpty() || *library.architecture == machine)
            continue;
        const bool isHalf = machine == "x86_64"_L1 && *library.architecture == "i386"_L1;
        return failed(isHalf ? u"wrong-elf-class"_s : u"wrong-architecture"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 is made for %2, but this machine is %3. Install the cuDNN for "
                                                        "%3."),
                           {library.name, *library.architecture, machine}),
                      library.file);
    }
    return {};
}

struct CudaMajor
{
    std::optional<int> value;
    QString source;
};

CudaMajor builtFor(const VerifyRun &run)
{
    if (run.answer && run.answer->cudartVersion && *run.answer->cudartVersion >= 1000)
        return {int(*run.answer->cudartVersion / 1000), u"cudnnGetCudartVersion: %1"_s.arg(*run.answer->cudartVersion)};
    // What was only taken from the toolkit cannot be compared with it.
    if (run.copy.toolkit && run.copy.cudaMajorSource.startsWith("version of the toolkit"_L1))
        return {};
    return {run.copy.cudaMajor, run.copy.cudaMajorSource};
}

} // namespace

CheckResult checkArchitecture(const VerifyRun &run)
{
    if (const auto wrong = wrongArchitecture(run))
        return *wrong;
    const QString architecture = run.copy.architecture.value_or(run.host.architecture());
    const CudaMajor cuda = builtFor(run);
    if (!cuda.value)
        return {.detail = Text(QT_TRANSLATE_NOOP("backend", "The libraries are for %1. For which CUDA they were built could "
                                                            "not be read."),
                               {architecture})};
    const QString major = QString::number(*cuda.value);
    if (!run.toolkit || !run.toolkit->version)
        return passed(Text(QT_TRANSLATE_NOOP("backend", "The libraries are for %1 and CUDA %2. There is no toolkit to compare "
                                                        "them with."),
                           {architecture, major}),
                      cuda.source);
    const QString toolkitVersion = run.toolkit->version->toString();
    if (run.toolkit->version->majorVersion() != *cuda.value)
        return failed(u"cuda-major-mismatch"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "This cuDNN is built for CUDA %1, the toolkit is CUDA %2. Install the "
                                                        "cuDNN for CUDA %3."),
                           {major, toolkitVersion, QString::number(run.toolkit->version->majorVersion())}),
                      cuda.source + u'\n' + run.toolkit->root);
    return passed(Text(QT_TRANSLATE_NOOP("backend", "The libraries are for %1 and CUDA %2, as the toolkit (CUDA %3) is."),
                       {architecture, major, toolkitVersion}),
                  cuda.source);
}

} // namespace cudnnsetup
