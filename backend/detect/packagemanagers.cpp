// SPDX-License-Identifier: MIT
#include "detect/packagemanagers.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QStringList findPackageManagers(const Host &host, const QStringList &pythonKinds)
{
    const FileTree &files = host.files();
    QStringList found;
    if (files.isFile(u"/var/lib/dpkg/status"_s))
        found << u"dpkg"_s;
    if (hasRpmDatabase(files))
        found << u"rpm"_s;
    if (files.isDirectory(u"/var/lib/pacman/local"_s))
        found << u"pacman"_s;
    if (pythonKinds.contains(u"conda"_s) || !host.variable(u"CONDA_EXE"_s).isEmpty())
        found << u"conda"_s;
    return found;
}

bool hasRpmDatabase(const FileTree &files)
{
    const QStringList databases{u"Packages"_s, u"Packages.db"_s, u"rpmdb.sqlite"_s};
    return !files.list(u"/usr/lib/sysimage/rpm"_s, databases).isEmpty()
            || !files.list(u"/var/lib/rpm"_s, databases).isEmpty();
}

} // namespace cudnnsetup
