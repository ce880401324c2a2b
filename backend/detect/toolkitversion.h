// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"

namespace cudnnsetup {

// The version of a toolkit, from every place that tells one. The driver's CUDA number is not among them.

// "nvcc --version": "Cuda compilation tools, release 12.4, V12.4.131" -> "12.4.131"; "12.4" when there is no V part.
std::optional<QString> versionOfNvcc(const QByteArray &output);
// version.json (since 11.1): the value of cuda.version.
std::optional<QString> versionOfJson(const QByteArray &text);
// version.txt (to 11.0): "CUDA Version 10.1.243".
std::optional<QString> versionOfTxt(const QByteArray &text);
// cuda.h: "#define CUDA_VERSION 12040" -> "12.4".
std::optional<QString> versionOfCudaHeader(const QByteArray &text);
// "libcudart.so.12.4.127" -> "12.4.127"; nothing for a name with less than a major ("libcudart.so").
std::optional<QString> versionOfCudart(const QString &fileName);

// nvccCommand: how nvcc is asked; nothing when it is not to be asked. In the order of trust, best first.
QList<VersionSource> readVersionSources(const Host &host, const ToolkitFacts &toolkit,
                                        const std::optional<QString> &nvccCommand);
// What a person calls the toolkit's version: of the first source, without the build number of a part of it.
std::optional<QVersionNumber> toolkitVersion(const QList<VersionSource> &sources);

} // namespace cudnnsetup
