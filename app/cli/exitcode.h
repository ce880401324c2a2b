// SPDX-License-Identifier: MIT
#pragma once

namespace cudnnsetup {

// The exit codes of docs/CLI.md.
enum class ExitCode {
    Done = 0,
    Findings = 1,      // done, and something is wrong with what was looked at
    WrongUsage = 2,
    Refused = 3,       // before any change
    RolledBack = 4,    // failed, everything is as it was
    Incomplete = 5,    // failed, and not everything could be put back
    Cancelled = 6,
    RightsNeeded = 7,
    OutputLost = 8, // done, but the result could not be written
};

} // namespace cudnnsetup
