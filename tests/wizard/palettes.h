// SPDX-License-Identifier: MIT
#pragma once

#include <QPalette>

namespace cudnnsetup::test {

// A dark theme such as desktops have it.
inline QPalette darkPalette()
{
    QPalette dark(QColor(0x2a, 0x2e, 0x32));
    dark.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x20));
    dark.setColor(QPalette::AlternateBase, QColor(0x23, 0x26, 0x29));
    dark.setColor(QPalette::Highlight, QColor(0x3d, 0xae, 0xe9));
    dark.setColor(QPalette::HighlightedText, Qt::white);
    dark.setColor(QPalette::ToolTipBase, QColor(0x31, 0x36, 0x3b));
    dark.setColor(QPalette::ToolTipText, QColor(0xfc, 0xfc, 0xfc));
    return dark;
}

} // namespace cudnnsetup::test
