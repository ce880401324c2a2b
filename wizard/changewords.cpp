// SPDX-License-Identifier: MIT
#include "changewords.h"

#include "words.h"

#include <QLocale>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString ChangeWords::when(const PastChange &change)
{
    return QLocale().toString(change.transaction.when.toLocalTime(), QLocale::ShortFormat);
}

QString ChangeWords::what(const PastChange &change)
{
    const auto &before = change.transaction.before;
    const auto &after = change.transaction.after;
    if (before == after)
        return change.command.isEmpty() ? tr("Files changed") : change.command;
    if (before && after)
        //: A change in a list: the version before and the version after.
        return tr("cuDNN %1 → %2").arg(Words::version(before), Words::version(after));
    return after ? tr("cuDNN %1 put in").arg(Words::version(after))
                 : tr("cuDNN %1 taken out").arg(Words::version(before));
}

QString ChangeWords::state(const PastChange &change)
{
    switch (change.state) {
    case PastChange::State::Committed:
        return change.canRollBack ? tr("Done") : tr("Done; cannot be taken back");
    case PastChange::State::Unfinished:
        return tr("Cut off");
    case PastChange::State::RolledBack:
        return tr("Taken back");
    }
    return {};
}

QString ChangeWords::line(const PastChange &change)
{
    //: A change in a list: when it was and what it did.
    return tr("%1: %2").arg(when(change), what(change));
}

QString ChangeWords::before(const Transaction &transaction)
{
    if (transaction.before)
        return tr("cuDNN %1 is in place again.").arg(Words::version(transaction.before));
    const auto hidOther = [](const Transaction::ChangedPath &path) {
        return path.change == Transaction::Change::PutAside || path.change == Transaction::Change::Replaced;
    };
    return std::any_of(transaction.changes.begin(), transaction.changes.end(), hidOther)
                   ? tr("What was there before is in place again.")
                   : tr("No cuDNN is left in this place, as it was before.");
}

QString ChangeWords::rights(const std::optional<Rights> &rights)
{
    if (!rights)
        return tr("Writing there needs administrator rights, which this program does not have.");
    return *rights == Rights::Own ? tr("You may write there; no password is needed.")
                                  : tr("A password will be asked once, for this plan only: only the part "
                                       "that writes runs with "
                                       "administrator rights.");
}

QString ChangeWords::rightsMark(const std::optional<Rights> &rights)
{
    if (!rights)
        return u"failed"_s;
    return *rights == Rights::Own ? u"done"_s : u"key"_s;
}

QString ChangeWords::runTheCommand()
{
    return tr("Please run this command in a terminal; it does exactly what stands here. Then press "
              "'Scan again' on the first page.");
}

QString ChangeWords::waitingForPassword()
{
    return tr("Waiting for the password, which the system asks for in a window of its own…");
}

QString ChangeWords::intact(const ApplyResult &result)
{
    if (result.transaction.state == Transaction::State::Incomplete) {
        return tr("Not everything could be put back. The journal and the old files are in %1; please keep "
                  "that folder.")
                .arg(u"%1/.cudnn-setup/%2"_s.arg(result.transaction.targetRoot, result.transaction.id));
    }
    if (result.wasBeforeCommit)
        return tr("Nothing was changed: everything is exactly as it was.");
    return tr("Everything was put back: it is as it was before.");
}

bool ChangeWords::wasNotAuthorised(const ApplyResult &result)
{
    return result.error && result.error->id == ErrorId::NotConfirmed && result.wasBeforeCommit;
}

} // namespace cudnnsetup
