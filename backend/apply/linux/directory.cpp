// SPDX-License-Identifier: MIT
#include "apply/directory.h"

#include "filecalls.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Early write-back goes in pieces of this size.
constexpr qint64 writeBackPiece = 8 << 20;

NodeStatus toStatus(const struct stat &status)
{
    NodeStatus node;
    switch (status.st_mode & S_IFMT) {
    case S_IFREG:
        node.type = NodeStatus::Type::File;
        break;
    case S_IFDIR:
        node.type = NodeStatus::Type::Directory;
        break;
    case S_IFLNK:
        node.type = NodeStatus::Type::Link;
        break;
    default:
        node.type = NodeStatus::Type::Other;
    }
    node.device = status.st_dev;
    node.inode = status.st_ino;
    node.size = status.st_size;
    node.modified = qint64(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
    node.mode = int(status.st_mode & 07777);
    node.owner = status.st_uid;
    return node;
}

// The bytes of a plain name. Anything that would lead out of the folder is a fault: names come from the disk as well.
FileResult<QByteArray> encoded(const Directory &folder, const QString &name)
{
    const bool isPlain = !name.isEmpty() && !name.contains(u'/') && !name.contains(QChar(0)) && name != u"."_s && name != u".."_s;
    if (!isPlain)
        return tl::unexpected(FileFault{FileFault::Kind::Failed, folder.labelOf(name), u"not a plain name"_s});
    return QFile::encodeName(name);
}

// Debian's group for /usr/local, as long as nobody is in it. Of any other group nobody can say: its list of members lacks those
// whose own group it is, and a directory service need not tell all accounts.
bool isEmptyStaff(gid_t id)
{
    struct group entry;
    struct group *found = nullptr;
    QByteArray buffer(64 << 10, '\0');
    const bool isKnown = ::getgrgid_r(id, &entry, buffer.data(), size_t(buffer.size()), &found) == 0 && found;
    if (!isKnown || std::strcmp(found->gr_name, "staff") != 0 || *found->gr_mem)
        return false;
    bool hasAccount = false;
    ::setpwent();
    while (const struct passwd *account = ::getpwent())
        hasAccount = hasAccount || account->pw_gid == id;
    ::endpwent();
    return !hasAccount;
}

} // namespace

struct NewFile::Data
{
    Descriptor descriptor;
    QString label;
    CallGate *gate = nullptr;
    qint64 written = 0;
    qint64 sentToDisk = 0;
};

struct Lock::Data
{
    Descriptor descriptor;
};

struct Directory::Data
{
    Descriptor descriptor;
    QString label;
    CallGate *gate = nullptr;
};

bool isSameNode(const NodeStatus &one, const NodeStatus &other)
{
    return one.type != NodeStatus::Type::Missing && one.type == other.type && one.device == other.device
            && one.inode == other.inode;
}

FileResult<void> checkTrusted(const NodeStatus &status, const QString &path)
{
    if (::geteuid() != 0 || (status.owner == 0 && (status.mode & (S_IWGRP | S_IWOTH)) == 0))
        return {};
    return tl::unexpected(FileFault{FileFault::Kind::NotTrusted, path,
                                    u"owner %1, mode %2"_s.arg(status.owner).arg(status.mode, 4, 8, QChar(u'0'))});
}

bool isOwn(const NodeStatus &status)
{
    return status.type != NodeStatus::Type::Missing && status.owner == qint64(::geteuid());
}

NewFile::NewFile(std::shared_ptr<Data> data) : m_data(std::move(data)) { }

