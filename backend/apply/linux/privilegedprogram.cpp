// SPDX-License-Identifier: MIT
#include "apply/privilegedprogram.h"

#include <QFile>
#include <QStringList>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// What a program may be given at once; the kernel's own default is smaller than one of our frames.
constexpr int roomOnTheWay = 1 << 20;
constexpr int waitForRoom = 100; // milliseconds

void closeDescriptor(int &descriptor)
{
    if (descriptor >= 0)
        ::close(descriptor);
    descriptor = -1;
}

Error notStarted(const QString &program, int error)
{
    return {error == ENOENT ? ErrorId::CommandMissing : ErrorId::CommandFailed,
            Text(QT_TRANSLATE_NOOP("backend", "%1 could not be started. Nothing has been changed."), {program}),
            QString::fromLocal8Bit(std::strerror(error))};
}

// A write to a program that has ended is to be an answer (EPIPE), not the end of this one.
class WithoutPipeSignal
{
public:
    WithoutPipeSignal()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~WithoutPipeSignal()
    {
        const timespec atOnce{0, 0};
        if (sigismember(&m_before, SIGPIPE) == 0)
            ::sigtimedwait(&m_pipe, nullptr, &atOnce);
        ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    Q_DISABLE_COPY_MOVE(WithoutPipeSignal)

private:
    sigset_t m_pipe;
    sigset_t m_before;
};

} // namespace

struct PrivilegedProgram::Data
{
    int input = -1;  // we write
    int output = -1; // we read
    pid_t process = -1;
    int exitCode = -1;
};

PrivilegedProgram::PrivilegedProgram(std::unique_ptr<Data> data) : m_data(std::move(data)) { }

PrivilegedProgram::PrivilegedProgram(PrivilegedProgram &&) noexcept = default;

PrivilegedProgram::~PrivilegedProgram()
{
    if (!m_data)
        return;
    closeInput();
    wait();
    closeDescriptor(m_data->output);
}

Result<PrivilegedProgram> PrivilegedProgram::start(const QStringList &words)
{
    std::array<int, 2> toChild{-1, -1};
    std::array<int, 2> fromChild{-1, -1};
    if (::pipe2(toChild.data(), O_CLOEXEC) != 0 || ::pipe2(fromChild.data(), O_CLOEXEC) != 0) {
        const int error = errno;
        closeDescriptor(toChild[0]);
        closeDescriptor(toChild[1]);
        return tl::unexpected(notStarted(words.first(), error));
    }
    ::fcntl(toChild[1], F_SETPIPE_SZ, roomOnTheWay);
    ::fcntl(toChild[1], F_SETFL, O_NONBLOCK);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<QByteArray> encoded;
    for (const QString &word : words)
        encoded.push_back(QFile::encodeName(word));
    std::vector<char *> arguments;
    for (QByteArray &word : encoded)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);

    auto data = std::make_unique<Data>();
    const int error = ::posix_spawnp(&data->process, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    closeDescriptor(toChild[0]);
    closeDescriptor(fromChild[1]);
    data->input = toChild[1];
    data->output = fromChild[0];
    if (error == 0)
        return PrivilegedProgram(std::move(data));
    data->process = -1;
    PrivilegedProgram{std::move(data)};
    return tl::unexpected(notStarted(words.first(), error));
}

std::optional<qint64> PrivilegedProgram::send(QByteArrayView bytes)
{
    const WithoutPipeSignal withoutPipeSignal;
    const ssize_t count = ::write(m_data->input, bytes.data(), size_t(bytes.size()));
    if (count >= 0)
        return count;
    if (errno != EAGAIN && errno != EINTR)
        return std::nullopt;
    pollfd room{m_data->input, POLLOUT, 0};
    ::poll(&room, 1, waitForRoom);
    return 0;
}

void PrivilegedProgram::closeInput()
{
    closeDescriptor(m_data->input);
}

void PrivilegedProgram::endQuestion()
{
    if (m_data->process > 0)
        ::kill(m_data->process, SIGTERM);
}

QByteArray PrivilegedProgram::receive()
{
    QByteArray bytes(64 << 10, Qt::Uninitialized);
    ssize_t count = 0;
    do {
        count = ::read(m_data->output, bytes.data(), size_t(bytes.size()));
    } while (count < 0 && errno == EINTR);
    return bytes.first(std::max<ssize_t>(count, 0));
}

int PrivilegedProgram::wait()
{
    if (m_data->process <= 0)
        return m_data->exitCode;
    int status = 0;
    pid_t ended = 0;
    do {
        ended = ::waitpid(m_data->process, &status, 0);
    } while (ended < 0 && errno == EINTR);
    m_data->process = -1;
    if (ended > 0 && WIFEXITED(status))
        m_data->exitCode = WEXITSTATUS(status);
    return m_data->exitCode;
}

} // namespace cudnnsetup
