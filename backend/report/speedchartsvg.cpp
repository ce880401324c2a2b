// SPDX-License-Identifier: MIT
#include "report/speedchart.h"

#include "report/columns.h"

#include <QXmlStreamWriter>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// In units of the picture, which a viewer shows as pixels. Nothing here can measure letters, so columns are wide enough for any
// usual font, and texts end or begin at their edges.
constexpr double width = 840;
constexpr double margin = 20;
constexpr double labelEnd = 320; // of the names of bars, which are right-aligned; names of groups stand before them
constexpr double barStart = 330;
constexpr double barEnd = 730;
constexpr double barHeight = 16;
constexpr double rowHeight = 22;
constexpr double baseline = 16; // of a row's text
constexpr double groupGap = 12;
constexpr double fontSize = 14;
constexpr double lineHeight = 20;
constexpr double columnWidth = 7.7; // of a letter, on average

const QString ink = u"#1b1e20"_s;
const QString faint = u"#dfe3e6"_s;
const QString withoutColour = u"#b9c0c7"_s; // light, so that the two differ also without colours
const QString withColour = u"#1d6fa5"_s;
const QString outline = u"#4d5860"_s;

QString number(double value)
{
    return QString::number(value, 'f', 1);
}

struct Style
{
    QString anchor = u"start"_s;
    bool isBold = false;
    double size = fontSize;
};

class SvgWriter
{
public:
    explicit SvgWriter(const SpeedChart &chart) : m_chart(chart), m_xml(&m_body) {}

    QByteArray write();

private:
    void writeText(double x, double y, const QString &words, const Style &style = {});
    void writeLines(const QString &words, const Style &style = {});
    void writeRect(double x, double y, double rectWidth, double height, const QString &fill, const QString &stroke);
    void writeLine(double x1, double y1, double x2, double y2, const QString &stroke);
    void writeWords();
    void writeGroups();
    void writeAxis(double end);
    void writeGroup(const SpeedChart::Group &group);
    void writeBar(const SpeedChart::Bar &bar, const QString &colour);
    double xOf(double milliseconds) const { return barStart + (barEnd - barStart) * milliseconds / m_chart.axisEnd; }
    double heightOfGroups() const;
    QByteArray whole() const;

    const SpeedChart &m_chart;
    QByteArray m_body;
    QXmlStreamWriter m_xml;
    double m_y = margin / 2; // below it nothing is written yet
};

QByteArray SvgWriter::write()
{
    writeWords();
    writeLines(m_chart.title.toString(), {.isBold = true, .size = fontSize * 1.4});
    writeLines(m_chart.problem.toString());
    m_y += groupGap;
    writeGroups();
    for (const Text &note : m_chart.notes)
        writeLines(note.toString(), {.size = fontSize * 0.9});
    return whole();
}

void SvgWriter::writeText(double x, double y, const QString &words, const Style &style)
{
    m_xml.writeStartElement(u"text"_s);
    m_xml.writeAttribute(u"x"_s, number(x));
    m_xml.writeAttribute(u"y"_s, number(y));
    m_xml.writeAttribute(u"fill"_s, ink);
    m_xml.writeAttribute(u"font-size"_s, number(style.size));
    m_xml.writeAttribute(u"text-anchor"_s, style.anchor);
    if (style.isBold)
        m_xml.writeAttribute(u"font-weight"_s, u"bold"_s);
    m_xml.writeCharacters(words);
    m_xml.writeEndElement();
}

void SvgWriter::writeLines(const QString &words, const Style &style)
{
    const int columns = int((width - 2 * margin) / (columnWidth * style.size / fontSize));
    for (const QString &line : brokenInto(words, columns)) {
        m_y += lineHeight * style.size / fontSize;
        writeText(margin, m_y, line, style);
    }
}

