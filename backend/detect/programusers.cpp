// SPDX-License-Identifier: MIT
#include "detect/programusers.h"

#include "detect/nvidiasmi.h"
#include "host/programs.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

void add(QList<FileUserFacts> &users, const FileUserFacts &user)
{
    const auto known = std::find_if(users.begin(), users.end(),
                                    [&user](const FileUserFacts &other) { return other.pid == user.pid; });
    if (known == users.end())
        users << user;
    else if (known->name.isEmpty())
        known->name = user.name;
}

QList<FileUserFacts> usersOf(const CudnnCopy &copy, const QList<FileUser> &mapping)
{
    QList<FileUserFacts> users;
    for (const FileUser &user : mapping) {
        const auto isMapped = [&user](const LibraryFacts &library) { return library.file == user.file; };
        if (std::any_of(copy.libraries.begin(), copy.libraries.end(), isMapped))
            add(users, {user.pid, user.name});
    }
    return users;
}

QList<FileUserFacts> askSmi(const Host &host)
{
    // Owner of this time-out: nvidia-smi waits forever for a lost card.
    const Result<CommandResult> result = host.commands().run(
            {.program = u"nvidia-smi"_s,
             .arguments = {u"--query-compute-apps=pid,process_name,used_memory"_s, u"--format=csv,noheader,nounits"_s},
             .timeout = std::chrono::seconds(5)});
    return result && result->exitCode == 0 ? parseSmiPrograms(result->standardOutput) : QList<FileUserFacts>();
}

} // namespace

void findProgramUsers(const Host &host, SystemReport &report)
{
    // CUDA computes through nvidia-uvm; a desktop only draws and leaves it alone. "/dev/dxg" is the graphics card of WSL.
    const RunningPrograms programs = host.isLocal()
            ? platform::runningPrograms(u"libcudnn"_s, {u"/dev/nvidia-uvm"_s, u"/dev/dxg"_s})
            : RunningPrograms{.mapping = {}, .usingDevice = {}, .unseen = {}};
    report.unseenPrograms = programs.unseen;
    for (CudnnCopy &copy : report.cudnnCopies)
        copy.inUseBy = usersOf(copy, programs.mapping);

    report.gpuUsers.clear();
    for (const FileUser &user : programs.usingDevice) {
        if (user.pid != QCoreApplication::applicationPid())
            add(report.gpuUsers, {user.pid, user.name});
    }
    const QList<FileUserFacts> told = report.driver ? askSmi(host) : QList<FileUserFacts>();
    for (const FileUserFacts &user : told)
        add(report.gpuUsers, user);
    std::sort(report.gpuUsers.begin(), report.gpuUsers.end(),
              [](const FileUserFacts &a, const FileUserFacts &b) { return a.pid < b.pid; });
}

} // namespace cudnnsetup
