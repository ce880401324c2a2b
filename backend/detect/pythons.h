// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// Every Python that the user is likely to run, each once: those on PATH, the active environments, conda's and pyenv's.
// Nothing is executed: packages come from their metadata.
QList<PythonFacts> findPythons(const Host &host);

} // namespace cudnnsetup
