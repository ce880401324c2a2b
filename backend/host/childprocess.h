// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QProcess;

namespace cudnnsetup::platform {

// Call before start: the child leads a group of its own, so that what it starts can be ended with it, and it dies with the
// thread that started it. It gets no terminal input.
void leadOwnGroup(QProcess &process);
// Ends the child and everything of its group, at once; the child is then to be waited for, which takes no time.
void endGroup(QProcess &process);
// Ends what a child left in the group that it led. It may be gone itself: its number is given to nobody while its group has members.
void endRestOfGroup(qint64 leader);
// "SIGSEGV"; the number for one that hardly ever ends a program.
QString signalName(int number);

} // namespace cudnnsetup::platform
