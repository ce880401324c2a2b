// SPDX-License-Identifier: MIT
#include "archive/identity.h"

#include "archive/archiveerrors.h"
#include "archive/archivelayout.h"
#include "archive/contentpeek.h"
#include "archive/sha256.h"

#include <QFileInfo>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Authenticity = ArchiveIdentity::Authenticity;

// Keeps what an archive could not be read for. A wish to stop or a file that cannot be read is passed on instead.
Outcome<void> takeProblem(ArchiveIdentity &identity, const Interruption &interruption)
{
    if (isCancelled(interruption))
        return tl::unexpected<Interruption>(interruption);
    const Error &error = std::get<Error>(interruption);
    switch (error.id) {
    case ErrorId::InputMissing:
    case ErrorId::NotReadable:
        return tl::unexpected<Interruption>(interruption);
    case ErrorId::ArchiveTruncated:
        identity.authenticity = Authenticity::Truncated;
        identity.publishedSha256.clear();
        break;
    case ErrorId::NotAnArchive:
    case ErrorId::ArchiveIsHtml:
        identity.authenticity = Authenticity::NotAnArchive;
        break;
    default:
        break;
    }
    identity.problem = error;
    return {};
}

void takePublished(ArchiveIdentity &identity, const ReleaseArchive &archive)
{
    identity.version = archive.version;
    identity.cudaMajor = archive.cudaMajor;
    identity.platform = archive.platform;
    identity.topDir = archive.topDir;
}

void takeClaim(ArchiveIdentity &identity, const NameClaim &claim)
{
    identity.version = claim.version;
    identity.cudaMajor = claim.cudaMajor;
    identity.platform = claim.platform;
}

void takeLayout(ArchiveIdentity &identity, const ArchiveLayout &layout)
{
    identity.libraryPrefix = layout.libraryPrefix;
    identity.includePrefix = layout.includePrefix;
}

// Whether what a name claims can be true of what was found inside.
bool isPossible(const NameClaim &claim, const PeekedContent &content)
{
    return claim.version && (!content.version || content.version->isPrefixOf(*claim.version));
}

// sbsa and the Jetson boards' platform have one architecture: there the claim decides, and without one nobody knows.
std::optional<QString> platformOf(const std::optional<QString> &architecture, const std::optional<QString> &claimed)
{
    const bool isClaimedArm = claimed == u"linux-sbsa" || claimed == u"linux-aarch64";
    if (!architecture || (architecture == u"aarch64" && isClaimedArm))
        return claimed;
    if (architecture == u"aarch64")
        return std::nullopt;
    return u"linux-"_s + *architecture;
}

// What the content says outweighs what names claim; a claim that fits it adds its fourth number, its CUDA and its platform.
void takeContent(ArchiveIdentity &identity, const PeekedContent &content)
{
    NameClaim claim = claimOfName(content.topDir);
    if (!isPossible(claim, content))
        claim = {.version = identity.version, .cudaMajor = identity.cudaMajor, .platform = identity.platform};
    if (!isPossible(claim, content))
        claim = {.version = content.version};
    identity.version = claim.version;
    identity.cudaMajor = claim.cudaMajor;
    identity.platform = platformOf(content.architecture, claim.platform);
    identity.topDir = content.topDir;
    identity.libraryPrefix = content.libraryPrefix;
    identity.includePrefix = content.includePrefix;
    if (identity.includePrefix.isEmpty() && !content.isAll && !content.libraryPrefix.isEmpty())
        identity.includePrefix = includeBeside(content.libraryPrefix);
    if (content.version || content.architecture)
        identity.identifiedBy = u"content"_s;
}

// One identification, step by step.
class Identification
{
public:
    Identification(const QString &path, const Catalog &catalog, const Job &job, PeekDepth depth) :
        m_path(path), m_errors(path), m_catalog(catalog), m_job(job), m_depth(depth),
        m_named(catalog.archivesByName(publishedName(path)))
    {
        m_identity.path = path;
    }

