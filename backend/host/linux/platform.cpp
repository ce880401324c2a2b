// SPDX-License-Identifier: MIT
#include "host/platform.h"

#include <QFile>

#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

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

} // namespace cudnnsetup::platform
