// SPDX-License-Identifier: MIT
#include "jsonfields.h"

namespace cudnnsetup {

JsonFields::JsonFields(const QJsonObject &object) : JsonFields(object, std::make_shared<QString>()) { }

JsonFields::JsonFields(const QJsonObject &object, std::shared_ptr<QString> wrongKey)
    : m_object(object), m_wrongKey(std::move(wrongKey))
{
}

bool JsonFields::has(const QString &key) const
{
    return m_object.contains(key);
}

std::optional<QString> JsonFields::text(const QString &key) const
{
    return isOf(key, QJsonValue::String) ? std::optional(m_object[key].toString()) : std::nullopt;
}

std::optional<bool> JsonFields::yesNo(const QString &key) const
{
    return isOf(key, QJsonValue::Bool) ? std::optional(m_object[key].toBool()) : std::nullopt;
}

std::optional<qint64> JsonFields::number(const QString &key) const
{
    return isOf(key, QJsonValue::Double) ? std::optional(m_object[key].toInteger()) : std::nullopt;
}

std::optional<QVersionNumber> JsonFields::version(const QString &key) const
{
    const std::optional<QString> words = text(key);
    if (!words)
        return std::nullopt;
    const QVersionNumber version = QVersionNumber::fromString(*words);
    if (!version.isNull())
        return version;
    markWrong(key);
    return std::nullopt;
}

QStringList JsonFields::texts(const QString &key) const
{
    QStringList texts;
    if (!isOf(key, QJsonValue::Array))
        return texts;
    const QJsonArray array = m_object[key].toArray();
    for (const QJsonValue &value : array) {
        if (!value.isString())
            markWrong(key);
        texts << value.toString();
    }
    return texts;
}

std::optional<JsonFields> JsonFields::object(const QString &key) const
{
    if (!isOf(key, QJsonValue::Object))
        return std::nullopt;
    return JsonFields(m_object[key].toObject(), m_wrongKey);
}

QList<JsonFields> JsonFields::objects(const QString &key) const
{
    QList<JsonFields> objects;
    if (!isOf(key, QJsonValue::Array))
        return objects;
    const QJsonArray array = m_object[key].toArray();
    for (const QJsonValue &value : array) {
        if (!value.isObject())
            markWrong(key);
        objects << JsonFields(value.toObject(), m_wrongKey);
    }
    return objects;
}

QStringList JsonFields::keys() const
{
    return m_object.keys();
}

QString JsonFields::wrongKey() const
{
    return *m_wrongKey;
}

void JsonFields::markWrong(const QString &key) const
{
    if (m_wrongKey->isEmpty())
        *m_wrongKey = key;
}

bool JsonFields::isOf(const QString &key, QJsonValue::Type type) const
{
    const QJsonValue value = m_object.value(key);
    if (value.type() != type && !value.isUndefined() && !value.isNull())
        markWrong(key);
    return value.type() == type;
}

QJsonValue jsonOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonValue jsonOrNull(const std::optional<QString> &text)
{
    return jsonOrNull(text.value_or(QString()));
}

QJsonValue jsonOrNull(const QVersionNumber &version)
{
    return version.isNull() ? QJsonValue() : QJsonValue(version.toString());
}

QJsonValue jsonOrNull(const std::optional<QVersionNumber> &version)
{
    return jsonOrNull(version.value_or(QVersionNumber()));
}

QJsonValue jsonOrNull(const std::optional<qint64> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonValue jsonOrNull(const std::optional<int> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

QJsonValue jsonOrNull(const std::optional<double> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

} // namespace cudnnsetup
