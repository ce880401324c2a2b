// SPDX-License-Identifier: MIT
#pragma once

#include "apply/apply.h"

namespace cudnnsetup {

// Where a change gets the rights from that it needs.
enum class Rights {
    Own,    // this process has them
    Polkit, // pkexec asks for a password in a window
    Sudo    // sudo asks for one on the terminal
};

// What works here for this plan: Own when it needs no more than we have; nothing when the person has to run the command
// in some other way. hasTerminal: a person sits at our standard error.
std::optional<Rights> rightsFor(const Plan &plan, const Host &host, bool hasTerminal);

// As apply() of apply.h, in a process of cliProgram with those rights. It asks once; NotConfirmed when the person was not
// authorised or closed the question, and nothing has been changed then.
ApplyResult applyWith(Rights rights, const QString &cliProgram, const Host &host, const Plan &plan, const Job &job);

} // namespace cudnnsetup
