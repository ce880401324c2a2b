// SPDX-License-Identifier: MIT
#include "language.h"

#include <QCoreApplication>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString toString(Language language)
{
    return language == Language::Chinese ? u"zh_CN"_s : u"en"_s;
}

std::optional<Language> languageFromString(const QString &word)
{
    const QString plain = QString(word).replace(u'-', u'_');
    if (plain == "en"_L1 || plain.startsWith("en_"_L1))
        return Language::English;
    if (plain == "zh"_L1 || plain.startsWith("zh_"_L1))
        return Language::Chinese;
    return std::nullopt;
}

Language languageOf(const QLocale &locale)
{
    return locale.language() == QLocale::Chinese ? Language::Chinese : Language::English;
}

Translation::~Translation()
{
    QCoreApplication::removeTranslator(&m_words);
    QCoreApplication::removeTranslator(&m_qtWords);
}

void Translation::show(Language language)
{
    m_language = language;
    QLocale::setDefault(QLocale(toString(language)));

    QCoreApplication::removeTranslator(&m_qtWords);
    QCoreApplication::removeTranslator(&m_words);
    if (language == Language::Chinese && m_qtWords.load(u":/i18n/qtbase_zh_CN.qm"_s))
        QCoreApplication::installTranslator(&m_qtWords);
    if (m_words.load(u":/i18n/cudnnsetup_%1.qm"_s.arg(toString(language))))
        QCoreApplication::installTranslator(&m_words);
}

} // namespace cudnnsetup
