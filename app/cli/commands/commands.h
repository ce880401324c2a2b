// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

namespace cudnnsetup {

// One file a command.
CliCommand activateCommand();
CliCommand applyCommand();
CliCommand deactivateCommand();
CliCommand detectCommand();
CliCommand gpuTestCommand();
CliCommand historyCommand();
CliCommand identifyCommand();
CliCommand installCommand();
CliCommand practiceCommand();
CliCommand recoverCommand();
CliCommand releasesCommand();
CliCommand rollbackCommand();
CliCommand uninstallCommand();
CliCommand verifyCommand();

} // namespace cudnnsetup
