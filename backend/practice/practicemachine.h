// SPDX-License-Identifier: MIT
#pragma once

#include "practice/practicetree.h"

namespace cudnnsetup {

// Where the toolkits of a practice machine lie, without the leading '/'.
struct PracticeToolkit
{
    QString root;       // "usr/local/cuda-12.4"
    QString libraryDir; // "usr/local/cuda-12.4/targets/x86_64-linux/lib"
    QString includeDir;
    QVersionNumber cuda;
};
const QList<PracticeToolkit> &practiceToolkits(); // CUDA 11.8 and 12.4

// A workstation with Ubuntu, a GeForce RTX 3060, a driver for CUDA 12.4, the toolkits 11.8 and 12.4 (in use), and no cuDNN.
PracticeTree practiceFiles();

// Writes a machine folder as docs/CLI.md describes it: machine.json, root/, environment, outputs/.
// libraryPath: LD_LIBRARY_PATH of the student's session, empty for none.
Result<void> writePracticeMachine(const QString &folder, const PracticeTree &files, const QString &libraryPath = {});

} // namespace cudnnsetup
