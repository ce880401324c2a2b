// SPDX-License-Identifier: MIT
#pragma once

#include <QScrollArea>

namespace cudnnsetup {

// A page's part that scrolls up and down when the window is small, without a frame or a ground of its own.
QScrollArea *newScrolling(QWidget *content, const QString &objectName);

} // namespace cudnnsetup
