// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>

namespace cudnnsetup {

// A program that answers in lines while it works, and that may crash, hang or never stop talking. It leads a group of its own.
struct LineChild
{
    QString program; // a path
    QStringList arguments = {};
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QByteArray input = {}; // for its standard input, which is then closed
    std::chrono::milliseconds timeout = std::chrono::seconds(20); // for the whole; owner: runLineChild
};

struct LineChildEnd
{
    enum class Kind { Finished, Crashed, TimedOut, NotStarted, Cancelled };

    Kind kind = Kind::Finished;
    int code = 0;  // Finished: the exit status; Crashed: the signal
    QString words; // the last of what it wrote to standard error; NotStarted: why
};

constexpr qsizetype longestLine = 1 << 20;      // bytes; the rest of a longer line is left out
constexpr qsizetype mostLineBytes = 16 << 20;   // of standard output; what comes after is left out
constexpr qsizetype mostWordBytes = 64 << 10;

// Starts the program and waits for it; call it from a worker thread. take gets each line of standard output as it comes, without
// its end; isCancelled is asked often. When this returns, nothing of the child's group runs any more, even if a part of it kept the
// pipes open. Only what the system itself cannot end (a call that hangs in a driver) is given up after some seconds.
LineChildEnd runLineChild(
        const LineChild &child, const std::function<void(const QByteArray &line)> &take,
        const std::function<bool()> &isCancelled = [] { return false; });

} // namespace cudnnsetup
