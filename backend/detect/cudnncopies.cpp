// SPDX-License-Identifier: MIT
#include "cudnncopies.h"

#include "cudnnnumber.h"
#include "detect/cudnnplaces.h"
#include "detect/cudnnversion.h"
#include "detect/owner.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <future>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype probesAtOnce = 4;

// A copy on its way to be one: the facts together with what they are made from.
struct Candidate
{
    CudnnPlace place;
    CudnnSet set;
    QList<int> otherMajors; // in the same folder
    CudnnCopy copy;
};

QString folderOf(const QString &path)
{
    return path.section(u'/', 0, -2);
}

// A folder of nothing but links into another folder is a way to that copy and no copy of its own.
QStringList foldersBehindLinks(const CudnnSet &set, const QString &folder)
{
    QStringList folders;
    for (const LibraryFacts &library : set.libraries) {
        if (folderOf(library.file) == folder)
            return {};
        if (library.problem.isEmpty())
            folders << folderOf(library.file);
    }
    folders.removeDuplicates();
    return folders;
}

QList<Candidate> candidatesIn(const FileTree &files, const CudnnPlace &place)
{
    const QList<CudnnSet> sets = cudnnSetsIn(files, place.libraryDir);
    QList<Candidate> candidates;
    for (const CudnnSet &set : sets) {
        Candidate candidate{.place = place, .set = set, .otherMajors = {}, .copy = {}};
        for (const CudnnSet &other : sets) {
            if (other.major && other.major != set.major)
                candidate.otherMajors << *other.major;
        }
        candidates << candidate;
    }
    return candidates;
}

QList<Candidate> allCandidates(const Host &host, const SystemReport &soFar)
{
    const FileTree &files = host.files();
    QList<CudnnPlace> places = cudnnPlaces(host, soFar);
    QSet<QString> seen;
    for (const CudnnPlace &place : std::as_const(places))
        seen.insert(place.libraryDir);
    QList<Candidate> candidates;
    for (qsizetype i = 0; i < places.size(); ++i) {
        const QList<Candidate> here = candidatesIn(files, places[i]);
        for (const Candidate &candidate : here) {
            const QStringList behind = foldersBehindLinks(candidate.set, candidate.place.libraryDir);
            if (behind.isEmpty())
                candidates << candidate;
            for (const QString &folder : behind) {
                if (seen.contains(folder))
                    continue;
                seen.insert(folder);
                places << placeOfFolder(files, soFar, folder);
            }
        }
    }
    return candidates;
}

void fillFromFiles(const Host &host, Candidate &candidate)
{
    CudnnCopy &copy = candidate.copy;
    copy.libraryDir = candidate.place.libraryDir;
    copy.origin = candidate.place.origin;
    copy.toolkit = candidate.place.toolkit;
    copy.libraries = candidate.set.libraries;
    const LibraryFacts *dispatcher = candidate.set.dispatcher();
    const QList<LibraryFacts> files = candidate.set.files();
    if (dispatcher && dispatcher->architecture)
        copy.architecture = dispatcher->architecture;
    else if (!files.isEmpty())
        copy.architecture = files.first().architecture;
    if (const auto header = findCudnnHeader(host.files(), candidate.place.includeDirs, candidate.set.major,
                                            candidate.otherMajors)) {
        copy.headerVersion = header->version;
        copy.includeDir = header->includeDir;
    }
}

// The dispatcher, where it may be loaded here at all.
std::optional<QString> probeTarget(const Host &host, const Candidate &candidate)
{
    const LibraryFacts *dispatcher = candidate.set.dispatcher();
    if (!dispatcher || !dispatcher->problem.isEmpty() || dispatcher->architecture != host.architecture())
        return {};
    return host.files().outside(FileTree::join(candidate.place.libraryDir, dispatcher->name));
}

// The folders that a machine elsewhere names in its environment are none of this machine, on which the child runs.
QHash<QString, QString> ownEnvironment(const Host &host)
{
    return host.isLocal() ? host.environment() : QHash<QString, QString>();
}

void fillFromAnswer(CudnnCopy &copy, const Result<ProbeAnswer> &answer)
{
    if (!answer) {
        const Error &error = answer.error();
        if (error.id != ErrorId::NotSupported) // else nobody asked
            copy.probeError = toString(error.id) + (error.detail.isEmpty() ? QString() : u": "_s + error.detail);
        return;
    }
    if (!answer->loads.isEmpty() && !answer->loads.first().loaded)
        copy.probeError = answer->loads.first().error;
    if (answer->cudnnVersion) {
        copy.libraryVersion = versionFromCudnnNumber(*answer->cudnnVersion);
        copy.libraryVersionSource = u"cudnnGetVersion"_s;
    }
    if (answer->cudartVersion && *answer->cudartVersion >= 1000) {
        copy.cudaMajor = int(*answer->cudartVersion / 1000);
        copy.cudaMajorSource = u"cudnnGetCudartVersion"_s;
    }
}

