// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <chrono>

namespace cudnnsetup {

// An outside program to run: a program and its arguments, never a shell.
struct Command
{
    QString program; // a name looked up in the machine's PATH, or a path
    QStringList arguments = {};
    std::chrono::milliseconds timeout = std::chrono::seconds(10); // the only time-out of this command
    qint64 outputLimit = 4 << 20;                                  // bytes kept of each stream
    QString workingDirectory = {};
    QHash<QString, QString> extraEnvironment = {}; // LC_ALL=C is always set
};

struct CommandResult
{
    QByteArray standardOutput;
    QByteArray standardError;
    int exitCode = 0;
};

// Runs outside programs for a machine, or knows what they would have said.
class CommandRunner
{
public:
    virtual ~CommandRunner() = default;
    // A program that ran and exited with a status is a result; errors: CommandMissing, CommandTimedOut, CommandFailed (crash).
    virtual Result<CommandResult> run(const Command &command) const = 0;
};

// Runs them for real, with the given environment.
class LocalCommandRunner : public CommandRunner
{
public:
    explicit LocalCommandRunner(QHash<QString, QString> environment);
    Result<CommandResult> run(const Command &command) const override;

private:
    QHash<QString, QString> m_environment;
};

// Answers from DIR/outputs/*.json of a machine kept in a folder; a command without a recorded answer is CommandMissing.
// A recorded command matches when program and arguments are equal, the program compared by its last part if either has no '/'.
class RecordedCommandRunner : public CommandRunner
{
public:
    explicit RecordedCommandRunner(const QString &outputsFolder);
    Result<CommandResult> run(const Command &command) const override;
    // Names of files in the folder that hold no recorded answer.
    QStringList unreadable() const;

private:
    QStringList m_unreadable;
    QList<std::pair<QStringList, CommandResult>> m_answers;
};

// For a folder that holds a machine of which nothing is executed: every command is CommandMissing.
class NoCommandRunner : public CommandRunner
{
public:
    Result<CommandResult> run(const Command &command) const override;
};

} // namespace cudnnsetup
