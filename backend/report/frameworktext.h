// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/frameworktest.h"

namespace cudnnsetup {

// The test in a framework for people, in the language that is shown: what was found, a line a mode, where its cuDNN lies, and the
// verdict. No line break at the end.
QString frameworkText(const FrameworkTestReport &report);

// Whether the framework uses cuDNN, in one sentence; where it was not found out, why.
Text frameworkVerdict(const FrameworkTestReport &report);

} // namespace cudnnsetup
