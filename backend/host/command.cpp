// SPDX-License-Identifier: MIT
#include "host/command.h"

#include "host/childprocess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> missing(const QString &program)
{
    return failure(ErrorId::CommandMissing,
                   Text(QT_TRANSLATE_NOOP("backend", "The program %1 is not on this machine."), {program}));
}

// Relative elements of PATH are passed over: what they name depends on where we happen to stand.
QString findProgram(const QString &program, const QString &path)
{
    if (program.contains(u'/'))
        return QFileInfo::exists(program) ? program : QString();
    QStringList folders = path.split(u':', Qt::SkipEmptyParts);
    folders.removeIf([](const QString &folder) { return !folder.startsWith(u'/'); });
    return folders.isEmpty() ? QString() : QStandardPaths::findExecutable(program, folders);
}

QProcessEnvironment environmentFor(const QHash<QString, QString> &base, const Command &command)
{
    QProcessEnvironment environment;
    for (auto it = base.cbegin(); it != base.cend(); ++it)
        environment.insert(it.key(), it.value());
    for (auto it = command.extraEnvironment.cbegin(); it != command.extraEnvironment.cend(); ++it)
        environment.insert(it.key(), it.value());
    environment.insert(u"LC_ALL"_s, u"C"_s);
    return environment;
}

void appendUpTo(QByteArray &kept, const QByteArray &more, qint64 limit)
{
    kept += more.left(std::max<qsizetype>(limit - kept.size(), 0));
}

QString lastPart(const QString &program)
{
    return program.mid(program.lastIndexOf(u'/') + 1);
}

bool isSameCommand(const QStringList &recorded, const QStringList &asked)
{
    if (recorded.size() != asked.size() || recorded.mid(1) != asked.mid(1))
        return false;
    const bool bothArePaths = recorded[0].contains(u'/') && asked[0].contains(u'/');
    return bothArePaths ? recorded[0] == asked[0] : lastPart(recorded[0]) == lastPart(asked[0]);
}

using Answer = std::pair<QStringList, CommandResult>;

std::optional<Answer> readAnswer(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    QStringList words;
    const QJsonArray command = object[u"command"].toArray();
    for (const QJsonValue &word : command)
        words << word.toString();
    if (words.isEmpty() || words.constFirst().isEmpty())
        return std::nullopt;
    return Answer{words, CommandResult{object[u"stdout"].toString().toUtf8(), object[u"stderr"].toString().toUtf8(),
                                       object[u"exitCode"].toInt()}};
}

} // namespace

LocalCommandRunner::LocalCommandRunner(QHash<QString, QString> environment) : m_environment(std::move(environment)) { }

Result<CommandResult> LocalCommandRunner::run(const Command &command) const
{
    const QString program = findProgram(command.program, m_environment.value(u"PATH"_s));
    if (program.isEmpty())
        return missing(command.program);

    CommandResult result;
    QProcess process;
    process.setProcessEnvironment(environmentFor(m_environment, command));
    if (!command.workingDirectory.isEmpty())
        process.setWorkingDirectory(command.workingDirectory);
    platform::leadOwnGroup(process);
    // Emptied as it comes, so that a program that never stops talking does not fill our memory.
    QObject::connect(&process, &QProcess::readyReadStandardOutput, &process, [&] {
        appendUpTo(result.standardOutput, process.readAllStandardOutput(), command.outputLimit);
    });
    QObject::connect(&process, &QProcess::readyReadStandardError, &process, [&] {
        appendUpTo(result.standardError, process.readAllStandardError(), command.outputLimit);
    });

    process.start(program, command.arguments, QIODevice::ReadOnly);
    // The one time-out of this command; it covers start and work.
    const bool isFinished = process.waitForFinished(int(command.timeout.count()));
    if (process.error() == QProcess::FailedToStart)
        return failure(ErrorId::CommandFailed,
                       Text(QT_TRANSLATE_NOOP("backend", "The program %1 cannot be started."), {program}),
                       process.errorString());
    if (!isFinished && process.state() != QProcess::NotRunning) {
        platform::endGroup(process);
        process.waitForFinished(-1); // reaps a child that was killed: no wait
        return failure(ErrorId::CommandTimedOut,
                       Text(QT_TRANSLATE_NOOP("backend", "The program %1 did not answer in time and was ended."), {program}),
                       QString::fromUtf8(result.standardError));
    }
    if (process.exitStatus() == QProcess::CrashExit)
        return failure(ErrorId::CommandFailed,
                       Text(QT_TRANSLATE_NOOP("backend", "The program %1 crashed."), {program}),
                       QString::fromUtf8(result.standardError));
    result.exitCode = process.exitCode();
    return result;
}

RecordedCommandRunner::RecordedCommandRunner(const QString &outputsFolder)
{
    const QDir folder(outputsFolder);
    const QStringList names = folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name);
    for (const QString &name : names) {
        if (std::optional<Answer> answer = readAnswer(folder.filePath(name)))
            m_answers << *std::move(answer);
        else
            m_unreadable << name;
    }
}

Result<CommandResult> RecordedCommandRunner::run(const Command &command) const
{
    const QStringList asked = QStringList{command.program} + command.arguments;
    // The very command first, then one whose program is named another way.
    auto found = std::find_if(m_answers.cbegin(), m_answers.cend(),
                              [&](const Answer &answer) { return answer.first == asked; });
    if (found == m_answers.cend())
        found = std::find_if(m_answers.cbegin(), m_answers.cend(),
                             [&](const Answer &answer) { return isSameCommand(answer.first, asked); });
    if (found == m_answers.cend())
        return missing(command.program);
    return found->second;
}

QStringList RecordedCommandRunner::unreadable() const
{
    return m_unreadable;
}

Result<CommandResult> NoCommandRunner::run(const Command &command) const
{
    return missing(command.program);
}

} // namespace cudnnsetup
