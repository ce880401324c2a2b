// SPDX-License-Identifier: MIT
#include "host/guarded.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QHash<QString, QString> &safeEnvironment()
{
    static const QHash<QString, QString> variables{
            {u"PATH"_s, u"/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/wsl/lib"_s}};
    return variables;
}

tl::unexpected<Error> notOnesOwn(const QString &path)
{
    return failure(
            ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP(
                         "backend",
                         "%1 was not run or loaded: others than root can change it, and with sudo this "
                         "program is root. Nothing was changed. For this, start it without sudo."),
                 {path}));
}

// The first folder of a list that others can change.
std::optional<QString> firstOfOthers(const QStringList &folders)
{
    const auto found = std::find_if(folders.begin(), folders.end(),
                                    [](const QString &folder) { return !platform::ownedAllTheWay(folder); });
    return found == folders.end() ? std::nullopt : std::optional(*found);
}

} // namespace

Result<CommandResult> GuardedCommandRunner::run(const Command &command) const
{
    Command safe = command;
    if (command.program.contains(u'/')) {
        const auto program = platform::ownedAllTheWay(command.program);
        if (!program)
            return notOnesOwn(command.program);
        safe.program = *program;
    }
    const QString libraries = command.extraEnvironment.value(u"LD_LIBRARY_PATH"_s);
    if (const auto folder = firstOfOthers(libraries.split(u':', Qt::SkipEmptyParts)))
        return notOnesOwn(*folder);
    return LocalCommandRunner(safeEnvironment()).run(safe);
}

Result<ProbeRequest> GuardedProber::admitted(const ProbeRequest &request) const
{
    if (const auto folder = firstOfOthers(request.libraryPath))
        return notOnesOwn(*folder);
    ProbeRequest safe = request;
    safe.environment = safeEnvironment();
    QStringList libraries = QStringList(request.library) + request.alsoLoad;
    for (QString &library : libraries) {
        const auto real = library.contains(u'/') ? platform::ownedAllTheWay(library) : std::optional(library);
        if (!real)
            return notOnesOwn(library);
        library = *real;
    }
    safe.library = libraries.takeFirst();
    safe.alsoLoad = libraries;
    return safe;
}

Result<ProbeAnswer> GuardedProber::probe(const ProbeRequest &request) const
{
    const auto safe = admitted(request);
    if (!safe)
        return tl::unexpected(safe.error());
    auto answer = m_prober.probe(*safe);
    if (!answer)
        return answer;
    const QStringList asked = QStringList(request.library) + request.alsoLoad;
    for (qsizetype i = 0; i < std::min(asked.size(), answer->loads.size()); ++i)
        answer->loads[i].library = asked[i];
    return answer;
}

} // namespace cudnnsetup
