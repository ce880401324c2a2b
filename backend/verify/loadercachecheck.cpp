// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "host/resolver.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

CheckResult checkLoaderCache(const VerifyRun &run)
{
    if (run.belongsToPython())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "This copy belongs to Python, which finds it without the loader cache.")));
    const LoaderSearch search(run.host);
    if (!search.cache())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "The loader cache of this machine cannot be read.")),
                       toString(search.cache().error().id));
    QStringList others;
    for (const LoaderCacheEntry &entry : *search.cache()) {
        if (entry.soname != run.soname())
            continue;
        const QString folder = run.host.files().canonical(entry.path).value_or(entry.path).section(u'/', 0, -2);
        if (folder == run.copy.libraryDir)
            return passed(Text(QT_TRANSLATE_NOOP("backend", "The loader cache knows %1 in this folder."), {entry.soname}),
                          entry.soname + u" => "_s + entry.path);
        others << entry.soname + u" => "_s + entry.path;
    }
    if (search.libraryPath().contains(run.copy.libraryDir))
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "The loader cache does not know this folder, but LD_LIBRARY_PATH names "
                                                         "it: that works in this session, not for services and sudo.")),
                       others.join(u'\n'));
    if (!run.request.isForEveryProgram)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "This copy was installed without making it known to the loader, as chosen.")),
                       others.join(u'\n'));
    return failed(u"present-not-reachable"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "The loader cache does not know %1 in %2. A file in /etc/ld.so.conf.d with "
                                                    "this folder, and ldconfig, make it known."),
                       {run.soname(), run.copy.libraryDir}),
                  others.join(u'\n'));
}

} // namespace cudnnsetup
