// SPDX-License-Identifier: MIT
#pragma once

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
    QVersionNumber version;         // four parts: 8.9.7.29
    QString platform;               // "linux-x86_64", "linux-sbsa", "linux-aarch64" (Jetson), "linux-ppc64le", "windows-x86_64"
    std::optional<int> cudaMajor = {};
    QString cudaVariant;            // "cuda12", as in the data
    QString file;                   // file name
    QString url;
    std::optional<QByteArray> sha256 = {}; // 64 lower-case hex digits; empty where nobody published it
    std::optional<qint64> size = {};       // bytes, packed
    QString topDir;
    QString verification;           // level of trust, a key of "verification_levels"
};

struct Release
{
    QVersionNumber version; // four parts
    QString label;          // "8.9.7"
    QString date;           // ISO, may be empty
    QString status;         // "ok", "withdrawn", ...
    QList<ReleaseArchive> archives = {};
};

// What a release supports on one CUDA major, with the statement's source. Empty = not stated, which is 'unknown'.
struct ReleaseSupport
{
    int cudaMajor = 0;
    QStringList cudaMinors = {};
    std::optional<QVersionNumber> driverMinLinux = {};
    std::optional<QVersionNumber> minComputeCapability = {};
    std::optional<QVersionNumber> maxComputeCapability = {};
    std::optional<QVersionNumber> glibcX86 = {};
    QString evidence;
    QStringList sources = {};
};

// The files a release of this version consists of (names without version suffixes, "cudnn_ops" for libcudnn_ops.so).
struct LibrarySet
{
    QStringList shared = {};
    QStringList headers = {};
    QString linuxSoname; // "libcudnn.so.8"
};

// The bundled release data of resources/data, read once, then constant. Values only: it looks at no machine.
class Catalog
{
public:
    // From the resources built into the program. Errors: InputMalformed (a defect of the build; a test reads it).
    static Result<Catalog> bundled();
    static Result<Catalog> fromJson(const QByteArray &releases, const QByteArray &support, const QByteArray &drivers);

    const QList<Release> &releases() const; // by version, newest first
    const ReleaseArchive *archiveByHash(const QByteArray &sha256) const;
    // Genuine archives of one file name; a name may have several hashes, as archives were re-issued.
    QList<const ReleaseArchive *> archivesByName(const QString &fileName) const;
    const Release *release(const QVersionNumber &version) const; // three or four parts

    std::optional<ReleaseSupport> support(const QVersionNumber &version, int cudaMajor) const;
    std::optional<LibrarySet> librarySet(const QVersionNumber &version) const;
    // The lowest Linux driver that runs programs of this CUDA (minor-version compatibility from CUDA 11 on).
    std::optional<QVersionNumber> lowestDriver(const QVersionNumber &cuda) const;
    QString collected() const; // date of the data

private:
    struct Data;
    std::shared_ptr<const Data> m_data;
};

// CUDNN_VERSION as a number from and to a version: 8907 <-> 8.9.7, 91900 <-> 9.19.0.
// Source: docs.nvidia.com/deeplearning/cudnn/release-notes (9.0.0).
std::optional<QVersionNumber> versionFromCudnnNumber(qint64 number);
qint64 cudnnNumber(const QVersionNumber &version);

} // namespace cudnnsetup
