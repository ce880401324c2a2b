// SPDX-License-Identifier: MIT
#pragma once

#include <QPalette>

namespace cudnnsetup {

// The colour of a thin line that is seen on every ground of the palette, light or dark, and does not shout.
inline QColor faintLine(const QPalette &palette)
{
    QColor colour = palette.color(QPalette::WindowText);
    colour.setAlphaF(0.35F);
    return colour;
}

} // namespace cudnnsetup
