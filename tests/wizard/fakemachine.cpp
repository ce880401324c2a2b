// SPDX-License-Identifier: MIT
#include "fakemachine.h"

#include <QTimeZone>

#include <mutex>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

Text raw(const QString &words)
{
    return Text::verbatim(words);
}

const QString root124 = u"/usr/local/cuda-12.4"_s;
const QString root118 = u"/usr/local/cuda-11.8"_s;

ToolkitFacts toolkit(const QString &root, const QVersionNumber &version)
{
    ToolkitFacts facts;
    facts.root = root;
    facts.version = version;
    facts.isWritable = true;
    return facts;
}

VerifyCheck check(const QString &id, const QString &name, VerifyCheck::Status status, const QString &detail,
                  const QString &evidence = {})
{
    return {.id = id, .name = raw(name), .status = status, .detail = raw(detail), .evidence = evidence};
}

QString pastId(int day)
{
    return u"2026110%1-194501-a1b2c3"_s.arg(day);
}

QString pastFolder(const QString &id)
{
    return root124 + u"/.cudnn-setup/"_s + id;
}

PastChange pastChange(int day, const QVersionNumber &before, const QVersionNumber &after)
{
    PastChange change;
    change.transaction.id = pastId(day);
    change.transaction.state = Transaction::State::Committed;
    change.transaction.targetRoot = root124;
    change.transaction.when = QDateTime(QDate(2026, 11, day), QTime(19, 45), QTimeZone::utc());
    if (!before.isNull())
        change.transaction.before = before;
    change.transaction.after = after;
    change.command = u"install cudnn-linux-x86_64-%1_cuda12-archive.tar.xz"_s.arg(after.toString());
    change.folder = pastFolder(change.transaction.id);
    change.canRollBack = true;
    change.backupBytes = before.isNull() ? 0 : qint64(900) << 20;
    return change;
}

} // namespace

SystemReport fakeReport()
{
    SystemReport report;
    report.os.name = u"Debian GNU/Linux 12 (bookworm)"_s;
    report.os.architecture = u"x86_64"_s;
    report.driver = DriverFacts{QVersionNumber({550, 54, 14}), QVersionNumber(12, 4), u"NVML"_s};
    report.gpus << GpuFacts{
            0, u"NVIDIA RTX A4000"_s, QVersionNumber(8, 6), qint64(16) << 30, u"nvidia"_s, u"NVML"_s};
    report.toolkits = {toolkit(root118, QVersionNumber(11, 8)), toolkit(root124, QVersionNumber(12, 4))};
    report.toolkits[1].aliases = {u"/usr/local/cuda"_s};
    report.toolkits[1].isActive = true;
    report.toolkits[1].activeReason = u"nvcc on PATH"_s;
    CudnnCopy copy;
    copy.libraryDir = root124 + u"/lib64"_s;
    copy.version = QVersionNumber({8, 2, 1});
    copy.origin = CudnnCopy::Origin::Toolkit;
    copy.toolkit = root124;
    report.cudnnCopies << copy;
    return report;
}

ArchiveIdentity fakeArchive(const QString &path)
{
    ArchiveIdentity archive;
    archive.path = path;
    archive.container = Container::TarXz;
    archive.version = QVersionNumber({8, 9, 7, 29});
    archive.cudaMajor = 12;
    archive.platform = u"linux-x86_64"_s;
    archive.sha256 = QByteArray(64, 'a');
    archive.authenticity = ArchiveIdentity::Authenticity::Genuine;
    return archive;
}

Plan fakePlan(const InstallChoice &choice)
{
    Plan plan;
    plan.id = u"20261130-194501-a1b2c3"_s;
    plan.machineRoot = u"/"_s;
    plan.targetRoot = choice.toolkit ? *choice.toolkit : *choice.prefix;
    plan.libraryDir = plan.targetRoot + (choice.toolkit ? u"/lib64"_s : u"/lib"_s);
    plan.includeDir = plan.targetRoot + u"/include"_s;
    plan.archive = choice.archive;
    plan.expectedVersion = choice.archive.version;
    plan.expectedCudaMajor = choice.archive.cudaMajor;
    plan.operations << Operation{
            .kind = Operation::Kind::Unpack, .path = plan.libraryDir, .memberPrefix = u"lib/"_s};
    if (choice.activation.who == ActivationChoice::Who::Everyone)
        plan.operations << Operation{.kind = Operation::Kind::RunLdconfig, .path = u"/etc/ld.so.cache"_s};
    else if (choice.activation.who == ActivationChoice::Who::User)
        plan.operations << Operation{.kind = Operation::Kind::AddBlock, .path = u"/home/kim/.bashrc"_s};
    plan.bytesToWrite = 2'400'000'000;
    plan.bytesFree = 90'000'000'000;
    return plan;
}

Transaction fakeTransaction(const Plan &plan)
{
    Transaction transaction;
    transaction.id = plan.id;
    transaction.targetRoot = plan.targetRoot;
    return transaction;
}

