// SPDX-License-Identifier: MIT
#pragma once

#include "engine.h"
#include "gpu/gputest.h"

#include <QSemaphore>

namespace cudnnsetup::test {

// Hand-made values of a machine with two toolkits, and an engine that answers with them at once. A test
// replaces the function it is about.
SystemReport fakeReport();
ArchiveIdentity fakeArchive(const QString &path);
Plan fakePlan(const InstallChoice &choice);
Transaction fakeTransaction(const Plan &plan); // rolled back, nothing done
VerifyReport fakeVerified();
GpuTestReport fakeGpuTest(const QList<GpuMode> &modes = allGpuModes()); // as an H200 measures them; good
// A test that comes to that end, mode after mode.
Outcome<GpuTestReport> playGpuTest(const GpuTestReport &whole, const Job &job, const GpuTestStep &step);
Engine fakeEngine();
Machine fakeMachine();
// The same engine on a machine with a past: in /usr/local/cuda-12.4 cuDNN 8.9.7 over 8.2.1 over 8.1.0, each
// as PastChange; the newest one cut off when isCutOff. What is taken back is gone from it.
Engine engineWithPast(bool isCutOff);

} // namespace cudnnsetup::test
