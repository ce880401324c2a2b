// SPDX-License-Identifier: MIT
#include "apply/apply.h"

#include "apply/application.h"
#include "apply/takingback.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// A plan made for one machine would do harm on another.
bool isSameFolder(const QString &one, const QString &other)
{
    const auto status = [](const QString &path) {
        return Directory::openRoot(path, path).and_then([](const Directory &folder) { return folder.ownStatus(); });
    };
    const auto first = status(one);
    const auto second = status(other);
    return first && second && isSameNode(*first, *second);
}

} // namespace

ApplyResult apply(const Host &host, const Plan &plan, const Job &job)
{
    if (isSameFolder(host.files().root(), plan.machineRoot))
        return apply(plan, job, ApplySeams{});
    Transaction unchanged;
    unchanged.id = plan.id;
    unchanged.targetRoot = plan.targetRoot;
    return {.transaction = unchanged,
            .error = Error{ErrorId::InputMalformed,
                           Text(QT_TRANSLATE_NOOP("backend", "The plan was made for another machine than this one. Nothing "
                                                             "has been changed. Make a new plan.")),
                           plan.machineRoot},
            .wasBeforeCommit = true};
}

ApplyResult apply(const Plan &plan, const Job &job, const ApplySeams &seams)
{
    return takesBack(plan) ? TakingBack(plan, job, seams).run() : Application(plan, job, seams).run();
}

} // namespace cudnnsetup
