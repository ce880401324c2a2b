// SPDX-License-Identifier: MIT
#pragma once

#include <QLocale>
#include <QStringView>
#include <QTranslator>

#include <optional>

namespace cudnnsetup {

enum class Language { English, Chinese };

QString toString(Language language); // "en", "zh_CN"
// Of "en", "zh_CN", "zh-CN", "zh"; nothing for any other word.
std::optional<Language> languageFromString(const QString &word);
Language languageOf(const QLocale &locale);

// Shows the programs in one language: installs the words built into the program and sets the default locale
// for numbers. Text that was made before is not changed by it; a window hears of it by
// QEvent::LanguageChange.
class Translation
{
public:
    Translation() = default;
    ~Translation();
    Q_DISABLE_COPY_MOVE(Translation)

    void show(Language language);
    Language language() const { return m_language; }

private:
    Language m_language = Language::English;
    QTranslator m_words;
    QTranslator m_qtWords;
};

} // namespace cudnnsetup
