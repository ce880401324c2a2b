// SPDX-License-Identifier: MIT
#include "apply/applyanswer.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QByteArray lineOf(const QString &key, const QJsonObject &value)
{
    return QJsonDocument(QJsonObject{{key, value}}).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<ApplyResult> resultFrom(const QJsonObject &json)
{
    const auto transaction = transactionFromJson(json[u"transaction"_s].toObject());
    if (!transaction)
        return std::nullopt;
    ApplyResult result{.transaction = *transaction,
                       .isCancelled = json[u"cancelled"_s].toBool(),
                       .wasBeforeCommit = json[u"beforeCommit"_s].toBool()};
    const QJsonArray kept = json[u"kept"_s].toArray();
    for (const QJsonValue &path : kept)
        result.kept << path.toString();
    if (!json[u"error"_s].isObject())
        return result;
    result.error = errorFromJson(json[u"error"_s].toObject());
    return result.error ? std::optional(result) : std::nullopt;
}

} // namespace

QByteArray progressLine(const Progress &progress)
{
    return lineOf(u"progress"_s, toJson(progress));
}

QByteArray resultLine(const ApplyResult &result)
{
    return lineOf(u"result"_s, {{u"transaction"_s, toJson(result.transaction)},
                                {u"error"_s, result.error ? QJsonValue(toJson(*result.error)) : QJsonValue()},
                                {u"cancelled"_s, result.isCancelled},
                                {u"beforeCommit"_s, result.wasBeforeCommit},
                                {u"kept"_s, QJsonArray::fromStringList(result.kept)}});
}

Answer answerFrom(const QByteArray &line)
{
    const QJsonObject json = QJsonDocument::fromJson(line).object();
    if (json[u"progress"_s].isObject())
        return {.progress = progressFromJson(json[u"progress"_s].toObject())};
    return {.result = resultFrom(json[u"result"_s].toObject())};
}

} // namespace cudnnsetup
