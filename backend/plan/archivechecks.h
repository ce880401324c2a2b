// SPDX-License-Identifier: MIT
#pragma once

#include "archive/identity.h"
#include "catalog/compatibility.h"

namespace cudnnsetup {

// Whether an archive may be installed as far as it alone can tell: whole, genuine or taken explicitly, with
// libraries in it. It says nothing about the machine. The value holds what is worth a warning. Errors: the
// archive's own problem, ArchiveHashConflict, ArchiveUnverified, NotAnArchive, NotSupported (the sample
// programs).
Result<QList<Reason>> checkArchive(const Catalog &catalog, const ArchiveIdentity &archive,
                                   bool takeUnknownArchive);

} // namespace cudnnsetup
