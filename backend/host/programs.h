// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace cudnnsetup {

struct FileUser
{
    qint64 pid = 0;
    QString name;
    QString file; // path as the system prints it
};

// What the running programs of this machine have in their hands, as far as this user may look. Sorted by pid.
struct RunningPrograms
{
    // Those that have mapped a file that still lies under its name; one that was replaced or removed since is left out.
    QList<FileUser> mapping;
    // Those that have a device open, once a program.
    QList<FileUser> usingDevice;
    // How many others could not be looked into, being another user's. Nothing: they are hidden, so nobody can count them.
    std::optional<int> unseen = 0;
};

namespace platform {

// One look at every program. filePrefix: how the names of the files begin ("libcudnn"); devicePrefixes: how the paths of the
// devices begin ("/dev/nvidia-uvm"). processes: where the system shows its programs.
RunningPrograms runningPrograms(const QString &filePrefix, const QStringList &devicePrefixes,
                                const QString &processes = QStringLiteral("/proc"));

} // namespace platform
} // namespace cudnnsetup
