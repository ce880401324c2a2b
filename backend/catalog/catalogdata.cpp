// SPDX-License-Identifier: MIT
#include "catalog/catalogdata.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QVersionNumber versionOf(const QJsonValue &value)
{
    return QVersionNumber::fromString(value.toString());
}

std::optional<QVersionNumber> optionalVersion(const QJsonValue &value)
{
    const auto version = versionOf(value);
    return version.isNull() ? std::nullopt : std::optional(version);
}

QStringList stringsOf(const QJsonValue &value)
{
    QStringList strings;
    const QJsonArray array = value.toArray();
    for (const auto &element : array)
        strings << element.toString();
    return strings;
}

// "cuda12" -> 12
std::optional<int> cudaMajorOf(const QString &variant)
{
    bool isNumber = false;
    const int major = variant.startsWith("cuda"_L1) ? variant.sliced(4).toInt(&isNumber) : 0;
    return isNumber ? std::optional(major) : std::nullopt;
}

ReleaseArchive archiveOf(const QJsonObject &json, const QVersionNumber &version, const QString &component)
{
    ReleaseArchive archive;
    archive.version = version;
    archive.platform = json["platform"_L1].toString();
    archive.cudaVariant = json["cuda_variant"_L1].toString();
    archive.cudaMajor = cudaMajorOf(archive.cudaVariant);
    archive.cudaBuild = versionOf(json["cuda_build"_L1]);
    archive.file = json["file"_L1].toString();
    archive.url = json["url"_L1].toString();
    if (const QString sha256 = json["sha256"_L1].toString(); !sha256.isEmpty())
        archive.sha256 = sha256.toLatin1();
    if (const QJsonValue size = json["size"_L1]; size.isDouble())
        archive.size = size.toInteger();
    archive.topDir = json["top_dir"_L1].toString();
    archive.verification = json["verification"_L1].toString();
    archive.component = component;
    return archive;
}

void readReleases(const QJsonObject &document, CatalogData &data)
{
    data.collected = document["collected"_L1].toString();
    const QJsonArray releases = document["releases"_L1].toArray();
    for (const auto &element : releases) {
        const QJsonObject json = element.toObject();
        Release release{.version = versionOf(json["version"_L1]),
                        .label = json["label"_L1].toString(),
                        .date = json["release_date"_L1].toString(),
                        .status = json["status"_L1].toString()};
        const QJsonArray archives = json["archives"_L1].toArray();
        for (const auto &archive : archives)
            release.archives << archiveOf(archive.toObject(), release.version, u"cudnn"_s);
        for (const auto &[key, component] : {std::pair("jit_archives"_L1, u"cudnn_jit"_s),
                                             std::pair("sample_archives"_L1, u"cudnn_samples"_s)}) {
            const QJsonArray others = json[key].toArray();
            for (const auto &archive : others)
                data.otherArchives << archiveOf(archive.toObject(), release.version, component);
        }
        data.releases << release;
    }
    std::sort(data.releases.begin(), data.releases.end(),
              [](const Release &a, const Release &b) { return a.version > b.version; });
}

// Only once the lists have their final place: the indexes point into them.
void indexArchives(CatalogData &data)
{
    const auto add = [&data](const ReleaseArchive &archive) {
        if (archive.sha256)
            data.byHash.insert(*archive.sha256, &archive);
        data.byName.insert(archive.file, &archive);
    };
    for (const Release &release : std::as_const(data.releases))
        std::for_each(release.archives.cbegin(), release.archives.cend(), add);
    std::for_each(data.otherArchives.cbegin(), data.otherArchives.cend(), add);
}

std::optional<QVersionNumber> lowestGlibc(const QJsonValue &value)
{
    std::optional<QVersionNumber> lowest;
    const QJsonArray array = value.toArray();
    for (const auto &element : array) {
        const auto version = versionOf(element["glibc"_L1]);
        if (!version.isNull() && (!lowest || version < *lowest))
            lowest = version;
    }
    return lowest;
}

ReleaseSupport supportOf(const QJsonObject &release, const QJsonObject &row)
{
    ReleaseSupport support;
    support.cudaMajor = cudaMajorOf(row["variant"_L1].toString()).value_or(0);
    support.cudaMinors = stringsOf(row["cuda_minors"_L1]);
    support.driverMinLinux = optionalVersion(row["driver_min_linux"_L1]);
    support.minComputeCapability =
            optionalVersion(row.contains("min_cc"_L1) ? row["min_cc"_L1] : release["min_cc"_L1]);
    support.maxComputeCapability =
            optionalVersion(row.contains("max_cc"_L1) ? row["max_cc"_L1] : release["max_cc"_L1]);
    support.glibcX86 = lowestGlibc(release["glibc"_L1]);
    support.evidence = release["evidence"_L1].toString();
    support.sources = stringsOf(release["source"_L1]);
    if (const QJsonObject json = row["blackwell"_L1].toObject(); !json.isEmpty()) {
        support.newGpus =
                ReleaseSupport::NewGpus{.fromComputeCapability = versionOf(json["from_cc"_L1]),
                                        .cudaMinors = stringsOf(json["cuda_minors"_L1]),
                                        .driverMinLinux = optionalVersion(json["driver_min_linux"_L1])};
    }
    return support;
}

LibrarySet librarySetOf(const QJsonObject &json)
{
    return {.shared = stringsOf(json["shared"_L1]),
            .headers = stringsOf(json["headers"_L1]),
            .linuxSoname = json["linux_soname"_L1].toString().replace("<name>"_L1, "cudnn"_L1)};
}

