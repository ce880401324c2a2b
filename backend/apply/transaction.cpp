// SPDX-License-Identifier: MIT
#include "apply/transaction.h"

#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

template<class Enum>
std::optional<Enum> fromWord(const QString &word, std::initializer_list<Enum> values)
{
    for (const Enum value : values) {
        if (toString(value) == word)
            return value;
    }
    return std::nullopt;
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

QJsonValue versionOrNull(const std::optional<QVersionNumber> &version)
{
    return version ? QJsonValue(version->toString()) : QJsonValue(QJsonValue::Null);
}

std::optional<QVersionNumber> versionFromJson(const QJsonValue &json)
{
    const QVersionNumber version = QVersionNumber::fromString(json.toString());
    return version.isNull() ? std::nullopt : std::make_optional(version);
}

} // namespace

QString toString(Transaction::State state)
{
    switch (state) {
    case Transaction::State::Committed:
        return u"committed"_s;
    case Transaction::State::RolledBack:
        return u"rolledBack"_s;
    case Transaction::State::Incomplete:
        return u"incomplete"_s;
    }
    Q_UNREACHABLE();
}

QString toString(Transaction::Change change)
{
    switch (change) {
    case Transaction::Change::Added:
        return u"added"_s;
    case Transaction::Change::Replaced:
        return u"replaced"_s;
    case Transaction::Change::PutAside:
        return u"putAside"_s;
    case Transaction::Change::Written:
        return u"written"_s;
    case Transaction::Change::ModeSet:
        return u"modeSet"_s;
    }
    Q_UNREACHABLE();
}

QJsonObject toJson(const Transaction &transaction)
{
    QJsonArray changes;
    for (const Transaction::ChangedPath &change : transaction.changes) {
        changes << QJsonObject{{u"path"_s, change.path},
                               {u"kind"_s, toString(change.change)},
                               {u"sha256"_s, textOrNull(QString::fromLatin1(change.sha256))},
                               {u"linkTarget"_s, textOrNull(change.linkTarget)}};
    }
    return {{u"id"_s, transaction.id},
            {u"state"_s, toString(transaction.state)},
            {u"changes"_s, changes},
            {u"seconds"_s, transaction.seconds},
            {u"bytesWritten"_s, transaction.bytesWritten},
            {u"when"_s, textOrNull(transaction.when.toString(Qt::ISODateWithMs))},
            {u"target"_s, transaction.targetRoot},
            {u"libraryDir"_s, transaction.libraryDir},
            {u"forEveryProgram"_s, transaction.isForEveryProgram},
            {u"before"_s, versionOrNull(transaction.before)},
            {u"after"_s, versionOrNull(transaction.after)},
            {u"archiveSha256"_s, textOrNull(QString::fromLatin1(transaction.archiveSha256))}};
}

Result<Transaction> transactionFromJson(const QJsonObject &json)
{
    using Change = Transaction::Change;
    using State = Transaction::State;
    const auto malformed = [](const QString &key) {
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "The description of a change cannot be understood.")), key);
    };
    const auto state = fromWord(json[u"state"_s].toString(), {State::Committed, State::RolledBack, State::Incomplete});
    if (!state)
        return malformed(u"state"_s);
    Transaction transaction;
    transaction.id = json[u"id"_s].toString();
    transaction.state = *state;
    const QJsonArray changes = json[u"changes"_s].toArray();
    for (const QJsonValue &value : changes) {
        const QJsonObject object = value.toObject();
        const auto change = fromWord(object[u"kind"_s].toString(),
                                     {Change::Added, Change::Replaced, Change::PutAside, Change::Written,
                                      Change::ModeSet});
        if (!change || object[u"path"_s].toString().isEmpty())
            return malformed(u"changes"_s);
        transaction.changes << Transaction::ChangedPath{object[u"path"_s].toString(), *change,
                                                        object[u"sha256"_s].toString().toLatin1(),
                                                        object[u"linkTarget"_s].toString()};
    }
    transaction.seconds = json[u"seconds"_s].toDouble();
    transaction.bytesWritten = json[u"bytesWritten"_s].toInteger();
    transaction.when = QDateTime::fromString(json[u"when"_s].toString(), Qt::ISODateWithMs);
    transaction.targetRoot = json[u"target"_s].toString();
    transaction.libraryDir = json[u"libraryDir"_s].toString();
    transaction.isForEveryProgram = json[u"forEveryProgram"_s].toBool();
    transaction.before = versionFromJson(json[u"before"_s]);
    transaction.after = versionFromJson(json[u"after"_s]);
    transaction.archiveSha256 = json[u"archiveSha256"_s].toString().toLatin1();
    return transaction;
}

} // namespace cudnnsetup
