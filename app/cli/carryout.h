// SPDX-License-Identifier: MIT
#pragma once

#include "commands/command.h"

#include "apply/rights.h"

namespace cudnnsetup {

// The way of every command that changes something, from its plan to its last words.

// --dry-run: the plan only. Else shows it, asks unless --yes, gets the rights, applies, and says how it ended.
ExitCode previewAndCarryOut(const Call &call, const Host &host, const Plan &plan);

// The single parts, for commands that go another way.
// What --rights and this machine give for the plan; nothing when the person has to run sudoCommand().
std::optional<Rights> rightsOf(const Call &call, const Host &host, const Plan &plan);
// Applies with those rights. Without any: NotWritable, which names sudoCommand(), and nothing has been changed.
ApplyResult carryOut(const Call &call, const Host &host, const Plan &plan);
ExitCode exitCodeOf(const ApplyResult &result);
ExitCode sayOutcome(Output &output, const Plan &plan, const ApplyResult &result);
// This very call with more rights, with paths that mean the same everywhere.
QString sudoCommand(const Call &call);

// What is wrong with --rights, if anything is.
std::optional<Text> rightsProblem(const QCommandLineParser &parser);

} // namespace cudnnsetup
