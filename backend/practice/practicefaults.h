// SPDX-License-Identifier: MIT
#pragma once

#include "practice/practicetree.h"

namespace cudnnsetup {

// A practice machine on which one thing is wrong, named by the finding that says so (docs/FINDINGS.md).
struct PracticeFault
{
    QString name;             // "links-broken"
    PracticeTree files;
    QString libraryPath = {}; // LD_LIBRARY_PATH of the student's session
};

QList<PracticeFault> practiceFaults();

} // namespace cudnnsetup
