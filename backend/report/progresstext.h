// SPDX-License-Identifier: MIT
#pragma once

#include "job.h"

#include <QString>

namespace cudnnsetup {

// How far long work has come, in one line for a terminal: "Unpacking: 45 % of 690 MiB, 42 MiB/s, 9 s left".
// milliseconds: since this step began.
QString progressText(const Progress &progress, qint64 milliseconds);

} // namespace cudnnsetup
