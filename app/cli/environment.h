// SPDX-License-Identifier: MIT
#pragma once

namespace cudnnsetup {

// For the side of the program that may run as root for somebody else: nothing of the caller's environment but the language,
// a PATH of the system's own, no open descriptors but the three standard ones, the usual mask of new files, and none of the
// limits and timers by which the system would end it. Before Qt starts.
void forgetCaller();

} // namespace cudnnsetup
