// SPDX-License-Identifier: MIT
#include "speedbars.h"

#include "speedpicture.h"

#include <QAccessibleWidget>
#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cudnnsetup {

namespace {

QAccessibleInterface *asChart(const QString &, QObject *object)
{
    auto *bars = qobject_cast<SpeedBars *>(object);
    return bars ? new QAccessibleWidget(bars, QAccessible::Chart) : nullptr;
}

} // namespace

SpeedBars::SpeedBars(const QString &objectName, QWidget *parent) : QWidget(parent)
{
    [[maybe_unused]] static const bool isInstalled = [] {
        QAccessible::installFactory(asChart);
        return true;
    }();
    setObjectName(objectName);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void SpeedBars::setChart(const SpeedChart &chart)
{
    m_chart = chart;
    setHidden(chart.isEmpty());
    tellOthers();
}

void SpeedBars::tellOthers()
{
    setAccessibleName(m_chart.title.toString());
    setAccessibleDescription(textOf(m_chart));
    updateGeometry();
    update();
}

QSize SpeedBars::minimumSizeHint() const
{
    // Narrower it is higher, which is heightForWidth()'s to say: a layout takes the larger of the two.
    return {int(std::ceil(speedChartWidth(m_chart, font(), this))), sizeHint().height()};
}

QSize SpeedBars::sizeHint() const
{
    const double narrowest = speedChartWidth(m_chart, font(), this);
    const int width = std::max(int(std::ceil(narrowest)), fontMetrics().averageCharWidth() * 90);
    return {width, heightForWidth(width)};
}

int SpeedBars::heightForWidth(int width) const
{
    return int(speedChartHeight(m_chart, width, font(), this));
}

void SpeedBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawSpeedChart(painter, rect(), m_chart, palette());
}

void SpeedBars::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        tellOthers();
    QWidget::changeEvent(event);
}

} // namespace cudnnsetup
