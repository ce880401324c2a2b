// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"

namespace cudnnsetup {

// One folder of a target's history, opened. No journal: the change had not begun, or is all but removed.
struct Record
{
    QString id;
    Directory folder;
    std::optional<Journal> journal = {};

    bool is(Journal::State state) const { return journal && journal->state == state; }
    bool isCutOff() const { return is(Journal::State::Committing) || is(Journal::State::RollingBack); }
    // Its steps are done, or some of them are.
    bool isInPlace() const { return isCutOff() || is(Journal::State::Committed); }
};

// All that the history holds, newest first, those without a journal last. An error: one of them cannot be read or is not
// to be believed (others may have written it, or it names what no change of this target touches).
Result<QList<Record>> recordsIn(const Directory &history, const QString &targetRoot);
QList<Journal> journalsOf(const QList<Record> &records);

} // namespace cudnnsetup
