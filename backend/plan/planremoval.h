// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"
#include "detect/systemreport.h"
#include "host/host.h"
#include "plan/plan.h"

namespace cudnnsetup {

// Takes out a copy that this program did not install: exactly the files of cuDNN in its folders go into the
// backup, so that it can be rolled back. folder as in planActivation(). Errors: those of findCopy();
// PackageOwned, which names the package's own command; InUse unless takeInUse.
Result<Plan> planRemoval(const Host &host, const SystemReport &report, const Catalog &catalog,
                         const QString &folder, bool takeInUse);

} // namespace cudnnsetup