void SvgWriter::writeRect(double x, double y, double rectWidth, double height, const QString &fill, const QString &stroke)
{
    m_xml.writeEmptyElement(u"rect"_s);
    m_xml.writeAttribute(u"x"_s, number(x));
    m_xml.writeAttribute(u"y"_s, number(y));
    m_xml.writeAttribute(u"width"_s, number(rectWidth));
    m_xml.writeAttribute(u"height"_s, number(height));
    m_xml.writeAttribute(u"fill"_s, fill);
    m_xml.writeAttribute(u"stroke"_s, stroke);
}

void SvgWriter::writeLine(double x1, double y1, double x2, double y2, const QString &stroke)
{
    m_xml.writeEmptyElement(u"line"_s);
    m_xml.writeAttribute(u"x1"_s, number(x1));
    m_xml.writeAttribute(u"y1"_s, number(y1));
    m_xml.writeAttribute(u"x2"_s, number(x2));
    m_xml.writeAttribute(u"y2"_s, number(y2));
    m_xml.writeAttribute(u"stroke"_s, stroke);
}

// What a screen reader says of the picture.
void SvgWriter::writeWords()
{
    m_xml.writeTextElement(u"title"_s, m_chart.title.toString());
    m_xml.writeTextElement(u"desc"_s, textOf(m_chart));
}

double SvgWriter::heightOfGroups() const
{
    double height = 0;
    for (const SpeedChart::Group &group : m_chart.groups)
        height += (group.hasTime() ? 2 : 1) * rowHeight + groupGap;
    return height;
}

void SvgWriter::writeGroups()
{
    const double end = m_y + heightOfGroups();
    if (m_chart.axisEnd > 0)
        writeAxis(end);
    for (const SpeedChart::Group &group : m_chart.groups)
        writeGroup(group);
    if (m_chart.axisEnd <= 0)
        return;
    m_y += 2 * lineHeight;
    writeText(barStart, m_y, m_chart.unit.toString());
    m_y += groupGap;
}

void SvgWriter::writeAxis(double end)
{
    for (const double tick : m_chart.ticks) {
        writeLine(xOf(tick), m_y, xOf(tick), end, tick > 0 ? faint : outline);
        writeText(xOf(tick), end + lineHeight * 0.8, tickText(m_chart, tick), {.anchor = u"middle"_s});
    }
}

void SvgWriter::writeGroup(const SpeedChart::Group &group)
{
    m_y += groupGap / 2;
    writeText(margin, m_y + baseline, group.name.toString(), {.isBold = true});
    if (!group.hasTime()) {
        writeText(barStart + 6, m_y + baseline, group.with.value());
        m_y += rowHeight + groupGap / 2;
        return;
    }
    if (!group.speedup.isEmpty())
        writeText(margin, m_y + rowHeight + baseline, group.speedup.toString(), {.isBold = true, .size = fontSize * 1.25});
    writeBar(group.without, withoutColour);
    writeBar(group.with, withColour);
    m_y += groupGap / 2;
}

void SvgWriter::writeBar(const SpeedChart::Bar &bar, const QString &colour)
{
    writeText(labelEnd, m_y + baseline, bar.name.toString(), {.anchor = u"end"_s});
    double end = barStart;
    if (bar.milliseconds) {
        end = std::max(barStart + 1, xOf(*bar.milliseconds));
        writeRect(barStart, m_y + (rowHeight - barHeight) / 2, end - barStart, barHeight, colour, outline);
    }
    writeText(end + 6, m_y + baseline, bar.value());
    m_y += rowHeight;
}

QByteArray SvgWriter::whole() const
{
    const QString size = number(m_y + margin);
    const QString start = u"<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%1\" height=\"%2\" "
                          u"viewBox=\"0 0 %1 %2\" font-family=\"sans-serif\">\n"
                          u"<rect width=\"%1\" height=\"%2\" fill=\"#ffffff\"/>\n"_s.arg(number(width), size);
    return start.toUtf8() + m_body + "\n</svg>\n";
}

} // namespace

QByteArray svgOf(const SpeedChart &chart)
{
    return SvgWriter(chart).write();
}

} // namespace cudnnsetup
