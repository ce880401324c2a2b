// SPDX-License-Identifier: MIT
#include "host/rawfiles.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace cudnnsetup::platform {

namespace {

FileTree::Type typeOf(mode_t mode)
{
    if (S_ISREG(mode))
        return FileTree::Type::File;
    if (S_ISDIR(mode))
        return FileTree::Type::Directory;
    if (S_ISLNK(mode))
        return FileTree::Type::Link;
    return FileTree::Type::Other;
}

tl::unexpected<Error> readFailure(int error, const QString &shownPath)
{
    const QString detail = QString::fromLocal8Bit(std::strerror(error));
    if (error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENAMETOOLONG)
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "There is no file %1."), {shownPath}), detail);
    return failure(ErrorId::NotReadable,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 cannot be read."), {shownPath}), detail);
}

class Descriptor
{
public:
    explicit Descriptor(int number) : m_number(number) { }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Q_DISABLE_COPY_MOVE(Descriptor)
    int number() const { return m_number; }

private:
    int m_number;
};

} // namespace

FileTree::Status rawStatus(const QString &path, bool followLinks)
{
    struct stat found;
    const QByteArray name = QFile::encodeName(path);
    if ((followLinks ? ::stat(name.constData(), &found) : ::lstat(name.constData(), &found)) != 0)
        return {};
    return FileTree::Status{
            .type = typeOf(found.st_mode),
            .size = found.st_size,
            .mode = int(found.st_mode & 07777),
            .owner = found.st_uid,
            .device = found.st_dev,
            .inode = found.st_ino,
            .modified = QDateTime::fromMSecsSinceEpoch(
                    qint64(found.st_mtim.tv_sec) * 1000 + found.st_mtim.tv_nsec / 1'000'000, Qt::UTC),
    };
}

FileTree::Type rawType(const QString &path)
{
    struct stat found;
    if (::lstat(QFile::encodeName(path).constData(), &found) != 0)
        return FileTree::Type::Missing;
    return typeOf(found.st_mode);
}

std::optional<QString> rawLinkTarget(const QString &path)
{
    char target[PATH_MAX];
    const ssize_t length = ::readlink(QFile::encodeName(path).constData(), target, sizeof target);
    if (length < 0)
        return std::nullopt;
    return QFile::decodeName(QByteArray(target, length));
}

std::optional<QString> rawRealPath(const QString &path)
{
    char real[PATH_MAX];
    if (!::realpath(QFile::encodeName(path).constData(), real))
        return std::nullopt;
    return QFile::decodeName(QByteArray(real));
}

QStringList rawNames(const QString &directory, const QStringList &patterns)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> folder(::opendir(QFile::encodeName(directory).constData()), ::closedir);
    if (!folder)
        return {};
    QList<QByteArray> wanted;
    for (const QString &pattern : patterns)
        wanted << QFile::encodeName(pattern);
    QStringList names;
    while (const dirent *entry = ::readdir(folder.get())) {
        const char *name = entry->d_name;
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0)
            continue;
        const bool isWanted = wanted.isEmpty() || std::any_of(wanted.cbegin(), wanted.cend(), [&](const QByteArray &pattern) {
            return ::fnmatch(pattern.constData(), name, 0) == 0;
        });
        if (isWanted)
            names << QFile::decodeName(name);
    }
    return names;
}

Result<QByteArray> rawRead(const QString &path, qint64 limit, const QString &shownPath)
{
    const QByteArray name = QFile::encodeName(path);
    struct stat found;
    if (::stat(name.constData(), &found) != 0)
        return readFailure(errno, shownPath);
    if (!S_ISREG(found.st_mode))
        return readFailure(S_ISDIR(found.st_mode) ? EISDIR : EINVAL, shownPath);
    // O_NONBLOCK: should the file have become a pipe since, opening it must not wait for a writer.
    const Descriptor file(::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.number() < 0)
        return readFailure(errno, shownPath);
    // Files of /proc say that their size is 0, so the size is a first guess only.
    QByteArray bytes;
    qint64 chunk = std::min(limit, std::max<qint64>(found.st_size + 1, 4096));
    while (bytes.size() < limit) {
        const qint64 before = bytes.size();
        bytes.resize(before + std::min(chunk, limit - before));
        const ssize_t count = ::read(file.number(), bytes.data() + before, size_t(bytes.size() - before));
        const int error = errno;
        bytes.resize(before + std::max<ssize_t>(count, 0));
        // A size that was told and reached needs no further call to learn that this is the end.
        if (count == 0 || (found.st_size > 0 && bytes.size() == found.st_size))
            break;
        if (count < 0 && error != EINTR)
            return readFailure(error, shownPath);
        chunk = std::max<qint64>(chunk, 65536);
    }
    return bytes;
}

void rawReadEach(const QString &directory, const QStringList &names, qint64 limit,
                 const std::function<void(const QString &, const QByteArray &)> &visit)
{
    const Descriptor folder(::open(QFile::encodeName(directory).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() < 0)
        return;
    QByteArray buffer(std::min<qint64>(limit, 256 << 10), Qt::Uninitialized);
    for (const QString &name : names) {
        const Descriptor file(::openat(folder.number(), QFile::encodeName(name).constData(),
                                       O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
        qsizetype length = 0;
        ssize_t count = file.number() < 0 ? -1 : ::read(file.number(), buffer.data(), size_t(buffer.size()));
        // A buffer that is not full was the whole file; one that is may go on.
        while (count > 0) {
            length += count;
            if (length < buffer.size() || length >= limit)
                break;
            buffer.resize(std::min<qint64>(limit, buffer.size() * 2));
            count = ::read(file.number(), buffer.data() + length, size_t(buffer.size() - length));
        }
        if (count >= 0)
            visit(name, QByteArray::fromRawData(buffer.constData(), length));
    }
}

} // namespace cudnnsetup::platform