    Outcome<ArchiveIdentity> byHash()
    {
        if (const auto begun = begin(); !begun || isOver())
            return finished(begun);
        auto hash = sha256OfFile(m_path, m_job);
        if (!hash)
            return tl::unexpected<Interruption>(hash.error());
        m_identity.sha256 = *hash;
        if (const ReleaseArchive *archive = m_catalog.archiveByHash(*hash)) {
            const auto taken = takeGenuine(*archive);
            return finished(taken && !isOver() && m_depth == PeekDepth::All ? look() : taken);
        }
        takeNamed();
        return finished(isOver() ? Outcome<void>() : look());
    }

    Outcome<ArchiveIdentity> byName()
    {
        if (const auto begun = begin(); !begun || isOver())
            return finished(begun);
        if (isCutOff())
            takeTruncated();
        return finished(isOver() ? Outcome<void>() : lookAtFirst());
    }

private:
    bool isOver() const { return m_identity.problem.has_value(); }

    Outcome<ArchiveIdentity> finished(const Outcome<void> &last)
    {
        if (!last)
            return tl::unexpected<Interruption>(last.error());
        return m_identity;
    }

    // What the name claims and what the first bytes are.
    Outcome<void> begin()
    {
        const auto sniffed = sniffContainer(m_path);
        if (!sniffed)
            return tl::unexpected<Interruption>(sniffed.error());
        m_identity.container = sniffed->container;
        m_identity.identifiedBy = u"name"_s;
        if (m_named.isEmpty())
            takeClaim(m_identity, claimOfName(m_path));
        else
            takePublished(m_identity, *m_named.first());
        if (QFileInfo(m_path).size() == 0 && isShorterThanPublished())
            takeTruncated();
        else if (sniffed->container == Container::None)
            return opened(open()); // says what it is instead
        return {};
    }

    bool isShorterThanPublished() const
    {
        const qint64 size = QFileInfo(m_path).size();
        const bool isAnySizeKnown = std::any_of(m_named.begin(), m_named.end(), [](const auto *archive) { return archive->size; });
        return isAnySizeKnown && std::all_of(m_named.begin(), m_named.end(), [size](const auto *archive) {
                   return !archive->size || size < *archive->size;
               });
    }

    // Shorter than published and without the end that its container has. A smaller archive that is whole is not a cut one.
    bool isCutOff() const
    {
        if (!isShorterThanPublished())
            return false;
        const auto reader = ArchiveReader::open(m_path, m_job);
        return !reader && reader.error().id == ErrorId::ArchiveTruncated;
    }

    void takeTruncated()
    {
        m_identity.authenticity = Authenticity::Truncated;
        m_identity.problem = m_errors.truncated(u"shorter than the published archive of this name"_s);
    }

    // A hash that nobody published.
    void takeNamed()
    {
        if (m_named.isEmpty())
            return;
        if (isCutOff()) {
            takeTruncated();
            return;
        }
        m_identity.authenticity = Authenticity::Mismatch;
        if (const auto layout = layoutOf(m_identity.topDir, m_named.first()->platform))
            takeLayout(m_identity, *layout);
        for (const ReleaseArchive *archive : m_named) {
            if (archive->sha256 && !m_identity.publishedSha256.contains(*archive->sha256))
                m_identity.publishedSha256 << *archive->sha256;
        }
    }

    // That nobody published a file's hash says more than where the damage in it was met. Whoever takes such a file all the same
    // meets the damage when it is unpacked.
    Outcome<void> takeDamage(const Interruption &interruption)
    {
        const auto *error = std::get_if<Error>(&interruption);
        const bool isContent = error && error->id != ErrorId::ArchiveTruncated && error->id != ErrorId::NotReadable;
        if (isContent && m_identity.authenticity == Authenticity::Mismatch && m_depth != PeekDepth::All)
            return {};
        return takeProblem(m_identity, interruption);
    }

    // By the layout of its release, without unpacking anything: a zip lists its members.
    Outcome<void> takeGenuine(const ReleaseArchive &archive)
    {
        takePublished(m_identity, archive);
        m_identity.authenticity = Authenticity::Genuine;
        m_identity.identifiedBy = u"hash"_s;
        auto reader = open();
        if (!reader || !*reader || archive.component == u"cudnn_samples")
            return opened(reader);
        const auto layout = (*reader)->container() == Container::Zip
                ? layoutOfMembers((*reader)->listedNames(), m_catalog.fileNames())
                : layoutOf(m_identity.topDir, archive.platform);
        if (!layout)
            return takePrefixes(**reader);
        takeLayout(m_identity, *layout);
        return {};
    }

