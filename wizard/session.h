// SPDX-License-Identifier: MIT
#pragma once

#include "background.h"
#include "engine.h"
#include "gpumeasurement.h"
#include "pastchanges.h"
#include "report/textreport.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>

#include <variant>

namespace cudnnsetup {

// The work behind the four pages: which machine, its report, the choice, the plan, what became of it and the
// proof. Pages show these values and call these functions; all work is done by the backend in worker threads
// and told by signals.
class Session : public QObject
{
    Q_OBJECT

public:
    // Begins with machine, which may be thisMachine. cliProgram: path of cudnn-setup-cli, for the command
    // that is shown.
    Session(Engine engine, Machine thisMachine, Machine machine, QString cliProgram,
            QObject *parent = nullptr);
    ~Session() override;

    // The machine.
    const Host &host() const { return m_machine.host; }
    bool isPractice() const;
    const QList<PracticeMachine::Archive> &archivesHere() const { return m_machine.archives; }
    void makePractice(const QString &folder);
    // Goes on with this machine; the folder may be finished later, for another time.
    void stopMakingPractice();
    bool isMakingPractice() const { return m_practiceWork.isRunning(); }
    const std::optional<Error> &practiceError() const { return m_practiceError; }
    void useThisMachine();

    // What is on it.
    void detect();
    bool isDetecting() const { return m_detectWork.isRunning(); }
    bool hasReport() const { return m_hasReport; }
    bool isKnown(DetectPart part) const { return m_knownParts.contains(part); }
    const SystemReport &report() const { return m_report; }

    // The choice; whenever it is whole, a plan is made of it.
    void chooseToolkit(const QString &root);
    // Into a folder of the person's own, whose name comes from the archive.
    void chooseOnlyForMe();
    void setSwitchesOn(bool switchesOn);
    void openArchive(const QString &path);
    void stopIdentifying();
    void setTakesUnknownArchive(bool takes);
    const std::optional<QString> &toolkit() const { return m_toolkit; }
    bool isOnlyForMe() const { return m_isOnlyForMe; }
    bool hasTarget() const { return m_toolkit || m_isOnlyForMe; }
    // Nothing as long as no archive with a known version is chosen.
    std::optional<QString> ownPrefix() const;
    // Programs find it by themselves: every program that in a toolkit, the person's own that only for them.
    bool switchesOn() const { return m_switchesOn; }
    const QString &archivePath() const { return m_archivePath; }
    const std::optional<ArchiveIdentity> &archive() const { return m_archive; }
    const std::optional<Error> &archiveError() const { return m_archiveError; }
    bool isIdentifying() const { return m_identifyWork.isRunning(); }
    bool takesUnknownArchive() const { return m_takesUnknownArchive; }
    // Of the chosen archive for the chosen target; nothing before both are known.
    std::optional<Verdict> verdict() const;

    bool isPlanning() const { return m_planWork.isRunning(); }
    const std::optional<Result<Plan>> &plan() const { return m_plan; }
    bool hasPlan() const { return m_plan && m_plan->has_value(); }
    // Where the rights for the plan come from; nothing when the person has to run commandWithRights().
    const std::optional<Rights> &rights() const { return m_rights; }
    // A change of the plan's target was cut off; it has to be put back in order first.
    bool isTargetCutOff() const;
    // The command that does the same in a shell with more rights.
    QString commandWithRights() const;

    // The change.
    void apply();
    void stopApplying();
    bool isApplying() const { return m_applyWork.isRunning(); }
    const std::optional<ApplyResult> &applied() const { return m_applied; }
    bool isInstalled() const;

    // What was done earlier, here and in other targets.
    PastChanges &pastChanges() { return m_past; }
    const PastChanges &pastChanges() const { return m_past; }
    // Something on the machine is being changed: installed or taken back.
    bool isChanging() const { return isApplying() || m_past.isWorking(); }
    void stopChanging();
    // As what a person pastes into a shell; arguments: those of cudnn-setup-cli, from the command on.
    QString sudoCommand(const QStringList &arguments) const;

