// SPDX-License-Identifier: MIT
#include "cliprogram.h"

#include <QJsonDocument>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

QJsonObject CliRun::json() const
{
    return QJsonDocument::fromJson(output).object();
}

QString CliRun::errorId() const
{
    QStringList ids;
    const QStringList lines = QString::fromUtf8(error).split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(u"error: "))
            ids << line.section(u": "_s, 1, 1);
    }
    return ids.size() == 1 ? ids.constFirst() : QString();
}

void startCli(QProcess &process, const QStringList &arguments, const QProcessEnvironment &additions)
{
    QProcessEnvironment environment;
    for (const QString &name : {u"PATH"_s, u"HOME"_s, u"TMPDIR"_s, u"ASAN_OPTIONS"_s, u"UBSAN_OPTIONS"_s, u"TSAN_OPTIONS"_s}) {
        if (qEnvironmentVariableIsSet(name.toLatin1().constData()))
            environment.insert(name, qEnvironmentVariable(name.toLatin1().constData()));
    }
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    environment.insert(additions);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(CUDNNSETUP_CLI), arguments);
}

CliRun runCli(const QStringList &arguments, const QProcessEnvironment &additions)
{
    QProcess process;
    startCli(process, arguments, additions);
    process.closeWriteChannel();
    CliRun run;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        run.exitCode = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.error = process.readAllStandardError();
    return run;
}

} // namespace cudnnsetup::test
