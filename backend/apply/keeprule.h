// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"

namespace cudnnsetup {

// Which backups may go. Functions of journals alone; the newest comes first in every list.

// Whether the step keeps what was there before for as long as the change can be taken back.
bool keepsOriginal(const Step &step);
// Committed changes beyond the newest `keep` whose backup holds nothing but what an older change put there: undoing that
// one does without it. What was there before the first change, and files of others, are never among them.
QStringList droppableBackups(const QList<Journal> &journals, int keep);
// The change in chain whose backup was dropped while what it held would be needed, because the older change that put it
// there is not in the chain. Nothing when the whole chain can be taken back.
std::optional<QString> missingBackup(const QList<Journal> &chain);

} // namespace cudnnsetup
