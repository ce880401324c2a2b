// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

// The terminal and the signals of this process; one file a system answers.
namespace cudnnsetup::console {

enum class Stream { Input, Output, Error };

// From here on SIGINT and SIGTERM ask the work to stop instead of ending the process, and a reader that went away (a closed
// pipe) is an ignored write instead of a signal that would cut an installation in the middle.
void prepare();
bool isInterrupted();

bool isTerminal(Stream stream);
int inputDescriptor();
// Standard input and standard error both lead to a person.
bool canAsk();
// The next line of standard input without its end; nothing at the end of input or when interrupted.
std::optional<QString> readLine();
// Does not stop the work where nobody can be told any more; hasLostOutput() says so at the end.
void write(Stream stream, const QByteArray &bytes);
// A short line on standard output that may be left out: it is when whoever reads there does not keep up.
void writeIfRoom(const QByteArray &line);
// Something that belongs on standard output did not get there.
bool hasLostOutput();

} // namespace cudnnsetup::console
