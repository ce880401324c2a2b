// SPDX-License-Identifier: MIT
#include "plan/archivechecks.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

using Authenticity = ArchiveIdentity::Authenticity;

tl::unexpected<Error> notUsable(const ArchiveIdentity &archive)
{
    if (archive.problem)
        return tl::unexpected(*archive.problem);
    const bool isCut = archive.authenticity == Authenticity::Truncated;
    return failure(
            isCut ? ErrorId::ArchiveTruncated : ErrorId::NotAnArchive,
            isCut ? Text(QT_TRANSLATE_NOOP("backend",
                                           "%1 is not complete. Nothing was changed. Download it again."),
                         {archive.path})
                  : Text(QT_TRANSLATE_NOOP(
                                 "backend",
                                 "%1 is no cuDNN archive. Nothing was changed. Choose the .tar.xz, .tgz "
                                 "or .whl file that NVIDIA offers."),
                         {archive.path}));
}

QString hashesOf(const ArchiveIdentity &archive)
{
    QStringList published;
    for (const QByteArray &sha256 : archive.publishedSha256)
        published << QString::fromLatin1(sha256);
    return published.join(u", "_s);
}

tl::unexpected<Error> hashConflict(const ArchiveIdentity &archive)
{
    const QString found = QString::fromLatin1(archive.sha256);
    const QString name = archive.path.section(u'/', -1);
    if (archive.publishedSha256.isEmpty()) {
        return failure(
                ErrorId::ArchiveHashConflict,
                Text(QT_TRANSLATE_NOOP(
                             "backend",
                             "%1 has the name of an archive of NVIDIA whose check sum is not known here, so "
                             "it cannot be proved genuine. Its SHA-256 is %2. Nothing was changed. "
                             "Compare it with NVIDIA's, and take it as an unknown archive if they agree."),
                     {name, found}));
    }
    return failure(ErrorId::ArchiveHashConflict,
                   Text(QT_TRANSLATE_NOOP(
                                "backend",
                                "%1 has the name of an archive of NVIDIA, but its content is another. Its "
                                "SHA-256 is "
                                "%2; published is %3. Nothing was changed. Download it again from NVIDIA."),
                        {name, found, hashesOf(archive)}));
}

tl::unexpected<Error> unverified(const ArchiveIdentity &archive)
{
    const QString name = archive.path.section(u'/', -1);
    if (archive.sha256.isEmpty()) {
        return failure(ErrorId::ArchiveUnverified,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 has not been compared with the published "
                                                         "archives. Nothing was changed. Go on "
                                                         "only if you trust where it comes from."),
                            {name}));
    }
    return failure(
            ErrorId::ArchiveUnverified,
            Text(QT_TRANSLATE_NOOP("backend", "%1 is not among the archives whose check sums are known here. "
                                              "Its SHA-256 is %2. Nothing "
                                              "was changed. Go on only if you trust where it comes from."),
                 {name, QString::fromLatin1(archive.sha256)}));
}

Reason takenUnverified(const ArchiveIdentity &archive)
{
    return {Reason::Weight::Warning, u"archive-unverified"_s,
            Text(QT_TRANSLATE_NOOP("backend", "%1 is taken without proof that it comes from NVIDIA."),
                 {archive.path.section(u'/', -1)})};
}

} // namespace

Result<QList<Reason>> checkArchive(const Catalog &catalog, const ArchiveIdentity &archive,
                                   bool takeUnknownArchive)
{
    if (archive.problem || archive.authenticity == Authenticity::Truncated
        || archive.authenticity == Authenticity::NotAnArchive)
        return notUsable(archive);
    const ReleaseArchive *known = archive.sha256.isEmpty() ? nullptr : catalog.archiveByHash(archive.sha256);
    if (known && known->component == u"cudnn_samples") {
        return failure(ErrorId::NotSupported,
                       Text(QT_TRANSLATE_NOOP("backend", "%1 holds cuDNN's sample programs and no library. "
                                                         "Nothing was changed. Choose the "
                                                         "archive whose name starts with cudnn-linux."),
                            {archive.path.section(u'/', -1)}));
    }
    const bool isGenuine = archive.authenticity == Authenticity::Genuine;
    if (!isGenuine && !takeUnknownArchive)
        return archive.authenticity == Authenticity::Mismatch ? hashConflict(archive) : unverified(archive);
    if (archive.libraryPrefix.isEmpty())
        return notUsable(archive);

    QList<Reason> warnings;
    if (!isGenuine)
        warnings << takenUnverified(archive);
    if (archive.includePrefix.isEmpty()) {
        warnings << Reason{
                Reason::Weight::Warning, u"headers-missing"_s,
                Text(QT_TRANSLATE_NOOP(
                        "backend",
                        "The archive holds no headers: programs will run with it, but nothing can be "
                        "compiled against it."))};
    }
    if (known && known->component == u"cudnn_jit") {
        warnings << Reason{
                Reason::Weight::Warning, u"choose-package"_s,
                Text(QT_TRANSLATE_NOOP(
                        "backend",
                        "This is the small cuDNN that compiles its kernels on the spot. Programs that need "
                        "the whole cuDNN do not run with it."))};
    }
    return warnings;
}

} // namespace cudnnsetup
