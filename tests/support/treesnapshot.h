// SPDX-License-Identifier: MIT
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace cudnnsetup::test {

// Everything that can be told about the files below a folder: relative path -> type, mode, owner, group,
// extended attributes, link or hash. Two equal snapshots are two equal trees (times apart, unless asked for).
using TreeSnapshot = QMap<QString, QString>;

// OfFiles: when files and links were last written; folders change their time with every name that comes or
// goes.
enum class Times { Ignored, OfFiles };

// skip: relative paths (with all below them) that are left out.
TreeSnapshot snapshotOf(const QString &folder, const QStringList &skip = {}, Times times = Times::Ignored);
// Lines that differ, "- old" and "+ new"; empty when equal. For messages.
QStringList differences(const TreeSnapshot &before, const TreeSnapshot &after);

} // namespace cudnnsetup::test
