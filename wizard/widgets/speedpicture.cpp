// SPDX-License-Identifier: MIT
#include "speedpicture.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cudnnsetup {

namespace {

constexpr int wrapped = Qt::AlignLeading | Qt::AlignTop | Qt::TextWordWrap;

QColor mixed(const QColor &one, const QColor &other, float share)
{
    return QColor::fromRgbF(one.redF() + (other.redF() - one.redF()) * share,
                            one.greenF() + (other.greenF() - one.greenF()) * share,
                            one.blueF() + (other.blueF() - one.blueF()) * share);
}

// Relative luminance as WCAG 2.1 has it.
double luminance(const QColor &colour)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
           + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor &one, const QColor &other)
{
    const auto [darker, lighter] = std::minmax(luminance(one), luminance(other));
    return (lighter + 0.05) / (darker + 0.05);
}

QFont scaled(QFont font, double scale, bool isBold)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(qRound(font.pixelSize() * scale));
    else
        font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(isBold);
    return font;
}

// The parts of the picture and where they lie, for one chart in one font on one device.
class SpeedDrawing
{
public:
    SpeedDrawing(const SpeedChart &chart, const QFont &font, const QPaintDevice *device);

    double narrowest() const;
    double heightAt(double width) const;
    void draw(QPainter &painter, const QRectF &area, const QPalette &palette) const;

private:
    struct Style
    {
        QFont font;
        QFontMetricsF metrics;

        double widthOf(const QString &words) const { return metrics.horizontalAdvance(words); }
        double heightOf(const QString &words, double width) const
        {
            return metrics.boundingRect(QRectF(0, 0, width, 1e6), wrapped, words).height();
        }
    };
    struct Columns
    {
        double labelEnd; // names of bars end here
        double bars; // bars begin here
        double barsEnd; // the axis ends here; values have room behind it
        double end;
    };
    struct Inks
    {
        QColor ground;
        QColor text;
        QColor faint;
        QColor outline;
        BarColours bars;
    };

    Columns columnsAt(const QRectF &area) const;
    double xOf(double milliseconds, const Columns &columns) const;
    double groupsHeight() const;
    double drawWords(QPainter &painter, const QRectF &area, double y, const Style &style,
                     const QString &words) const;
    double drawGroup(QPainter &painter, double x, double y, const Columns &columns,
                     const SpeedChart::Group &group, const Inks &inks) const;
    void drawBar(QPainter &painter, double y, const Columns &columns, const SpeedChart::Bar &bar,
                 const QColor &colour, const Inks &inks) const;
    void drawAxis(QPainter &painter, double y, double end, const Columns &columns, const Inks &inks) const;
    double drawBars(QPainter &painter, const QRectF &area, double y, const Inks &inks) const;
    void drawInRow(QPainter &painter, double x, double y, const Style &style, const QString &words) const;

    const SpeedChart &m_chart;
    Style m_body;
    Style m_name;
    Style m_title;
    Style m_small;
    double m_row;
    double m_gap;
    double m_names = 0; // widths of the columns
    double m_labels = 0;
    double m_values = 0;
};

SpeedDrawing::SpeedDrawing(const SpeedChart &chart, const QFont &font, const QPaintDevice *device)
    : m_chart(chart), m_body{font, {font, device}}, m_name(m_body), m_title(m_body), m_small(m_body),
      m_row(m_body.metrics.height() * 1.3), m_gap(m_body.metrics.height() * 0.5)
{
    const auto styleOf = [&](double scale, bool isBold) {
        const QFont other = scaled(font, scale, isBold);
        return Style{other, {other, device}};
    };
    m_name = styleOf(1, true);
    m_title = styleOf(1.15, true);
    m_small = styleOf(0.92, false);
    for (const SpeedChart::Group &group : chart.groups) {
        m_names = std::max(
                {m_names, m_name.widthOf(group.name.toString()), m_title.widthOf(group.speedup.toString())});
        for (const SpeedChart::Bar &bar : {group.without, group.with}) {
            m_labels = std::max(m_labels, m_body.widthOf(bar.name.toString()));
            m_values = std::max(m_values, m_body.widthOf(bar.value()));
        }
    }
}

