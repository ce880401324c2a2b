// SPDX-License-Identifier: MIT
#include "host/prober.h"

namespace cudnnsetup {

Result<ProbeAnswer> NoProber::probe(const ProbeRequest &request) const
{
    return failure(ErrorId::NotSupported,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 was not loaded: nothing of this machine is executed here."),
                        {request.library}));
}

} // namespace cudnnsetup
