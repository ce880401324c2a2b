// SPDX-License-Identifier: MIT
#include "apply/history.h"

#include "apply/apply.h"
#include "apply/keeprule.h"
#include "apply/pastjournals.h"
#include "apply/workspace.h"

#include <QJsonDocument>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Error unreadable(const QString &file, const Error &cause)
{
    const bool isMalformed = cause.id == ErrorId::InputMalformed;
    return {isMalformed ? ErrorId::InputMalformed : ErrorId::NotReadable,
            Text(isMalformed
                         ? QT_TRANSLATE_NOOP("backend", "The record of an earlier change, %1, cannot be understood. It is left as it "
                                                        "is, and so is everything it speaks of. Put it back from a backup of your "
                                                        "own; or move its folder away, and give up taking that change back.")
                         : QT_TRANSLATE_NOOP("backend", "The record of an earlier change, %1, cannot be read. Nothing has been "
                                                        "changed. Run it as the user whom it belongs to, or with sudo."),
                 {file}),
            cause.detail.isEmpty() ? cause.message.toString() : cause.detail};
}

Result<Journal> journalIn(const FileTree &files, const QString &folder, const QString &id)
{
    constexpr qint64 longestJournal = 64 << 20;
    const QString file = FileTree::join(folder, QString::fromLatin1(journalName));
    if (files.status(file).type == FileTree::Type::Missing)
        return failure(ErrorId::InputMissing, Text::verbatim(file));
    const auto text = files.read(file, longestJournal);
    if (!text)
        return tl::unexpected(unreadable(file, text.error()));
    const auto journal = journalFromJson(QJsonDocument::fromJson(*text).object());
    if (!journal)
        return tl::unexpected(unreadable(file, journal.error()));
    if (journal->id != id)
        return tl::unexpected(unreadable(file, {ErrorId::InputMalformed, {}, u"id "_s + journal->id}));
    return *journal;
}

PastChange::State stateOf(const Journal &journal)
{
    switch (journal.state) {
    case Journal::State::Committed:
        return PastChange::State::Committed;
    case Journal::State::RolledBack:
        return PastChange::State::RolledBack;
    case Journal::State::Staging:
    case Journal::State::Committing:
    case Journal::State::RollingBack:
        break;
    }
    return PastChange::State::Unfinished;
}

Transaction::State transactionState(PastChange::State state)
{
    switch (state) {
    case PastChange::State::Committed:
        return Transaction::State::Committed;
    case PastChange::State::Unfinished:
        return Transaction::State::Incomplete;
    case PastChange::State::RolledBack:
        break;
    }
    return Transaction::State::RolledBack;
}

qint64 backupBytesOf(const FileTree &files, const Journal &journal, const QString &targetRoot)
{
    qint64 bytes = 0;
    for (const Step &step : journal.steps) {
        if (keepsOriginal(step))
            bytes += files.status(backupPath(journal, step, targetRoot)).size;
    }
    return bytes;
}

} // namespace

QString historyFolder(const QString &targetRoot)
{
    return FileTree::join(targetRoot, QString::fromLatin1(Workspace::folderName));
}

QString folderOfChange(const QString &targetRoot, const QString &id)
{
    return FileTree::join(historyFolder(targetRoot), id);
}

QString backupPath(const Journal &journal, const Step &step, const QString &targetRoot)
{
    const QString folder = step.isBeside
            ? absolutePath(step.path, targetRoot).section(u'/', 0, -2)
            : FileTree::join(folderOfChange(targetRoot, journal.id), QString::fromLatin1(backupName));
    return FileTree::join(folder, step.backup);
}

bool isBackupWhole(const FileTree &files, const Journal &journal, const QString &targetRoot)
{
    const auto isIntact = [&](const Step &step) {
        const FileTree::Status kept = files.status(backupPath(journal, step, targetRoot));
        if (step.before.type != NodeRecord::Type::File)
            return kept.type != FileTree::Type::Missing;
        return kept.type == FileTree::Type::File && kept.size == step.before.size
                && kept.modified.toMSecsSinceEpoch() == step.before.modified / 1'000'000;
    };
    return journal.isBackupDropped || std::all_of(journal.steps.begin(), journal.steps.end(), [&](const Step &step) {
        return !keepsOriginal(step) || isIntact(step);
    });
}

PastJournals pastJournals(const FileTree &files, const QString &targetRoot)
{
    PastJournals past;
    const QString history = historyFolder(targetRoot);
    const QStringList ids = files.list(history);
    for (const QString &id : ids) {
        const QString folder = FileTree::join(history, id);
        if (files.status(folder).type != FileTree::Type::Directory)
            continue;
        const auto journal = journalIn(files, folder, id);
        if (journal)
            past.journals << *journal;
        else if (journal.error().id == ErrorId::InputMissing)
            past.withoutJournal << id;
        else
            past.problem = journal.error();
    }
    std::stable_sort(past.journals.begin(), past.journals.end(),
                     [](const Journal &one, const Journal &other) { return isOlder(other, one); });
    return past;
}

Result<QList<PastChange>> historyOf(const FileTree &files, const QString &targetRoot)
{
    const QString target = FileTree::clean(targetRoot);
    const PastJournals past = pastJournals(files, target);
    if (past.problem)
        return tl::unexpected(*past.problem);
    QList<PastChange> changes;
    bool isIntact = true; // what this change and the newer ones need is there
    for (qsizetype i = 0; i < past.journals.size(); ++i) {
        const Journal &journal = past.journals[i];
        const PastChange::State state = stateOf(journal);
        const bool isWhole = isBackupWhole(files, journal, target);
        const bool isInPlace = journal.state != Journal::State::RolledBack && journal.state != Journal::State::Staging;
        if (isInPlace)
            isIntact = isIntact && isWhole && state == PastChange::State::Committed;
        const bool canRollBack = isInPlace ? isIntact && !missingBackup(past.journals.first(i + 1))
                                           : isWhole && state == PastChange::State::RolledBack;
        changes << PastChange{.state = state,
                              .transaction = transactionOf(journal, target, transactionState(state)),
                              .command = journal.plan[u"command"_s].toString(),
                              .folder = folderOfChange(target, journal.id),
                              .canRollBack = canRollBack,
                              .backupBytes = backupBytesOf(files, journal, target)};
    }
    return changes;
}

QList<Transaction> transactionsOf(const FileTree &files, const QString &targetRoot)
{
    const QString target = FileTree::clean(targetRoot);
    QList<Transaction> transactions;
    const QList<Journal> journals = pastJournals(files, target).journals;
    for (const Journal &journal : journals) {
        if (journal.state == Journal::State::Committed)
            transactions << transactionOf(journal, target, Transaction::State::Committed);
    }
    return transactions;
}

QString toString(PastChange::State state)
{
    switch (state) {
    case PastChange::State::Committed:
        return u"committed"_s;
    case PastChange::State::Unfinished:
        return u"unfinished"_s;
    case PastChange::State::RolledBack:
        return u"rolledBack"_s;
    }
    Q_UNREACHABLE();
}

} // namespace cudnnsetup
