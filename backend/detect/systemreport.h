// SPDX-License-Identifier: MIT
#pragma once

#include "text.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <optional>

namespace cudnnsetup {

// All facts of a machine, without judgement; each with where it was read. Paths are absolute, as inside the root.
// A fact that could not be learned is empty; its reason stands beside it where a person would ask. JSON: docs/CLI.md, "detect".

struct OsFacts
{
    QString name = {};    // "Debian GNU/Linux 12 (bookworm)"
    QString id = {};      // os-release ID: "debian", "ubuntu", "fedora", "arch"
    QString version = {}; // os-release VERSION_ID
    QString kernel = {};
    std::optional<QVersionNumber> glibc = {};
    bool isWsl = false;
    std::optional<QString> container = {}; // "docker", "podman", "lxc", "kubernetes"...
    QString architecture = {};                  // "x86_64", "aarch64"
};

struct DriverFacts
{
    QVersionNumber version;
    // The highest CUDA whose programs this driver runs. It says nothing about an installed toolkit.
    std::optional<QVersionNumber> maxCuda = {};
    QString source = {}; // "NVML", "nvidia-smi", "/proc/driver/nvidia/version", "machine.json"
    // The version as the driver spells it ("535.183.01", where version is 535.183.1); for people and for JSON.
    QString spelling = {};
};

struct GpuFacts
{
    int index = 0;
    QString name = {};
    std::optional<QVersionNumber> computeCapability = {};
    std::optional<qint64> memoryBytes = {};
    std::optional<QString> kernelDriver = {}; // "nvidia", "nouveau"; empty unknown or none
    QString source = {};
};

struct VersionSource
{
    QString source = {}; // "nvcc --version", "version.json", "version.txt", "cuda.h", "libcudart.so.12.4.127"
    QString value = {};
};

struct ToolkitFacts
{
    QString root = {};        // real folder
    QStringList aliases = {}; // every other path that leads to it: links, /etc/alternatives, "bin" of PATH
    std::optional<QVersionNumber> version = {}; // "12.4" or "12.4.1"; from the first source that gives one
    bool isActive = false;
    QString activeReason = {}; // "nvcc on PATH", "CUDA_HOME", "/usr/local/cuda"; empty unless active
    QString origin = {};       // "nvidia", "distribution", "hpc-sdk", "conda", "other"
    std::optional<QString> owner = {};      // "dpkg: cuda-toolkit-12-4"
    std::optional<QString> libraryDir = {}; // real folder
    std::optional<QString> includeDir = {}; // real folder
    std::optional<QString> nvcc = {};
    QList<VersionSource> versionSources = {};
    bool isWritable = false; // by the person
};

struct LibraryFacts
{
    QString name = {}; // the name in the folder: "libcudnn_ops.so.9"
    QString file = {}; // the real file at the end of its links
    std::optional<QString> soname = {};
    QStringList linkChain = {}; // paths from name to file
    qint64 size = 0;            // bytes of the real file
    std::optional<QString> architecture = {};
    QString problem = {}; // an ErrorId word when the file cannot be read as ELF ("library-truncated")
};

struct FileUserFacts
{
    qint64 pid = 0;
    QString name = {};
};

struct CudnnCopy
{
    enum class Origin { Toolkit, System, Conda, Pip, Framework, Standalone, Driver };

    QString libraryDir = {}; // real folder
    std::optional<QString> includeDir = {};
    std::optional<QVersionNumber> version = {}; // of the library; else of the header
    std::optional<QVersionNumber> headerVersion = {};
    std::optional<QVersionNumber> libraryVersion = {}; // cudnnGetVersion(), else the file names, else the library's own strings
    QString libraryVersionSource = {};
    std::optional<int> cudaMajor = {};
    QString cudaMajorSource = {};
    std::optional<QString> architecture = {};
    Origin origin = Origin::Standalone;
    std::optional<QString> owner = {};   // "dpkg: libcudnn9-cuda-12", "rpm: ...", "pip: nvidia-cudnn-cu12 9.1.0.70"
    std::optional<QString> toolkit = {}; // root of the toolkit it lies in
    QList<LibraryFacts> libraries = {};
    QList<FileUserFacts> inUseBy = {};
    QString probeError = {}; // why the child process could not load it; empty when it could or was not asked
};

struct LoaderFacts
{
    struct CacheEntry
    {
        QString soname = {};
        QString path = {};
    };
    struct Resolved
    {
        QString soname = {};
        QString path = {};
        QString reason = {}; // "LD_LIBRARY_PATH", "loader cache", "default folder"
    };
    QList<CacheEntry> cacheEntries = {}; // CUDA and cuDNN entries only
    QList<Resolved> resolved = {};       // what a plain program of this user would load for each libcudnn SONAME
    QString problem = {};                // why the cache could not be read
};

struct EnvironmentFacts
{
    QStringList path = {};
    QStringList libraryPath = {}; // LD_LIBRARY_PATH
    QHash<QString, QString> variables = {}; // CUDA_HOME, CUDA_PATH, CUDNN_PATH, CONDA_PREFIX, VIRTUAL_ENV..., only those set
};

struct PythonFacts
{
    struct Package
    {
        QString name = {};
        QString version = {};
        std::optional<QString> cudnnDir = {};
        std::optional<QString> needsCudnn = {}; // requirement text: "nvidia-cudnn-cu12==9.1.0.70"
    };
    QString executable = {};
    QString prefix = {};
    QString kind = {}; // "system", "venv", "conda", "pyenv", "user"
    QList<Package> packages = {};
};

struct SystemReport
{
    OsFacts os;
    std::optional<DriverFacts> driver = {};
    Text driverUnknownReason = {};
    QList<GpuFacts> gpus = {};
    Text gpusUnknownReason = {};
    QList<ToolkitFacts> toolkits = {};
    QList<CudnnCopy> cudnnCopies = {};
    LoaderFacts loader = {};
    EnvironmentFacts environment = {};
    QList<PythonFacts> pythons = {};
    QStringList packageManagers = {}; // "dpkg", "rpm", "pacman", "conda"
    QList<FileUserFacts> gpuUsers = {}; // programs that have the graphics card in use; an empty name is not known
    // How many running programs, being another user's, could not be looked into: whether they use a copy or the graphics
    // card is not known. Nothing: nobody could count them.
    std::optional<int> unseenPrograms = {};
};

} // namespace cudnnsetup
