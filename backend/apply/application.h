// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"
#include "apply/stage.h"
#include "apply/targettree.h"
#include "apply/workspace.h"

#include <QElapsedTimer>

namespace cudnnsetup {

// One plan being applied, from the first look at its paths to the closed journal: the order of the parts and what
// happens when one of them fails. The parts know nothing of each other.
class Application
{
public:
    Application(const Plan &plan, const Job &job, const ApplySeams &seams);

    ApplyResult run();

private:
    Outcome<void> prepare();
    Outcome<void> checkRoom() const;
    Outcome<void> openTarget();
    Outcome<void> clearEarlier();
    Outcome<void> stage();
    Outcome<void> planSteps();
    Outcome<void> commit();
    Outcome<void> renewCache(const QList<Step> &steps) const;
    Result<void> runLdconfig() const;

    void dropOldBackups() const;
    void abandon();
    ApplyResult rollBack(const Interruption &reason);
    ApplyResult refused(const Interruption &reason) const;
    ApplyResult committed() const;

    const Plan &m_plan;
    const Job &m_job;
    const ApplySeams &m_seams;
    QElapsedTimer m_timer;
    QStringList m_madeFolders;
    std::optional<TargetTree> m_tree;
    std::optional<Workspace> m_workspace;
    bool m_hasBegun = false; // the transaction has a folder, or a part of it
    std::optional<Directory> m_transaction;
    std::optional<Stage> m_stage;
    QHash<QString, QByteArray> m_contents; // of files that are written beside their place
    Journal m_journal;
};

} // namespace cudnnsetup