double SpeedDrawing::narrowest() const
{
    const double shortestBars = m_body.metrics.averageCharWidth() * 10;
    return m_names + m_labels + m_values + shortestBars + 4 * m_gap;
}

SpeedDrawing::Columns SpeedDrawing::columnsAt(const QRectF &area) const
{
    const double labelEnd = area.left() + m_names + 2 * m_gap + m_labels;
    const double bars = labelEnd + m_gap;
    return {labelEnd, bars, std::max(bars + 1, area.right() - m_values - m_gap), area.right()};
}

double SpeedDrawing::xOf(double milliseconds, const Columns &columns) const
{
    return columns.bars + (columns.barsEnd - columns.bars) * milliseconds / m_chart.axisEnd;
}

double SpeedDrawing::groupsHeight() const
{
    double height = 0;
    for (const SpeedChart::Group &group : m_chart.groups)
        height += (group.hasTime() ? 2 : 1) * m_row + m_gap;
    return height;
}

double SpeedDrawing::heightAt(double width) const
{
    double height = m_title.heightOf(m_chart.title.toString(), width)
                    + m_body.heightOf(m_chart.problem.toString(), width) + m_gap + groupsHeight();
    if (m_chart.axisEnd > 0) {
        const Columns columns = columnsAt({0, 0, width, 0});
        height += m_small.metrics.lineSpacing()
                  + m_small.heightOf(m_chart.unit.toString(), columns.end - columns.bars);
    }
    for (const Text &note : m_chart.notes)
        height += m_gap + m_small.heightOf(note.toString(), width);
    return std::ceil(height);
}

double SpeedDrawing::drawWords(QPainter &painter, const QRectF &area, double y, const Style &style,
                               const QString &words) const
{
    const double height = style.heightOf(words, area.width());
    painter.setFont(style.font);
    painter.drawText(QRectF(area.left(), y, area.width(), height), wrapped, words);
    return y + height;
}

void SpeedDrawing::drawInRow(QPainter &painter, double x, double y, const Style &style,
                             const QString &words) const
{
    painter.setFont(style.font);
    // On one line with the rest of the row, whatever its size.
    painter.drawText(QPointF(x, y + (m_row + m_body.metrics.ascent() - m_body.metrics.descent()) / 2), words);
}

void SpeedDrawing::drawBar(QPainter &painter, double y, const Columns &columns, const SpeedChart::Bar &bar,
                           const QColor &colour, const Inks &inks) const
{
    const QString name = bar.name.toString();
    drawInRow(painter, columns.labelEnd - m_body.widthOf(name), y, m_body, name);
    double end = columns.bars;
    if (bar.milliseconds) {
        end = std::max(columns.bars + 1, xOf(*bar.milliseconds, columns));
        painter.setPen(QPen(inks.outline, 0));
        painter.setBrush(colour);
        painter.drawRect(QRectF(columns.bars, y + m_row * 0.14, end - columns.bars, m_row * 0.72));
        painter.setPen(inks.text);
    }
    const QString value = bar.value();
    // No line of the axis goes through a number.
    painter.fillRect(QRectF(end + 1, y + m_row * 0.14, m_body.widthOf(value) + m_gap, m_row * 0.72),
                     inks.ground);
    drawInRow(painter, end + m_gap / 2, y, m_body, value);
}

double SpeedDrawing::drawGroup(QPainter &painter, double x, double y, const Columns &columns,
                               const SpeedChart::Group &group, const Inks &inks) const
{
    const double top = y + m_gap / 2;
    drawInRow(painter, x, top, m_name, group.name.toString());
    if (!group.hasTime()) {
        drawInRow(painter, columns.bars + m_gap / 2, top, m_body, group.with.value());
        return top + m_row + m_gap / 2;
    }
    drawInRow(painter, x, top + m_row, m_title, group.speedup.toString());
    drawBar(painter, top, columns, group.without, inks.bars.without, inks);
    drawBar(painter, top + m_row, columns, group.with, inks.bars.with, inks);
    return top + 2 * m_row + m_gap / 2;
}

