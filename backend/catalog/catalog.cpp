// SPDX-License-Identifier: MIT
#include "catalog/catalog.h"

#include "catalog/catalogdata.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

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
    return fromJson(resource(u"cudnn-releases.json"_s), resource(u"cudnn-support.json"_s),
                    resource(u"cuda-driver.json"_s));
}

Result<Catalog> Catalog::fromJson(const QByteArray &releases, const QByteArray &support,
                                  const QByteArray &drivers)
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
    const auto it = std::find_if(rows.begin(), rows.end(), [cudaMajor](const ReleaseSupport &row) {
        return row.cudaMajor == cudaMajor;
    });
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
    if (const auto it = m_data->lowestDriverOfMajor.find(cuda.majorVersion());
        it != m_data->lowestDriverOfMajor.end())
        return it->second;
    const auto it = m_data->lowestDriverOfToolkit.find(firstParts(cuda, 2));
    return it == m_data->lowestDriverOfToolkit.end() ? std::nullopt : std::optional(it->second);
}

QString Catalog::collected() const
{
    return m_data->collected;
}

} // namespace cudnnsetup
