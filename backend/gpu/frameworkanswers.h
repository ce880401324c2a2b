// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/frameworktest.h"
#include "host/linechild.h"

namespace cudnnsetup {

// What resources/python/convolution.py has said so far, line by line. Values only: it starts nothing.
struct FrameworkAnswers
{
    FrameworkTestReport report;
    QString running = {};  // the mode that was begun
    QString obstacle = {}; // why nothing was measured: "noFramework", "notImported", "noCuda", "noGpu", "noSuchGpu", "failed"
    bool hasCudnn = true;  // the framework was built with it
    bool isEnabled = true; // ... and nobody has switched it off
    bool isComplete = false;

    // A line that is none of ours is passed over: then this is false.
    bool take(const QByteArray &line);
};

// The report with its finding, and the sentences about what went wrong.
FrameworkTestReport judged(const FrameworkAnswers &answers, const LineChildEnd &end, std::chrono::seconds limit);

} // namespace cudnnsetup
