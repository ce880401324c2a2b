// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/catalog.h"

#include <QHash>
#include <QMultiHash>

#include <map>

namespace cudnnsetup {

// What the data files hold, as values. Made once by parseCatalog, constant afterwards, shared by the copies
// of a Catalog.
struct CatalogData
{
    struct VersionedSet
    {
        QVersionNumber from;
        QVersionNumber below; // null: no end
        LibrarySet set;
    };
    struct VersionedFault
    {
        QVersionNumber from; // null: no beginning
        QVersionNumber below;
        KnownFault fault;
    };

    QString collected;
    QList<Release> releases; // newest first
    QList<ReleaseArchive> otherArchives; // of other components
    QHash<QByteArray, const ReleaseArchive *> byHash;
    QMultiHash<QString, const ReleaseArchive *> byName;

    QHash<QString, QList<ReleaseSupport>> support; // label "8.9.7" -> one entry a CUDA major
    QList<VersionedSet> librarySets;
    QList<VersionedFault> faults;
    QList<Platform> platforms;
    CudnnFileNames fileNames;
    QVersionNumber forwardCompatibleFrom;
    QVersionNumber wholeMajorFrom; // cuDNN
    int wholeMajorFromCuda = 0;

    std::map<int, QVersionNumber> lowestDriverOfMajor;
    std::map<QVersionNumber, QVersionNumber> lowestDriverOfToolkit; // "10.2" -> driver
};

// Reads the three documents. Errors: InputMalformed; detail names the document and the place.
Result<std::shared_ptr<const CatalogData>> parseCatalog(const QByteArray &releases, const QByteArray &support,
                                                        const QByteArray &drivers);

} // namespace cudnnsetup
