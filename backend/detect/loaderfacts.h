// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// What the dynamic loader knows of CUDA and cuDNN: its cache entries, and which file a plain program of this user gets for
// each SONAME of cuDNN that a copy or the cache has. A SONAME that the loader would not find is not in the list.
LoaderFacts readLoaderFacts(const Host &host, const QList<CudnnCopy> &copies);

} // namespace cudnnsetup
