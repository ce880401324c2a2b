// SPDX-License-Identifier: MIT
#include "page.h"

#include <QEvent>

namespace cudnnsetup {

QString Page::nextText() const
{
    return tr("&Next");
}

QString Page::cancelText() const
{
    return tr("Cancel");
}

void Page::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        Q_EMIT changed();
    }
    QWidget::changeEvent(event);
}

} // namespace cudnnsetup
