// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <memory>
#include <optional>

namespace cudnnsetup {

// Reads the values of a JSON object that others wrote. A missing key and null are both "unknown"; a value of the wrong
// kind is unknown too and its key is remembered, the first one of the whole document, so that an error can name it.
class JsonFields
{
public:
    explicit JsonFields(const QJsonObject &object);

    bool has(const QString &key) const; // null counts
    std::optional<QString> text(const QString &key) const;
    std::optional<bool> yesNo(const QString &key) const;
    std::optional<qint64> number(const QString &key) const;
    std::optional<QVersionNumber> version(const QString &key) const;
    QStringList texts(const QString &key) const;
    std::optional<JsonFields> object(const QString &key) const;
    QList<JsonFields> objects(const QString &key) const;
    QStringList keys() const;

    // Empty while everything was of the right kind.
    QString wrongKey() const;
    void markWrong(const QString &key) const;

private:
    JsonFields(const QJsonObject &object, std::shared_ptr<QString> wrongKey);
    bool isOf(const QString &key, QJsonValue::Type type) const;

    QJsonObject m_object;
    std::shared_ptr<QString> m_wrongKey;
};

// The other direction: what is unknown becomes null, never 0 or "".
QJsonValue jsonOrNull(const QString &text);
QJsonValue jsonOrNull(const std::optional<QString> &text);
QJsonValue jsonOrNull(const QVersionNumber &version);
QJsonValue jsonOrNull(const std::optional<QVersionNumber> &version);
QJsonValue jsonOrNull(const std::optional<qint64> &number);
QJsonValue jsonOrNull(const std::optional<int> &number);
QJsonValue jsonOrNull(const std::optional<double> &number);

} // namespace cudnnsetup
