// SPDX-License-Identifier: MIT
#include "report/historytext.h"

#include "report/progresstext.h"

#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString words(const char *source)
{
    return Text(source).toString();
}

QString versionWord(const std::optional<QVersionNumber> &version)
{
    return version ? version->toString() : words(QT_TRANSLATE_NOOP("backend", "none"));
}

QString stateWord(const PastChange &change)
{
    if (change.state == PastChange::State::Unfinished)
        return words(QT_TRANSLATE_NOOP("backend", "was cut off: cudnn-setup-cli recover takes it back"));
    if (change.state == PastChange::State::RolledBack)
        return words(QT_TRANSLATE_NOOP("backend", "taken back; some originals are still kept"));
    if (change.canRollBack)
        return words(QT_TRANSLATE_NOOP("backend", "can be taken back"));
    return words(QT_TRANSLATE_NOOP("backend", "cannot be taken back: its backup is not there any more"));
}

// A screen has room for two lines a change, not for seven columns with paths in them.
QString changeText(const PastChange &change)
{
    const Transaction &transaction = change.transaction;
    QStringList lines;
    lines << u"%1  %2"_s.arg(transaction.when.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s),
                             change.command.isEmpty() ? transaction.id : change.command);
    lines << Text(QT_TRANSLATE_NOOP("backend", "    cuDNN: %1 -> %2, in %3"),
                  {versionWord(transaction.before), versionWord(transaction.after), transaction.targetRoot})
                     .toString();
    lines << Text(QT_TRANSLATE_NOOP("backend", "    backup: %1; %2"),
                  {sizeText(change.backupBytes), stateWord(change)})
                     .toString();
    lines << Text(QT_TRANSLATE_NOOP("backend", "    id: %1"), {transaction.id}).toString();
    return lines.join(u'\n') + u'\n';
}

QJsonValue orNull(const std::optional<QVersionNumber> &version)
{
    return version ? QJsonValue(version->toString()) : QJsonValue();
}

} // namespace

QString historyText(const QList<PastChange> &changes)
{
    if (changes.isEmpty())
        return words(QT_TRANSLATE_NOOP(
                       "backend",
                       "This program has changed nothing here yet, or everything has been taken back."))
               + u'\n';
    QStringList texts;
    for (const PastChange &change : changes)
        texts << changeText(change);
    texts << words(QT_TRANSLATE_NOOP("backend", "To take the newest change back: cudnn-setup-cli rollback. "
                                                "An older one: cudnn-setup-cli "
                                                "rollback ID, which takes back those after it as well."))
                     + u'\n';
    return texts.join(u'\n');
}

QJsonObject historyDocument(const QList<PastChange> &changes)
{
    QJsonArray list;
    for (const PastChange &change : changes) {
        const Transaction &transaction = change.transaction;
        list << QJsonObject{
                {u"id"_s, transaction.id},
                {u"when"_s, transaction.when.isValid()
                                    ? QJsonValue(transaction.when.toUTC().toString(Qt::ISODate))
                                    : QJsonValue()},
                {u"command"_s, change.command.isEmpty() ? QJsonValue() : QJsonValue(change.command)},
                {u"target"_s, transaction.targetRoot},
                {u"before"_s, orNull(transaction.before)},
                {u"after"_s, orNull(transaction.after)},
                {u"state"_s, toString(change.state)},
                {u"canRollBack"_s, change.canRollBack},
                {u"folder"_s, change.folder},
                {u"backupBytes"_s, change.backupBytes}};
    }
    return {{u"schema"_s, 1}, {u"transactions"_s, list}};
}

} // namespace cudnnsetup
