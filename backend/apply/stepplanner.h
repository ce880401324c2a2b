// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"
#include "apply/stage.h"
#include "apply/targettree.h"

namespace cudnnsetup {

// Compares what is staged with what stands in the target at this moment and lists the steps of the commit, each with what
// stands there before. It refuses what the plan did not foresee: a file that appeared, a folder in the way, a folder on
// another file system. It changes nothing but the stage (the files that the plan writes are staged here).
class StepPlanner
{
public:
    StepPlanner(const Plan &plan, const TargetTree &tree, Stage &stage);

    // In the order of the commit: folders, new files, replaced files, links, settings, what goes out, the loader cache.
    // So every library is there before the first link leads to it, and the old ones go last.
    Result<QList<Step>> run();
    // What the files that are written beside their place will hold, by the step's path; after run().
    const QHash<QString, QByteArray> &contents() const { return m_contents; }

private:
    Result<void> planFolder(const QString &path, int mode);
    Result<void> planNode(const StagedNode &node);
    Result<void> planFile(const Operation &operation);
    Result<void> planBlocks(const QString &path);
    Result<void> planPutAside(const QString &path);
    Result<void> planMode(const Operation &operation);
    Result<void> planLoaderCache();
    // What stands at a path. Absent too when its folder is still to be made.
    Result<NodeRecord> standing(const QString &path) const;
    Result<bool> isOnTargetDevice(const QString &folder) const;
    Result<void> checkDevice(const QString &path) const;
    Result<bool> alreadyHolds(const QString &path, const NodeRecord &before, const Operation &operation) const;
    Result<QByteArray> contentOf(const QString &path) const;
    Result<QByteArray> ownContentOf(const QString &path) const;
    void planBeside(Step step, const QByteArray &content);
    QString nextBackup(bool isBeside);

    const Plan &m_plan;
    const TargetTree &m_tree;
    Stage &m_stage;
    QList<Step> m_steps;
    QHash<QString, QByteArray> m_contents;
    QStringList m_folders; // that the steps make
    int m_backups = 0;
};

// Whether record describes what stands at name. By type, size and time of files, by the text of links.
FileResult<bool> isAsRecorded(const Directory &folder, const QString &name, const NodeRecord &record);
// What stands there; for something that is no file, link or folder: NotDirectory.
FileResult<NodeRecord> recordOf(const Directory &folder, const QString &name);

} // namespace cudnnsetup
