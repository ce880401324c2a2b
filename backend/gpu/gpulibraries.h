// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/gpuprotocol.h"

namespace cudnnsetup {

// What the child of a GPU test is to open, and in which surroundings. Only looks at files; nothing is loaded.
struct GpuChildSetup
{
    gpuprotocol::Request request;
    QStringList libraryPath = {};             // outside folders that stand before LD_LIBRARY_PATH of environment
    QHash<QString, QString> environment = {}; // the person's
    QString dispatcher = {};                  // the real file of the copy that is meant; empty when none was named
};

// ThisCopy: paths; the libraries beside a copy of a Python package, else those of the toolkit, else of the copy's own folder.
// AsPrograms: bare names, in the person's surroundings as they are. Errors: CudnnAbsent.
Result<GpuChildSetup> gpuChildSetup(const Host &host, const SystemReport &report, const GpuTestRequest &request);

// Those that change what cuDNN, cuBLAS or the driver do, as far as they are set.
QHash<QString, QString> gpuVariables(const QHash<QString, QString> &environment);

} // namespace cudnnsetup
