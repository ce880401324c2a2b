// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/filetree.h"

namespace cudnnsetup {

// The packages of interest in the given folders (site-packages, dist-packages), from their metadata; nothing is run.
QList<PythonFacts::Package> readPackages(const FileTree &files, const QStringList &siteFolders);
// The same of a conda environment's own records (conda-meta): cuDNN itself, which is no Python package there.
QList<PythonFacts::Package> readCondaPackages(const FileTree &files, const QString &prefix);

// "nvidia_cudnn_cu12-9.1.0.70.dist-info" -> {"nvidia-cudnn-cu12", "9.1.0.70"}; nothing for packages of no interest here.
std::optional<PythonFacts::Package> packageOfMetadataName(const QString &name);
// The first requirement of a package's METADATA that names cuDNN: "nvidia-cudnn-cu12==9.1.0.70", without conditions.
std::optional<QString> cudnnRequirement(const QByteArray &metadata);

} // namespace cudnnsetup
