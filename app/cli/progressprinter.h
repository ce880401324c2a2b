// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"

#include <QElapsedTimer>
#include <QMutex>

namespace cudnnsetup {

// Shows on standard error how far long work has come: JSON lines, one line on a terminal that is written anew, or nothing.
// At most ten times a second; a new step is always shown.
class ProgressPrinter
{
public:
    enum class Form { None, JsonLines, TerminalLine };
    explicit ProgressPrinter(Form form);

    // May be called from any thread.
    void report(const Progress &progress);
    // Takes the terminal line away, so that other words can follow.
    void clear();

private:
    bool isDue(const Progress &progress);

    Form m_form;
    QMutex m_mutex;
    QElapsedTimer m_sinceLine;
    QElapsedTimer m_sinceStep;
    std::optional<Progress::Step> m_step = {};
    bool m_hasLine = false;
};

} // namespace cudnnsetup