    // Opens the archive and keeps what its container tells. Nothing, and a problem, when it cannot be opened.
    Outcome<std::unique_ptr<ArchiveReader>> open()
    {
        auto reader = ArchiveReader::open(m_path, m_job);
        if (!reader) {
            if (const auto taken = takeDamage(reader.error()); !taken)
                return tl::unexpected<Interruption>(taken.error());
            return std::unique_ptr<ArchiveReader>();
        }
        m_identity.unpackedBytes = (*reader)->unpackedTotal();
        return std::move(*reader);
    }

    static Outcome<void> opened(const Outcome<std::unique_ptr<ArchiveReader>> &reader)
    {
        return reader ? Outcome<void>() : tl::unexpected<Interruption>(reader.error());
    }

    Outcome<void> takePrefixes(ArchiveReader &reader)
    {
        const auto content = peekContent(reader, m_catalog.fileNames(), PeekDepth::UntilKnown, m_job);
        if (!content)
            return takeProblem(m_identity, content.error());
        m_identity.topDir = content->topDir;
        m_identity.libraryPrefix = content->libraryPrefix;
        m_identity.includePrefix = content->includePrefix;
        return {};
    }

    // For an archive whose hash is not looked at: the first member's folder is enough where the name tells the rest.
    Outcome<void> lookAtFirst()
    {
        auto reader = open();
        if (!reader || !*reader)
            return opened(reader);
        const auto first = peekContent(**reader, m_catalog.fileNames(), PeekDepth::FirstMember, m_job);
        if (!first)
            return takeProblem(m_identity, first.error());
        const bool isAllClaimed = m_identity.version && m_identity.cudaMajor && m_identity.platform;
        const NameClaim byTopDir = claimOfName(first->topDir);
        const bool isAgreed = !byTopDir.version || byTopDir.version == m_identity.version;
        const auto layout = layoutOf(first->topDir, m_identity.platform.value_or(QString()));
        if (!isAllClaimed || !isAgreed || !layout)
            return look();
        m_identity.topDir = first->topDir;
        takeLayout(m_identity, *layout);
        return {};
    }

    Outcome<void> look()
    {
        auto reader = open();
        if (!reader || !*reader)
            return opened(reader);
        const auto content = peekContent(**reader, m_catalog.fileNames(), m_depth, m_job);
        if (!content)
            return takeDamage(content.error());
        if (m_identity.authenticity != Authenticity::Genuine) {
            if (content->libraryPrefix.isEmpty())
                return takeDamage(m_errors.notAnArchive(u"no library of cuDNN in it"_s));
            takeContent(m_identity, *content);
        }
        if (content->isAll) {
            m_identity.entries = content->entries;
            m_identity.unpackedBytes = content->unpackedBytes;
        }
        return {};
    }

    QString m_path;
    ArchiveErrors m_errors;
    const Catalog &m_catalog;
    const Job &m_job;
    const PeekDepth m_depth;
    const QList<const ReleaseArchive *> m_named;
    ArchiveIdentity m_identity;
};

} // namespace

QString toString(ArchiveIdentity::Authenticity authenticity)
{
    switch (authenticity) {
    case Authenticity::Genuine: return u"genuine"_s;
    case Authenticity::Unknown: return u"unknown"_s;
    case Authenticity::Mismatch: return u"mismatch"_s;
    case Authenticity::Truncated: return u"truncated"_s;
    case Authenticity::NotAnArchive: return u"not-an-archive"_s;
    }
    Q_UNREACHABLE();
}

Outcome<ArchiveIdentity> identify(const QString &path, const Catalog &catalog, const Job &job)
{
    return Identification(path, catalog, job, PeekDepth::UntilKnown).byHash();
}

Outcome<ArchiveIdentity> inspect(const QString &path, const Catalog &catalog, const Job &job)
{
    return Identification(path, catalog, job, PeekDepth::All).byHash();
}

Outcome<ArchiveIdentity> identifyUnhashed(const QString &path, const Catalog &catalog, const Job &job)
{
    return Identification(path, catalog, job, PeekDepth::UntilKnown).byName();
}

} // namespace cudnnsetup
