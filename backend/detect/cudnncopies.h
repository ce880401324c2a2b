// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// Every cuDNN of the machine: one copy for each folder and each major in it. Libraries of several patch versions in one
// folder stay in one copy, each with its own file. Facts only; what is wrong with a copy is not said here, nor who uses it
// (programusers.h).
// soFar: toolkits and pythons are known. withProbes: each copy is asked in a child process, several at a time.
QList<CudnnCopy> findCudnnCopies(const Host &host, const SystemReport &soFar, bool withProbes);

// The copy in one folder (of one major, where several lie there), found as above but looking nowhere else.
std::optional<CudnnCopy> cudnnCopyIn(const Host &host, const SystemReport &soFar, const QString &libraryDir,
                                     bool withProbes, std::optional<int> major = {});

} // namespace cudnnsetup
