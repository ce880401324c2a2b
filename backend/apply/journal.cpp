// SPDX-License-Identifier: MIT
#include "apply/journal.h"

#include "host/filetree.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <tuple>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Words of an enum in the order of its values.
template<class Enum, size_t Count>
std::optional<Enum> fromWord(const QString &word, const std::array<const char *, Count> &words)
{
    for (size_t i = 0; i < Count; ++i) {
        if (word == QLatin1StringView(words[i]))
            return Enum(i);
    }
    return std::nullopt;
}

template<class Enum, size_t Count>
QString toWord(Enum value, const std::array<const char *, Count> &words)
{
    return QString::fromLatin1(words[size_t(value)]);
}

constexpr std::array stateWords = {"staging", "committing", "committed", "rollingBack", "rolledBack"};
constexpr std::array stepWords = {"makeDirectory", "place", "putAside", "setMode", "loaderCache"};
constexpr std::array nodeWords = {"absent", "file", "link", "directory"};
constexpr std::array changeWords = {"added", "replaced", "putAside", "written", "modeSet"};

QJsonObject toJson(const NodeRecord &node)
{
    QJsonObject json{{u"type"_s, toWord(node.type, nodeWords)}};
    if (node.type == NodeRecord::Type::Link)
        json[u"linkTarget"_s] = node.linkTarget;
    if (node.type == NodeRecord::Type::File || node.type == NodeRecord::Type::Link) {
        // As text: a JSON number keeps 53 bits only.
        json[u"inode"_s] = QString::number(node.inode);
        json[u"modified"_s] = QString::number(node.modified);
    }
    if (node.type == NodeRecord::Type::File) {
        json[u"size"_s] = node.size;
        json[u"mode"_s] = node.mode;
    }
    if (!node.sha256.isEmpty())
        json[u"sha256"_s] = QString::fromLatin1(node.sha256);
    return json;
}

std::optional<NodeRecord> nodeFromJson(const QJsonObject &json)
{
    const auto type = fromWord<NodeRecord::Type>(json[u"type"_s].toString(), nodeWords);
    if (!type)
        return std::nullopt;
    return NodeRecord{.type = *type,
                      .size = json[u"size"_s].toInteger(),
                      .inode = json[u"inode"_s].toString().toULongLong(),
                      .modified = json[u"modified"_s].toString().toLongLong(),
                      .mode = json[u"mode"_s].toInt(),
                      .linkTarget = json[u"linkTarget"_s].toString(),
                      .sha256 = json[u"sha256"_s].toString().toLatin1()};
}

QJsonArray toJson(const QList<BlockEdit> &blocks)
{
    QJsonArray array;
    for (const BlockEdit &edit : blocks)
        array << QJsonObject{{edit.isAdded ? u"added"_s : u"removed"_s, QString::fromUtf8(edit.block)}};
    return array;
}

QList<BlockEdit> blocksFromJson(const QJsonArray &array)
{
    QList<BlockEdit> blocks;
    for (const QJsonValue &value : array) {
        const bool isAdded = value[u"added"_s].isString();
        blocks << BlockEdit{value[isAdded ? u"added"_s : u"removed"_s].toString().toUtf8(), isAdded};
    }
    return blocks;
}

QJsonObject toJson(const Step &step)
{
    QJsonObject json{{u"kind"_s, toWord(step.kind, stepWords)},
                     {u"change"_s, toWord(step.change, changeWords)},
                     {u"path"_s, step.path},
                     {u"before"_s, toJson(step.before)},
                     {u"after"_s, toJson(step.after)}};
    if (!step.staged.isEmpty())
        json[u"staged"_s] = step.staged;
    if (!step.backup.isEmpty())
        json[u"backup"_s] = step.backup;
    if (step.isBeside)
        json[u"beside"_s] = true;
    if (step.kind == Step::Kind::MakeDirectory)
        json[u"mode"_s] = step.mode;
    if (!step.blocks.isEmpty())
        json[u"blocks"_s] = toJson(step.blocks);
    return json;
}

std::optional<Step> stepFromJson(const QJsonObject &json)
{
    const auto kind = fromWord<Step::Kind>(json[u"kind"_s].toString(), stepWords);
    const auto change = fromWord<Transaction::Change>(json[u"change"_s].toString(), changeWords);
    const auto before = nodeFromJson(json[u"before"_s].toObject());
    const auto after = nodeFromJson(json[u"after"_s].toObject());
    if (!kind || !change || !before || !after || json[u"path"_s].toString().isEmpty())
        return std::nullopt;
    return Step{.kind = *kind,
                .change = *change,
                .path = json[u"path"_s].toString(),
                .staged = json[u"staged"_s].toString(),
                .backup = json[u"backup"_s].toString(),
                .isBeside = json[u"beside"_s].toBool(),
                .mode = json[u"mode"_s].toInt(0755),
                .blocks = blocksFromJson(json[u"blocks"_s].toArray()),
                .before = *before,
                .after = *after};
}

QJsonValue toJson(const std::optional<QVersionNumber> &version)
{
    return version ? QJsonValue(version->toString()) : QJsonValue(QJsonValue::Null);
}

std::optional<QVersionNumber> versionFromJson(const QJsonValue &json)
{
    const QVersionNumber version = QVersionNumber::fromString(json.toString());
    return version.isNull() ? std::nullopt : std::make_optional(version);
}

tl::unexpected<Error> damaged(const QString &detail)
{
    return failure(ErrorId::InputMalformed,
                   Text(QT_TRANSLATE_NOOP("backend", "A record of an earlier change cannot be understood. It is left "
                                                     "as it is, and so is everything it speaks of.")),
                   detail);
}

} // namespace

bool isOlder(const Journal &one, const Journal &other)
{
    return std::tie(one.sequence, one.when, one.id) < std::tie(other.sequence, other.when, other.id);
}

