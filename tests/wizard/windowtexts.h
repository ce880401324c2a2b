// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>
#include <QWidget>

namespace cudnnsetup::test {

// Every text that a window shows or that a screen reader says of it, of visible widgets only.
QStringList textsOf(const QWidget *window);
// Those of the texts that hold a Latin word which is no name, path, version or file.
QStringList withEnglishWords(const QStringList &texts);
// Object names (or classes) of the visible controls that a person can use and that have no accessible name.
QStringList namelessControls(const QWidget *window);
// Visible labels and buttons that are too small for their words: "name: has 20 x 10, needs 40 x 10".
QStringList cutOffTexts(const QWidget *window);

} // namespace cudnnsetup::test
