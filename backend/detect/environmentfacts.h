// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// What the user's session says about where programs, libraries and headers are looked for.
EnvironmentFacts readEnvironment(const Host &host);

} // namespace cudnnsetup
