// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QString>
#include <QVersionNumber>

#include <optional>

namespace cudnnsetup {

// The questions to the running system that differ between Linux and Windows; one file a system answers them.
// They concern the machine that runs us, not a machine in a folder.
namespace platform {

struct SystemName
{
    QString kernel;       // "6.1.0-18-amd64"
    QString architecture; // "x86_64", "aarch64"
};
SystemName systemName();
// Of the C library that this process runs with; nothing when it is not glibc.
std::optional<QVersionNumber> cLibraryVersion();

QHash<QString, QString> environment();
QString userHome();
bool isAdministrator();
// Whether this process may create files in the folder (a path of this process).
bool mayWrite(const QString &folder);

struct Room
{
    qint64 freeBytes = 0; // for this user
    bool isReadOnly = false;
    QString fileSystem;
    quint64 device = 0;
};
// Of the file system that holds path; nothing when path does not exist.
std::optional<Room> room(const QString &path);

} // namespace platform
} // namespace cudnnsetup
