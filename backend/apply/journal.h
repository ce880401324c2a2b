// SPDX-License-Identifier: MIT
#pragma once

#include "apply/directory.h"
#include "apply/transaction.h"

#include <QJsonObject>

namespace cudnnsetup {

// What stood at a path before a step, or is to stand there after it.
struct NodeRecord
{
    enum class Type { Absent, File, Link, Directory };
    Type type = Type::Absent;
    qint64 size = 0;
    quint64 inode = 0;
    qint64 modified = 0; // nanoseconds since 1970
    int mode = 0;
    QString linkTarget = {};
    QByteArray sha256 = {}; // of files that we put there
};

// A block of lines that a step brings into a start-up file of a person, or takes out of it.
struct BlockEdit
{
    QByteArray block;
    bool isAdded = true;
};

// One change of one path, with all that is needed to do it and to undo it.
struct Step
{
    enum class Kind {
        MakeDirectory,
        Place,      // what is staged takes the path; what was there goes into the backup
        PutAside,   // what was there goes into the backup
        SetMode,    // of the file at the path, from that of before to that of after
        LoaderCache // ldconfig is run; before: the cache it renews
    };
    Kind kind = Kind::Place;
    Transaction::Change change = Transaction::Change::Added;
    QString path;   // relative to the target, so that a target may move; absolute inside the root when it lies elsewhere
    QString staged = {}; // Place: where the new one waits, relative to the stage; beside the path: its name there
    QString backup = {}; // the name of what was there, in the backup or beside the path
    bool isBeside = false; // staged and kept beside the path, which lies on another file system than the target
    int mode = 0755;       // MakeDirectory
    // Place: all that the new file changes of the one before, in this order. When somebody changed the file since, they
    // are undone in what is there now, and the rest of it stays.
    QList<BlockEdit> blocks = {};
    NodeRecord before = {};
    NodeRecord after = {};
};

// The undo record of one transaction, in its folder below the target. It is complete and on the disk before the first
// step; undoing looks at what is there, so it needs no note of how far the steps had come.
struct Journal
{
    enum class State {
        Staging,    // nothing of the target is changed yet
        Committing, // the steps are being done
        Committed,
        RollingBack, // this change and every newer one of the target are being taken back
        RolledBack   // taken back, but for the steps that it still lists: others have taken their places
    };
    QString id;
    // One more than that of the change before: clocks go backwards. 0 in journals from before there were numbers.
    qint64 sequence = 0;
    State state = State::Staging;
    bool isBackupDropped = false; // what the backup held, older changes put there and their undo replaces
    QJsonObject plan = {};
    QList<Step> steps = {};
    // Folders made so that the target could hold this journal, outermost first; absolute inside the root.
    QStringList madeFolders = {};
    QDateTime when = {};
    double seconds = 0;
    qint64 bytesWritten = 0;
    QString libraryDir; // relative to the target
    std::optional<QVersionNumber> before = {};
    std::optional<QVersionNumber> after = {};
    QByteArray archiveSha256 = {};
};

// In the order in which the changes were made.
bool isOlder(const Journal &one, const Journal &other);
// A step's path inside the root of the machine.
QString absolutePath(const QString &stepPath, const QString &targetRoot);

QJsonObject toJson(const Journal &journal);
Result<Journal> journalFromJson(const QJsonObject &json);
// state: what the journal's changes have become. targetRoot: where the target is now, as inside the root.
Transaction transactionOf(const Journal &journal, const QString &targetRoot, Transaction::State state);

// Writes it beside, syncs it and renames it over the one before: there is always one whole journal.
FileResult<void> saveJournal(const Directory &folder, const Journal &journal);
// Errors: InputMissing (none there), InputMalformed, NotReadable, TransactionUnfinished (others may have written it, and we
// have the administrator's rights). What it says is not checked here: checkJournal() does.
Result<Journal> loadJournal(const Directory &folder);

inline constexpr auto journalName = "transaction.json";
inline constexpr auto journalDraftName = "transaction.json.new";

} // namespace cudnnsetup
