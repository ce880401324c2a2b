// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"

namespace cudnnsetup {

// The state of a machine in one sentence, for the top of the first page and of a report. It looks at the
// facts only; finding faults and mending them is another part's work.
struct Summary
{
    enum class State { Ready, Incomplete, Wrong };
    State state = State::Ready;
    Text sentence;
};
Summary summaryOf(const SystemReport &report);

// The toolkit that a plain shell uses; else the only or newest one; nothing where there is none.
const ToolkitFacts *activeToolkit(const SystemReport &report);
// The copy that holds the file a plain program of this user would load; nothing when none is found by the
// loader.
const CudnnCopy *loadedCopy(const SystemReport &report);
// Copies in toolkits, system folders and prefixes: all but those that Python environments bring for
// themselves.
QList<const CudnnCopy *> systemWideCopies(const SystemReport &report);
// "8.9.7": at most three parts, as people and cudnnGetVersion() say it.
QString shortVersion(const QVersionNumber &version);

} // namespace cudnnsetup
