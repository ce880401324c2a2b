// SPDX-License-Identifier: MIT
#pragma once

#include "detect/cudnnlibraries.h"

#include <QVersionNumber>

namespace cudnnsetup {

// A fact together with where it was read.
template<class T>
struct Sourced
{
    T value;
    QString source;
};

// The version that the text of cudnn_version.h, or of cudnn.h before cuDNN 8, defines; nothing when it defines none.
std::optional<QVersionNumber> versionOfHeader(const QByteArray &text);

struct CudnnHeader
{
    QString includeDir; // real folder
    QVersionNumber version;
};
// The header that belongs to a major, from the first of the folders that has one. The plain header is asked first, as
// compilers do, then the one with the major in its name. A plain header of another major is taken only when otherMajors
// does not hold it: it is then a header that does not fit, and not the one of another copy.
std::optional<CudnnHeader> findCudnnHeader(const FileTree &files, const QStringList &includeDirs, std::optional<int> major,
                                           const QList<int> &otherMajors = {});

// Without loading anything: the full version in a file name, else the version words that the libraries carry since
// cuDNN 8 ("cudnn_ops_infer_version", four bytes 0, major, minor, patch).
std::optional<Sourced<QVersionNumber>> versionOfLibraries(const FileTree &files, const CudnnSet &set);
std::optional<QVersionNumber> versionWordOf(const QString &outsidePath);

// "dpkg: libcudnn9-cuda-12", "pip: nvidia-cudnn-cu12 9.1.0.70" -> 12.
std::optional<int> cudaMajorOfPackage(const QString &owner);
// From the CUDA libraries that the cuDNN libraries need or open: "libcublasLt.so.13" -> 13.
std::optional<Sourced<int>> cudaMajorOfLibraries(const FileTree &files, const CudnnSet &set);

} // namespace cudnnsetup
