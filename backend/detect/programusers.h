// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// Who uses what a change would touch: fills inUseBy of every copy, gpuUsers and unseenPrograms anew. Copies and driver are
// known. Programs are only seen on this machine; of a recorded one, nvidia-smi's answer tells those on the graphics card.
void findProgramUsers(const Host &host, SystemReport &report);

} // namespace cudnnsetup
