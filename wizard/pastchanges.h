// SPDX-License-Identifier: MIT
#pragma once

#include "background.h"
#include "engine.h"

#include <QObject>
#include <QThreadPool>

namespace cudnnsetup {

// What this program did to one target.
struct TargetHistory
{
    QString root;
    QList<PastChange> changes = {}; // newest first
    std::optional<Error> error = {}; // why they could not be read
    qint64 bytesToFree = 0; // what a clean-up would free
};

// What a person asks of a target's past.
struct TakeBackRequest
{
    enum class Wish {
        RollBack, // the change with this id, and all newer ones
        Uninstall, // everything that was done there
        Recover, // what was cut off
        CleanUp // drop backups that are not needed
    };
    Wish wish = Wish::RollBack;
    QString target;
    QString id = {};
};

// The plan for such a request, and the changes it is about.
struct TakeBack
{
    Proposal proposal;
    QList<PastChange> changes = {}; // newest first: those taken back, or whose backups are dropped
};

// What was done to the targets of a machine earlier, and the work of taking it back: first a plan, then its
// carrying out. All of it is done by the backend in worker threads. It knows nothing of an installation.
class PastChanges : public QObject
{
    Q_OBJECT

public:
    // Work runs in pool, which has to outlive this.
    PastChanges(Engine engine, QThreadPool *pool, QObject *parent = nullptr);

    void read(const Host &host, const SystemReport &report);
    void forget();
    bool isReading() const { return m_readWork.isRunning(); }
    const QList<TargetHistory> &targets() const { return m_targets; }
    const TargetHistory *historyOf(const QString &target) const;
    // Of all targets, newest first.
    QList<PastChange> all() const;
    // The newest change that was cut off and still waits to be put back in order.
    std::optional<PastChange> cutOff() const;
    bool isCutOff(const QString &target) const;

    // Makes the plan; touches nothing.
    void ask(const TakeBackRequest &request);
    const std::optional<Result<TakeBack>> &answer() const { return m_answer; }
    // Carries the plan out.
    void carryOut();
    void stop();
    bool isWorking() const { return m_work.isRunning(); }
    const std::optional<ApplyResult> &outcome() const { return m_outcome; }

Q_SIGNALS:
    void historyChanged();
    // The plan, the work or its outcome.
    void takeBackChanged();
    void progressed(const cudnnsetup::Progress &progress);
    void machineWasChanged();

private:
    const Engine m_engine;
    QThreadPool *m_pool;
    std::optional<Host> m_host;
    QList<TargetHistory> m_targets;
    std::optional<Result<TakeBack>> m_answer;
    std::optional<ApplyResult> m_outcome;

    Background<QList<TargetHistory>> m_readWork;
    Background<Result<TakeBack>> m_planWork;
    Background<ApplyResult> m_work;
};

// It did what was asked, perhaps leaving alone what somebody else changed.
bool isDone(const ApplyResult &result);

} // namespace cudnnsetup
