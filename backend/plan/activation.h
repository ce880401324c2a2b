// SPDX-License-Identifier: MIT
#pragma once

#include "plan/activationchoice.h"
#include "plan/activationscripts.h"
#include "plan/loaderactivation.h"

namespace cudnnsetup {

// The toolkit that a copy is used with: the one that holds it, else the active or newest one of that CUDA
// major.
std::optional<QString> toolkitFor(const SystemReport &report, const TargetFolders &folders,
                                  const std::optional<int> &cudaMajor);

// What makes the copy in folders found, as chosen. It reads start-up files and scripts that are there and
// touches nothing. soname as in activateForSystem(). Errors: NotSupported (a file that is not ours is in the
// way, a link leads out of the home, a path that no search path can hold), InputMissing (no such folder),
// InputMalformed (a marked block without its end).
Result<Activation> activationOf(const Host &host, const SystemReport &report, const TargetFolders &folders,
                                const QString &soname, const std::optional<QString> &toolkit,
                                const ActivationChoice &choice);

// What takes that back: the blocks of this copy in start-up files or in the project's environment, its
// project script, its line for the loader. Without operations there was nothing of it.
Result<Activation> deactivationOf(const Host &host, const TargetFolders &folders,
                                  const ActivationChoice &choice);

// The rule for whoever is given a plan and does not trust it: whether the operation is on an activation file
// that a plan for this target may hold. Contents are made again from the plan's folders and compared byte for
// byte; a block that goes out must be a block of ours. It looks at no file: that a start-up file is in the
// home of the person who asked, and theirs, is for the caller to see.
bool isActivationFile(const Plan &plan, const Operation &operation);
bool isStartUpFile(const QString &path);
// A folder that may have to be made for one: of conda's hooks, of fish's settings.
bool isActivationFolder(const QString &path);

} // namespace cudnnsetup
