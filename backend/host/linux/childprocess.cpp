// SPDX-License-Identifier: MIT
#include "host/childprocess.h"

#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace cudnnsetup::platform {

using namespace Qt::StringLiterals;

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

QString signalName(int number)
{
    static constexpr std::pair<int, const char *> names[] = {
            {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"},
            {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}, {SIGPIPE, "SIGPIPE"},
            {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},   {SIGXCPU, "SIGXCPU"}, {SIGQUIT, "SIGQUIT"},
    };
    for (const auto &[known, name] : names) {
        if (known == number)
            return QString::fromLatin1(name);
    }
    return u"signal %1"_s.arg(number);
}

} // namespace cudnnsetup::platform
