// SPDX-License-Identifier: MIT
#pragma once

#include "engine.h"

#include <QSemaphore>

namespace cudnnsetup::test {

// Hand-made values of a machine with two toolkits, and an engine that answers with them at once. A test
// replaces the function it is about.
SystemReport fakeReport();
ArchiveIdentity fakeArchive(const QString &path);
Plan fakePlan(const InstallChoice &choice);
Transaction fakeTransaction(const Plan &plan); // rolled back, nothing done
VerifyReport fakeVerified();
Engine fakeEngine();
Machine fakeMachine();

} // namespace cudnnsetup::test
