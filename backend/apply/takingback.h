// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"
#include "apply/records.h"
#include "apply/targettree.h"
#include "apply/workspace.h"

namespace cudnnsetup {

// Whether the plan takes changes back or drops backups, and does nothing else.
bool takesBack(const Plan &plan);

// A plan of takeback.h being carried out: roll back, uninstall, recover and clean up are all this. Several changes go as
// one: the oldest is marked in its journal, which means that it and every newer one are taken back; from then on a kill
// leaves what `recover` finishes. A file that somebody changed since is kept, and so is the original that stood there.
class TakingBack
{
public:
    TakingBack(const Plan &plan, const Job &job, const ApplySeams &seams);

    ApplyResult run();

private:
    Outcome<void> open();
    Outcome<void> readRecords();
    Outcome<void> checkForeseen() const;
    Outcome<void> mark();
    void takeBackAll();
    void takeBack(const Record &record);
    Outcome<void> dropBackups();
    bool isNamed(const Record &record) const;
    const Record *oldestInPlace() const; // of those that are named
    ApplyResult refused(const Interruption &reason) const;

    const Plan &m_plan;
    const Job &m_job;
    const ApplySeams &m_seams;
    QStringList m_ids; // that the plan names
    std::optional<TargetTree> m_tree;
    std::optional<Workspace> m_workspace;
    QList<Record> m_records;
    QStringList m_madeFolders;
    QList<Journal> m_takenBack;
    ApplyResult m_result;
};

} // namespace cudnnsetup
