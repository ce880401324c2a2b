// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

namespace cudnnsetup {

// One file a command.
CliCommand detectCommand();
CliCommand identifyCommand();
CliCommand installCommand();
CliCommand practiceCommand();
CliCommand recoverCommand();
CliCommand releasesCommand();
CliCommand verifyCommand();

} // namespace cudnnsetup
