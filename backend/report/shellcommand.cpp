// SPDX-License-Identifier: MIT
#include "report/shellcommand.h"

#include <QRegularExpression>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString shellWord(const QString &word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+=:,./-]+$"_s);
    if (plain.match(word).hasMatch())
        return word;
    return u'\'' + QString(word).replace(u'\'', u"'\\''"_s) + u'\'';
}

} // namespace

QString shellCommand(const QStringList &words)
{
    QStringList quoted;
    for (const QString &word : words)
        quoted << shellWord(word);
    return quoted.join(u' ');
}

} // namespace cudnnsetup
