// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace cudnnsetup {

// The words as one line that a person can paste into a shell: what a shell would take apart is quoted.
QString shellCommand(const QStringList &words);

} // namespace cudnnsetup