KnownFault faultOf(const QJsonObject &json)
{
    const QJsonObject needs = json["only_with"_L1].toObject();
    return {.sentence = json["sentence"_L1].toString().toUtf8(),
            .source = json["source"_L1].toString(),
            .gpusAtLeast = needs["gpus_at_least"_L1].toInt(),
            .cudaAtLeast = versionOf(needs["cuda_at_least"_L1])};
}

Platform platformOf(const QJsonObject &json)
{
    const QString tegra = json["tegra"_L1].toString();
    return {.name = json["name"_L1].toString(),
            .os = json["os"_L1].toString(),
            .architecture = json["architecture"_L1].toString(),
            .tegra = tegra == "only"_L1        ? Platform::Tegra::Only
                     : tegra == "from_cuda"_L1 ? Platform::Tegra::FromCuda
                                               : Platform::Tegra::No,
            .tegraFromCuda = versionOf(json["tegra_from_cuda"_L1]),
            .tegraSureFromCuda = versionOf(json["tegra_sure_from_cuda"_L1])};
}

void readReleaseSupport(const QJsonArray &releases, CatalogData &data)
{
    for (const auto &element : releases) {
        const QJsonObject release = element.toObject();
        QList<ReleaseSupport> rows;
        const QJsonArray cuda = release["cuda"_L1].toArray();
        for (const auto &row : cuda)
            rows << supportOf(release, row.toObject());
        const QStringList labels = stringsOf(release["applies_to"_L1]);
        for (const QString &label : labels)
            data.support.insert(label, rows);
    }
}

void readSupport(const QJsonObject &document, CatalogData &data)
{
    readReleaseSupport(document["releases"_L1].toArray(), data);
    const QJsonArray sets = document["library_sets"_L1].toArray();
    for (const auto &set : sets)
        data.librarySets << CatalogData::VersionedSet{
                versionOf(set["from_version"_L1]), versionOf(set["below"_L1]), librarySetOf(set.toObject())};
    const QJsonArray faults = document["known_bad"_L1].toArray();
    for (const auto &fault : faults) {
        // An entry without a range names no release: nobody established which ones are affected.
        if (fault["below"_L1].isString())
            data.faults << CatalogData::VersionedFault{
                    versionOf(fault["from"_L1]), versionOf(fault["below"_L1]), faultOf(fault.toObject())};
    }
    const QJsonArray platforms = document["platforms"_L1]["table"_L1].toArray();
    for (const auto &platform : platforms)
        data.platforms << platformOf(platform.toObject());
    const QJsonObject names = document["file_names"_L1].toObject();
    data.fileNames = {.libraries = stringsOf(names["libraries"_L1]),
                      .headers = stringsOf(names["headers"_L1]),
                      .notCudnn = stringsOf(names["not_cudnn"_L1])};
    data.forwardCompatibleFrom = versionOf(document["hardware_forward_compatibility"_L1]["from_version"_L1]);
    const QJsonObject minors = document["cuda_minor_compatibility"_L1].toObject();
    data.wholeMajorFrom = versionOf(minors["from_version"_L1]);
    data.wholeMajorFromCuda = minors["from_cuda_major"_L1].toInt();
}

void readDrivers(const QJsonObject &document, CatalogData &data)
{
    const QJsonArray floors = document["minor_version_compatibility"_L1]["table"_L1].toArray();
    for (const auto &floor : floors) {
        if (const auto driver = versionOf(floor["linux_min"_L1]); !driver.isNull())
            data.lowestDriverOfMajor.insert_or_assign(floor["cuda_major"_L1].toInt(), driver);
    }
    const QJsonArray rows = document["toolkit_drivers"_L1].toArray();
    for (const auto &row : rows) {
        const auto cuda = versionOf(row["cuda"_L1]);
        const auto driver = versionOf(row["linux_x86_64_min"_L1]);
        if (driver.isNull())
            continue;
        const auto [it, isNew] = data.lowestDriverOfToolkit.try_emplace(cuda, driver);
        it->second = std::min(it->second, driver);
    }
}

Result<QJsonObject> documentOf(const QByteArray &bytes, const char *name)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (!document.isObject() || document["schema"_L1].toInt() != 1) {
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP(
                               "backend", "The bundled cuDNN release data cannot be read, so nothing can be "
                                          "judged. Nothing was changed. Please install this program again.")),
                       u"%1: %2 at %3"_s.arg(QLatin1StringView(name), error.errorString()).arg(error.offset));
    }
    return document.object();
}

} // namespace

Result<std::shared_ptr<const CatalogData>> parseCatalog(const QByteArray &releases, const QByteArray &support,
                                                        const QByteArray &drivers)
{
    const auto releaseDocument = documentOf(releases, "cudnn-releases.json");
    const auto supportDocument = documentOf(support, "cudnn-support.json");
    const auto driverDocument = documentOf(drivers, "cuda-driver.json");
    for (const auto *document : {&releaseDocument, &supportDocument, &driverDocument}) {
        if (!*document)
            return tl::unexpected(document->error());
    }
    auto data = std::make_shared<CatalogData>();
    readReleases(*releaseDocument, *data);
    indexArchives(*data);
    readSupport(*supportDocument, *data);
    readDrivers(*driverDocument, *data);
    return data;
}

} // namespace cudnnsetup
