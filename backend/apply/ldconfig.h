// SPDX-License-Identifier: MIT
#pragma once

#include "host/command.h"

namespace cudnnsetup {

// Renews the loader cache of the machine below machineRoot (a path of this process) with this machine's own ldconfig.
// Links are left alone (-X): they are the plan's business. Errors: CommandMissing, CommandFailed, CommandTimedOut.
Result<void> renewLoaderCache(const CommandRunner &commands, const QString &machineRoot);

// Runs this machine's system programs with nothing of the user's environment.
LocalCommandRunner systemCommands();

inline constexpr auto loaderCachePath = "/etc/ld.so.cache";

} // namespace cudnnsetup
