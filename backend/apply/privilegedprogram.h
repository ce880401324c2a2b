// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArrayView>

#include <memory>

namespace cudnnsetup {

// A program that another one (pkexec, sudo) runs with more rights, between two pipes. Its errors and its question for a
// password go where ours go. It knows nothing of plans. send() and receive() may be called from two threads.
class PrivilegedProgram
{
public:
    // words: program and arguments; there is no shell. Errors: CommandMissing, CommandFailed.
    static Result<PrivilegedProgram> start(const QStringList &words);
    PrivilegedProgram(PrivilegedProgram &&) noexcept;
    ~PrivilegedProgram(); // waits for its end

    // Waits a tenth of a second for room, at most. The number of bytes taken; nothing when it takes no more.
    std::optional<qint64> send(QByteArrayView bytes);
    // It gets no more from us.
    void closeInput();
    // Ends the question for a password. Once the program has its rights, the system does not let us.
    void endQuestion();
    // Waits for more of what it says; empty at the end.
    QByteArray receive();
    // Waits for its end: its exit code, or -1 when a signal ended it.
    int wait();

private:
    struct Data;
    explicit PrivilegedProgram(std::unique_ptr<Data> data);
    std::unique_ptr<Data> m_data;
};

} // namespace cudnnsetup
