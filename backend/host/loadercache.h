// SPDX-License-Identifier: MIT
#pragma once

#include "filetree.h"

#include <QList>

namespace cudnnsetup {

struct LoaderCacheEntry
{
    QString soname; // the name programs ask for
    QString path;
    QString architecture; // "x86_64", "aarch64", ...; empty unknown
};

// Reads /etc/ld.so.cache (the new format "glibc-ld.so.cache1.1", alone or after the old one) in the loader's own order.
// Errors: InputMissing, NotReadable, InputMalformed. Source of the format: glibc sysdeps/generic/dl-cache.h.
Result<QList<LoaderCacheEntry>> readLoaderCache(const FileTree &files);
Result<QList<LoaderCacheEntry>> parseLoaderCache(const QByteArray &bytes);

// The folders that /etc/ld.so.conf and the files it includes name, in order, without duplicates.
QStringList loaderConfiguredFolders(const FileTree &files);

} // namespace cudnnsetup
