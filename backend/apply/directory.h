// SPDX-License-Identifier: MIT
#pragma once

#include "apply/callgate.h"
#include "apply/filefault.h"

#include <QByteArrayView>
#include <QStringList>

#include <functional>
#include <memory>

namespace cudnnsetup {

// What a name in a folder is, the last link not followed.
struct NodeStatus
{
    enum class Type { Missing, File, Directory, Link, Other };
    Type type = Type::Missing;
    quint64 device = 0;
    quint64 inode = 0;
    qint64 size = 0;
    qint64 modified = 0; // nanoseconds since 1970
    int mode = 0;        // permission bits
    qint64 owner = -1;   // user id
};
bool isSameNode(const NodeStatus &one, const NodeStatus &other);
// NotTrusted when this process has the administrator's rights and others may have written what it is about to believe. An
// ordinary user harms nobody else and is not asked.
FileResult<void> checkTrusted(const NodeStatus &status, const QString &path);

// Whether it belongs to the user whom this process runs as.
bool isOwn(const NodeStatus &status);

class Directory;

// A file that is being written for the first time. Every write is checked; what was written goes to the disk early, so
// that syncing at the end has little left to do.
class NewFile
{
public:
    FileResult<void> write(QByteArrayView bytes);
    FileResult<void> setMode(int mode);
    // Group and extended attributes (labels, access lists) of the file that it will replace, as far as this process may give
    // them and the file system has them. There need be none of that name.
    FileResult<void> takeAfter(const Directory &folder, const QString &name);
    FileResult<void> sync();

private:
    friend class Directory;
    struct Data;
    explicit NewFile(std::shared_ptr<Data> data);
    std::shared_ptr<Data> m_data;
};

// A held lock; it ends with the last copy, or with the process.
class Lock
{
private:
    friend class Directory;
    struct Data;
    explicit Lock(std::shared_ptr<Data> data);
    std::shared_ptr<Data> m_data;
};

// An open folder. All changes go through the folder itself, by plain names (any other name is a fault), and never through
// a link: a folder that is swapped for a link in the middle of the work is not followed. Cheap to copy. Nothing here knows of plans or journals.
class Directory
{
public:
    enum class Over { Refuse, Replace };

    // The folder that everything else lies below; links in path are followed, it is the caller's word. label: how the
    // folder is called in messages ("/" for the root of a machine). gate must outlive the folder; may be null.
    static FileResult<Directory> openRoot(const QString &path, const QString &label, CallGate *gate = nullptr);

    // A folder below, "a/b/c"; "" is this one. No part may be a link (IsLink) or ".." (IsLink too).
    FileResult<Directory> open(const QString &relativePath) const;
    QString label() const;
    QString labelOf(const QString &name) const;
    // A path of this process for what must be read by path; it leads through the open folder, whatever its path has become.
    QString openPathOf(const QString &name) const;

    FileResult<NodeStatus> status(const QString &name) const;
    FileResult<NodeStatus> ownStatus() const;
    // Room on its file system for this process, bytes.
    FileResult<qint64> freeBytes() const;
    // Whether anybody but root may make and rename files in it: its owner, its group, an access list, everybody. Groups of the
    // system without members count as nobody.
    FileResult<bool> isWritableByOthers() const;
    FileResult<QString> linkTarget(const QString &name) const;
    // Hands the content of a regular file over, block by block.
    FileResult<void> read(const QString &name, const std::function<void(QByteArrayView)> &take) const;
    FileResult<QStringList> names() const; // without "." and ".."

    FileResult<void> makeDirectory(const QString &name, int mode) const;
    FileResult<NewFile> createFile(const QString &name) const; // Exists when there is one
    FileResult<void> makeLink(const QString &name, const QString &target) const;
    // A second name for the same file or link. LinksNotSupported where the file system or a rule forbids it.
    FileResult<void> hardLink(const QString &name, const Directory &folder, const QString &newName) const;
    FileResult<void> rename(const QString &name, const Directory &folder, const QString &newName, Over over) const;
    FileResult<void> removeFile(const QString &name) const; // a file or a link
    FileResult<void> removeDirectory(const QString &name) const; // an empty folder
    FileResult<void> setMode(const QString &name, int mode) const; // of a file; a link is not followed
    FileResult<void> syncFile(const QString &name) const;
    FileResult<void> sync() const; // the names in this folder
    // Takes the lock file for this process, making it where it is missing. Locked when another one has it.
    FileResult<Lock> lock(const QString &name) const;

private:
    friend class NewFile;
    struct Data;
    explicit Directory(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> m_data;
};

} // namespace cudnnsetup
