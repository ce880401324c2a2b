// SPDX-License-Identifier: MIT
#pragma once

#include "host/filetree.h"

namespace cudnnsetup::platform {

// The few calls to the file system from which FileTree is made, one file a system. Paths are paths of this process and
// the running system follows links its own way; staying inside a root is FileTree's business, not theirs.

FileTree::Status rawStatus(const QString &path, bool followLinks);
// The type alone, the last link not followed: the cheap question while walking a path.
FileTree::Type rawType(const QString &path);
std::optional<QString> rawLinkTarget(const QString &path);
// Every link resolved; nothing when it does not exist.
std::optional<QString> rawRealPath(const QString &path);
// Unsorted, without "." and ".."; hidden names too. patterns with *, ? and [...]; none means all.
QStringList rawNames(const QString &directory, const QStringList &patterns);
// Plain files only: a pipe or a device is NotReadable, never waited for. shownPath is for the message.
Result<QByteArray> rawRead(const QString &path, qint64 limit, const QString &shownPath);
// Each of the names that is a plain file in the folder and can be read, in this order; bytes is only valid during the call.
void rawReadEach(const QString &directory, const QStringList &names, qint64 limit,
                 const std::function<void(const QString &name, const QByteArray &bytes)> &visit);

} // namespace cudnnsetup::platform
