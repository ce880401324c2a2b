// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QDateTime>
#include <QFileDevice>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace cudnnsetup {

// The files of a machine, read below a root folder as that machine itself would see them: links, absolute ones too, are
// followed inside the root and never out of it. Paths are absolute, '/'-separated, as inside the root. It only reads.
class FileTree
{
public:
    enum class Type { Missing, File, Directory, Link, Other };
    struct Status
    {
        Type type = Type::Missing; // of the path itself; a link is a Link
        qint64 size = 0;           // bytes
        int mode = 0;              // permission bits, 07777
        qint64 owner = -1;         // user id, -1 unknown
        quint64 device = 0;        // file system and file number: equal pairs are one file
        quint64 inode = 0;
        QDateTime modified = {};
    };

    // root is a folder of this machine; "/" is this machine itself.
    explicit FileTree(const QString &root = QStringLiteral("/"));

    QString root() const;
    bool isWholeMachine() const;

    // Where path lies for this process, links of the machine resolved inside the root except for the last part: to open a
    // file that may be a link, ask for outsideOfTarget(). A path in a loop gives a path that cannot exist.
    QString outside(const QString &path) const;
    // The same with the last link resolved too; of what does not exist, as outside().
    QString outsideOfTarget(const QString &path) const;
    // The inverse for a path that outside() gave.
    QString inside(const QString &outsidePath) const;

    // The path itself, its last link not followed.
    Status status(const QString &path) const;
    // What it leads to at the end of all links; Missing for a dangling link or a loop.
    Status statusOfTarget(const QString &path) const;
    bool exists(const QString &path) const; // follows links
    bool isFile(const QString &path) const; // follows links
    bool isDirectory(const QString &path) const; // follows links

    // The real path with every link resolved; nothing when it does not exist.
    std::optional<QString> canonical(const QString &path) const;
    // The text of a link as it is stored; nothing when path is no link.
    std::optional<QString> linkTarget(const QString &path) const;
    // path, then every path its links lead to, the last one being no link (or missing).
    QStringList linkChain(const QString &path) const;

    // Names in a folder, sorted, without "." and ".."; empty when it cannot be read. patterns as in QDir ("libcudnn*").
    QStringList list(const QString &directory, const QStringList &patterns = {}) const;
    // At most limit bytes. Errors: InputMissing, NotReadable.
    Result<QByteArray> read(const QString &path, qint64 limit = 1 << 20) const;
    // Hands every plain file of a folder whose name matches, at most limit bytes of it, to visit, sorted by name. Links and
    // what cannot be read are left out. For folders with very many files: bytes is only valid during the call.
    void readEach(const QString &directory, const QString &pattern, qint64 limit,
                  const std::function<void(const QString &name, const QByteArray &bytes)> &visit) const;

    // One canonical spelling: absolute, no "//", no "." or "..", no "/" at the end (except the root).
    static QString clean(const QString &path);
    static QString join(const QString &directory, const QString &name);

private:
    std::optional<QString> resolve(const QString &path, bool followLast) const;
    // The real folder in which path, a link, lies: its relative target counts from there.
    QString realFolderOf(const QString &path) const;

    QString m_root; // no "/" at the end; empty for this machine
};

} // namespace cudnnsetup
