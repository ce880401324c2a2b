// SPDX-License-Identifier: MIT
#pragma once

#include "archive/identity.h"
#include "job.h"

#include <QJsonObject>

namespace cudnnsetup {

// JSON documents of docs/CLI.md that belong to no one part of the engine. An unknown value is null.
QJsonObject identifyDocument(const ArchiveIdentity &identity);
QJsonObject errorDocument(const Error &error);
QJsonObject cancelledDocument(const Text &message); // the error document of work that the person stopped
QJsonObject progressDocument(const Progress &progress);

// "releases": those with an archive that passes; platform and cudaMajor empty mean any. withAll: also withdrawn releases and
// releases without a fitting archive.
struct ReleaseFilter
{
    QString platform = {};
    std::optional<int> cudaMajor = {};
    bool withAll = false;
};
QList<Release> filteredReleases(const Catalog &catalog, const ReleaseFilter &filter);
QJsonObject releasesDocument(const QList<Release> &releases, const QString &collected);

} // namespace cudnnsetup
