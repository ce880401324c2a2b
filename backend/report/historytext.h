// SPDX-License-Identifier: MIT
#pragma once

#include "apply/history.h"

#include <QJsonObject>

namespace cudnnsetup {

// The history of one or several targets, for people and as the "history" document of docs/CLI.md.
QString historyText(const QList<PastChange> &changes);
QJsonObject historyDocument(const QList<PastChange> &changes);

} // namespace cudnnsetup
