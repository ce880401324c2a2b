// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "detect/cudnnversion.h"

#include <QMap>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

CheckResult couldNotLoad(const VerifyRun &run)
{
    const LibraryFacts *dispatcher = run.dispatcher();
    QString words = run.answer ? run.answer->loads.value(0).error : run.answer.error().detail;
    if (words.isEmpty() && dispatcher)
        words = dispatcher->file + u": "_s + dispatcher->problem;
    return failed(u"load-failed"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "%1 cannot be loaded. The lines under Details say what is missing or "
                                                    "damaged."),
                       {run.soname()}),
                  words);
}

// Files of several versions must not work together.
std::optional<CheckResult> mixedVersions(const VerifyRun &run)
{
    QMap<QVersionNumber, QStringList> byVersion;
    for (const LibraryFacts &library : run.copy.libraries) {
        // What the loader takes: the names that equal the SONAME.
        if (!library.soname || library.name != *library.soname)
            continue;
        const auto word = versionWordOf(run.host.files().outside(library.file));
        const auto number = numberOfLibraryName(library.file.section(u'/', -1));
        if (word)
            byVersion[*word] << library.name;
        else if (number && number->segmentCount() >= 3)
            byVersion[*number] << library.name;
    }
    if (byVersion.size() < 2)
        return {};
    QStringList lines;
    for (auto it = byVersion.constBegin(); it != byVersion.constEnd(); ++it)
        lines << it.key().toString() + u": "_s + it->join(u", "_s);
    return failed(u"mixed-versions"_s,
                  Text(QT_TRANSLATE_NOOP("backend", "Libraries of %1 and of %2 lie in one folder and would work together. "
                                                    "They must all be of one version: install cuDNN again."),
                       {byVersion.firstKey().toString(), byVersion.lastKey().toString()}),
                  lines.join(u'\n'));
}

QString evidence(const VerifyRun &run)
{
    QStringList lines;
    if (run.answer && run.answer->cudnnVersion)
        lines << u"cudnnGetVersion: %1"_s.arg(*run.answer->cudnnVersion);
    else if (run.copy.libraryVersion)
        lines << run.copy.libraryVersionSource + u": "_s + run.copy.libraryVersion->toString();
    if (run.copy.headerVersion)
        lines << run.copy.includeDir.value_or(QString()) + u": "_s + run.copy.headerVersion->toString();
    return lines.join(u'\n');
}

} // namespace

CheckResult checkVersions(const VerifyRun &run)
{
    const bool isLoaded = run.answer && !run.answer->loads.isEmpty() && run.answer->loads.first().loaded;
    const bool wasAsked = run.answer || run.answer.error().id != ErrorId::NotSupported;
    const LibraryFacts *dispatcher = run.dispatcher();
    const bool isDamaged = !dispatcher || !dispatcher->problem.isEmpty();
    if (isDamaged || (wasAsked && !isLoaded))
        return couldNotLoad(run);
    if (const auto mixed = mixedVersions(run))
        return *mixed;
    const auto version = run.version();
    if (!version)
        return {.detail = Text(QT_TRANSLATE_NOOP("backend", "The version of this cuDNN could not be read."))};
    const auto header = run.copy.headerVersion;
    if (!header)
        return {.detail = Text(QT_TRANSLATE_NOOP("backend", "The library says that it is %1. No header lies beside it, so the "
                                                            "two cannot be compared: programs run, but cannot be built "
                                                            "with it."),
                               {version->toString()}),
                .finding = u"headers-missing"_s,
                .evidence = evidence(run)};
    if (*header != *version)
        return failed(*header > *version ? u"header-newer-than-library"_s : u"header-older-than-library"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "The header is of %1, the library is %2. Programs would be built for "
                                                        "another version than they run with."),
                           {header->toString(), version->toString()}),
                      evidence(run));
    return passed(Text(QT_TRANSLATE_NOOP("backend", "Header and library are both %1."), {version->toString()}), evidence(run));
}

} // namespace cudnnsetup
