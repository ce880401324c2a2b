// SPDX-License-Identifier: MIT
#include "targets.h"

#include "detect/detect.h"
#include "plan/targets.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Error nothingDone(const QString &folder)
{
    return {ErrorId::InputMissing,
            Text(QT_TRANSLATE_NOOP("backend", "This program has changed nothing in %1, or has taken it all "
                                              "back. Nothing was changed. Give the "
                                              "toolkit's own folder, or the prefix."),
                 {folder})};
}

} // namespace

Outcome<ChangedTargets> changedTargets(const Call &call, const Host &host)
{
    QStringList named;
    for (const QString &option : {u"toolkit"_s, u"prefix"_s}) {
        if (const auto folder = call.folder(option))
            named << host.files().canonical(*folder).value_or(FileTree::clean(*folder));
    }
    auto report =
            detect(host, {.withProbes = false, .alsoToolkits = namedToolkits(call)}, call.output().job());
    if (!report)
        return tl::unexpected(report.error());
    ChangedTargets result{.report = *report};
    const QStringList roots = named.isEmpty() ? possibleTargets(host, *report) : named;
    for (const QString &root : roots) {
        const auto history = historyOf(host.files(), root);
        if (!history)
            result.errors << history.error();
        else if (!history->isEmpty())
            result.targets << ChangedTarget{root, *history};
        else if (!named.isEmpty())
            return tl::unexpected<Interruption>(nothingDone(root));
    }
    return result;
}

} // namespace cudnnsetup
