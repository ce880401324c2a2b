// SPDX-License-Identifier: MIT
#include "session.h"

#include "report/htmlreport.h"
#include "report/shellcommand.h"
#include "verify/installed.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Session::Session(Engine engine, Machine thisMachine, Machine machine, QString cliProgram, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_thisMachine(std::move(thisMachine)),
      m_cliProgram(std::move(cliProgram)), m_machine(std::move(machine)), m_past(m_engine, &m_pool),
      m_gpu(m_engine, &m_pool)
{
    m_pool.setMaxThreadCount(4);
    connect(&m_past, &PastChanges::machineWasChanged, this, &Session::followTakeBack);
}

Session::~Session() = default;

bool Session::isPractice() const
{
    return host().record() && host().record()->isPractice;
}

void Session::makePractice(const QString &folder)
{
    m_practiceError.reset();
    m_practiceWork.start(
            &m_pool,
            [folder, write = m_engine.writePractice](const Job &, const auto &) { return write(folder); },
            {.done = [this](const Result<Machine> &made) {
                if (made)
                    use(*made);
                else
                    m_practiceError = made.error();
                Q_EMIT practiceChanged();
            }});
    Q_EMIT practiceChanged();
}

void Session::stopMakingPractice()
{
    m_practiceWork.forget();
}

void Session::useThisMachine()
{
    use(m_thisMachine);
}

void Session::use(const Machine &machine)
{
    Q_ASSERT(!isChanging());
    m_machine = machine;
    m_past.forget();
    forgetChoice();
    Q_EMIT machineChanged();
    detect();
}

void Session::forgetChoice()
{
    m_identifyWork.forget();
    m_toolkit.reset();
    m_isOnlyForMe = false;
    m_switchesOn = true;
    m_archivePath.clear();
    m_archive.reset();
    m_archiveError.reset();
    m_takesUnknownArchive = false;
    forgetResult();
    forgetPlan();
    Q_EMIT archiveChanged();
    Q_EMIT choiceChanged();
}

void Session::forgetPlan()
{
    m_planWork.forget();
    m_plan.reset();
    m_rights.reset();
    Q_EMIT planChanged();
}

void Session::forgetResult()
{
    m_verifyWork.forget();
    m_gpu.forget();
    m_applied.reset();
    m_checks.clear();
    m_verified.reset();
    Q_EMIT applyChanged();
    Q_EMIT verifyChanged();
}

void Session::detect()
{
    m_report = {};
    m_knownParts.clear();
    m_hasReport = false;
    m_detectWork.start(&m_pool,
                       [host = host(), look = m_engine.detect](const Job &job, const auto &handOver) {
                           return look(host, job, [&](DetectPart part, const SystemReport &soFar) {
                               handOver({part, soFar});
                           });
                       },
                       {.done = [this](const Outcome<SystemReport> &outcome) { finishDetecting(outcome); },
                        .progress = [this](const Progress &progress) { Q_EMIT detectProgressed(progress); },
                        .part =
                                [this](const std::pair<DetectPart, SystemReport> &part) {
                                    m_knownParts.insert(part.first);
                                    m_report = part.second;
                                    Q_EMIT detectChanged();
                                }});
    Q_EMIT detectChanged();
}

void Session::finishDetecting(const Outcome<SystemReport> &outcome)
{
    if (outcome) {
        m_report = *outcome;
        m_hasReport = true;
        m_isReportOld = false;
        m_knownParts = {DetectPart::System,   DetectPart::Gpu,   DetectPart::Driver,
                        DetectPart::Toolkits, DetectPart::Cudnn, DetectPart::Python};
        const bool isToolkitThere =
                std::any_of(m_report.toolkits.begin(), m_report.toolkits.end(),
                            [this](const ToolkitFacts &facts) { return facts.root == m_toolkit; });
        if (!isToolkitThere)
            m_toolkit.reset();
        m_past.read(host(), m_report);
    }
    Q_EMIT detectChanged();
    makePlan();
    Q_EMIT choiceChanged();
}

void Session::chooseToolkit(const QString &root)
{
    if (m_toolkit == root)
        return;
    m_toolkit = root;
    m_isOnlyForMe = false;
    forgetResult();
    makePlan();
    Q_EMIT choiceChanged();
}

void Session::chooseOnlyForMe()
{
    if (m_isOnlyForMe)
        return;
    m_isOnlyForMe = true;
    m_toolkit.reset();
    forgetResult();
    makePlan();
    Q_EMIT choiceChanged();
}

void Session::setSwitchesOn(bool switchesOn)
{
    if (m_switchesOn == switchesOn)
        return;
    m_switchesOn = switchesOn;
    forgetResult();
    makePlan();
    Q_EMIT choiceChanged();
}

std::optional<QString> Session::ownPrefix() const
{
    if (!m_archive || !m_archive->version || !m_archive->cudaMajor)
        return std::nullopt;
    return m_engine.ownPrefix(host(), *m_archive->version, *m_archive->cudaMajor);
}

