// SPDX-License-Identifier: MIT
#include "host/childprocess.h"

#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace cudnnsetup::platform {

void leadOwnGroup(QProcess &process)
{
    process.setStandardInputFile(QProcess::nullDevice());
    // Runs in the child between fork and exec: async-signal-safe calls only.
    process.setChildProcessModifier([parent = ::getpid()] {
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(127);
    });
}

void endGroup(QProcess &process)
{
    endRestOfGroup(process.processId());
    process.kill();
}

void endRestOfGroup(qint64 leader)
{
    if (leader > 1)
        ::kill(pid_t(-leader), SIGKILL);
}

} // namespace cudnnsetup::platform
