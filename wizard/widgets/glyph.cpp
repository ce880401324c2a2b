// SPDX-License-Identifier: MIT
#include "glyph.h"

#include <QEvent>
#include <QPainter>
#include <QSvgRenderer>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QPixmap picture(const QString &name, const QSize &size, const QColor &colour, qreal ratio)
{
    QPixmap pixmap(size * ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer renderer(u":/icons/%1.svg"_s.arg(name));
    renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(pixmap.size())));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), colour);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

Glyph::Glyph(const QString &name, qreal lines, QWidget *parent)
    : QWidget(parent), m_name(name), m_lines(lines)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Glyph::setName(const QString &name)
{
    if (m_name == name)
        return;
    m_name = name;
    update();
}

QSize Glyph::sizeHint() const
{
    const int side = qRound(fontMetrics().height() * m_lines);
    return {side, side};
}

void Glyph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QColor colour =
            palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole());
    painter.drawPixmap(0, 0, picture(m_name, size(), colour, devicePixelRatioF()));
}

void Glyph::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

QIcon glyphIcon(const QString &name, const QPalette &palette)
{
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64}) {
        icon.addPixmap(picture(name, {side, side}, palette.color(QPalette::Active, QPalette::ButtonText), 1));
        icon.addPixmap(
                picture(name, {side, side}, palette.color(QPalette::Disabled, QPalette::ButtonText), 1),
                QIcon::Disabled);
    }
    return icon;
}

} // namespace cudnnsetup
