// SPDX-License-Identifier: MIT
#pragma once

#include "background.h"
#include "engine.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>

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
    void openArchive(const QString &path);
    void stopIdentifying();
    void setTakesUnknownArchive(bool takes);
    const std::optional<QString> &toolkit() const { return m_toolkit; }
    const QString &archivePath() const { return m_archivePath; }
    const std::optional<ArchiveIdentity> &archive() const { return m_archive; }
    const std::optional<Error> &archiveError() const { return m_archiveError; }
    bool isIdentifying() const { return m_identifyWork.isRunning(); }
    bool takesUnknownArchive() const { return m_takesUnknownArchive; }
    // Of the chosen archive for a toolkit; nothing before an archive is known.
    std::optional<Verdict> verdictFor(const QString &toolkitRoot) const;

    bool isPlanning() const { return m_planWork.isRunning(); }
    const std::optional<Result<Plan>> &plan() const { return m_plan; }
    bool hasPlan() const { return m_plan && m_plan->has_value(); }
    // The command that does the same in a shell with more rights.
    QString commandWithRights() const;

    // The change.
    void apply();
    void stopApplying();
    bool isApplying() const { return m_applyWork.isRunning(); }
    const std::optional<ApplyResult> &applied() const { return m_applied; }
    bool isInstalled() const;

    // The proof.
    void verify();
    void stopVerifying();
    bool isVerifying() const { return m_verifyWork.isRunning(); }
    const QList<VerifyCheck> &checks() const { return m_checks; }
    const std::optional<VerifyReport> &verified() const { return m_verified; }

    // Everything above as text in the language that is shown.
    QString reportText() const;
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

    void use(const Machine &machine);
    void forgetChoice();
    void forgetResult();
    void finishDetecting(const Outcome<SystemReport> &outcome);
    void finishIdentifying(const Outcome<ArchiveIdentity> &outcome);
    void takeReport(const SystemReport &report);
    void finishVerifying(const Outcome<Proof> &outcome);
    void makePlan();
    InstallChoice choice() const;
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
    QString m_archivePath;
    std::optional<ArchiveIdentity> m_archive;
    std::optional<Error> m_archiveError;
    bool m_takesUnknownArchive = false;
    std::optional<Result<Plan>> m_plan;
    std::optional<ApplyResult> m_applied;
    QList<VerifyCheck> m_checks;
    std::optional<VerifyReport> m_verified;

    // Declared before the work, so that its end comes after it and waits for what was asked to stop.
    QThreadPool m_pool;
    Background<Result<Machine>> m_practiceWork;
    Background<Outcome<SystemReport>, std::pair<DetectPart, SystemReport>> m_detectWork;
    Background<Outcome<ArchiveIdentity>> m_identifyWork;
    Background<Result<Plan>, SystemReport> m_planWork;
    Background<ApplyResult> m_applyWork;
    Background<Outcome<Proof>, VerifyCheck> m_verifyWork;
    Background<Result<void>> m_saveWork;
};

} // namespace cudnnsetup
