// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"

namespace cudnnsetup {

// What a Host is made of; for the files that make one.
struct Host::Data
{
    Kind kind = Kind::Local;
    bool isForSomebodyElse = false;
    QString directory;
    FileTree files;
    std::shared_ptr<const CommandRunner> commands;
    std::shared_ptr<const LibraryProber> prober;
    QHash<QString, QString> environment;
    QString home;
    QString architecture;
    std::optional<MachineRecord> record;
};

// machine.json of a machine kept in a folder. Errors: InputMissing, InputMalformed (names the key).
Result<MachineRecord> readMachineRecord(const QString &path);

} // namespace cudnnsetup
