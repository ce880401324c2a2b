// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/filetree.h"

namespace cudnnsetup {

// NVIDIA's cards as the kernel lists them in /sys/bus/pci, with or without a driver; kernelDriver names the one in charge.
QList<GpuFacts> readPciGpus(const FileTree &files);
// Whether the kernel's list is there at all: without it, no card found means nothing.
bool hasPciList(const FileTree &files);
// The name of an NVIDIA device in the text of pci.ids: "1b81" -> "GP104 [GeForce GTX 1070]".
std::optional<QString> pciNameOf(const QByteArray &pciIds, const QString &device);
// The cards in the output of "lspci -nn".
QList<GpuFacts> parseLspci(const QByteArray &output);

} // namespace cudnnsetup