FileResult<void> NewFile::write(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (const int error = askGate(m_data->gate, WriteCall::Write, m_data->label))
            return fault("write", m_data->label, error);
        const qint64 count = ::write(m_data->descriptor.number(), bytes.data(), size_t(bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fault("write", m_data->label, errno);
        if (count == 0) // the standard allows it; waiting for better would be waiting for ever
            return fault("write", m_data->label, EIO);
        bytes = bytes.sliced(count);
        m_data->written += count;
    }
    if (m_data->written - m_data->sentToDisk >= writeBackPiece) {
        // Only a hint: whether it works is told by the sync at the end.
        ::sync_file_range(m_data->descriptor.number(), m_data->sentToDisk, m_data->written - m_data->sentToDisk,
                          SYNC_FILE_RANGE_WRITE);
        m_data->sentToDisk = m_data->written;
    }
    return {};
}

FileResult<void> NewFile::setMode(int mode)
{
    if (const int error = askGate(m_data->gate, WriteCall::SetMode, m_data->label))
        return fault("fchmod", m_data->label, error);
    return done("fchmod", m_data->label, ::fchmod(m_data->descriptor.number(), mode_t(mode)));
}

FileResult<void> NewFile::takeAfter(const Directory &folder, const QString &name)
{
    const auto encodedName = encoded(folder, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    const Descriptor old(::openat(folder.m_data->descriptor.number(), encodedName->constData(),
                                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!old.isOpen() && errno == ENOENT)
        return {};
    if (!old.isOpen())
        return readFault("open", folder.labelOf(name), errno);
    struct stat status;
    if (::fstat(old.number(), &status) != 0)
        return readFault("stat", folder.labelOf(name), errno);
    // A group that one is not in cannot be given; neither can every attribute.
    const int own = m_data->descriptor.number();
    if (::fchown(own, uid_t(-1), status.st_gid) != 0 && errno != EPERM)
        return fault("fchown", m_data->label, errno);
    QByteArray names(64 << 10, '\0');
    names.truncate(std::max<qsizetype>(::flistxattr(old.number(), names.data(), size_t(names.size())), 0));
    const QList<QByteArray> attributes = names.split('\0');
    QByteArray value(64 << 10, '\0');
    for (const QByteArray &attribute : attributes) {
        const ssize_t size = attribute.isEmpty()
                ? -1
                : ::fgetxattr(old.number(), attribute.constData(), value.data(), size_t(value.size()));
        if (size >= 0)
            ::fsetxattr(own, attribute.constData(), value.constData(), size_t(size), 0);
    }
    return {};
}

FileResult<void> NewFile::sync()
{
    if (const int error = askGate(m_data->gate, WriteCall::Sync, m_data->label))
        return fault("fsync", m_data->label, error);
    return done("fsync", m_data->label, withoutInterruption([this] { return ::fsync(m_data->descriptor.number()); }));
}

Lock::Lock(std::shared_ptr<Data> data) : m_data(std::move(data)) { }

Directory::Directory(std::shared_ptr<const Data> data) : m_data(std::move(data)) { }

FileResult<Directory> Directory::openRoot(const QString &path, const QString &label, CallGate *gate)
{
    const int number = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0)
        return fault("open", label, errno);
    return Directory(std::make_shared<const Data>(Data{Descriptor(number), label, gate}));
}

FileResult<Directory> Directory::open(const QString &relativePath) const
{
    Directory folder = *this;
    const QStringList parts = relativePath.split(u'/', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QString &part = parts[i];
        const QString label = folder.labelOf(part);
        if (part == u"."_s || part == u".."_s)
            return fault("open", label, ELOOP);
        const auto encodedPart = encoded(folder, part);
        if (!encodedPart)
            return tl::unexpected(encodedPart.error());
        // A walk part by part, each by the folder before and without following links, is what openat2 does with
        // RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS, and works on every kernel and in every container. Folders on the
        // way need only be passed (O_PATH), not read.
        const int access = i + 1 == parts.size() ? O_RDONLY : O_PATH;
        const int parent = folder.m_data->descriptor.number();
        const int number = ::openat(parent, encodedPart->constData(), access | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (number < 0) {
            const int error = errno;
            const auto found = folder.status(part);
            const bool isLink = found && found->type == NodeStatus::Type::Link;
            return readFault("open", label, isLink ? ELOOP : error);
        }
        folder = Directory(std::make_shared<const Data>(Data{Descriptor(number), label, m_data->gate}));
    }
    return folder;
}

QString Directory::label() const
{
    return m_data->label;
}

QString Directory::labelOf(const QString &name) const
{
    return m_data->label.endsWith(u'/') ? m_data->label + name : m_data->label + u'/' + name;
}

QString Directory::openPathOf(const QString &name) const
{
    return u"/proc/self/fd/%1/"_s.arg(m_data->descriptor.number()) + name;
}

FileResult<NodeStatus> Directory::status(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    struct stat status;
    if (::fstatat(m_data->descriptor.number(), encodedName->constData(), &status, AT_SYMLINK_NOFOLLOW) == 0)
        return toStatus(status);
    if (errno == ENOENT)
        return NodeStatus{};
    return readFault("stat", labelOf(name), errno);
}

FileResult<NodeStatus> Directory::ownStatus() const
{
    struct stat status;
    if (::fstat(m_data->descriptor.number(), &status) != 0)
        return readFault("stat", label(), errno);
    return toStatus(status);
}

FileResult<qint64> Directory::freeBytes() const
{
    struct statvfs room;
    if (::fstatvfs(m_data->descriptor.number(), &room) != 0)
        return readFault("statvfs", label(), errno);
    return qint64(room.f_bavail) * qint64(room.f_frsize);
}

FileResult<bool> Directory::isWritableByOthers() const
{
    struct stat status;
    const int number = m_data->descriptor.number();
    if (::fstat(number, &status) != 0)
        return readFault("stat", label(), errno);
    if (status.st_uid != 0 || (status.st_mode & S_IWOTH))
        return true;
    if (!(status.st_mode & S_IWGRP))
        return false;
    // Where there is an access list, the bits of the group stand for all that it names.
    if (::fgetxattr(number, "system.posix_acl_access", nullptr, 0) > 0)
        return true;
    return status.st_gid != 0 && !isEmptyStaff(status.st_gid);
}

FileResult<QString> Directory::linkTarget(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    QByteArray target(4096, Qt::Uninitialized);
    const qint64 length = ::readlinkat(m_data->descriptor.number(), encodedName->constData(), target.data(),
                                       size_t(target.size()));
    if (length < 0)
        return readFault("readlink", labelOf(name), errno);
    return QFile::decodeName(target.left(length));
}

FileResult<void> Directory::read(const QString &name, const std::function<void(QByteArrayView)> &take) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    const Descriptor file(::openat(m_data->descriptor.number(), encodedName->constData(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.isOpen())
        return readFault("open", labelOf(name), errno);
    QByteArray block(1 << 20, Qt::Uninitialized);
    while (true) {
        const qint64 count = ::read(file.number(), block.data(), size_t(block.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return readFault("read", labelOf(name), errno);
        if (count == 0)
            return {};
        take(QByteArrayView(block).first(count));
    }
}

FileResult<QStringList> Directory::names() const
{
    // The position of a folder's stream belongs to the open file, so the listing opens the folder anew.
    const int number = ::openat(m_data->descriptor.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number < 0)
        return readFault("open", label(), errno);
    const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(number), &::closedir);
    if (!stream)
        return readFault("opendir", label(), errno);
    QStringList names;
    errno = 0;
    while (const dirent *entry = ::readdir(stream.get())) {
        const QString name = QFile::decodeName(entry->d_name);
        if (name != u"."_s && name != u".."_s)
            names << name;
        errno = 0;
    }
    if (errno != 0)
        return readFault("readdir", label(), errno);
    names.sort();
    return names;
}

FileResult<void> Directory::makeDirectory(const QString &name, int mode) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::MakeDirectory, labelOf(name)))
        return fault("mkdir", labelOf(name), error);
    if (::mkdirat(m_data->descriptor.number(), encodedName->constData(), 0700) != 0)
        return fault("mkdir", labelOf(name), errno);
    const auto folder = open(name);
    if (!folder)
        return tl::unexpected(folder.error());
    // By a call of its own, because the mask of new files must not take away what libraries need.
    // A folder's set-group-id bit comes from its parent and stays.
    const int number = folder->m_data->descriptor.number();
    struct stat made;
    const mode_t inherited = ::fstat(number, &made) == 0 ? made.st_mode & mode_t(S_ISGID) : 0;
    int error = askGate(m_data->gate, WriteCall::SetMode, labelOf(name));
    if (error == 0 && ::fchmod(number, mode_t(mode) | inherited) != 0)
        error = errno;
    if (error == 0)
        return {};
    ::unlinkat(m_data->descriptor.number(), encodedName->constData(), AT_REMOVEDIR);
    return fault("fchmod", labelOf(name), error);
}

FileResult<NewFile> Directory::createFile(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::CreateFile, labelOf(name)))
        return fault("open", labelOf(name), error);
    const int number = ::openat(m_data->descriptor.number(), encodedName->constData(),
                                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (number < 0)
        return fault("open", labelOf(name), errno);
    return NewFile(std::make_shared<NewFile::Data>(NewFile::Data{Descriptor(number), labelOf(name), m_data->gate}));
}

FileResult<void> Directory::makeLink(const QString &name, const QString &target) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    int error = askGate(m_data->gate, WriteCall::SymbolicLink, labelOf(name));
    if (error == 0
        && ::symlinkat(QFile::encodeName(target).constData(), m_data->descriptor.number(), encodedName->constData()) != 0)
        error = errno;
    if (error == 0)
        return {};
    auto problem = fault("symlink", labelOf(name), error);
    // symlink(2): EPERM is a file system without links; a missing right is EACCES.
    if (error == EPERM || error == EOPNOTSUPP || error == ENOSYS)
        problem.value().kind = FileFault::Kind::LinksNotSupported;
    return problem;
}

