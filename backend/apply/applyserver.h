// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"
#include "apply/bytestream.h"

namespace cudnnsetup {

// The privileged side: reads a plan and the entries of its archive from a stream and carries the plan out like apply(). It
// believes nothing: the plan is one that this program would make, for this machine, in folders that only an administrator can
// write; nothing but cuDNN's own files comes or goes. A stream that ends or that says Cancel before the archive is whole stops
// the work, and everything is as it was; afterwards only Cancel does. machineRoot: the only root a plan may be for.
// seams.openArchive is not used.
ApplyResult applyFromStream(ByteStream &stream, const QString &machineRoot, const Job &job, ApplySeams seams = {});

} // namespace cudnnsetup
