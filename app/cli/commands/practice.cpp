// SPDX-License-Identifier: MIT
#include "commands.h"

#include "host/platform.h"
#include "practice/practice.h"

#include <QCoreApplication>
#include <QDir>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString describe(const PracticeMachine &practice)
{
    const PracticeMachine::Archive &archive = practice.archives.constFirst();
    QStringList lines = {
            Text(QT_TRANSLATE_NOOP("backend", "A practice machine lies in %1. Nothing outside of it is touched."), {practice.machine}).toString(),
            QString(),
            Text(QT_TRANSLATE_NOOP("backend", "Try it out:")).toString(),
            u"  cudnn-setup --machine %1"_s.arg(practice.machine),
            u"  cudnn-setup-cli --machine %1 detect"_s.arg(practice.machine),
            u"  cudnn-setup-cli --machine %1 install %2 --toolkit %3"_s.arg(practice.machine, archive.path, practice.toolkits.constLast()),
            u"  cudnn-setup-cli --machine %1 verify"_s.arg(practice.machine),
            QString(),
            Text(QT_TRANSLATE_NOOP("backend", "Machines with something wrong, to look at:")).toString(),
    };
    for (const PracticeMachine::Fault &fault : practice.faults)
        lines << u"  "_s + fault.machine;
    return lines.join(u'\n') + u'\n';
}

ExitCode runPractice(const Call &call)
{
    if (call.isSet(u"root"_s) || call.isSet(u"machine"_s))
        return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "practice makes a machine; it needs no --root and no --machine. "
                                                                          "Write: cudnn-setup-cli practice DIR")));
    const QStringList arguments = call.arguments();
    const QString directory = arguments.isEmpty() ? QDir(platform::userHome()).filePath(u"cudnn-practice"_s) : arguments.constFirst();
    const auto practice = writePractice(directory);
    if (!practice)
        return call.output().fail(practice.error(), ExitCode::Refused);
    call.output().result(toJson(*practice), describe(*practice));
    return ExitCode::Done;
}

} // namespace

CliCommand practiceCommand()
{
    return {.name = u"practice"_s,
            .arguments = u"[DIR]"_s,
            .summary = QCoreApplication::translate("cli", "Make a throw-away machine in a folder, to learn on (default: ~/cudnn-practice)."),
            .mostArguments = 1,
            .run = runPractice};
}

} // namespace cudnnsetup
