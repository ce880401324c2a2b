// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"
#include "plan/planinstall.h"

#include <QTemporaryDir>

namespace cudnnsetup::test {

// A small machine in a scratch folder with CUDA 12.4 in NVIDIA's layout, and what detect would say of it. Not a mock: the
// planner reads the folder through a Host like any other.
class PlanMachine
{
public:
    PlanMachine();

    void file(const QString &path, const QByteArray &content = "x");
    void link(const QString &path, const QString &target);
    void folder(const QString &path);
    // NVIDIA's layout: lib64 and include are links into targets/x86_64-linux.
    void toolkit(const QString &root, const QVersionNumber &version, bool isActive);
    // Files and links of a cuDNN of this version in folder, and the copy in the report.
    void cudnn(const QString &libraryDir, const QString &includeDir, const QString &version);
    // machine.json, for what a folder cannot tell by itself.
    void record(const QByteArray &json);

    Host host() const;
    QString root() const;
    SystemReport report;

private:
    QTemporaryDir m_directory;
};

// 8.9.7 for CUDA 12 as identify would describe NVIDIA's archive.
ArchiveIdentity genuineArchive();
ArchiveIdentity wheel();

} // namespace cudnnsetup::test
