// SPDX-License-Identifier: MIT
#include "report/columns.h"

#include <algorithm>

namespace cudnnsetup {

namespace {

// From the Hangul and CJK blocks on nearly everything is wide; of what stands before them nothing is that we write.
bool isWide(QChar sign)
{
    return sign.unicode() >= 0x2e80;
}

// Pieces that must not be broken; a blank belongs to the piece before it.
QStringList piecesOf(const QString &text)
{
    QStringList pieces;
    bool isNew = true;
    for (const QChar sign : text) {
        // A comma or a full stop never begins a line.
        if ((isNew || isWide(sign)) && !(isWide(sign) && sign.isPunct() && !pieces.isEmpty()))
            pieces << QString();
        pieces.last() += sign;
        isNew = sign.isSpace() || isWide(sign);
    }
    return pieces;
}

QString withoutBlankAtEnd(QString line)
{
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

} // namespace

int columnsOf(const QString &text)
{
    return int(text.size() + std::count_if(text.begin(), text.end(), isWide));
}

QString filledUp(const QString &text, int columns)
{
    return text + QString(std::max(0, columns - columnsOf(text)), u' ');
}

QStringList brokenInto(const QString &text, int columns)
{
    QStringList lines;
    QString line;
    for (const QString &piece : piecesOf(text)) {
        if (!line.isEmpty() && columnsOf(withoutBlankAtEnd(line + piece)) > columns) {
            lines << withoutBlankAtEnd(line);
            line.clear();
        }
        line += piece;
    }
    return lines << withoutBlankAtEnd(line);
}

} // namespace cudnnsetup
