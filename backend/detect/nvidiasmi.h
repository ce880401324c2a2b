// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"

namespace cudnnsetup {

// What nvidia-smi and the driver's files in /proc print, as facts. Pure functions of text.

// The header of plain "nvidia-smi": "Driver Version: 535.183.01   CUDA Version: 12.2". Nothing without a driver version.
std::optional<DriverFacts> parseSmiHeader(const QByteArray &output);
// "nvidia-smi --query-gpu=index,name,compute_cap,memory.total --format=csv,noheader,nounits" (memory in MiB). hasCapability:
// false for drivers before 510, which do not know compute_cap and were asked without it. "[N/A]" is unknown.
QList<GpuFacts> parseSmiGpus(const QByteArray &output, bool hasCapability = true);
// "nvidia-smi -L": "GPU 0: NVIDIA GeForce RTX 5090 (UUID: GPU-...)".
QList<GpuFacts> parseSmiList(const QByteArray &output);
// "nvidia-smi --query-compute-apps=pid,process_name,used_memory --format=csv,noheader,nounits". The name is the program's,
// without its folder; empty where the driver does not tell it ("[Not Found]", "[Insufficient Permissions]").
QList<FileUserFacts> parseSmiPrograms(const QByteArray &output);
// /proc/driver/nvidia/version, of the closed and of the open kernel module.
std::optional<DriverFacts> parseProcDriver(const QByteArray &text);
// /proc/driver/nvidia/gpus/*/information.
std::optional<QString> modelOf(const QByteArray &information);

} // namespace cudnnsetup