void probe(const Host &host, QList<Candidate> &candidates)
{
    for (qsizetype start = 0; start < candidates.size(); start += probesAtOnce) {
        std::vector<std::pair<qsizetype, std::future<Result<ProbeAnswer>>>> running;
        for (qsizetype i = start; i < std::min(start + probesAtOnce, candidates.size()); ++i) {
            const auto target = probeTarget(host, candidates[i]);
            if (!target)
                continue;
            const ProbeRequest request{.library = *target, .environment = ownEnvironment(host)};
            running.emplace_back(i, std::async(std::launch::async, [&host, request] {
                                     return host.prober().probe(request);
                                 }));
        }
        for (auto &[index, answer] : running)
            fillFromAnswer(candidates[index].copy, answer.get());
    }
}

// A toolkit that was put together from wheels may keep their records beside its folders.
std::optional<QString> ownerFromRecords(const FileTree &files, const Candidate &candidate)
{
    const LibraryFacts *dispatcher = candidate.set.dispatcher();
    if (!candidate.place.toolkit || !dispatcher)
        return {};
    const QString records = FileTree::join(*candidate.place.toolkit, u"dist-info"_s);
    const QByteArray line = '/' + dispatcher->file.section(u'/', -1).toUtf8() + ',';
    const QStringList names = files.list(records, {u"*cudnn*.dist-info"_s});
    for (const QString &name : names) {
        const auto record = files.read(records + u'/' + name + u"/RECORD"_s);
        if (record && record->contains(line))
            return u"pip: "_s + name.section(u'-', 0, 0).replace(u'_', u'-') + u' '
                    + name.chopped(10).section(u'-', 1);
    }
    return {};
}

void fillOwners(const Host &host, QList<Candidate> &candidates)
{
    QStringList paths;
    for (const Candidate &candidate : std::as_const(candidates)) {
        const LibraryFacts *dispatcher = candidate.set.dispatcher();
        paths << (dispatcher ? dispatcher->file : candidate.set.libraries.first().file);
    }
    const QHash<QString, QString> owners = ownersOf(host, paths);
    for (qsizetype i = 0; i < candidates.size(); ++i) {
        const auto owner = owners.constFind(paths[i]);
        candidates[i].copy.owner = owner == owners.constEnd() ? ownerFromRecords(host.files(), candidates[i])
                                                              : std::optional(*owner);
    }
}

void fillVersions(const Host &host, const SystemReport &soFar, Candidate &candidate)
{
    CudnnCopy &copy = candidate.copy;
    if (!copy.libraryVersion) {
        if (const auto found = versionOfLibraries(host.files(), candidate.set)) {
            copy.libraryVersion = found->value;
            copy.libraryVersionSource = found->source;
        }
    }
    copy.version = copy.libraryVersion ? copy.libraryVersion : copy.headerVersion;

    if (!copy.cudaMajor && copy.owner && cudaMajorOfPackage(*copy.owner)) {
        copy.cudaMajor = cudaMajorOfPackage(*copy.owner);
        copy.cudaMajorSource = *copy.owner;
    }
    if (copy.cudaMajor)
        return;
    if (const auto found = cudaMajorOfLibraries(host.files(), candidate.set)) {
        copy.cudaMajor = found->value;
        copy.cudaMajorSource = found->source;
        return;
    }
    for (const ToolkitFacts &toolkit : soFar.toolkits) {
        if (toolkit.root == copy.toolkit && toolkit.version) {
            copy.cudaMajor = toolkit.version->majorVersion();
            copy.cudaMajorSource = u"version of the toolkit it lies in"_s;
        }
    }
}

QList<Candidate> filled(const Host &host, const SystemReport &soFar, QList<Candidate> candidates, bool withProbes)
{
    for (Candidate &candidate : candidates)
        fillFromFiles(host, candidate);
    if (withProbes)
        probe(host, candidates);
    fillOwners(host, candidates);
    for (Candidate &candidate : candidates)
        fillVersions(host, soFar, candidate);
    return candidates;
}

} // namespace

QList<CudnnCopy> findCudnnCopies(const Host &host, const SystemReport &soFar, bool withProbes)
{
    QList<CudnnCopy> copies;
    const QList<Candidate> candidates = filled(host, soFar, allCandidates(host, soFar), withProbes);
    for (const Candidate &candidate : candidates)
        copies << candidate.copy;
    return copies;
}

std::optional<CudnnCopy> cudnnCopyIn(const Host &host, const SystemReport &soFar, const QString &libraryDir,
                                     bool withProbes, std::optional<int> major)
{
    const QString folder = host.files().canonical(libraryDir).value_or(FileTree::clean(libraryDir));
    QList<Candidate> candidates = candidatesIn(host.files(), placeOfFolder(host.files(), soFar, folder));
    if (major)
        candidates.removeIf([&](const Candidate &candidate) { return candidate.set.major != major; });
    if (candidates.isEmpty())
        return {};
    return filled(host, soFar, {candidates.last()}, withProbes).first().copy;
}

} // namespace cudnnsetup
