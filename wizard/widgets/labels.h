// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace cudnnsetup {

// The kinds of text a page is made of, so that all pages look alike.
enum class TextKind { Title, Heading, Fact, Body, Small };

// A label that wraps its words and, like all our text, can be selected with the mouse.
QLabel *newLabel(TextKind kind, const QString &objectName = {}, QWidget *parent = nullptr);
// A path, a hash or a command: in the fixed font, wrapped anywhere, selectable with mouse and keyboard.
QLabel *newRawLabel(const QString &objectName = {}, QWidget *parent = nullptr);
// Allows a line break after every part of a path and within a long run of digits.
QString breakable(const QString &raw);

} // namespace cudnnsetup
