// SPDX-License-Identifier: MIT
#include "loopwatch.h"

#include <algorithm>

namespace cudnnsetup {

using namespace std::chrono_literals;

namespace {

constexpr auto interval = 2ms;

} // namespace

LoopWatch::LoopWatch(QObject *parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &LoopWatch::look);
}

void LoopWatch::start()
{
    m_longest = 0ms;
    m_sinceLook.start();
    m_timer.start(interval);
}

void LoopWatch::stop()
{
    if (!m_timer.isActive())
        return;
    look();
    m_timer.stop();
}

void LoopWatch::look()
{
    // The timer's own interval is no gap.
    m_longest = std::max(m_longest, std::chrono::milliseconds(m_sinceLook.restart()) - interval);
}

} // namespace cudnnsetup