void Session::openArchive(const QString &path)
{
    m_archivePath = path;
    m_archive.reset();
    m_archiveError.reset();
    m_takesUnknownArchive = false;
    forgetResult();
    m_identifyWork.start(
            &m_pool,
            [path, identify = m_engine.identify, catalog = m_machine.catalog](const Job &job, const auto &) {
                return identify(path, catalog, job);
            },
            {.done = [this](const Outcome<ArchiveIdentity> &outcome) { finishIdentifying(outcome); },
             .progress = [this](const Progress &progress) { Q_EMIT archiveProgressed(progress); }});
    makePlan();
    Q_EMIT archiveChanged();
    Q_EMIT choiceChanged();
}

void Session::stopIdentifying()
{
    m_identifyWork.stop();
}

void Session::finishIdentifying(const Outcome<ArchiveIdentity> &outcome)
{
    if (!outcome && isCancelled(outcome.error()))
        m_archivePath.clear();
    else if (!outcome)
        m_archiveError = std::get<Error>(outcome.error());
    else if (outcome->problem)
        m_archiveError = outcome->problem;
    else
        m_archive = *outcome;
    makePlan();
    Q_EMIT archiveChanged();
    Q_EMIT choiceChanged();
}

void Session::setTakesUnknownArchive(bool takes)
{
    if (m_takesUnknownArchive == takes)
        return;
    m_takesUnknownArchive = takes;
    makePlan();
    Q_EMIT choiceChanged();
}

std::optional<Verdict> Session::verdict() const
{
    if (!m_archive || !hasTarget())
        return std::nullopt;
    return m_engine.judge(m_machine.catalog, m_engine.candidateFacts(*m_archive),
                          m_engine.targetFacts(m_report, m_toolkit));
}

InstallChoice Session::choice() const
{
    // In use is said on the page before the person presses Install; a running program keeps the library it
    // has.
    using Who = ActivationChoice::Who;
    InstallChoice choice{.archive = *m_archive,
                         .toolkit = m_toolkit,
                         .takeUnknownArchive = m_takesUnknownArchive,
                         .takeInUse = true,
                         .activation = {m_isOnlyForMe ? Who::User : Who::Everyone}};
    if (m_isOnlyForMe)
        choice.prefix = ownPrefix();
    if (!m_switchesOn)
        choice.activation = {Who::Nobody};
    return choice;
}

void Session::makePlan()
{
    forgetPlan();
    if (!m_archive || !m_hasReport || !(m_toolkit || (m_isOnlyForMe && ownPrefix())))
        return;
    const auto propose = [engine = m_engine, machine = m_machine,
                          choice = choice()](const SystemReport &report) -> Result<Proposal> {
        return engine.plan(machine.host, report, machine.catalog, choice).map([&](const Plan &plan) {
            return Proposal{plan, engine.rightsFor(plan, machine.host)};
        });
    };
    m_planWork.start(&m_pool,
                     [propose, look = m_engine.detect, host = host(), report = m_report,
                      isOld = m_isReportOld](const Job &job, const auto &handOver) {
                         if (!isOld)
                             return propose(report);
                         const Outcome<SystemReport> fresh = look(host, job, {});
                         if (fresh)
                             handOver(*fresh);
                         return propose(fresh.value_or(report));
                     },
                     {.done =
                              [this](const Result<Proposal> &proposal) {
                                  m_plan = proposal.map(&Proposal::plan);
                                  if (proposal)
                                      m_rights = proposal->rights;
                                  Q_EMIT planChanged();
                              },
                      .part = [this](const SystemReport &fresh) { takeReport(fresh); }});
    Q_EMIT planChanged();
}

bool Session::isTargetCutOff() const
{
    return hasPlan() && m_past.isCutOff((*m_plan)->targetRoot);
}

QString Session::commandWithRights() const
{
    if (!hasPlan())
        return {};
    QStringList words{u"install"_s, m_archivePath, m_isOnlyForMe ? u"--prefix"_s : u"--toolkit"_s,
                      (*m_plan)->targetRoot};
    if (!m_switchesOn || m_isOnlyForMe)
        words << u"--activate"_s << (m_switchesOn ? u"user"_s : u"none"_s);
    if (m_takesUnknownArchive)
        words << u"--allow-unknown-archive"_s;
    words << u"--allow-in-use"_s;
    return sudoCommand(words);
}

QString Session::sudoCommand(const QStringList &arguments) const
{
    QStringList words = QStringList{u"sudo"_s, m_cliProgram} + arguments;
    if (host().kind() != Host::Kind::Local)
        words << (host().kind() == Host::Kind::Root ? u"--root"_s : u"--machine"_s) << host().directory();
    return shellCommand(words);
}

