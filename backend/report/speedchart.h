// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gputest.h"

namespace cudnnsetup {

// The bars of the GPU test as values: what is drawn, in which words, and how far the axis goes; not how it looks. The widget,
// the printer and the SVG draw the same.
struct SpeedChart
{
    struct Bar
    {
        Text name;                               // "without cuDNN"
        std::optional<double> milliseconds = {}; // without it the word stands in the bar's place
        Text word = {};

        // "3.30 ms", or the word.
        QString value() const;
    };
    struct Group
    {
        Text name; // "FP16 NHWC"
        Bar without;
        Bar with;
        Text speedup = {};    // "2.2×", or "wrong"; empty as long as it is unknown
        Text sentence = {};   // all of it in words
        bool isWrong = false; // the numbers are outside of the limits
        std::optional<GpuMode> mode = {}; // nothing for the everyday comparison, which is of two modes

        // Without any, the two words are one and the group is a line.
        bool hasTime() const { return without.milliseconds || with.milliseconds; }
    };

    Text title;   // GPU and cuDNN
    Text problem; // what was computed
    Text unit;    // of the axis
    QList<Group> groups;
    double axisEnd = 0;       // milliseconds; 0 when there is no time at all
    QList<double> ticks = {}; // from zero to axisEnd
    QList<Text> notes = {};

    bool isEmpty() const { return groups.isEmpty(); }
};

SpeedChart speedChartOf(const GpuTestReport &report);
// Of a test that runs: what was not reached is still to come, and running is measured just now.
SpeedChart runningChartOf(const GpuTestReport &soFar, const std::optional<GpuMode> &running);

QString millisecondsText(double milliseconds); // "3.30 ms", "0.782 ms": three digits that count
QString timesText(double factor);              // "2.2", "12"
QString tickText(const SpeedChart &chart, double tick);

// In the language that is shown. The picture stands alone, is light and holds its text in words too; it has no XML declaration,
// so that it can also stand within HTML.
QByteArray svgOf(const SpeedChart &chart);
// The same in sentences, a line each.
QString textOf(const SpeedChart &chart);

} // namespace cudnnsetup
