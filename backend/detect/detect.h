// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"
#include "job.h"

namespace cudnnsetup {

struct DetectOptions
{
    // Ask every copy for its version in a child process. Without it, versions come from headers, names and ELF strings.
    bool withProbes = true;
    // Folders that the person named: looked at as toolkits, wherever they lie.
    QStringList alsoToolkits = {};
};

// The cards of the first page, in the order in which they are found.
enum class DetectPart { System, Gpu, Driver, Toolkits, Cudnn, Python };

// Looks at the whole machine. Never fails as a whole: what could not be read is empty with its reason.
// partDone is called from the calling thread after each part, with the report as far as it has come.
Outcome<SystemReport> detect(const Host &host, const DetectOptions &options, const Job &job,
                             const std::function<void(DetectPart, const SystemReport &)> &partDone = {});

} // namespace cudnnsetup