    // The proof.
    void verify();
    void stopVerifying();
    bool isVerifying() const { return m_verifyWork.isRunning(); }
    const QList<VerifyCheck> &checks() const { return m_checks; }
    const std::optional<VerifyReport> &verified() const { return m_verified; }

    // The proof on the GPU, by itself and as one of the checks.
    GpuMeasurement &gpuMeasurement() { return m_gpu; }
    const GpuMeasurement &gpuMeasurement() const { return m_gpu; }
    // There is a copy to test and a GPU to test it on.
    bool hasGpuToMeasure() const;
    bool canMeasureGpu() const { return hasGpuToMeasure() && !isVerifying() && !m_gpu.isMeasuring(); }
    void measureGpu(GpuTestReport::Way way, const QList<GpuMode> &modes);

    // Everything above as text in the language that is shown.
    QString reportText() const;
    // As HTML or as text, as the name of the file says.
    void saveReport(const QString &path);

Q_SIGNALS:
    void machineChanged();
    void practiceChanged();
    void detectChanged();
    void detectProgressed(const cudnnsetup::Progress &progress);
    void archiveChanged();
    void archiveProgressed(const cudnnsetup::Progress &progress);
    void choiceChanged();
    void planChanged();
    void applyChanged();
    void applyProgressed(const cudnnsetup::Progress &progress);
    void verifyChanged();
    // error is empty when the report was written.
    void reportSaved(const QString &path, const std::optional<cudnnsetup::Error> &error);

private:
    struct Proof
    {
        SystemReport report;
        VerifyReport verified;
    };

    // What the checks hand over on their way.
    using ProofStep = std::variant<VerifyCheck, GpuMeasurement::Course>;

    void use(const Machine &machine);
    void forgetChoice();
    void forgetResult();
    void finishDetecting(const Outcome<SystemReport> &outcome);
    void finishIdentifying(const Outcome<ArchiveIdentity> &outcome);
    void takeReport(const SystemReport &report);
    void finishApplying(const ApplyResult &result);
    void takeCheck(const VerifyCheck &check);
    void finishVerifying(const Outcome<Proof> &outcome);
    void forgetPlan();
    void makePlan();
    void followTakeBack();
    InstallChoice choice() const;
    ReportContent reportContent() const;
    VerifyRequest verifyRequest() const;

    const Engine m_engine;
    const Machine m_thisMachine;
    const QString m_cliProgram;
    Machine m_machine;
    std::optional<Error> m_practiceError;

    SystemReport m_report;
    QSet<DetectPart> m_knownParts;
    bool m_hasReport = false;
    bool m_isReportOld = false; // the machine was changed since

    std::optional<QString> m_toolkit;
    bool m_isOnlyForMe = false;
    bool m_switchesOn = true;
    QString m_archivePath;
    std::optional<ArchiveIdentity> m_archive;
    std::optional<Error> m_archiveError;
    bool m_takesUnknownArchive = false;
    std::optional<Result<Plan>> m_plan;
    std::optional<Rights> m_rights;
    std::optional<ApplyResult> m_applied;
    QList<VerifyCheck> m_checks;
    std::optional<VerifyReport> m_verified;

    // Declared before the work, so that its end comes after it and waits for what was asked to stop.
    QThreadPool m_pool;
    PastChanges m_past;
    GpuMeasurement m_gpu;
    Background<Result<Machine>> m_practiceWork;
    Background<Outcome<SystemReport>, std::pair<DetectPart, SystemReport>> m_detectWork;
    Background<Outcome<ArchiveIdentity>> m_identifyWork;
    Background<Result<Proposal>, SystemReport> m_planWork;
    Background<ApplyResult> m_applyWork;
    Background<Outcome<Proof>, ProofStep> m_verifyWork;
    Background<Result<void>> m_saveWork;
};

} // namespace cudnnsetup
