// SPDX-License-Identifier: MIT
#include "apply/records.h"

#include "apply/plancheck.h"
#include "apply/workspace.h"

#include <algorithm>

namespace cudnnsetup {

namespace {

// A target that was moved leaves the folders behind that were made for it.
Journal withoutFoldersElsewhere(Journal journal, const QString &targetRoot)
{
    journal.madeFolders.removeIf([&targetRoot](const QString &folder) { return !mayBeMadeFor(folder, targetRoot); });
    return journal;
}

Result<Record> recordIn(const Directory &folder, const QString &id, const QString &targetRoot)
{
    const auto loaded = loadJournal(folder);
    if (!loaded && loaded.error().id == ErrorId::InputMissing)
        return Record{id, folder};
    if (!loaded && loaded.error().id == ErrorId::InputMalformed)
        return failure(ErrorId::TransactionUnfinished, loaded.error().message, folder.label());
    if (!loaded)
        return tl::unexpected(loaded.error());
    const bool mayHaveMoved = loaded->state == Journal::State::Committed || loaded->state == Journal::State::RolledBack;
    const Journal journal = mayHaveMoved ? withoutFoldersElsewhere(*loaded, targetRoot) : *loaded;
    if (const auto checked = checkJournal(journal, id, targetRoot); !checked)
        return failure(checked.error().id, checked.error().message, folder.label());
    return Record{id, folder, journal};
}

bool isBefore(const Record &one, const Record &other)
{
    if (!one.journal || !other.journal)
        return one.journal.has_value() && !other.journal;
    return isOlder(*other.journal, *one.journal);
}

} // namespace

Result<QList<Record>> recordsIn(const Directory &history, const QString &targetRoot)
{
    const auto ids = Workspace::idsIn(history);
    if (!ids)
        return tl::unexpected(describe(ids.error(), Standing::NothingChanged));
    QList<Record> records;
    for (const QString &id : *ids) {
        const auto folder = history.open(id);
        if (!folder)
            return tl::unexpected(describe(folder.error(), Standing::NothingChanged));
        const auto record = recordIn(*folder, id, targetRoot);
        if (!record)
            return tl::unexpected(record.error());
        records << *record;
    }
    std::stable_sort(records.begin(), records.end(), isBefore);
    return records;
}

QList<Journal> journalsOf(const QList<Record> &records)
{
    QList<Journal> journals;
    for (const Record &record : records) {
        if (record.journal)
            journals << *record.journal;
    }
    return journals;
}

} // namespace cudnnsetup
