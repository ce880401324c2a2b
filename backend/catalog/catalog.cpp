// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include "catalog/catalogdata.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// MAJOR * scale + MINOR * 100 + PATCHLEVEL; from cuDNN 9 on the scale is 10000.
constexpr int firstMajorOfLongNumbers = 9;
constexpr int shortScale = 1000;
constexpr int longScale = 10000;

QByteArray resource(const QString &name)
{
    QFile file(u":/data/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QVersionNumber firstParts(const QVersionNumber &version, int count)
{
    return QVersionNumber(version.segments().first(std::min<qsizetype>(count, version.segmentCount())));
}

bool isWithin(const QVersionNumber &version, const QVersionNumber &from, const QVersionNumber &below)
{
    return (from.isNull() || version >= from) && (below.isNull() || version < below);
}

// QDir::match would not tell upper from lower case.
bool matchesAny(const QStringList &patterns, const QString &name)
{
    return std::any_of(patterns.begin(), patterns.end(), [&name](const QString &pattern) {
        return QRegularExpression::fromWildcard(pattern, Qt::CaseSensitive).match(name).hasMatch();
    });
}

} // namespace

bool CudnnFileNames::isLibrary(const QString &name) const
{
    return matchesAny(libraries, name) && !matchesAny(notCudnn, name);
}

bool CudnnFileNames::isHeader(const QString &name) const
{
    return matchesAny(headers, name) && !matchesAny(notCudnn, name);
}

Catalog::Catalog(std::shared_ptr<const CatalogData> data) : m_data(std::move(data)) {}

Result<Catalog> Catalog::bundled()
{
    return fromJson(resource(u"cudnn-releases.json"_s), resource(u"cudnn-support.json"_s), resource(u"cuda-driver.json"_s));
}

Result<Catalog> Catalog::fromJson(const QByteArray &releases, const QByteArray &support, const QByteArray &drivers)
{
    return parseCatalog(releases, support, drivers).map([](auto data) { return Catalog(std::move(data)); });
}

const QList<Release> &Catalog::releases() const
{
    return m_data->releases;
}

const ReleaseArchive *Catalog::archiveByHash(const QByteArray &sha256) const
{
    return m_data->byHash.value(sha256, nullptr);
}

QList<const ReleaseArchive *> Catalog::archivesByName(const QString &fileName) const
{
    return m_data->byName.values(fileName);
}

const Release *Catalog::release(const QVersionNumber &version) const
{
    const auto &releases = m_data->releases;
    const auto it = std::find_if(releases.begin(), releases.end(), [&version](const Release &release) {
        return release.version == version
            || (version.segmentCount() == 3 && version.isPrefixOf(release.version));
    });
    return it == releases.end() ? nullptr : &*it;
}

std::optional<ReleaseSupport> Catalog::support(const QVersionNumber &version, int cudaMajor) const
{
    const auto rows = m_data->support.value(firstParts(version, 3).toString());
    const auto it = std::find_if(rows.begin(), rows.end(),
                                 [cudaMajor](const ReleaseSupport &row) { return row.cudaMajor == cudaMajor; });
    return it == rows.end() ? std::nullopt : std::optional(*it);
}

std::optional<LibrarySet> Catalog::librarySet(const QVersionNumber &version) const
{
    for (const auto &entry : m_data->librarySets) {
        if (isWithin(version, entry.from, entry.below))
            return entry.set;
    }
    return {};
}

const QList<Platform> &Catalog::platforms() const
{
    return m_data->platforms;
}

std::optional<Platform> Catalog::platform(const QString &name) const
{
    for (const Platform &platform : m_data->platforms) {
        if (platform.name == name)
            return platform;
    }
    return {};
}

QList<KnownFault> Catalog::knownFaults(const QVersionNumber &version) const
{
    const Release *known = release(version);
    const QVersionNumber build = known ? known->version : version;
    QList<KnownFault> faults;
    for (const auto &entry : m_data->faults) {
        if (isWithin(build, entry.from, entry.below))
            faults << entry.fault;
    }
    return faults;
}

const CudnnFileNames &Catalog::fileNames() const
{
    return m_data->fileNames;
}

QVersionNumber Catalog::forwardCompatibleFrom() const
{
    return m_data->forwardCompatibleFrom;
}

bool Catalog::servesWholeCudaMajor(const QVersionNumber &version, int cudaMajor) const
{
    return version >= m_data->wholeMajorFrom && cudaMajor >= m_data->wholeMajorFromCuda;
}

std::optional<QVersionNumber> Catalog::lowestDriver(const QVersionNumber &cuda) const
{
    if (const auto it = m_data->lowestDriverOfMajor.find(cuda.majorVersion()); it != m_data->lowestDriverOfMajor.end())
        return it->second;
    const auto it = m_data->lowestDriverOfToolkit.find(firstParts(cuda, 2));
    return it == m_data->lowestDriverOfToolkit.end() ? std::nullopt : std::optional(it->second);
}

QString Catalog::collected() const
{
    return m_data->collected;
}

std::optional<QVersionNumber> versionFromCudnnNumber(qint64 number)
{
    // 4000 to 9999 are cuDNN 4 to 8 (1000 a major); 90000 and more are cuDNN 9 and later (10000 a major).
    if (number < shortScale || number >= qint64(1000) * longScale)
        return {};
    const int scale = number >= qint64(firstMajorOfLongNumbers) * longScale ? longScale : shortScale;
    const int major = int(number / scale);
    if (scale == shortScale && major >= firstMajorOfLongNumbers)
        return {};
    return QVersionNumber(major, int(number % scale) / 100, int(number % 100));
}

qint64 cudnnNumber(const QVersionNumber &version)
{
    const int scale = version.majorVersion() >= firstMajorOfLongNumbers ? longScale : shortScale;
    return qint64(version.majorVersion()) * scale + qint64(version.minorVersion()) * 100 + version.microVersion();
}

} // namespace cudnnsetup
