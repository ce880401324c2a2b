// SPDX-License-Identifier: MIT
#include "shells.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

QList<RealShell> realShells()
{
    return {{u"bash"_s}, {u"dash"_s}, {u"zsh"_s}, {u"fish"_s, scripts::Shell::Fish}};
}

bool isHere(const RealShell &shell)
{
    return !QStandardPaths::findExecutable(shell.name).isEmpty();
}

ShellRun runIn(const RealShell &shell, const QStringList &lines, const Environment &environment)
{
    static const QHash<QString, QStringList> quiet{{u"bash"_s, {u"--norc"_s, u"--noprofile"_s}},
                                                   {u"zsh"_s, {u"-f"_s}},
                                                   {u"fish"_s, {u"--no-config"_s}}};
    const QTemporaryDir scratch;
    QProcessEnvironment variables;
    variables.insert(u"HOME"_s, scratch.path());
    for (auto it = environment.begin(); it != environment.end(); ++it)
        variables.insert(it.key(), it.value());
    QProcess process;
    process.setProcessEnvironment(variables);
    process.start(QStandardPaths::findExecutable(shell.name),
                  quiet.value(shell.name)
                          + QStringList{u"-c"_s, (lines + QStringList{u"/usr/bin/env -0"_s}).join(u'\n')});
    ShellRun run;
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        run.problem = u"ended with %1 "_s.arg(process.exitCode());
    run.problem += QString::fromUtf8(process.readAllStandardError());
    for (const QByteArray &entry : process.readAllStandardOutput().split('\0')) {
        const QString name = QString::fromUtf8(entry).section(u'=', 0, 0);
        if (!name.isEmpty()
            && !QStringList{u"_"_s, u"SHLVL"_s, u"PWD"_s, u"OLDPWD"_s, u"HOME"_s}.contains(name))
            run.environment.insert(name, QString::fromUtf8(entry).section(u'=', 1));
    }
    return run;
}

QString sourceLine(const RealShell &shell, const QString &path)
{
    QString quoted = path;
    if (shell.kind == scripts::Shell::Fish)
        return u"source '"_s + quoted.replace(u'\\', u"\\\\"_s).replace(u'\'', u"\\'"_s) + u'\'';
    return u". '"_s + quoted.replace(u'\'', u"'\\''"_s) + u'\'';
}

QString strictLine(const RealShell &shell)
{
    return shell.kind == scripts::Shell::Fish ? QString() : u"set -eu"_s;
}

} // namespace cudnnsetup::test
