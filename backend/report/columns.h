// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace cudnnsetup {

// How wide text is where letters have one width: a Chinese sign takes two columns, a Latin letter one.
int columnsOf(const QString &text);
// With blanks behind it up to that many columns.
QString filledUp(const QString &text, int columns);
// Lines of at most that many columns, broken at blanks and beside Chinese signs; a longer word stays whole.
QStringList brokenInto(const QString &text, int columns);

} // namespace cudnnsetup
