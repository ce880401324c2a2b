// SPDX-License-Identifier: MIT
#include "scrolling.h"

namespace cudnnsetup {

QScrollArea *newScrolling(QWidget *content, const QString &objectName)
{
    auto *scroll = new QScrollArea;
    scroll->setObjectName(objectName);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    // setWidget() and the viewport fill their ground by themselves.
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

} // namespace cudnnsetup
