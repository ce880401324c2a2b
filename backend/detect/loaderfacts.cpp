// SPDX-License-Identifier: MIT
#include "loaderfacts.h"

#include "host/resolver.h"

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Families of CUDA's own libraries; "libcu" alone would catch libcurl and libcups.
constexpr std::array cudaFamilies = {"libcuda",     "libcudart",  "libcudnn",   "libcublas",   "libcufft",
                                     "libcurand",   "libcusolver", "libcusparse", "libcupti",  "libcufile",
                                     "libnvrtc",    "libnvJitLink", "libnvvm",   "libnvToolsExt", "libnvidia-",
                                     "libnccl",     "libnpp",      "libnvjpeg"};

bool isOfCuda(const QString &soname)
{
    return std::any_of(cudaFamilies.begin(), cudaFamilies.end(),
                       [&](const char *family) { return soname.startsWith(QLatin1String(family)); });
}

QStringList cudnnSonames(const QList<CudnnCopy> &copies, const QList<LoaderCacheEntry> &entries)
{
    QStringList sonames;
    for (const CudnnCopy &copy : copies) {
        for (const LibraryFacts &library : copy.libraries) {
            if (library.soname && library.soname->startsWith("libcudnn"_L1))
                sonames << *library.soname;
        }
    }
    for (const LoaderCacheEntry &entry : entries) {
        if (entry.soname.startsWith("libcudnn"_L1) && !entry.soname.endsWith(".so"_L1))
            sonames << entry.soname;
    }
    sonames.sort();
    sonames.removeDuplicates();
    return sonames;
}

} // namespace

LoaderFacts readLoaderFacts(const Host &host, const QList<CudnnCopy> &copies)
{
    LoaderFacts facts;
    const LoaderSearch search(host);
    const QList<LoaderCacheEntry> entries = search.cache().value_or(QList<LoaderCacheEntry>());
    if (!search.cache())
        facts.problem = toString(search.cache().error().id);
    for (const LoaderCacheEntry &entry : entries) {
        if (isOfCuda(entry.soname))
            facts.cacheEntries << LoaderFacts::CacheEntry{entry.soname, entry.path};
    }
    const QStringList sonames = cudnnSonames(copies, entries);
    for (const QString &soname : sonames) {
        const Resolution found = search.resolve(soname);
        if (found.path)
            facts.resolved << LoaderFacts::Resolved{soname, *found.path, toString(found.reason)};
    }
    return facts;
}

} // namespace cudnnsetup
