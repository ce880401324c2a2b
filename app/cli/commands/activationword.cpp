// SPDX-License-Identifier: MIT
#include "activationword.h"

#include <QDir>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

std::optional<ActivationChoice> activationFromWord(const Call &call, const QString &word)
{
    using Who = ActivationChoice::Who;
    if (word == u"none")
        return ActivationChoice{.who = Who::Nobody};
    if (word == u"system")
        return ActivationChoice{.who = Who::Everyone};
    if (word == u"user")
        return ActivationChoice{.who = Who::User};
    const QString start = u"project="_s;
    const bool isHere = !call.isSet(u"root"_s) && !call.isSet(u"machine"_s);
    const QString given = word.startsWith(start) ? word.sliced(start.size()) : QString();
    const QString path = isHere && !given.isEmpty() ? QDir::current().absoluteFilePath(given) : given;
    return path.startsWith(u'/') ? std::optional(ActivationChoice{.who = Who::Project, .project = path})
                                 : std::nullopt;
}

Text activationWordProblem(const QString &option)
{
    return Text(QT_TRANSLATE_NOOP("backend", "--%1 takes system, user, project=FILE or none."), {option});
}

std::optional<Text> underSudoProblem(const Call &call)
{
    const bool isHere = !call.isSet(u"root"_s) && !call.isSet(u"machine"_s);
    if (!isHere || qEnvironmentVariableIsEmpty("SUDO_UID") || qEnvironmentVariable("SUDO_UID") == u"0")
        return {};
    return Text(QT_TRANSLATE_NOOP("backend", "With sudo this would be for root and not for you. Nothing was "
                                             "done. Run it without sudo: it asks for a "
                                             "password itself where one is needed."));
}

} // namespace cudnnsetup
