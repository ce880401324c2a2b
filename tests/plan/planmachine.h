// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "host/host.h"
#include "plan/planinstall.h"

#include <QMetaType>
#include <QTemporaryDir>

#include <functional>

namespace cudnnsetup::test {

// A small machine in a scratch folder with CUDA 12.4 in NVIDIA's layout, and what detect would say of it. Not
// a mock: the planner reads the folder through a Host like any other.
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
    // The usual machine: CUDA 12.4 behind /usr/local/cuda, and a loader configuration.
    void fill();
    // machine.json, for what a folder cannot tell by itself.
    void record(const QByteArray &json);

    Host host() const;
    QString root() const;
    SystemReport report;

private:
    QTemporaryDir m_directory;
};

inline const QString cuda124 = QStringLiteral("/usr/local/cuda-12.4");
inline const QString realLib = cuda124 + QStringLiteral("/targets/x86_64-linux/lib");
inline const QString realInclude = cuda124 + QStringLiteral("/targets/x86_64-linux/include");

// What a row of a table does to the usual machine and the usual choice.
using Change = std::function<void(PlanMachine &, InstallChoice &)>;

// 8.9.7 for CUDA 12 as identify would describe NVIDIA's archive.
ArchiveIdentity genuineArchive();
ArchiveIdentity wheel();
InstallChoice into(const QString &toolkit, const ArchiveIdentity &archive = genuineArchive());

} // namespace cudnnsetup::test

Q_DECLARE_METATYPE(cudnnsetup::test::Change)
