// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace cudnnsetup {

// Whose programs find a cuDNN by themselves.
struct ActivationChoice
{
    enum class Who {
        Nobody,
        Everyone, // the loader's configuration and ldconfig
        User, // the start-up files of this person's shells
        Project // one script, conda environment or virtual environment
    };
    Who who = Who::Everyone;
    QString project = {}; // Project: the script to write, or the environment's folder

    friend bool operator==(const ActivationChoice &, const ActivationChoice &) = default;
};

} // namespace cudnnsetup