QString absolutePath(const QString &stepPath, const QString &targetRoot)
{
    return stepPath.startsWith(u'/') ? stepPath : FileTree::join(targetRoot, stepPath);
}

QJsonObject toJson(const Journal &journal)
{
    QJsonArray steps;
    for (const Step &step : journal.steps)
        steps << toJson(step);
    return {{u"schema"_s, 1},
            {u"id"_s, journal.id},
            {u"sequence"_s, journal.sequence},
            {u"state"_s, toWord(journal.state, stateWords)},
            {u"backupDropped"_s, journal.isBackupDropped},
            {u"when"_s, journal.when.toString(Qt::ISODateWithMs)},
            {u"seconds"_s, journal.seconds},
            {u"bytesWritten"_s, journal.bytesWritten},
            {u"libraryDir"_s, journal.libraryDir},
            {u"before"_s, toJson(journal.before)},
            {u"after"_s, toJson(journal.after)},
            {u"archiveSha256"_s, QString::fromLatin1(journal.archiveSha256)},
            {u"madeFolders"_s, QJsonArray::fromStringList(journal.madeFolders)},
            {u"steps"_s, steps},
            {u"plan"_s, journal.plan}};
}

Result<Journal> journalFromJson(const QJsonObject &json)
{
    const auto state = fromWord<Journal::State>(json[u"state"_s].toString(), stateWords);
    if (json[u"schema"_s].toInt() != 1 || !state)
        return damaged(u"schema or state"_s);
    Journal journal;
    journal.id = json[u"id"_s].toString();
    journal.sequence = json[u"sequence"_s].toInteger();
    journal.state = *state;
    journal.isBackupDropped = json[u"backupDropped"_s].toBool();
    journal.when = QDateTime::fromString(json[u"when"_s].toString(), Qt::ISODateWithMs);
    journal.seconds = json[u"seconds"_s].toDouble();
    journal.bytesWritten = json[u"bytesWritten"_s].toInteger();
    journal.libraryDir = json[u"libraryDir"_s].toString();
    journal.before = versionFromJson(json[u"before"_s]);
    journal.after = versionFromJson(json[u"after"_s]);
    journal.archiveSha256 = json[u"archiveSha256"_s].toString().toLatin1();
    journal.plan = json[u"plan"_s].toObject();
    const QJsonArray folders = json[u"madeFolders"_s].toArray();
    for (const QJsonValue &folder : folders)
        journal.madeFolders << folder.toString();
    const QJsonArray steps = json[u"steps"_s].toArray();
    for (const QJsonValue &value : steps) {
        const auto step = stepFromJson(value.toObject());
        if (!step)
            return damaged(u"step %1"_s.arg(journal.steps.size()));
        journal.steps << *step;
    }
    return journal;
}

Transaction transactionOf(const Journal &journal, const QString &targetRoot, Transaction::State state)
{
    Transaction transaction;
    transaction.id = journal.id;
    transaction.state = state;
    for (const Step &step : journal.steps) {
        if (step.kind == Step::Kind::Place || step.kind == Step::Kind::PutAside || step.kind == Step::Kind::SetMode)
            transaction.changes << Transaction::ChangedPath{absolutePath(step.path, targetRoot), step.change,
                                                            step.after.sha256, step.after.linkTarget};
        if (step.kind == Step::Kind::LoaderCache)
            transaction.isForEveryProgram = true;
    }
    transaction.seconds = journal.seconds;
    transaction.bytesWritten = journal.bytesWritten;
    transaction.when = journal.when;
    transaction.targetRoot = targetRoot;
    transaction.libraryDir = absolutePath(journal.libraryDir, targetRoot);
    transaction.before = journal.before;
    transaction.after = journal.after;
    transaction.archiveSha256 = journal.archiveSha256;
    return transaction;
}

FileResult<void> saveJournal(const Directory &folder, const Journal &journal)
{
    const QString draft = QString::fromLatin1(journalDraftName);
    const auto old = folder.status(draft);
    if (!old)
        return tl::unexpected(old.error());
    if (old->type != NodeStatus::Type::Missing) {
        if (auto removed = folder.removeFile(draft); !removed)
            return removed;
    }
    auto file = folder.createFile(draft);
    if (!file)
        return tl::unexpected(file.error());
    return file->write(QJsonDocument(toJson(journal)).toJson())
            .and_then([&] { return file->setMode(0644); })
            .and_then([&] { return file->sync(); })
            .and_then([&] {
                return folder.rename(draft, folder, QString::fromLatin1(journalName), Directory::Over::Replace);
            })
            .and_then([&] { return folder.sync(); });
}

Result<Journal> loadJournal(const Directory &folder)
{
    const QString name = QString::fromLatin1(journalName);
    const auto own = folder.ownStatus();
    const auto there = folder.status(name);
    if (!own || !there)
        return tl::unexpected(describe(own ? there.error() : own.error(), Standing::NothingChanged));
    if (there->type == NodeStatus::Type::Missing)
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 is not there."), {folder.labelOf(name)}));
    // The folder first: once nobody else may write there, the file that was looked at is the file that is read.
    const auto trusted = checkTrusted(*own, folder.label()).and_then([&] { return checkTrusted(*there, folder.labelOf(name)); });
    if (!trusted)
        return tl::unexpected(describe(trusted.error(), Standing::NothingChanged));
    QByteArray bytes;
    const auto read = folder.read(name, [&bytes](QByteArrayView block) { bytes.append(block); });
    if (!read)
        return tl::unexpected(describe(read.error(), Standing::NothingChanged));
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (!document.isObject())
        return damaged(folder.labelOf(name));
    return journalFromJson(document.object());
}

} // namespace cudnnsetup
