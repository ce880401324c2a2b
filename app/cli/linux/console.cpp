// SPDX-License-Identifier: MIT
#include "console.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace cudnnsetup::console {

namespace {

std::atomic<bool> interrupted = false;
std::atomic<bool> outputIsLost = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free values");

void noteInterruption(int)
{
    interrupted = true;
}

int descriptorOf(Stream stream)
{
    switch (stream) {
    case Stream::Input:
        return STDIN_FILENO;
    case Stream::Output:
        return STDOUT_FILENO;
    case Stream::Error:
        break;
    }
    return STDERR_FILENO;
}

void waitUntilWritable(int descriptor)
{
    pollfd entry{descriptor, POLLOUT, 0};
    ::poll(&entry, 1, -1);
}

// A standard stream that the caller closed: without this, the next file that is opened would take its place.
void occupyClosedStreams()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            ::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY); // takes the lowest number, which is this one
    }
}

// One that the caller made us ignore stays ignored: nohup, and shells that start something in the background, rely on it.
void noteUnlessIgnored(int number)
{
    struct sigaction action = {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action = {};
    action.sa_handler = noteInterruption; // no SA_RESTART: a question on the terminal ends with the signal
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

} // namespace

void prepare()
{
    occupyClosedStreams();
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        noteUnlessIgnored(number);
    signal(SIGPIPE, SIG_IGN);
}

bool isInterrupted()
{
    return interrupted;
}

bool isTerminal(Stream stream)
{
    return ::isatty(descriptorOf(stream)) == 1;
}

int inputDescriptor()
{
    return descriptorOf(Stream::Input);
}

bool canAsk()
{
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

std::optional<QString> readLine()
{
    QByteArray line;
    char c = 0;
    while (!interrupted) {
        const ssize_t count = ::read(STDIN_FILENO, &c, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return line.isEmpty() ? std::nullopt : std::optional(QString::fromLocal8Bit(line));
        if (c == '\n')
            return QString::fromLocal8Bit(line);
        line += c;
    }
    return {};
}

void write(Stream stream, const QByteArray &bytes)
{
    const int descriptor = descriptorOf(stream);
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (count >= 0)
            done += count;
        else if (errno == EAGAIN || errno == EWOULDBLOCK)
            waitUntilWritable(descriptor);
        else if (errno != EINTR) {
            outputIsLost = outputIsLost || stream == Stream::Output;
            return;
        }
    }
}

void writeIfRoom(const QByteArray &line)
{
    // A pipe that is ready takes so much at once.
    pollfd entry{STDOUT_FILENO, POLLOUT, 0};
    if (line.size() <= PIPE_BUF && ::poll(&entry, 1, 0) > 0 && (entry.revents & POLLOUT))
        write(Stream::Output, line);
}

bool hasLostOutput()
{
    return outputIsLost;
}

} // namespace cudnnsetup::console
