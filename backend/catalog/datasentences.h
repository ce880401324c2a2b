// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <array>

namespace cudnnsetup {

// The sentences for people that stand in the data files, repeated here so that lupdate finds them for
// translation. The catalogue's test says when one is missing; it is then shown in English.
inline constexpr std::array dataSentences = {
        QT_TRANSLATE_NOOP(
                "backend",
                "cuDNN 9.10.0 breaks programs that were built against any other version; 9.10.1 mends it. "
                "Take another version."),
        QT_TRANSLATE_NOOP(
                "backend",
                "With CUDA 12.9 or newer and several GPUs, some matrix products of cuDNN before 9.10.1 give "
                "wrong results; 9.10.1 mends it."),
        QT_TRANSLATE_NOOP(
                "backend",
                "cuDNN 9.25.0.15 was withdrawn as a Python package in favour of 9.25.1.1; why was not "
                "published. The newer one is the safer choice."),
};

} // namespace cudnnsetup
