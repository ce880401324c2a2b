// SPDX-License-Identifier: MIT
#include "session.h"

#include "report/textreport.h"
#include "verify/installed.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString shellQuoted(const QString &word)
{
    static const QString plain = u"/._-+=:,@%"_s;
    const bool isPlain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || plain.contains(c);
    });
    return isPlain ? word : u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
}

} // namespace

Session::Session(Engine engine, Machine thisMachine, Machine machine, QString cliProgram, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_thisMachine(std::move(thisMachine)),
      m_cliProgram(std::move(cliProgram)), m_machine(std::move(machine))
{
    m_pool.setMaxThreadCount(4);
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
    Q_ASSERT(!isApplying());
    m_machine = machine;
    forgetChoice();
    Q_EMIT machineChanged();
    detect();
}

void Session::forgetChoice()
{
    m_identifyWork.forget();
    m_toolkit.reset();
    m_archivePath.clear();
    m_archive.reset();
    m_archiveError.reset();
    m_takesUnknownArchive = false;
    m_planWork.forget();
    m_plan.reset();
    forgetResult();
    Q_EMIT archiveChanged();
    Q_EMIT choiceChanged();
    Q_EMIT planChanged();
}

void Session::forgetResult()
{
    m_verifyWork.forget();
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
    forgetResult();
    makePlan();
    Q_EMIT choiceChanged();
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

std::optional<Verdict> Session::verdictFor(const QString &toolkitRoot) const
{
    if (!m_archive)
        return std::nullopt;
    return m_engine.judge(m_machine.catalog, m_engine.candidateFacts(*m_archive),
                          m_engine.targetFacts(m_report, toolkitRoot));
}

InstallChoice Session::choice() const
{
    // In use is said on the page before the person presses Install; a running program keeps the library it
    // has.
    return {.archive = *m_archive,
            .toolkit = m_toolkit,
            .takeUnknownArchive = m_takesUnknownArchive,
            .takeInUse = true};
}

void Session::makePlan()
{
    m_planWork.forget();
    m_plan.reset();
    if (m_archive && m_toolkit && m_hasReport) {
        m_planWork.start(&m_pool,
                         [engine = m_engine, machine = m_machine, report = m_report, isOld = m_isReportOld,
                          choice = choice()](const Job &job, const auto &handOver) -> Result<Plan> {
                             if (!isOld)
                                 return engine.plan(machine.host, report, machine.catalog, choice);
                             const Outcome<SystemReport> fresh = engine.detect(machine.host, job, {});
                             if (fresh)
                                 handOver(*fresh);
                             return engine.plan(machine.host, fresh.value_or(report), machine.catalog,
                                                choice);
                         },
                         {.done =
                                  [this](const Result<Plan> &plan) {
                                      m_plan = plan;
                                      Q_EMIT planChanged();
                                  },
                          .part = [this](const SystemReport &fresh) { takeReport(fresh); }});
    }
    Q_EMIT planChanged();
}

QString Session::commandWithRights() const
{
    if (!hasPlan())
        return {};
    QStringList words{u"sudo"_s,     m_cliProgram,   u"install"_s,
                      m_archivePath, u"--toolkit"_s, (*m_plan)->targetRoot};
    if (host().kind() != Host::Kind::Local)
        words << (host().kind() == Host::Kind::Root ? u"--root"_s : u"--machine"_s) << host().directory();
    if (m_takesUnknownArchive)
        words << u"--allow-unknown-archive"_s;
    words << u"--allow-in-use"_s;
    std::transform(words.begin(), words.end(), words.begin(), shellQuoted);
    return words.join(u' ');
}

void Session::apply()
{
    if (!hasPlan() || isApplying())
        return;
    m_applied.reset();
    m_checks.clear();
    m_verified.reset();
    m_practiceWork.forget();
    m_applyWork.start(&m_pool,
                      [change = m_engine.apply, host = host(),
                       plan = **m_plan](const Job &job, const auto &) { return change(host, plan, job); },
                      {.done =
                               [this](const ApplyResult &result) {
                                   m_applied = result;
                                   m_isReportOld = m_isReportOld || !result.wasBeforeCommit;
                                   // A plan is good for one try: what was there has been looked at before the
                                   // change.
                                   if (!isInstalled())
                                       makePlan();
                                   Q_EMIT applyChanged();
                               },
                       .progress = [this](const Progress &progress) { Q_EMIT applyProgressed(progress); }});
    Q_EMIT applyChanged();
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
    if (!isInstalled())
        return;
    m_checks = m_engine.plannedChecks();
    m_verified.reset();
    m_verifyWork.start(&m_pool,
                       [engine = m_engine, host = host(),
                        request = verifyRequest()](const Job &job, const auto &handOver) -> Outcome<Proof> {
                           // The report from before the change no longer says which copy programs load.
                           const Outcome<SystemReport> report = engine.detect(host, job, {});
                           if (!report)
                               return tl::unexpected(report.error());
                           const Outcome<VerifyReport> verified =
                                   engine.verify(host, *report, request, job, handOver);
                           if (!verified)
                               return tl::unexpected(verified.error());
                           return Proof{*report, *verified};
                       },
                       {.done = [this](const Outcome<Proof> &outcome) { finishVerifying(outcome); },
                        .part =
                                [this](const VerifyCheck &check) {
                                    const auto place = std::find_if(
                                            m_checks.begin(), m_checks.end(),
                                            [&](const VerifyCheck &c) { return c.id == check.id; });
                                    if (place != m_checks.end())
                                        *place = check;
                                    else
                                        m_checks.append(check);
                                    Q_EMIT verifyChanged();
                                }});
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
    Q_EMIT verifyChanged();
}

void Session::takeReport(const SystemReport &report)
{
    m_report = report;
    m_isReportOld = false;
    Q_EMIT detectChanged();
}

QString Session::reportText() const
{
    ReportContent content{.system = m_report};
    if (m_applied)
        content.transaction = m_applied->transaction;
    content.verified = m_verified;
    return textReport(content);
}

void Session::saveReport(const QString &path)
{
    m_saveWork.start(&m_pool,
                     [path, text = reportText()](const Job &, const auto &) { return saveText(path, text); },
                     {.done = [this, path](const Result<void> &saved) {
                         Q_EMIT reportSaved(path, saved ? std::nullopt : std::optional(saved.error()));
                     }});
}

} // namespace cudnnsetup
