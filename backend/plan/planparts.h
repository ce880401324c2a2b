// SPDX-License-Identifier: MIT
#pragma once

#include "host/host.h"
#include "plan/plan.h"

namespace cudnnsetup {

// "20261130-194501-a1b2c3": sorts by time, and two at once differ.
QString newPlanId();

// Whether the operations, or the journal in targetRoot, need folders into which the person may not write.
bool needsRights(const Host &host, const QList<Operation> &operations, const QString &targetRoot);

// /, /usr and /usr/local: folders of the system, over which distributions spread their packages.
bool isSystemRoot(const QString &folder);

} // namespace cudnnsetup
