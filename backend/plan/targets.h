// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// Folders of this machine in which this program may have changed something: toolkits, folders above known copies of cuDNN,
// and the places where it puts copies of a person's own. Real folders, each once. They need not hold a history.
QStringList possibleTargets(const Host &host, const SystemReport &report);

// Where a cuDNN only for this person goes: <home>/.local/share/cudnn/<version>-cuda<major>.
QString ownPrefix(const Host &host, const QVersionNumber &version, int cudaMajor);

} // namespace cudnnsetup
