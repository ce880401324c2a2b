// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "host/resolver.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

CheckResult checkResolution(const VerifyRun &run)
{
    if (run.belongsToPython())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "This copy belongs to Python, which names it itself; what other programs "
                                                         "load does not matter to it.")));
    const Resolution found = LoaderSearch(run.host).resolve(run.soname());
    if (!found.path && !run.request.isForEveryProgram)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "Programs find this copy only when LD_LIBRARY_PATH names %1, as chosen."),
                            {run.copy.libraryDir}));
    if (!found.path)
        return failed(u"present-not-reachable"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "A program that asks for %1 finds none: the loader does not look in %2."),
                           {run.soname(), run.copy.libraryDir}));
    const QString reason = toString(found.reason);
    const QString evidence = (QStringList(*found.path + u" ("_s + reason + u')') + found.hidden).join(u'\n');
    const QString folder = run.host.files().canonical(*found.path).value_or(*found.path).section(u'/', 0, -2);
    if (folder == run.copy.libraryDir)
        return passed(Text(QT_TRANSLATE_NOOP("backend", "A program that asks for %1 gets this copy (%2)."),
                           {run.soname(), reason}),
                      evidence);
    if (!run.request.isForEveryProgram)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "Programs load %1. They load this copy only when LD_LIBRARY_PATH names "
                                                         "%2, as chosen."),
                            {*found.path, run.copy.libraryDir}),
                       evidence);
    return failed(u"shadowed"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "A program that asks for %1 gets %2 instead, because of %3."),
                       {run.soname(), *found.path, reason}),
                  evidence);
}

} // namespace cudnnsetup
