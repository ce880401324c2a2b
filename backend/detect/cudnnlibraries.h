// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/filetree.h"

namespace cudnnsetup {

// The cuDNN libraries of one major in one folder: every name there that matches libcudnn*.so*, with its links and the ELF
// facts of its file. Which names belong to a release is not known here: the folder says it.
struct CudnnSet
{
    std::optional<int> major = {}; // of the SONAMEs, else of the names; empty when neither tells
    QList<LibraryFacts> libraries = {};

    // The library that programs load, "libcudnn.so.<major>", else the plain one; null when neither is there.
    const LibraryFacts *dispatcher() const;
    // One entry for each real file that could be read as ELF.
    QList<LibraryFacts> files() const;
};

// One set for each major, highest last. A plain link ("libcudnn.so") belongs to the major that it leads to.
QList<CudnnSet> cudnnSetsIn(const FileTree &files, const QString &folder);

// "libcudnn_ops.so.9.19.0" -> 9.19.0, "libcudnn.so.8" -> 8; nothing for other names and for a plain "libcudnn.so".
std::optional<QVersionNumber> numberOfLibraryName(const QString &name);

} // namespace cudnnsetup
