// SPDX-License-Identifier: MIT
#include "report/documents.h"

#include <QJsonArray>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QJsonValue orNull(const std::optional<QVersionNumber> &value)
{
    return value ? QJsonValue(value->toString()) : QJsonValue();
}

QJsonValue orNull(const std::optional<QString> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

template<class Number>
QJsonValue orNull(const std::optional<Number> &value)
{
    return value ? QJsonValue(qint64(*value)) : QJsonValue();
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QJsonValue wordOf(Progress::Bottleneck bottleneck)
{
    return bottleneck == Progress::Bottleneck::None ? QJsonValue() : QJsonValue(toString(bottleneck));
}

QJsonObject archiveDocument(const ReleaseArchive &archive)
{
    return {{u"platform"_s, archive.platform},
            {u"cuda"_s, orNull(archive.cudaMajor)},
            {u"cudaVariant"_s, textOrNull(archive.cudaVariant)},
            {u"file"_s, archive.file},
            {u"url"_s, textOrNull(archive.url)},
            {u"sha256"_s, archive.sha256 ? QJsonValue(QString::fromLatin1(*archive.sha256)) : QJsonValue()},
            {u"size"_s, orNull(archive.size)}};
}

bool passes(const ReleaseArchive &archive, const ReleaseFilter &filter)
{
    return (filter.platform.isEmpty() || archive.platform == filter.platform)
            && (!filter.cudaMajor || archive.cudaMajor == filter.cudaMajor);
}

} // namespace

QJsonObject identifyDocument(const ArchiveIdentity &identity)
{
    QJsonArray published;
    for (const QByteArray &hash : identity.publishedSha256)
        published << QString::fromLatin1(hash);
    return {{u"path"_s, identity.path},
            {u"container"_s, identity.container == Container::None ? QJsonValue() : QJsonValue(toString(identity.container))},
            {u"version"_s, orNull(identity.version)},
            {u"cuda"_s, orNull(identity.cudaMajor)},
            {u"platform"_s, orNull(identity.platform)},
            {u"sha256"_s, textOrNull(QString::fromLatin1(identity.sha256))},
            {u"publishedSha256"_s, published},
            {u"authenticity"_s, toString(identity.authenticity)},
            {u"identifiedBy"_s, textOrNull(identity.identifiedBy)},
            {u"entries"_s, orNull(identity.entries)},
            {u"unpackedBytes"_s, orNull(identity.unpackedBytes)},
            {u"topDir"_s, textOrNull(identity.topDir)},
            {u"problem"_s, identity.problem ? QJsonValue(identity.problem->message.toString()) : QJsonValue()}};
}

QJsonObject errorDocument(const Error &error)
{
    return {{u"error"_s,
             QJsonObject{{u"id"_s, toString(error.id)},
                         {u"message"_s, error.message.toString()},
                         {u"detail"_s, textOrNull(error.detail)}}}};
}

QJsonObject cancelledDocument(const Text &message)
{
    return {{u"error"_s,
             QJsonObject{{u"id"_s, u"cancelled"_s}, {u"message"_s, message.toString()}, {u"detail"_s, QJsonValue()}}}};
}

QJsonObject progressDocument(const Progress &progress)
{
    const QJsonValue total = progress.total < 0 ? QJsonValue() : QJsonValue(progress.total);
    return {{u"progress"_s,
             QJsonObject{{u"step"_s, toString(progress.step)},
                         {u"done"_s, progress.done},
                         {u"total"_s, total},
                         {u"bottleneck"_s, wordOf(progress.bottleneck)},
                         {u"subject"_s, textOrNull(progress.subject.toString())}}}};
}

QList<Release> filteredReleases(const Catalog &catalog, const ReleaseFilter &filter)
{
    QList<Release> releases = catalog.releases();
    for (Release &release : releases)
        release.archives.removeIf([&](const ReleaseArchive &archive) { return !passes(archive, filter); });
    if (!filter.withAll)
        releases.removeIf([](const Release &release) { return release.archives.isEmpty() || release.status != u"ok"; });
    return releases;
}

QJsonObject releasesDocument(const QList<Release> &releases, const QString &collected)
{
    QJsonArray list;
    for (const Release &release : releases) {
        QJsonArray archives;
        for (const ReleaseArchive &archive : release.archives)
            archives << archiveDocument(archive);
        list << QJsonObject{{u"version"_s, release.version.toString()},
                            {u"label"_s, textOrNull(release.label)},
                            {u"date"_s, textOrNull(release.date)},
                            {u"status"_s, textOrNull(release.status)},
                            {u"archives"_s, archives}};
    }
    return {{u"schema"_s, 1}, {u"collected"_s, collected}, {u"releases"_s, list}};
}

} // namespace cudnnsetup