void SpeedDrawing::drawAxis(QPainter &painter, double y, double end, const Columns &columns,
                            const Inks &inks) const
{
    painter.setFont(m_small.font);
    for (const double tick : m_chart.ticks) {
        const double x = xOf(tick, columns);
        painter.setPen(QPen(tick > 0 ? inks.faint : inks.outline, 0));
        painter.drawLine(QPointF(x, y), QPointF(x, end));
        painter.setPen(inks.text);
        const QString number = tickText(m_chart, tick);
        painter.drawText(QPointF(x - m_small.widthOf(number) / 2, end + m_small.metrics.ascent()), number);
    }
}

double SpeedDrawing::drawBars(QPainter &painter, const QRectF &area, double y, const Inks &inks) const
{
    const Columns columns = columnsAt(area);
    if (m_chart.axisEnd > 0)
        drawAxis(painter, y, y + groupsHeight(), columns, inks);
    for (const SpeedChart::Group &group : m_chart.groups)
        y = drawGroup(painter, area.left(), y, columns, group, inks);
    if (m_chart.axisEnd <= 0)
        return y;
    const QRectF right(columns.bars, 0, columns.end - columns.bars, 0);
    return drawWords(painter, right, y + m_small.metrics.lineSpacing(), m_small, m_chart.unit.toString());
}

void SpeedDrawing::draw(QPainter &painter, const QRectF &area, const QPalette &palette) const
{
    const QColor ground = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const Inks inks{ground, text, mixed(ground, text, 0.2F), mixed(ground, text, 0.6F), barColours(palette)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(inks.text);
    double y = drawWords(painter, area, area.top(), m_title, m_chart.title.toString());
    y = drawWords(painter, area, y, m_body, m_chart.problem.toString());
    y = drawBars(painter, area, y + m_gap, inks);
    for (const Text &note : m_chart.notes)
        y = drawWords(painter, area, y + m_gap, m_small, note.toString());
    painter.restore();
}

QPalette paper()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, QColor(0x1b, 0x1e, 0x20));
    palette.setColor(QPalette::Highlight, QColor(0x1d, 0x6f, 0xa5));
    return palette;
}

} // namespace

void drawSpeedChart(QPainter &painter, const QRectF &area, const SpeedChart &chart, const QPalette &palette)
{
    SpeedDrawing(chart, painter.font(), painter.device()).draw(painter, area, palette);
}

double speedChartWidth(const SpeedChart &chart, const QFont &font, const QPaintDevice *device)
{
    return SpeedDrawing(chart, font, device).narrowest();
}

double speedChartHeight(const SpeedChart &chart, double width, const QFont &font, const QPaintDevice *device)
{
    return SpeedDrawing(chart, font, device).heightAt(width);
}

BarColours barColours(const QPalette &palette)
{
    const QColor ground = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    QColor with = palette.color(QPalette::Highlight);
    if (contrast(with, ground) < 2.5)
        with = mixed(ground, text, 0.75F);
    QColor without = mixed(ground, text, 0.3F);
    if (contrast(with, without) < 1.5)
        without = mixed(ground, text, 0.1F);
    return {without, with};
}

QByteArray pngOf(const SpeedChart &chart, const QFont &font)
{
    constexpr double scale = 2;
    QImage image(1, 1, QImage::Format_RGB32);
    const double margin = QFontMetricsF(font, &image).height();
    const double width = std::max(speedChartWidth(chart, font, &image), margin * 42);
    const QSizeF size(width + 2 * margin, speedChartHeight(chart, width, font, &image) + 2 * margin);
    image = QImage((size * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(font);
    drawSpeedChart(painter, QRectF(QPointF(0, 0), size).adjusted(margin, margin, -margin, -margin), chart,
                   paper());
    painter.end();
    QByteArray png;
    QBuffer buffer(&png);
    image.save(&buffer, "PNG");
    return png;
}

} // namespace cudnnsetup
