// SPDX-License-Identifier: MIT
// Runs one command and prints what it cost: "wall user system peakMiB writtenMiB". Children that the command waited for are
// counted. It judges nothing; tests/benchmarks/install.sh makes the table.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

namespace {

// Bytes handed to write(2) by the ended but not yet reaped process and its children; Linux, proc(5).
double writtenMiB(pid_t pid)
{
    std::ifstream io("/proc/" + std::to_string(pid) + "/io");
    std::string key;
    for (double value = 0; io >> key >> value;) {
        if (key == "wchar:")
            return value / (1 << 20);
    }
    return -1;
}

double seconds(const timeval &time)
{
    return double(time.tv_sec) + double(time.tv_usec) / 1e6;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: measure COMMAND [ARGUMENT...]\n");
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::execvp(argv[1], argv + 1);
        std::perror(argv[1]);
        ::_exit(127);
    }
    siginfo_t ended;
    if (pid < 0 || ::waitid(P_PID, id_t(pid), &ended, WEXITED | WNOWAIT) != 0) {
        std::perror("measure");
        return 1;
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double written = writtenMiB(pid);
    int status = 0;
    rusage usage;
    ::wait4(pid, &status, 0, &usage);
    std::printf("%.2f %.2f %.2f %.1f %.1f\n", wall.count(), seconds(usage.ru_utime), seconds(usage.ru_stime),
                double(usage.ru_maxrss) / 1024, written);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
