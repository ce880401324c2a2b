// SPDX-License-Identifier: MIT
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>

namespace cudnnsetup {

// Measures the longest time for which the event loop of its thread did not come round: how long a window
// stood still.
class LoopWatch : public QObject
{
    Q_OBJECT

public:
    explicit LoopWatch(QObject *parent = nullptr);

    // Begins anew.
    void start();
    void stop();
    std::chrono::milliseconds longestGap() const { return m_longest; }

private:
    void look();

    QTimer m_timer;
    QElapsedTimer m_sinceLook;
    std::chrono::milliseconds m_longest{0};
};

} // namespace cudnnsetup
