// SPDX-License-Identifier: MIT
#pragma once

#include "apply/directory.h"

namespace cudnnsetup {

// The target of a change inside its machine: opens the folders that steps speak of. Paths of steps are relative to the
// target, or absolute inside the machine's root where they lie elsewhere (the loader's configuration).
class TargetTree
{
public:
    struct Place
    {
        Directory folder;
        QString name;
    };

    // machineRoot: a path of this process. targetRoot: as inside it, a real folder that exists.
    static FileResult<TargetTree> open(const QString &machineRoot, const QString &targetRoot, CallGate *gate);

    const Directory &machine() const { return m_machine; }
    const Directory &root() const { return m_root; }
    QString path() const { return m_path; }

    // How a step calls an absolute path.
    QString stepPath(const QString &absolutePath) const;
    QString absolutePath(const QString &stepPath) const;
    // The folder of a step's path, opened, and the name in it. Missing when that folder is not there.
    FileResult<Place> locate(const QString &stepPath) const;
    FileResult<Directory> folder(const QString &stepPath) const;

private:
    TargetTree(Directory machine, Directory root, QString path);

    Directory m_machine;
    Directory m_root;
    QString m_path;
};

// Makes the folders of path that are missing and gives their absolute paths, outermost first.
FileResult<QStringList> makeMissingFolders(const Directory &machine, const QString &path);
// Removes those of them that are empty, innermost first; the others stay.
void removeMadeFolders(const Directory &machine, const QStringList &made);

} // namespace cudnnsetup
