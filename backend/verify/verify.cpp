// SPDX-License-Identifier: MIT
#include "verify/verify.h"

#include "detect/cudnnlibraries.h"
#include "verify/checks.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

struct Check
{
    const char *id;
    const char *name;
    CheckResult (*run)(const VerifyRun &);
};

constexpr std::array checks = {
    Check{"files", QT_TRANSLATE_NOOP("backend", "Files are whole and as installed"), checkFiles},
    Check{"links", QT_TRANSLATE_NOOP("backend", "Links lead to the right libraries"), checkLinks},
    Check{"versions", QT_TRANSLATE_NOOP("backend", "Header and library are of one version"), checkVersions},
    Check{"architecture", QT_TRANSLATE_NOOP("backend", "Made for this machine and this CUDA"), checkArchitecture},
    Check{"loader-cache", QT_TRANSLATE_NOOP("backend", "The loader cache knows it"), checkLoaderCache},
    Check{"resolution", QT_TRANSLATE_NOOP("backend", "Programs load this copy"), checkResolution},
    Check{"sublibraries", QT_TRANSLATE_NOOP("backend", "Every library can be loaded"), checkSublibraries},
    Check{"compile", QT_TRANSLATE_NOOP("backend", "A small program builds and runs"), checkCompile},
    Check{"gpu", QT_TRANSLATE_NOOP("backend", "It computes on the GPU"), checkGpu},
};

std::optional<ToolkitFacts> toolkitOf(const FileTree &files, const SystemReport &report, const std::optional<QString> &root)
{
    if (!root)
        return {};
    const QString real = files.canonical(*root).value_or(FileTree::clean(*root));
    const auto found = std::find_if(report.toolkits.begin(), report.toolkits.end(),
                                    [&](const ToolkitFacts &toolkit) { return toolkit.root == real; });
    return found == report.toolkits.end() ? std::nullopt : std::optional(*found);
}

// Where two majors lie side by side, the one that was installed is meant.
std::optional<int> installedMajor(const VerifyRequest &request)
{
    const QStringList paths = request.installedHashes.keys() + request.installedLinks.keys();
    for (const QString &path : paths) {
        if (const auto number = numberOfLibraryName(path.section(u'/', -1)))
            return number->majorVersion();
    }
    return {};
}

// The copy as its files tell it; nothing when no library lies in the folder.
std::optional<CudnnCopy> copyOf(const Host &host, const SystemReport &report, const VerifyRequest &request)
{
    auto copy = cudnnCopyIn(host, report, request.libraryDir, false, installedMajor(request));
    if (copy && request.includeDir && host.files().isDirectory(*request.includeDir))
        copy->includeDir = host.files().canonical(*request.includeDir);
    return copy;
}

Result<ProbeAnswer> askDispatcher(const VerifyRun &run)
{
    const LibraryFacts *dispatcher = run.dispatcher();
    if (!dispatcher)
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is missing in %2."), {run.soname(), run.copy.libraryDir}),
                       FileTree::join(run.copy.libraryDir, run.soname()));
    return run.host.prober().probe(
            {.library = run.host.files().outside(FileTree::join(run.copy.libraryDir, dispatcher->name)),
             .libraryPath = run.childLibraryPath(),
             .environment = run.childEnvironment()});
}

// A copy outside of toolkits, as packages install it, works with the toolkit in use if that is of its CUDA.
std::optional<ToolkitFacts> toolkitInUse(const VerifyRun &run)
{
    const auto major = run.answer && run.answer->cudartVersion ? std::optional(int(*run.answer->cudartVersion / 1000))
                                                               : run.copy.cudaMajor;
    for (const ToolkitFacts &toolkit : run.report.toolkits) {
        if (toolkit.isActive && toolkit.version && major == toolkit.version->majorVersion())
            return toolkit;
    }
    return {};
}

VerifyCheck asCheck(const Check &check, const CheckResult &result)
{
    return {.id = QString::fromLatin1(check.id),
            .name = Text(check.name),
            .status = result.status,
            .detail = result.detail,
            .evidence = result.evidence,
            .finding = result.finding};
}

CheckResult absent(const Check &check, const QString &folder)
{
    if (qstrcmp(check.id, "files") == 0)
        return failed(u"cudnn-absent"_s, Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN library in %1."), {folder}));
    return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no cuDNN here to look at.")));
}

} // namespace

bool VerifyReport::isOk() const
{
    return std::none_of(checks.begin(), checks.end(),
                        [](const VerifyCheck &check) { return check.status == VerifyCheck::Status::Failed; });
}

Outcome<VerifyReport> verify(const Host &host, const SystemReport &report, const VerifyRequest &request, const Job &job,
                             const std::function<void(const VerifyCheck &)> &checkDone)
{
    VerifyReport result;
    result.libraryDir = host.files().canonical(request.libraryDir).value_or(FileTree::clean(request.libraryDir));
    const auto copy = copyOf(host, report, request);
    VerifyRun run{.host = host, .report = report, .request = request, .job = job, .copy = copy.value_or(CudnnCopy{})};
    if (copy) {
        run.toolkit = toolkitOf(host.files(), report, request.toolkit ? request.toolkit : copy->toolkit);
        run.answer = askDispatcher(run);
        if (!run.toolkit)
            run.toolkit = toolkitInUse(run);
        result.version = run.version();
    }
    for (const Check &check : checks) {
        if (job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        job.report({.step = Progress::Step::Verify,
                    .done = result.checks.size(),
                    .total = qint64(checks.size()),
                    .subject = Text(check.name)});
        const CheckResult outcome = copy ? check.run(run) : absent(check, result.libraryDir);
        if (outcome.gpuTest)
            result.gpuTest = outcome.gpuTest;
        result.checks << asCheck(check, outcome);
        if (checkDone)
            checkDone(result.checks.last());
    }
    if (job.isCancelled()) // the last check may have ended for it
        return tl::unexpected<Interruption>(Cancelled{});
    return result;
}

QList<VerifyCheck> plannedChecks()
{
    QList<VerifyCheck> planned;
    for (const Check &check : checks)
        planned << asCheck(check, {});
    return planned;
}

QString toString(VerifyCheck::Status status)
{
    switch (status) {
    case VerifyCheck::Status::Passed: return u"passed"_s;
    case VerifyCheck::Status::Failed: return u"failed"_s;
    case VerifyCheck::Status::Skipped: return u"skipped"_s;
    case VerifyCheck::Status::Unknown: return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

QJsonObject toJson(const VerifyReport &report)
{
    QJsonArray rows;
    for (const VerifyCheck &check : report.checks) {
        QJsonObject row{{u"id"_s, check.id},
                        {u"name"_s, check.name.toString()},
                        {u"status"_s, toString(check.status)},
                        {u"detail"_s, check.detail.toString()}};
        row[u"evidence"_s] = check.evidence.isEmpty() ? QJsonValue() : QJsonValue(check.evidence);
        row[u"finding"_s] = check.finding.isEmpty() ? QJsonValue() : QJsonValue(check.finding);
        rows << row;
    }
    return {{u"checks"_s, rows},
            {u"gpuTest"_s, report.gpuTest ? QJsonValue(toJson(*report.gpuTest)) : QJsonValue()},
            {u"libraryDir"_s, report.libraryDir},
            {u"version"_s, report.version ? QJsonValue(report.version->toString()) : QJsonValue()},
            {u"ok"_s, report.isOk()}};
}

} // namespace cudnnsetup
