// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <vector>

namespace cudnnsetup {

// A sentence for people that is translated when it is shown, not when it is made. Values carry Text, so that a live
// language switch changes every visible word and a worker thread never asks for a translation.
// Mark the source for lupdate: Text(QT_TRANSLATE_NOOP("backend", "%1 is not a folder."), {path}).
class Text
{
public:
    Text() = default;
    explicit Text(const char *source, QStringList arguments = {});
    // A counted sentence; "%n" is replaced by n in the right plural form, %1... by the arguments.
    static Text counted(const char *source, int n, QStringList arguments = {});
    // Words that are already final: raw data, a name, text read back from JSON.
    static Text verbatim(const QString &words);
    // A fixed word of the engine ("loader cache") in the current language; anything else as it is. Arguments of a sentence
    // go through it.
    static QString word(const QString &word);

    // This sentence and then another.
    Text followedBy(const Text &next) const;

    bool isEmpty() const;
    // The sentence in the application's current language.
    QString toString() const;

    // The sentence itself and not its words, so that the program that reads it shows it in its own language.
    QJsonObject toJson() const;
    // Empty when it is no sentence.
    static Text fromJson(const QJsonObject &json);

    friend bool operator==(const Text &, const Text &) = default;

private:
    QByteArray m_source;
    QStringList m_arguments;
    int m_count = -1;
    bool m_isVerbatim = false;
    std::vector<Text> m_next; // sentences that follow
};

// A driver's version as NVIDIA writes it: 470.82.01, not 470.82.1.
QString driverText(const QVersionNumber &version);

// "690 MiB", "1.9 GiB": as people read sizes.
QString sizeText(qint64 bytes);

} // namespace cudnnsetup
