// SPDX-License-Identifier: MIT
#include "ratemeter.h"

#include <cmath>

namespace cudnnsetup {

namespace {
constexpr double timeConstant = 2000; // milliseconds after which an old pace counts for a third
constexpr qint64 shortestSpan = 50; // milliseconds; two counts closer than this give no rate
} // namespace

void RateMeter::restart()
{
    *this = {};
}

void RateMeter::add(qint64 done, qint64 total, qint64 milliseconds)
{
    m_total = total;
    if (m_milliseconds < 0 || done < m_done) {
        m_done = done;
        m_milliseconds = milliseconds;
        return;
    }
    const qint64 span = milliseconds - m_milliseconds;
    if (span < shortestSpan)
        return;
    const double rate = double(done - m_done) * 1000 / double(span);
    const double weight = 1 - std::exp(-double(span) / timeConstant);
    m_rate = m_rate ? *m_rate + (rate - *m_rate) * weight : rate;
    m_done = done;
    m_milliseconds = milliseconds;
}

std::optional<qint64> RateMeter::bytesPerSecond() const
{
    return m_rate ? std::optional(qint64(*m_rate)) : std::nullopt;
}

std::optional<qint64> RateMeter::secondsLeft() const
{
    if (!m_rate || *m_rate < 1 || m_total < 0)
        return std::nullopt;
    return qint64(std::ceil(double(std::max<qint64>(0, m_total - m_done)) / *m_rate));
}

} // namespace cudnnsetup
