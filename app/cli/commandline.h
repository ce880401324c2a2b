// SPDX-License-Identifier: MIT
#pragma once

#include "exitcode.h"

#include <QStringList>

namespace cudnnsetup {

// Finds the command among the arguments (the program's name first), reads its options and runs it.
ExitCode runCommandLine(const QStringList &arguments);

} // namespace cudnnsetup
