// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <optional>

namespace cudnnsetup {

// A block of whole lines in a text file that belongs to somebody: nothing but the block comes or goes.

// The content with the block at its end, on lines of its own.
QByteArray withBlock(const QByteArray &content, const QByteArray &block);
// The content without the block; nothing when these very lines are not in it.
std::optional<QByteArray> withoutBlock(const QByteArray &content, const QByteArray &block);

} // namespace cudnnsetup
