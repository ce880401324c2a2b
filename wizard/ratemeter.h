// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <optional>

namespace cudnnsetup {

// How fast work goes and how long it still takes, from its byte counts and the time they came at. Young
// counts weigh more, so that a change of pace shows within seconds and a single stall does not.
class RateMeter
{
public:
    void restart();
    // done and total in bytes, total -1 while unknown; milliseconds since restart().
    void add(qint64 done, qint64 total, qint64 milliseconds);

    std::optional<qint64> bytesPerSecond() const;
    std::optional<qint64> secondsLeft() const;

private:
    qint64 m_done = 0;
    qint64 m_total = -1;
    qint64 m_milliseconds = -1;
    std::optional<double> m_rate = {}; // bytes per second
};

} // namespace cudnnsetup
