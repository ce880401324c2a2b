// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"
#include "plan/activationchoice.h"
#include "plan/plan.h"

namespace cudnnsetup {

// Plans that make a copy found which is there already, and that take this back; they unpack nothing. folder:
// the copy's libraries, or the toolkit or prefix that holds it. A plan without operations: it is so already.
// Errors: those of findCopy(), activationOf() and deactivationOf().
Result<Plan> planActivation(const Host &host, const SystemReport &report, const QString &folder,
                            const ActivationChoice &choice);
// choice empty: for this person and for everyone; its scripts go too, so that projects which source them find
// nothing.
Result<Plan> planDeactivation(const Host &host, const SystemReport &report, const QString &folder,
                              const std::optional<ActivationChoice> &choice);

} // namespace cudnnsetup