VerifyReport fakeVerified()
{
    VerifyReport report;
    report.version = QVersionNumber({8, 9, 7});
    report.checks = {
            check(u"files"_s, u"Files"_s, VerifyCheck::Status::Passed, u"All there."_s, u"libcudnn.so.8"_s),
            check(u"gpu"_s, u"GPU"_s, VerifyCheck::Status::Skipped, u"None here."_s)};
    return report;
}

GpuTestReport fakeGpuTest(const QList<GpuMode> &modes)
{
    // Milliseconds without and with cuDNN, in the order of allGpuModes().
    constexpr double times[][2] = {{3.30, 1.47},  {3.41, 1.62},  {1.42, 0.782}, {1.50, 0.391},
                                   {0.91, 0.467}, {0.98, 0.199}, {0.92, 0.471}, {0.99, 0.201}};
    GpuTestReport report;
    report.end = GpuTestReport::End::Complete;
    report.seconds = 24.8;
    report.device = GpuDevice{.name = u"NVIDIA H200"_s,
                              .computeCapability = QVersionNumber(9, 0),
                              .memoryBytes = qint64(139) << 30,
                              .freeBytes = qint64(138) << 30,
                              .multiprocessors = 132,
                              .driverVersion = u"580.65.06"_s};
    report.libraries = GpuLibraries{};
    report.libraries->cudnn = {root124 + u"/lib64/libcudnn.so.9"_s, root124 + u"/lib64/libcudnn.so.9.14.0"_s,
                               u"9.14.0"_s};
    report.during = {.clockMhz = 1980, .maxClockMhz = 1980, .temperature = 47};
    for (const GpuMode &mode : modes) {
        const qsizetype i = allGpuModes().indexOf(mode);
        report.modes << GpuModeResult{.mode = mode,
                                      .status = GpuModeResult::Status::Measured,
                                      .batch = 16,
                                      .onRuns = {times[i][1]},
                                      .offRuns = {times[i][0]},
                                      .algorithm = u"IMPLICIT_PRECOMP_GEMM"_s,
                                      .offMethod = u"im2col + cuBLAS"_s,
                                      .workspaceBytes = 64 << 20,
                                      .relativeError = 1e-4,
                                      .differenceFromOff = 1e-4};
    }
    report.verdict = {.kind = GpuVerdict::Kind::Good,
                      .sentence = raw(u"cuDNN 9.14.0 computes right and is 4.2 times as fast."_s)};
    return report;
}

