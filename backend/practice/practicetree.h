// SPDX-License-Identifier: MIT
#pragma once

#include "practice/practicelibraries.h"
#include "result.h"

#include <QMap>

namespace cudnnsetup {

// The files of a machine that is being thought up: inside paths without the leading '/'. It lives in memory until writeTo.
class PracticeTree
{
public:
    void addFile(const QString &path, const QByteArray &content = {}, int mode = 0644);
    void addLink(const QString &path, const QString &target);
    void addDirectory(const QString &path);
    // The parts of a cuDNN: libraries into libraryDir, headers into includeDir; licence files are left out.
    void addCudnn(const QList<PracticeFile> &files, const QString &libraryDir, const QString &includeDir);
    // Takes path, and everything below it, out again.
    void remove(const QString &path);

    bool contains(const QString &path) const { return m_files.contains(path); }
    QByteArray content(const QString &path) const { return m_files.value(path).content; }
    // Paths of files and links that begin with prefix.
    QStringList paths(const QString &prefix = {}) const;
    // The path that a link in the same folder leads to, links followed; the path itself when it is no link.
    QString endOf(const QString &path) const;

    // Writes everything below folder, which is made where missing. Errors: NotWritable, NoSpace.
    Result<void> writeTo(const QString &folder) const;

private:
    QMap<QString, PracticeFile> m_files;
    QStringList m_directories;
};

// One file of this process. Errors: NotWritable, NoSpace.
Result<void> writePracticeFile(const QString &path, const QByteArray &content, int mode = 0644);
Result<void> makePracticeFolder(const QString &path);

} // namespace cudnnsetup
