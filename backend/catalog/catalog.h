// SPDX-License-Identifier: MIT
#pragma once

#include "cudnnnumber.h"
#include "result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <QVersionNumber>

#include <memory>
#include <optional>

namespace cudnnsetup {

// One archive of one release, as NVIDIA published it.
struct ReleaseArchive
{
    QVersionNumber version; // four parts: 8.9.7.29
    QString platform; // "linux-x86_64", "linux-sbsa", "linux-aarch64" (Jetson), "linux-ppc64le",
                      // "windows-x86_64"
    std::optional<int> cudaMajor = {};
    QString cudaVariant; // "cuda12", as in the data
    QVersionNumber cudaBuild = {}; // the CUDA it was built with, as far as it is named: 12, 11.6, 10.2
    QString file; // file name
    QString url;
    std::optional<QByteArray> sha256 = {}; // 64 lower-case hex digits; empty where nobody published it
    std::optional<qint64> size = {}; // bytes, packed
    QString topDir;
    QString verification; // level of trust, a key of "verification_levels"
    QString component = QStringLiteral(
            "cudnn"); // "cudnn", "cudnn_jit" (a small set of libraries), "cudnn_samples" (sources)
};

struct Release
{
    QVersionNumber version; // four parts
    QString label; // "8.9.7"
    QString date; // ISO, may be empty
    QString status; // "ok", "known_bad", "preview", "withdrawn"
    QList<ReleaseArchive> archives = {}; // of the component "cudnn" only
};

// What a release supports on one CUDA major, with the statement's source. Empty = not stated, which is
// 'unknown'.
struct ReleaseSupport
{
    // What GPUs from this compute capability on need beyond the rest.
    struct NewGpus
    {
        QVersionNumber fromComputeCapability;
        QStringList cudaMinors = {};
        std::optional<QVersionNumber> driverMinLinux = {};
    };
    int cudaMajor = 0;
    QStringList cudaMinors = {}; // "12.0", "12.1"
    std::optional<QVersionNumber> driverMinLinux = {};
    std::optional<QVersionNumber> minComputeCapability = {};
    std::optional<QVersionNumber> maxComputeCapability = {};
    std::optional<NewGpus> newGpus = {};
    std::optional<QVersionNumber> glibcX86 = {}; // the lowest of the tested distributions; no hard minimum
    QString evidence;
    QStringList sources = {};
};

// The files a release of this version consists of (names without version suffixes, "cudnn_ops" for
// libcudnn_ops.so).
struct LibrarySet
{
    QStringList shared = {};
    QStringList headers = {};
    QString linuxSoname; // "libcudnn.so.8"
};

struct CatalogData;

// Which machines an archive's platform name means.
struct Platform
{
    enum class Tegra { No, Only, FromCuda };
    QString name; // "linux-sbsa"
    QString os;
    QString architecture;
    Tegra tegra = Tegra::No;
    QVersionNumber tegraFromCuda = {}; // no Jetson board before this CUDA
    QVersionNumber tegraSureFromCuda =
            {}; // every Jetson board from this CUDA on; between the two it depends on the board
};

// A published fault of some releases.
struct KnownFault
{
    QByteArray sentence; // English; translated where it is shown (catalog/datasentences.h lists it)
    QString source;
    int gpusAtLeast = 0; // only then does it matter
    QVersionNumber cudaAtLeast = {}; // only then does it matter
};

// How the files of a cuDNN are named on Linux, whatever its version: wildcards.
struct CudnnFileNames
{
    QStringList libraries = {};
    QStringList headers = {};
    QStringList notCudnn = {};
    bool isLibrary(const QString &name) const;
    bool isHeader(const QString &name) const;
};

// The bundled release data of resources/data, read once, then constant. Values only: it looks at no machine.
class Catalog
{
public:
    // From the resources built into the program. Errors: InputMalformed (a defect of the build; a test reads
    // it).
    static Result<Catalog> bundled();
    static Result<Catalog> fromJson(const QByteArray &releases, const QByteArray &support,
                                    const QByteArray &drivers);

    const QList<Release> &releases() const; // by version, newest first
    const ReleaseArchive *archiveByHash(const QByteArray &sha256) const;
    // Published archives of one file name, with or without a known hash; a name may have several hashes, as
    // archives were re-issued.
    QList<const ReleaseArchive *> archivesByName(const QString &fileName) const;
    // Three or four parts; of three parts the newest build of that number.
    const Release *release(const QVersionNumber &version) const;

    std::optional<ReleaseSupport> support(const QVersionNumber &version, int cudaMajor) const;
    std::optional<LibrarySet> librarySet(const QVersionNumber &version) const;
    const QList<Platform> &platforms() const;
    std::optional<Platform> platform(const QString &name) const;
    QList<KnownFault> knownFaults(const QVersionNumber &version) const;
    const CudnnFileNames &fileNames() const;
    // From this cuDNN on, GPUs newer than those it names run a part of it.
    QVersionNumber forwardCompatibleFrom() const;
    // Whether a build of this cuDNN for this CUDA major serves all minor versions of the major.
    bool servesWholeCudaMajor(const QVersionNumber &version, int cudaMajor) const;
    // The lowest Linux driver that runs programs of this CUDA (minor-version compatibility from CUDA 11 on).
    std::optional<QVersionNumber> lowestDriver(const QVersionNumber &cuda) const;
    QString collected() const; // date of the data

private:
    explicit Catalog(std::shared_ptr<const CatalogData> data);
    std::shared_ptr<const CatalogData> m_data;
};

} // namespace cudnnsetup
