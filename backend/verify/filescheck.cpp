// SPDX-License-Identifier: MIT
#include "verify/checks.h"

#include "archive/sha256.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Every library must be whole, whoever put it there.
std::optional<CheckResult> firstDamage(const VerifyRun &run)
{
    for (const LibraryFacts &library : run.copy.libraries) {
        if (library.problem.isEmpty() || library.problem == toString(ErrorId::InputMissing)) // a link: the next check's
            continue;
        if (library.problem == toString(ErrorId::LibraryTruncated))
            return failed(u"library-truncated"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 is cut off: its end is missing. Install cuDNN again."),
                               {library.name}),
                          library.file);
        if (library.problem == toString(ErrorId::LibraryEmpty))
            return failed(u"library-empty"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 is an empty file. Install cuDNN again."), {library.name}),
                          library.file);
        if (library.problem == toString(ErrorId::NotReadable))
            return failed(u"not-readable"_s,
                          Text(QT_TRANSLATE_NOOP("backend", "%1 may not be read by you. Its owner can allow it."),
                               {library.name}),
                          library.file);
        return failed(u"library-truncated"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 is no library. Install cuDNN again."), {library.name}),
                      library.file + u": "_s + library.problem);
    }
    return {};
}

struct Comparison
{
    QStringList missing;
    QStringList altered;
    bool isCancelled = false;
};

Comparison compareWithInstallation(const VerifyRun &run)
{
    Comparison comparison;
    QStringList paths = run.request.installedHashes.keys();
    paths.sort();
    for (const QString &path : std::as_const(paths)) {
        run.job.report({.step = Progress::Step::Verify, .subject = Text::verbatim(path)});
        const auto hash = sha256OfFile(run.host.files().outsideOfTarget(path), run.job);
        if (!hash && isCancelled(hash.error())) {
            comparison.isCancelled = true;
            return comparison;
        }
        if (!hash)
            comparison.missing << path;
        else if (*hash != run.request.installedHashes[path])
            comparison.altered << path;
    }
    return comparison;
}

} // namespace

CheckResult checkFiles(const VerifyRun &run)
{
    if (const auto damage = firstDamage(run))
        return *damage;
    const int count = int(run.copy.libraries.size());
    if (run.request.installedHashes.isEmpty())
        return passed(Text::counted(QT_TRANSLATE_N_NOOP("backend", "All %n libraries and links are whole. No record of an "
                                                                 "installation lies here to compare them with."),
                                    count));
    const Comparison comparison = compareWithInstallation(run);
    if (comparison.isCancelled)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "Comparing the files was stopped.")));
    if (!comparison.missing.isEmpty())
        return failed(u"incomplete-set"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 was installed and is gone. Install cuDNN again."),
                           {comparison.missing.first()}),
                      comparison.missing.join(u'\n'));
    if (!comparison.altered.isEmpty())
        return failed(u"file-altered"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 is no longer the file that was installed: something changed it. "
                                                        "Install cuDNN again."),
                           {comparison.altered.first()}),
                      comparison.altered.join(u'\n'));
    return passed(Text::counted(QT_TRANSLATE_N_NOOP("backend", "All %n files are byte for byte what was installed."),
                                int(run.request.installedHashes.size())));
}

} // namespace cudnnsetup