Outcome<GpuTestReport> playGpuTest(const GpuTestReport &whole, const Job &job, const GpuTestStep &step)
{
    GpuTestReport soFar = whole;
    for (GpuModeResult &result : soFar.modes)
        result = {.mode = result.mode};
    for (qsizetype i = 0; i < whole.modes.size(); ++i) {
        if (job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        step(soFar, soFar.modes[i].mode);
        soFar.modes[i] = whole.modes[i];
        step(soFar, std::nullopt);
    }
    return whole;
}

Engine fakeEngine()
{
    Engine engine;
    engine.detect = [](const Host &, const Job &, const Engine::PartDone &partDone) -> Outcome<SystemReport> {
        for (const auto part : {DetectPart::System, DetectPart::Gpu, DetectPart::Driver, DetectPart::Toolkits,
                                DetectPart::Cudnn, DetectPart::Python}) {
            if (partDone)
                partDone(part, fakeReport());
        }
        return fakeReport();
    };
    engine.identify = [](const QString &path, const Catalog &, const Job &) -> Outcome<ArchiveIdentity> {
        return fakeArchive(path);
    };
    engine.judge = [](const Catalog &, const CandidateFacts &, const TargetFacts &) {
        return Verdict{Verdict::Kind::Supported, {{Reason::Weight::Good, u"ok"_s, raw(u"It fits."_s)}}};
    };
    engine.candidateFacts = [](const ArchiveIdentity &) { return CandidateFacts{}; };
    engine.targetFacts = [](const SystemReport &, const std::optional<QString> &) { return TargetFacts{}; };
    engine.plan = [](const Host &, const SystemReport &, const Catalog &,
                     const InstallChoice &choice) -> Result<Plan> { return fakePlan(choice); };
    engine.apply = [](Rights, const Host &, const Plan &plan, const Job &) {
        Transaction transaction = fakeTransaction(plan);
        transaction.state = Transaction::State::Committed;
        transaction.libraryDir = plan.libraryDir;
        transaction.after = plan.expectedVersion;
        transaction.bytesWritten = 1'100'000'000;
        transaction.seconds = 20.7;
        transaction.changes << Transaction::ChangedPath{plan.libraryDir + u"/libcudnn.so.8.9.7"_s,
                                                        Transaction::Change::Added, QByteArray(64, 'b')};
        transaction.changes << Transaction::ChangedPath{plan.libraryDir + u"/libcudnn.so.8"_s,
                                                        Transaction::Change::Added,
                                                        {},
                                                        u"libcudnn.so.8.9.7"_s};
        return ApplyResult{.transaction = transaction};
    };
    engine.plannedChecks = [] {
        QList<VerifyCheck> checks = fakeVerified().checks;
        for (VerifyCheck &planned : checks)
            planned = check(planned.id, planned.name.toString(), VerifyCheck::Status::Unknown, {});
        return checks;
    };
    engine.verify = [](const Host &, const SystemReport &, const VerifyRequest &, const Job &,
                       const Engine::CheckDone &checkDone) -> Outcome<VerifyReport> {
        for (const VerifyCheck &check : fakeVerified().checks)
            checkDone(check);
        return fakeVerified();
    };
    engine.gpuTest = [](const Host &, const SystemReport &, const GpuTestRequest &request, const Job &job,
                        const GpuTestStep &step) {
        return playGpuTest(fakeGpuTest(request.modes), job, step);
    };
    engine.writePractice = [](const QString &folder) -> Result<Machine> {
        return failure(ErrorId::NotWritable, raw(u"No room for a practice machine in "_s + folder));
    };
    engine.ownPrefix = [](const Host &, const QVersionNumber &version, int cudaMajor) {
        return u"/home/kim/.local/share/cudnn/%1-cuda%2"_s.arg(version.toString()).arg(cudaMajor);
    };
    engine.rightsFor = [](const Plan &plan, const Host &) {
        return plan.needsRights ? std::nullopt : std::optional(Rights::Own);
    };
    engine.possibleTargets = [](const Host &, const SystemReport &) { return QStringList(); };
    engine.historyOf = [](const FileTree &, const QString &) -> Result<QList<PastChange>> {
        return QList<PastChange>();
    };
    const auto nothing = failure(ErrorId::InputMissing, raw(u"There is no such change."_s));
    engine.planRollBack = [=](const Host &, const QString &, const QString &) -> Result<Plan> {
        return nothing;
    };
    engine.planUninstall = [=](const Host &, const QString &) -> Result<Plan> { return nothing; };
    engine.planRecovery = engine.planUninstall;
    engine.planCleanUp = engine.planUninstall;
    return engine;
}

Engine engineWithPast(bool isCutOff)
{
    struct Past
    {
        std::mutex mutex;
        QList<PastChange> changes;
    };
    const auto past = std::make_shared<Past>();
    past->changes = {pastChange(3, {8, 2, 1}, {8, 9, 7}), pastChange(2, {8, 1, 0}, {8, 2, 1}),
                     pastChange(1, {}, {8, 1, 0})};
    if (isCutOff) {
        past->changes[0].state = PastChange::State::Unfinished;
        past->changes[0].transaction.state = Transaction::State::Incomplete;
        past->changes[0].canRollBack = false;
    }
    past->changes[2].canRollBack = false;

    const auto planThat = [](Operation::Kind kind, const QString &folder) {
        Plan plan;
        plan.id = u"20261201-101010-d4e5f6"_s;
        plan.targetRoot = root124;
        plan.operations = {Operation{.kind = kind, .path = folder}};
        return plan;
    };
    Engine engine = fakeEngine();
    engine.possibleTargets = [](const Host &, const SystemReport &) { return QStringList{root118, root124}; };
    engine.historyOf = [past](const FileTree &, const QString &target) -> Result<QList<PastChange>> {
        const std::lock_guard lock(past->mutex);
        return target == root124 ? past->changes : QList<PastChange>();
    };
    engine.planRollBack = [=](const Host &, const QString &, const QString &id) -> Result<Plan> {
        Plan plan = planThat(Operation::Kind::TakeBack, pastFolder(id));
        plan.warnings = {{Reason::Weight::Warning, u"changed-since"_s,
                          raw(u"/usr/local/cuda-12.4/include/cudnn.h was changed since and is kept."_s)}};
        return plan;
    };
    engine.planUninstall = [=](const Host &, const QString &) -> Result<Plan> {
        return planThat(Operation::Kind::TakeBack, pastFolder(pastId(1)));
    };
    engine.planRecovery = [=](const Host &, const QString &) -> Result<Plan> {
        return planThat(Operation::Kind::TakeBack, pastFolder(pastId(3)));
    };
    engine.planCleanUp = [=](const Host &, const QString &) -> Result<Plan> {
        return planThat(Operation::Kind::DropBackup, pastFolder(pastId(2)));
    };
    engine.apply = [past, install = engine.apply](Rights rights, const Host &host, const Plan &plan,
                                                  const Job &job) {
        const Operation &first = plan.operations.constFirst();
        if (first.kind != Operation::Kind::TakeBack && first.kind != Operation::Kind::DropBackup)
            return install(rights, host, plan, job);
        const std::lock_guard lock(past->mutex);
        while (first.kind == Operation::Kind::TakeBack && !past->changes.isEmpty()) {
            const QString folder = past->changes.takeFirst().folder;
            if (folder == first.path)
                break;
        }
        Transaction transaction = fakeTransaction(plan);
        transaction.state = Transaction::State::Committed;
        return ApplyResult{.transaction = transaction};
    };
    return engine;
}

Machine fakeMachine()
{
    return {.host = Host::local(u"cudnn-setup-cli"_s), .catalog = *Catalog::bundled()};
}

} // namespace cudnnsetup::test
