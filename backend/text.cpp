// SPDX-License-Identifier: MIT
#include "text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostArguments = 5;

// Words of the engine that stand as arguments in its sentences.
[[maybe_unused]] const char *const argumentWords[] = {
    QT_TRANSLATE_NOOP("backend", "nvcc on PATH"),
    QT_TRANSLATE_NOOP("backend", "loader cache"),
    QT_TRANSLATE_NOOP("backend", "default folder"),
};

QStringList translated(QStringList arguments)
{
    for (QString &argument : arguments)
        argument = Text::word(argument);
    return arguments;
}

QString withArguments(QString words, const QStringList &arguments)
{
    // QString::arg with a list replaces in one pass: an argument that itself holds "%1" stays as it is.
    switch (arguments.size()) {
    case 0:
        return words;
    case 1:
        return words.arg(arguments[0]);
    case 2:
        return words.arg(arguments[0], arguments[1]);
    case 3:
        return words.arg(arguments[0], arguments[1], arguments[2]);
    case 4:
        return words.arg(arguments[0], arguments[1], arguments[2], arguments[3]);
    default:
        return words.arg(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    }
}

} // namespace

Text::Text(const char *source, QStringList arguments) : m_source(source), m_arguments(std::move(arguments))
{
    Q_ASSERT(m_arguments.size() <= mostArguments);
}

Text Text::counted(const char *source, int n, QStringList arguments)
{
    Text text(source, std::move(arguments));
    text.m_count = n;
    return text;
}

Text Text::verbatim(const QString &words)
{
    Text text;
    text.m_source = words.toUtf8();
    text.m_isVerbatim = true;
    return text;
}

Text Text::followedBy(const Text &next) const
{
    Text text = *this;
    text.m_next.push_back(next);
    return text;
}

bool Text::isEmpty() const
{
    return m_source.isEmpty();
}

QString Text::toString() const
{
    QString words = m_isVerbatim || m_source.isEmpty()
        ? QString::fromUtf8(m_source)
        : withArguments(QCoreApplication::translate("backend", m_source.constData(), nullptr, m_count), translated(m_arguments));
    for (const Text &next : m_next) {
        // Chinese sentences end with a sign that brings its own space.
        const bool isWideEnd = !words.isEmpty() && words.back().unicode() >= 0x3000;
        words += isWideEnd ? next.toString() : u' ' + next.toString();
    }
    return words;
}

QJsonObject Text::toJson() const
{
    QJsonArray next;
    for (const Text &text : m_next)
        next << text.toJson();
    QJsonObject json{{u"source"_s, QString::fromUtf8(m_source)}};
    if (!m_arguments.isEmpty())
        json[u"arguments"_s] = QJsonArray::fromStringList(m_arguments);
    if (m_count >= 0)
        json[u"count"_s] = m_count;
    if (m_isVerbatim)
        json[u"verbatim"_s] = true;
    if (!next.isEmpty())
        json[u"next"_s] = next;
    return json;
}

Text Text::fromJson(const QJsonObject &json)
{
    Text text;
    text.m_source = json[u"source"_s].toString().toUtf8();
    const QJsonArray arguments = json[u"arguments"_s].toArray();
    for (qsizetype i = 0; i < std::min(arguments.size(), mostArguments); ++i)
        text.m_arguments << arguments[i].toString();
    text.m_count = json[u"count"_s].toInt(-1);
    text.m_isVerbatim = json[u"verbatim"_s].toBool();
    const QJsonArray next = json[u"next"_s].toArray();
    for (const QJsonValue &value : next)
        text.m_next.push_back(fromJson(value.toObject()));
    return text;
}

QString Text::word(const QString &word)
{
    return word.isEmpty() ? word : QCoreApplication::translate("backend", word.toUtf8().constData());
}

QString driverText(const QVersionNumber &version)
{
    QStringList parts;
    for (int i = 0; i < version.segmentCount(); ++i)
        parts << QString::number(version.segmentAt(i)).rightJustified(i < 2 ? 1 : 2, u'0');
    return parts.join(u'.');
}

QString sizeText(qint64 bytes)
{
    double inItsUnit = double(bytes);
    while (inItsUnit >= 1024)
        inItsUnit /= 1024;
    return QLocale().formattedDataSize(bytes, inItsUnit < 10 ? 1 : 0, QLocale::DataSizeIecFormat);
}

} // namespace cudnnsetup
