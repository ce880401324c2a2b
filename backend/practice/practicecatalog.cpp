// SPDX-License-Identifier: MIT
#include "practice/practicecatalog.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QByteArray bundledFile(const QString &name)
{
    QFile file(u":/data/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// archives.json of a practice machine; empty for any other.
QByteArray listOfArchives(const Host &host)
{
    QFile file(host.directory() + u"/archives.json"_s);
    const bool isPractice = host.record() && host.record()->isPractice;
    return isPractice && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The entry of a published archive with the hash and size of the practice one; a new entry where none is published.
QJsonObject practiceEntry(const QJsonArray &published, const QJsonObject &practice)
{
    QJsonObject entry{{u"platform"_s, practice[u"platform"_s]},
                      {u"cuda_variant"_s, practice[u"cudaVariant"_s]},
                      {u"file"_s, practice[u"file"_s]},
                      {u"url"_s, QString()},
                      {u"top_dir"_s, practice[u"topDir"_s]}};
    for (const QJsonValue &archive : published) {
        if (archive[u"file"] == practice[u"file"_s])
            entry = archive.toObject();
    }
    entry[u"sha256"_s] = practice[u"sha256"_s];
    entry[u"size"_s] = practice[u"size"_s];
    entry[u"verification"_s] = u"practice"_s;
    return entry;
}

} // namespace

Result<QByteArray> releasesWithPractice(const QByteArray &releases, const QByteArray &archives)
{
    const QJsonObject practice = QJsonDocument::fromJson(archives).object();
    QJsonObject document = QJsonDocument::fromJson(releases).object();
    if (practice[u"schema"_s].toInt() != 1 || !document[u"releases"_s].isArray())
        return failure(ErrorId::InputMalformed,
                       Text(QT_TRANSLATE_NOOP("backend", "The list of this practice machine's archives cannot be read. "
                                                         "Make the practice machine anew.")),
                       u"archives.json"_s);
    QJsonArray list = document[u"releases"_s].toArray();
    const QJsonArray additions = practice[u"archives"_s].toArray();
    for (const QJsonValue &addition : additions) {
        for (qsizetype i = 0; i < list.size(); ++i) {
            QJsonObject release = list[i].toObject();
            if (release[u"version"_s] != addition[u"version"])
                continue;
            QJsonArray published = release[u"archives"_s].toArray();
            published << practiceEntry(published, addition.toObject());
            release[u"archives"_s] = published;
            list[i] = release;
        }
    }
    document[u"releases"_s] = list;
    return QJsonDocument(document).toJson(QJsonDocument::Compact);
}

QList<PracticeMachine::Archive> practiceArchivesBeside(const Host &host)
{
    QList<PracticeMachine::Archive> list;
    const QJsonArray archives = QJsonDocument::fromJson(listOfArchives(host))[u"archives"].toArray();
    for (const QJsonValue &archive : archives) {
        list << PracticeMachine::Archive{.path = host.directory() + u"/archives/"_s + archive[u"file"].toString(),
                                         .version = QVersionNumber::fromString(archive[u"version"].toString()),
                                         .cuda = QVersionNumber::fromString(archive[u"cuda"].toString())};
    }
    return list;
}

Result<Catalog> catalogFor(const Host &host)
{
    const QByteArray archives = listOfArchives(host);
    if (archives.isEmpty())
        return Catalog::bundled();
    return releasesWithPractice(bundledFile(u"cudnn-releases.json"_s), archives).and_then([](const QByteArray &releases) {
        return Catalog::fromJson(releases, bundledFile(u"cudnn-support.json"_s), bundledFile(u"cuda-driver.json"_s));
    });
}

} // namespace cudnnsetup
