// SPDX-License-Identifier: MIT
#include "carryout.h"
#include "commands.h"
#include "console.h"

#include "apply/applyanswer.h"
#include "apply/applyserver.h"
#include "apply/descriptorstream.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 betweenLines = 100; // milliseconds

// The progress of a change as lines, at most ten a second and one for every new step.
class ProgressLines
{
public:
    void report(const Progress &progress)
    {
        if (m_step == progress.step && m_sinceLine.isValid() && m_sinceLine.elapsed() < betweenLines)
            return;
        m_step = progress.step;
        m_sinceLine.start();
        // Nobody who asks and then does not listen holds a change up in its middle.
        console::writeIfRoom(progressLine(progress));
    }

private:
    std::optional<Progress::Step> m_step;
    QElapsedTimer m_sinceLine;
};

ExitCode exitCodeOfAnswer(const ApplyResult &result)
{
    if (result.transaction.state == Transaction::State::Committed)
        return ExitCode::Done;
    return result.error ? exitCodeOf(result) : ExitCode::Cancelled;
}

ExitCode runApply(const Call &call)
{
    // main() forgets the caller's environment only when it sees the command first.
    const bool isFirst = QCoreApplication::arguments().value(1) == call.command();
    if (!isFirst || console::isTerminal(console::Stream::Input))
        return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "apply is the part of this program that others run for you; it is not "
                                                                          "for typing. Use install, rollback or uninstall.")));
    // Whoever pkexec authorised may change this machine's cuDNN, and no folder that he calls a machine.
    const auto root = call.value(u"root"_s);
    if (call.isSet(u"machine"_s) || (root && qEnvironmentVariableIsSet("PKEXEC_UID")))
        return call.output().wrongUsage(Text(QT_TRANSLATE_NOOP("backend", "With pkexec, apply changes this machine only.")));
    ProgressLines lines;
    DescriptorStream stream(console::inputDescriptor());
    const Job job{.report = [&lines](const Progress &progress) { lines.report(progress); },
                  .isCancelled = [] { return console::isInterrupted(); }};
    const ApplyResult result = applyFromStream(stream, root ? QDir(*root).canonicalPath() : u"/"_s, job);
    console::write(console::Stream::Output, resultLine(result));
    return exitCodeOfAnswer(result);
}

} // namespace

CliCommand applyCommand()
{
    return {.name = u"apply"_s,
            .summary = QCoreApplication::translate("cli", "The privileged side of a change: reads a plan from standard input."),
            .run = runApply};
}

} // namespace cudnnsetup
