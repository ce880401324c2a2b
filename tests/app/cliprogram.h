// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace cudnnsetup::test {

// What the program did.
struct CliRun
{
    int exitCode = -1; // -1: not started, crashed or never ended
    QByteArray output;
    QByteArray error;

    // The document on standard output; empty when it is not exactly one.
    QJsonObject json() const;
    // The finding id of the line "error: <id>: ..."; empty without exactly one such line.
    QString errorId() const;
};

// Runs cudnn-setup-cli, without a terminal, in a clean environment with additions, in English.
CliRun runCli(const QStringList &arguments, const QProcessEnvironment &additions = {});
// As runCli, started only; the caller drives it.
void startCli(QProcess &process, const QStringList &arguments, const QProcessEnvironment &additions = {});

} // namespace cudnnsetup::test