void Session::apply()
{
    if (!hasPlan() || !m_rights || isChanging())
        return;
    m_applied.reset();
    m_checks.clear();
    m_verified.reset();
    m_gpu.forget();
    m_practiceWork.forget();
    m_applyWork.start(&m_pool,
                      [change = m_engine.apply, rights = *m_rights, host = host(), plan = **m_plan](
                              const Job &job, const auto &) { return change(rights, host, plan, job); },
                      {.done = [this](const ApplyResult &result) { finishApplying(result); },
                       .progress = [this](const Progress &progress) { Q_EMIT applyProgressed(progress); }});
    Q_EMIT applyChanged();
}

void Session::finishApplying(const ApplyResult &result)
{
    m_applied = result;
    m_isReportOld = m_isReportOld || !result.wasBeforeCommit;
    // A plan is good for one try: what was there has been looked at before the change.
    if (!isInstalled())
        makePlan();
    m_past.read(host(), m_report);
    Q_EMIT applyChanged();
}

void Session::followTakeBack()
{
    forgetResult();
    forgetPlan();
    detect();
}

void Session::stopChanging()
{
    stopApplying();
    m_past.stop();
}

void Session::stopApplying()
{
    m_applyWork.stop();
}

bool Session::isInstalled() const
{
    return m_applied && !m_applied->error && m_applied->transaction.state == Transaction::State::Committed;
}

VerifyRequest Session::verifyRequest() const
{
    VerifyRequest request{.libraryDir = m_applied->transaction.libraryDir, .toolkit = m_toolkit};
    if (hasPlan() && !(*m_plan)->includeDir.isEmpty())
        request.includeDir = (*m_plan)->includeDir;
    return asInstalled(request, m_applied->transaction);
}

void Session::verify()
{
    if (!isInstalled() || m_gpu.isMeasuring())
        return;
    m_checks = m_engine.plannedChecks();
    m_verified.reset();
    m_gpu.forget();
    m_verifyWork.start(&m_pool,
                       [engine = m_engine, host = host(),
                        asked = verifyRequest()](const Job &job, const auto &handOver) -> Outcome<Proof> {
                           // The report from before the change no longer says which copy programs load.
                           const Outcome<SystemReport> report = engine.detect(host, job, {});
                           if (!report)
                               return tl::unexpected(report.error());
                           VerifyRequest request = asked;
                           request.gpuStep = [&](const GpuTestReport &soFar, const auto &running) {
                               handOver(GpuMeasurement::Course{soFar, running});
                           };
                           return engine.verify(host, *report, request, job, handOver)
                                   .map([&](const VerifyReport &verified) {
                                       return Proof{*report, verified};
                                   });
                       },
                       {.done = [this](const Outcome<Proof> &outcome) { finishVerifying(outcome); },
                        .part =
                                [this](const ProofStep &step) {
                                    if (const auto *check = std::get_if<VerifyCheck>(&step))
                                        takeCheck(*check);
                                    else
                                        m_gpu.follow(std::get<GpuMeasurement::Course>(step));
                                }});
    Q_EMIT verifyChanged();
}

void Session::takeCheck(const VerifyCheck &check)
{
    const auto place = std::find_if(m_checks.begin(), m_checks.end(),
                                    [&](const VerifyCheck &other) { return other.id == check.id; });
    if (place != m_checks.end())
        *place = check;
    else
        m_checks.append(check);
    Q_EMIT verifyChanged();
}

void Session::stopVerifying()
{
    m_verifyWork.stop();
}

void Session::finishVerifying(const Outcome<Proof> &outcome)
{
    if (outcome) {
        m_checks = outcome->verified.checks;
        m_verified = outcome->verified;
        takeReport(outcome->report);
    }
    m_gpu.take(outcome ? outcome->verified.gpuTest : std::nullopt);
    Q_EMIT verifyChanged();
}

void Session::takeReport(const SystemReport &report)
{
    m_report = report;
    m_isReportOld = false;
    Q_EMIT detectChanged();
}

bool Session::hasGpuToMeasure() const
{
    return isInstalled() && host().isLocal() && !m_report.gpus.isEmpty() && m_report.driver;
}

void Session::measureGpu(GpuTestReport::Way way, const QList<GpuMode> &modes)
{
    if (!canMeasureGpu())
        return;
    const Transaction &installed = m_applied->transaction;
    GpuTestRequest request{
            .way = way, .libraryDir = installed.libraryDir, .toolkit = m_toolkit, .modes = modes};
    if (installed.after)
        request.major = installed.after->majorVersion();
    m_gpu.start(host(), m_report, request);
}

ReportContent Session::reportContent() const
{
    ReportContent content{.system = m_report};
    if (m_applied)
        content.transaction = m_applied->transaction;
    content.verified = m_verified;
    content.gpuTest = m_gpu.report();
    return content;
}

QString Session::reportText() const
{
    return textReport(reportContent());
}

void Session::saveReport(const QString &path)
{
    m_saveWork.start(&m_pool,
                     [path, text = reportForFile(path, reportContent())](const Job &, const auto &) {
                         return saveText(path, text);
                     },
                     {.done = [this, path](const Result<void> &saved) {
                         Q_EMIT reportSaved(path, saved ? std::nullopt : std::optional(saved.error()));
                     }});
}

} // namespace cudnnsetup
