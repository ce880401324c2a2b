// SPDX-License-Identifier: MIT
#include "pastchanges.h"

#include <algorithm>

namespace cudnnsetup {

namespace {

bool isAbout(const Plan &plan, Operation::Kind kind, const QString &folder = {})
{
    return std::any_of(plan.operations.begin(), plan.operations.end(), [&](const Operation &operation) {
        return operation.kind == kind && (folder.isEmpty() || operation.path == folder);
    });
}

// The changes that a plan takes back or drops; taking one back takes all newer ones with it.
QList<PastChange> changesOf(const Plan &plan, const QList<PastChange> &history)
{
    const bool takesBack = isAbout(plan, Operation::Kind::TakeBack);
    QList<PastChange> changes;
    for (qsizetype i = history.size() - 1; i >= 0; --i) {
        const PastChange &change = history[i];
        const bool isNamed = isAbout(plan, Operation::Kind::TakeBack, change.folder)
                             || isAbout(plan, Operation::Kind::DropBackup, change.folder);
        const bool goesWithOlder =
                takesBack && !changes.isEmpty() && change.state != PastChange::State::RolledBack;
        if (isNamed || goesWithOlder)
            changes.prepend(change);
    }
    return changes;
}

qint64 backupBytesOf(const QList<PastChange> &changes)
{
    qint64 bytes = 0;
    for (const PastChange &change : changes)
        bytes += change.backupBytes;
    return bytes;
}

QList<TargetHistory> historiesOf(const Engine &engine, const Host &host, const SystemReport &report)
{
    QList<TargetHistory> targets;
    for (const QString &root : engine.possibleTargets(host, report)) {
        TargetHistory target{.root = root};
        if (const auto changes = engine.historyOf(host.files(), root))
            target.changes = *changes;
        else
            target.error = changes.error();
        if (const auto cleanUp = engine.planCleanUp(host, root); cleanUp && !target.changes.isEmpty())
            target.bytesToFree = backupBytesOf(changesOf(*cleanUp, target.changes));
        if (!target.changes.isEmpty() || target.error)
            targets << target;
    }
    return targets;
}

Result<Plan> planFor(const Engine &engine, const Host &host, const TakeBackRequest &request)
{
    switch (request.wish) {
    case TakeBackRequest::Wish::RollBack:
        return engine.planRollBack(host, request.target, request.id);
    case TakeBackRequest::Wish::Uninstall:
        return engine.planUninstall(host, request.target);
    case TakeBackRequest::Wish::Recover:
        return engine.planRecovery(host, request.target);
    case TakeBackRequest::Wish::CleanUp:
        return engine.planCleanUp(host, request.target);
    }
    Q_UNREACHABLE();
}

} // namespace

PastChanges::PastChanges(Engine engine, QThreadPool *pool, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_pool(pool)
{}

void PastChanges::read(const Host &host, const SystemReport &report)
{
    m_host = host;
    m_readWork.start(m_pool,
                     [engine = m_engine, host, report](const Job &, const auto &) {
                         return historiesOf(engine, host, report);
                     },
                     {.done = [this](const QList<TargetHistory> &targets) {
                         m_targets = targets;
                         Q_EMIT historyChanged();
                     }});
    Q_EMIT historyChanged();
}

void PastChanges::forget()
{
    Q_ASSERT(!isWorking());
    m_readWork.forget();
    m_planWork.forget();
    m_host.reset();
    m_targets.clear();
    m_answer.reset();
    m_outcome.reset();
    Q_EMIT historyChanged();
    Q_EMIT takeBackChanged();
}

const TargetHistory *PastChanges::historyOf(const QString &target) const
{
    const auto place = std::find_if(m_targets.begin(), m_targets.end(),
                                    [&](const TargetHistory &history) { return history.root == target; });
    return place == m_targets.end() ? nullptr : &*place;
}

QList<PastChange> PastChanges::all() const
{
    QList<PastChange> changes;
    for (const TargetHistory &target : m_targets)
        changes << target.changes;
    std::stable_sort(changes.begin(), changes.end(), [](const PastChange &a, const PastChange &b) {
        return a.transaction.when > b.transaction.when;
    });
    return changes;
}

std::optional<PastChange> PastChanges::cutOff() const
{
    const QList<PastChange> changes = all();
    const auto place = std::find_if(changes.begin(), changes.end(), [](const PastChange &change) {
        return change.state == PastChange::State::Unfinished;
    });
    return place == changes.end() ? std::nullopt : std::optional(*place);
}

bool PastChanges::isCutOff(const QString &target) const
{
    const TargetHistory *history = historyOf(target);
    return history
           && std::any_of(history->changes.begin(), history->changes.end(), [](const PastChange &change) {
                  return change.state == PastChange::State::Unfinished;
              });
}

void PastChanges::ask(const TakeBackRequest &request)
{
    if (!m_host || isWorking())
        return;
    m_answer.reset();
    m_outcome.reset();
    m_planWork.start(
            m_pool,
            [engine = m_engine, host = *m_host, request](const Job &, const auto &) -> Result<TakeBack> {
                return planFor(engine, host, request).map([&](const Plan &plan) {
                    const auto history = engine.historyOf(host.files(), request.target);
                    return TakeBack{{plan, engine.rightsFor(plan, host)},
                                    changesOf(plan, history.value_or(QList<PastChange>()))};
                });
            },
            {.done = [this](const Result<TakeBack> &answer) {
                m_answer = answer;
                Q_EMIT takeBackChanged();
            }});
    Q_EMIT takeBackChanged();
}

void PastChanges::carryOut()
{
    if (!m_answer || !*m_answer || !(*m_answer)->proposal.rights || isWorking())
        return;
    m_outcome.reset();
    m_work.start(m_pool,
                 [change = m_engine.apply, host = *m_host, proposal = (*m_answer)->proposal](const Job &job,
                                                                                             const auto &) {
                     return change(*proposal.rights, host, proposal.plan, job);
                 },
                 {.done =
                          [this](const ApplyResult &result) {
                              m_outcome = result;
                              Q_EMIT takeBackChanged();
                              if (!result.wasBeforeCommit)
                                  Q_EMIT machineWasChanged();
                          },
                  .progress = [this](const Progress &progress) { Q_EMIT progressed(progress); }});
    Q_EMIT takeBackChanged();
}

void PastChanges::stop()
{
    m_work.stop();
}

bool isDone(const ApplyResult &result)
{
    return !result.error && !result.isCancelled && result.transaction.state != Transaction::State::Incomplete;
}

} // namespace cudnnsetup