FileResult<void> Directory::hardLink(const QString &name, const Directory &folder, const QString &newName) const
{
    const auto from = encoded(*this, name);
    const auto to = encoded(folder, newName);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    int error = askGate(m_data->gate, WriteCall::HardLink, labelOf(name));
    if (error == 0
        && ::linkat(m_data->descriptor.number(), from->constData(), folder.m_data->descriptor.number(),
                    to->constData(), 0) != 0)
        error = errno;
    if (error == 0)
        return {};
    auto problem = fault("link", labelOf(name), error);
    // EPERM is a file system without hard links, or the kernel's rule against linking the files of others.
    if (error == EPERM || error == EOPNOTSUPP || error == ENOSYS || error == EMLINK || error == EXDEV)
        problem.value().kind = FileFault::Kind::LinksNotSupported;
    return problem;
}

FileResult<void> Directory::rename(const QString &name, const Directory &folder, const QString &newName, Over over) const
{
    const auto from = encoded(*this, name);
    const auto to = encoded(folder, newName);
    if (!from || !to)
        return tl::unexpected(from ? to.error() : from.error());
    const int fromFolder = m_data->descriptor.number();
    const int toFolder = folder.m_data->descriptor.number();
    const QString label = folder.labelOf(newName);
    if (const int error = askGate(m_data->gate, WriteCall::Rename, label))
        return fault("rename", label, error);
    if (over == Over::Replace)
        return done("rename", label, ::renameat(fromFolder, from->constData(), toFolder, to->constData()));
    if (::renameat2(fromFolder, from->constData(), toFolder, to->constData(), RENAME_NOREPLACE) == 0)
        return {};
    if (errno != EINVAL && errno != ENOSYS)
        return fault("rename", label, errno);
    // A file system that does not know the flag: look first.
    const auto there = folder.status(newName);
    if (!there)
        return tl::unexpected(there.error());
    if (there->type != NodeStatus::Type::Missing)
        return fault("rename", label, EEXIST);
    return done("rename", label, ::renameat(fromFolder, from->constData(), toFolder, to->constData()));
}

