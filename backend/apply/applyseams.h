// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.h"
#include "apply/callgate.h"
#include "archive/archivereader.h"

namespace cudnnsetup {

// What apply works with, and tests put something else in place of.
struct ApplySeams
{
    std::function<Result<std::unique_ptr<ArchiveReader>>(const QString &path, const Job &job)> openArchive = &ArchiveReader::open;
    const CommandRunner *commands = nullptr; // null: this machine's own system programs
    CallGate *gate = nullptr;
};

ApplyResult apply(const Plan &plan, const Job &job, const ApplySeams &seams);

} // namespace cudnnsetup
