// SPDX-License-Identifier: MIT
#pragma once

#include "plan/activationscripts.h"

#include <QMap>
#include <QString>

namespace cudnnsetup::test {

using Environment = QMap<QString, QString>;

// A shell of this machine that really runs what we write.
struct RealShell
{
    QString name; // "bash"
    scripts::Shell kind = scripts::Shell::Posix;
};
// bash, dash, zsh, fish; those that are not here are left to the test, which skips them.
QList<RealShell> realShells();
bool isHere(const RealShell &shell);

// Runs the lines in the shell, without start-up files, and gives the environment that a program started at
// the end gets, without what the shell itself counts there. problem: standard error, or how it ended; empty
// when all went well.
struct ShellRun
{
    Environment environment;
    QString problem;
};
ShellRun runIn(const RealShell &shell, const QStringList &lines, const Environment &environment);

// The lines "source FILE" and one that ends the shell at the first fault.
QString sourceLine(const RealShell &shell, const QString &path);
QString strictLine(const RealShell &shell);

} // namespace cudnnsetup::test