FileResult<void> Directory::removeFile(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::Remove, labelOf(name)))
        return fault("unlink", labelOf(name), error);
    return done("unlink", labelOf(name), ::unlinkat(m_data->descriptor.number(), encodedName->constData(), 0));
}

FileResult<void> Directory::removeDirectory(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::Remove, labelOf(name)))
        return fault("rmdir", labelOf(name), error);
    return done("rmdir", labelOf(name), ::unlinkat(m_data->descriptor.number(), encodedName->constData(), AT_REMOVEDIR));
}

FileResult<void> Directory::setMode(const QString &name, int mode) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::SetMode, labelOf(name)))
        return fault("fchmodat", labelOf(name), error);
    return done("fchmodat", labelOf(name),
                ::fchmodat(m_data->descriptor.number(), encodedName->constData(), mode_t(mode), AT_SYMLINK_NOFOLLOW));
}

FileResult<void> Directory::syncFile(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    if (const int error = askGate(m_data->gate, WriteCall::Sync, labelOf(name)))
        return fault("fsync", labelOf(name), error);
    const Descriptor file(::openat(m_data->descriptor.number(), encodedName->constData(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file.isOpen())
        return readFault("open", labelOf(name), errno);
    return done("fsync", labelOf(name), withoutInterruption([&file] { return ::fsync(file.number()); }));
}

FileResult<void> Directory::sync() const
{
    int error = askGate(m_data->gate, WriteCall::Sync, label());
    if (error == 0 && withoutInterruption([this] { return ::fsync(m_data->descriptor.number()); }) != 0)
        error = errno;
    // EINVAL: a file system that cannot sync a folder has nothing of it to lose.
    if (error == 0 || error == EINVAL)
        return {};
    return fault("fsync", label(), error);
}

FileResult<Lock> Directory::lock(const QString &name) const
{
    const auto encodedName = encoded(*this, name);
    if (!encodedName)
        return tl::unexpected(encodedName.error());
    while (true) {
        if (const int error = askGate(m_data->gate, WriteCall::CreateFile, labelOf(name)))
            return fault("open", labelOf(name), error);
        const int opened = ::openat(m_data->descriptor.number(), encodedName->constData(),
                                    O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
        auto data = std::make_shared<Lock::Data>(Lock::Data{Descriptor(opened)});
        if (!data->descriptor.isOpen())
            return fault("open", labelOf(name), errno);
        const int number = data->descriptor.number();
        if (withoutInterruption([number] { return ::flock(number, LOCK_EX | LOCK_NB); }) != 0)
            return fault("flock", label(), errno);
        // Whoever had the lock before removes the file at its end; then this one is a lock on nothing.
        struct stat held;
        const auto there = status(name);
        if (!there)
            return tl::unexpected(there.error());
        if (::fstat(number, &held) == 0 && isSameNode(toStatus(held), *there))
            return Lock(std::move(data));
    }
}

} // namespace cudnnsetup
