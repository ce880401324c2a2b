// SPDX-License-Identifier: MIT
#include "host/platform.h"

#include <QFile>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <memory>
#include <pwd.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace cudnnsetup::platform {

using namespace Qt::StringLiterals;

namespace {

// The file systems a person may have under a toolkit; numbers from statfs(2) and linux/magic.h.
QString fileSystemName(long magic)
{
    static constexpr std::pair<long, const char *> names[] = {
            {0xef53, "ext4"},       {0x58465342, "xfs"},     {0x9123683e, "btrfs"},   {0x01021994, "tmpfs"},
            {0x794c7630, "overlay"}, {0x6969, "nfs"},        {0x4d44, "vfat"},        {0x2011bab0, "exfat"},
            {0x5346544e, "ntfs"},   {0x7366746e, "ntfs3"},   {0x65735546, "fuse"},    {0x73717368, "squashfs"},
            {0x2fc12fc1, "zfs"},    {0xf2f52010, "f2fs"},    {0x01021997, "9p"},      {0xff534d42, "cifs"},
            {0xfe534d42, "smb2"},   {0x9660, "iso9660"},     {0xe0f5e1e2, "erofs"},   {0xca451a4e, "bcachefs"},
    };
    for (const auto &[number, name] : names) {
        if (number == magic)
            return QString::fromLatin1(name);
    }
    return u"0x"_s + QString::number(magic, 16);
}

// All of a small file below the folder descriptor; buffer is kept between calls. False when it cannot be read.
bool readInto(std::vector<char> &buffer, size_t &length, const char *path)
{
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    length = 0;
    for (;;) {
        if (length == buffer.size())
            buffer.resize(buffer.size() * 2);
        const ssize_t count = ::read(file, buffer.data() + length, buffer.size() - length);
        if (count <= 0)
            break;
        length += size_t(count);
    }
    ::close(file);
    return length > 0;
}

// The path at the end of the maps line around position; proc(5) puts it after the inode, the only part with a '/'.
std::string_view pathAround(std::string_view maps, size_t position)
{
    const size_t lineStart = maps.rfind('\n', position) + 1; // npos + 1 is 0: the first line
    const size_t lineEnd = std::min(maps.find('\n', position), maps.size());
    const std::string_view line = maps.substr(lineStart, lineEnd - lineStart);
    const size_t pathStart = line.find('/');
    return pathStart == std::string_view::npos ? std::string_view() : line.substr(pathStart);
}

QStringList mappedFiles(std::string_view maps, std::string_view namePrefix)
{
    QStringList files;
    const std::string needle = '/' + std::string(namePrefix);
    for (size_t at = maps.find(needle); at != std::string_view::npos; at = maps.find(needle, at + 1)) {
        const std::string_view path = pathAround(maps, at);
        const bool isName = path.substr(path.rfind('/')).starts_with(needle);
        const QString file = QFile::decodeName(QByteArray(path.data(), qsizetype(path.size())));
        if (isName && !files.contains(file))
            files << file;
    }
    return files;
}

} // namespace

SystemName systemName()
{
    struct utsname name;
    if (::uname(&name) != 0)
        return {};
    return SystemName{QString::fromLocal8Bit(name.release), QString::fromLocal8Bit(name.machine)};
}

std::optional<QVersionNumber> cLibraryVersion()
{
    // Asked by name, so that one build also starts on a system with another C library.
    using Function = const char *();
    const auto version = reinterpret_cast<Function *>(::dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));
    return version ? std::optional(QVersionNumber::fromString(QString::fromLatin1(version()))) : std::nullopt;
}

QHash<QString, QString> environment()
{
    QHash<QString, QString> variables;
    for (char **entry = environ; entry && *entry; ++entry) {
        const char *equals = std::strchr(*entry, '=');
        if (equals)
            variables.insert(QString::fromLocal8Bit(*entry, equals - *entry), QString::fromLocal8Bit(equals + 1));
    }
    return variables;
}

QString userHome()
{
    const QString home = qEnvironmentVariable("HOME");
    if (home.startsWith(u'/'))
        return home;
    struct passwd entry;
    struct passwd *found = nullptr;
    char buffer[4096];
    if (::getpwuid_r(::getuid(), &entry, buffer, sizeof buffer, &found) == 0 && found)
        return QFile::decodeName(found->pw_dir);
    return u"/"_s;
}

bool isAdministrator()
{
    return ::geteuid() == 0;
}

bool mayWrite(const QString &folder)
{
    const QByteArray name = QFile::encodeName(folder);
    struct stat status;
    return ::stat(name.constData(), &status) == 0 && S_ISDIR(status.st_mode)
            && ::faccessat(AT_FDCWD, name.constData(), W_OK | X_OK, AT_EACCESS) == 0;
}

std::optional<Room> room(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    struct statvfs space;
    struct statfs kind;
    struct stat status;
    if (::statvfs(name.constData(), &space) != 0 || ::statfs(name.constData(), &kind) != 0
        || ::stat(name.constData(), &status) != 0)
        return std::nullopt;
    return Room{
            .freeBytes = qint64(space.f_bavail) * qint64(space.f_frsize),
            .isReadOnly = (space.f_flag & ST_RDONLY) != 0,
            .fileSystem = fileSystemName(kind.f_type),
            .device = status.st_dev,
    };
}

QList<FileUser> programsMapping(const QString &namePrefix)
{
    QList<FileUser> users;
    const std::unique_ptr<DIR, int (*)(DIR *)> processes(::opendir("/proc"), ::closedir);
    if (!processes)
        return users;
    const std::string prefix = namePrefix.toStdString();
    std::vector<char> buffer(256 * 1024);
    size_t length = 0;
    while (const dirent *entry = ::readdir(processes.get())) {
        const std::string_view number = entry->d_name;
        qint64 pid = 0;
        if (std::from_chars(number.data(), number.data() + number.size(), pid).ec != std::errc())
            continue;
        const std::string folder = "/proc/" + std::string(number);
        if (!readInto(buffer, length, (folder + "/maps").c_str()))
            continue;
        const QStringList files = mappedFiles(std::string_view(buffer.data(), length), prefix);
        if (files.isEmpty() || !readInto(buffer, length, (folder + "/comm").c_str()))
            continue;
        const QString name = QString::fromLocal8Bit(buffer.data(), qsizetype(length)).trimmed();
        for (const QString &file : files)
            users << FileUser{pid, name, file};
    }
    std::sort(users.begin(), users.end(), [](const FileUser &a, const FileUser &b) { return a.pid < b.pid; });
    return users;
}

} // namespace cudnnsetup::platform
