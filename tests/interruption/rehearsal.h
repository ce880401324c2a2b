// SPDX-License-Identifier: MIT
#pragma once

#include "../app/cliprogram.h"
#include "treesnapshot.h"

#include <QTemporaryDir>

#include <chrono>
#include <memory>

namespace cudnnsetup::test {

// What the real program is to do to a practice machine. Words "@name" are archives of the machine.
struct Task
{
    QList<QStringList> earlier = {}; // commands that came before
    QStringList command = {};
    bool takesBack = false; // cut off, `recover` carries it on; other tasks are taken back
    // An older cuDNN lies there that somebody copied by hand, with owners and modes of its own.
    bool hasCopiedCudnn = false;
};

// What the fault library does to a run of the program.
struct Fault
{
    int failAt = 0; // 0: never
    QString error = {}; // "ENOSPC"
    bool isSticky = false; // all calls from failAt on fail
    int killAt = 0; // 0: never
    QString log = {};
};

// One task that is carried out again and again, and always disturbed, on copies of one machine. Knows how the
// machine looks before the task and after it. Ends the test program when not even the undisturbed task works.
class Rehearsal
{
public:
    // Old: the whole machine is as it was, with the times of its files and the history. New: as after the
    // task, and the history has nothing but what the task leaves there. Between: neither; differences say
    // what.
    enum class State { Old, New, Between };

    explicit Rehearsal(const Task &task);

    // The calls by which the undisturbed task changes files, in order: "renameat2 /path".
    const QStringList &calls() const { return m_calls; }
    // Numbers of the calls, from 1 on, that write the journal, each with the one behind it.
    QList<int> journalBoundaries() const;
    // The call before which a kill leaves the most for `recover` to do, and what comes of it.
    int worstCall() const;
    State stateAfterWorst() const { return m_task.takesBack ? State::New : State::Old; }
    bool takesBack() const { return m_task.takesBack; }
    std::chrono::microseconds duration() const { return m_duration; }

    // A machine on which the task has not been done.
    std::unique_ptr<QTemporaryDir> newMachine() const;
    QStringList arguments(const QTemporaryDir &machine) const;
    CliRun run(const QTemporaryDir &machine, const Fault &fault) const;
    CliRun recover(const QTemporaryDir &machine, const Fault &fault = {}) const;

    struct Sight
    {
        State state = State::Between;
        QStringList differences = {};
    };
    Sight look(const QTemporaryDir &machine) const;
    // As look(), but only at what others use: the folders of the program itself may hold anything.
    Sight lookAtUsedFiles(const QTemporaryDir &machine) const;

private:
    QStringList historyNames(const QTemporaryDir &machine) const;

    Task m_task;
    QTemporaryDir m_template;
    TreeSnapshot m_before;
    TreeSnapshot m_usedBefore;
    TreeSnapshot m_usedAfter;
    QStringList m_historyAfter;
    QStringList m_calls;
    std::chrono::microseconds m_duration{};
};

// True when the suite is to leave nothing out (CUDNN_SETUP_LONG_TESTS=1); else tests take samples.
bool isLong();
// The archive of real size that is taken instead of the practice archives (CUDNN_SETUP_ARCHIVE); mostly
// empty.
QString realArchive();
// The tasks, by what they are called.
QList<std::pair<QString, Task>> tasks();

} // namespace cudnnsetup::test
