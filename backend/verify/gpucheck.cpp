// SPDX-License-Identifier: MIT
#include "verify/checks.h"

namespace cudnnsetup {

CheckResult checkGpu(const VerifyRun &run)
{
    if (run.report.gpus.isEmpty())
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is no NVIDIA GPU here, so nothing was computed on one.")));
    if (!run.report.driver)
        return skipped(Text(QT_TRANSLATE_NOOP("backend", "There is an NVIDIA GPU here but no driver for it, so nothing was "
                                                         "computed on it.")));
    return skipped(Text(QT_TRANSLATE_NOOP("backend", "Computing on the GPU is not part of this version of the program.")));
}

} // namespace cudnnsetup
