// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QString>

#include <optional>

namespace cudnnsetup::platform {

// The exported variables of the person who called sudo, when this program runs under it: those of sudo itself, in which the
// system still shows what sudo and the loader take away from us. Nothing when there is no sudo above us, or it cannot be
// read. processes: where the system shows its programs; self: the number of ours there.
std::optional<QHash<QString, QString>> callersEnvironment(const QString &processes = QStringLiteral("/proc"),
                                                          const QString &self = QStringLiteral("self"));

} // namespace cudnnsetup::platform
