// SPDX-License-Identifier: MIT
#pragma once

#include "exitcode.h"
#include "output.h"

#include "host/host.h"

#include <QCommandLineParser>

namespace cudnnsetup {

// What a command is given: its parsed options, the machine it looks at, and somewhere to speak.
class Call
{
public:
    Call(const QCommandLineParser &parser, Output &output);

    // Its own name, "install".
    QString command() const { return m_parser.positionalArguments().constFirst(); }
    bool isSet(const QString &option) const { return m_parser.isSet(option); }
    // The long names of the options that were given, each once.
    QStringList optionNames() const;
    // The value of an option that was given.
    std::optional<QString> value(const QString &option) const;
    // All values of an option that may be given several times.
    QStringList values(const QString &option) const { return m_parser.values(option); }
    // The folder of the machine that an option names, absolute: on this machine from where the person stands.
    std::optional<QString> folder(const QString &option) const;
    // What follows the command's name.
    QStringList arguments() const { return m_parser.positionalArguments().mid(1); }
    Output &output() const { return m_output; }

    // The machine that --root or --machine names, else this one.
    Result<Host> host() const;

private:
    const QCommandLineParser &m_parser;
    Output &m_output;
};

// The folder of --toolkit, for `detect` to look at wherever it lies.
inline QStringList namedToolkits(const Call &call)
{
    const auto folder = call.folder(QStringLiteral("toolkit"));
    return folder ? QStringList{*folder} : QStringList();
}

struct CliCommand
{
    QString name;
    QString arguments = {}; // "FILE", as the help shows it
    QString summary;        // one sentence
    int leastArguments = 0;
    int mostArguments = 0;
    QList<QCommandLineOption> options = {};
    ExitCode (*run)(const Call &call) = nullptr;
};

} // namespace cudnnsetup
