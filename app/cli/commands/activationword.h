// SPDX-License-Identifier: MIT
#pragma once

#include "command.h"

#include "plan/activationchoice.h"

namespace cudnnsetup {

// "system", "user", "none", "project=FILE" (from where the person stands); nothing for any other word.
std::optional<ActivationChoice> activationFromWord(const Call &call, const QString &word);
Text activationWordProblem(const QString &option);
// Under sudo "for me" would be for root: what to say then.
std::optional<Text> underSudoProblem(const Call &call);

} // namespace cudnnsetup
