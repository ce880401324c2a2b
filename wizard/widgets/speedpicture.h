// SPDX-License-Identifier: MIT
#pragma once

#include "report/speedchart.h"

#include <QFont>
#include <QPalette>

class QPaintDevice;
class QPainter;
class QRectF;

namespace cudnnsetup {

// How a SpeedChart looks, the same on the screen, on paper and in a file: for every mode two bars, each with
// its name before it and its time behind it, so that nothing hangs on a colour.

// Draws on a ground in the palette's Base, which is there already, from the top of area, in the painter's
// font; what does not fit goes beyond its foot.
void drawSpeedChart(QPainter &painter, const QRectF &area, const SpeedChart &chart, const QPalette &palette);
// How much room that takes: the narrowest width at which nothing is cut, and the height at a width.
double speedChartWidth(const SpeedChart &chart, const QFont &font, const QPaintDevice *device);
double speedChartHeight(const SpeedChart &chart, double width, const QFont &font, const QPaintDevice *device);

// The colours of the two bars in a palette; they differ in lightness too.
struct BarColours
{
    QColor without;
    QColor with;
};
BarColours barColours(const QPalette &palette);

// A picture in a file, on white, whatever theme is shown: a PNG of twice the size that the font asks for.
QByteArray pngOf(const SpeedChart &chart, const QFont &font);

} // namespace cudnnsetup
