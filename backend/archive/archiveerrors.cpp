// SPDX-License-Identifier: MIT
#include "archive/archiveerrors.h"

#include <QFileInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

QString shownName(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    return name.isEmpty() ? path : name;
}

QString shownMember(const QByteArray &rawName)
{
    const QString name = rawName.isValidUtf8() ? QString::fromUtf8(rawName) : QString::fromLatin1(rawName);
    QString shown;
    for (const QChar c : name.left(200)) {
        if (c.isPrint() || c.isSurrogate())
            shown += c;
        else
            shown += u"\\x%1"_s.arg(uint(c.unicode()), 2, 16, QChar(u'0'));
    }
    return name.size() > 200 ? shown + u"…"_s : shown;
}

Error ArchiveErrors::missing() const
{
    return {ErrorId::InputMissing,
            Text(QT_TRANSLATE_NOOP("backend", "There is no file %1. Nothing was changed; check its name and folder."),
                 {m_path})};
}

Error ArchiveErrors::notAFile() const
{
    return {ErrorId::NotReadable,
            Text(QT_TRANSLATE_NOOP("backend", "%1 is not a file. Nothing was changed; choose the archive itself."), {m_path})};
}

Error ArchiveErrors::notReadable(const QString &detail) const
{
    return {ErrorId::NotReadable,
            Text(QT_TRANSLATE_NOOP("backend", "The file %1 cannot be read. Nothing was taken from it; check that you may read it "
                                              "and that its disk is well."),
                 {m_path}),
            detail};
}

Error ArchiveErrors::empty() const
{
    return {ErrorId::NotAnArchive,
            Text(QT_TRANSLATE_NOOP("backend", "The file %1 is empty. Nothing was changed; download the archive again."),
                 {m_name})};
}

Error ArchiveErrors::html() const
{
    return {ErrorId::ArchiveIsHtml,
            Text(QT_TRANSLATE_NOOP("backend", "The file %1 is a web page and not an archive: the download led to a page, perhaps "
                                              "to log in. Nothing was changed; download the archive itself."),
                 {m_name})};
}

Error ArchiveErrors::notAnArchive(const QString &detail) const
{
    return {ErrorId::NotAnArchive,
            Text(QT_TRANSLATE_NOOP("backend", "The file %1 is not a cuDNN archive (tar.xz, tgz or wheel). Nothing was changed; "
                                              "choose NVIDIA's archive."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::truncated(const QString &detail) const
{
    return {ErrorId::ArchiveTruncated,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 is incomplete: its end is missing. Nothing was installed from it; "
                                              "download it again."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::altered(const QString &detail) const
{
    return {ErrorId::ArchiveAltered,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 is damaged: its content does not match its own checks. Nothing was "
                                              "installed from it; download it again."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::extraBytes(const QString &detail) const
{
    return {ErrorId::ArchiveAltered,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 has extra bytes after its end, so it is not the file that was "
                                              "packed. Nothing was installed from it; download it again."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::tooMuchMemory(const QString &detail) const
{
    return {ErrorId::ArchiveUnsafe,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 asks for much more memory than a cuDNN archive needs. Nothing was "
                                              "installed from it; get the archive from NVIDIA."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::withoutCheck(const QString &detail) const
{
    return {ErrorId::ArchiveUnsafe,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 carries no check of its content, so damage could not be noticed. "
                                              "Nothing was installed from it; get the archive from NVIDIA."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::notSupported(const QString &detail) const
{
    return {ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 is packed in a way that this program does not read. Nothing was "
                                              "installed from it; get the archive from NVIDIA."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::tooLarge(const QString &detail) const
{
    return {ErrorId::ArchiveUnsafe,
            Text(QT_TRANSLATE_NOOP("backend", "The archive %1 holds far more than a cuDNN archive does. Nothing was installed from "
                                              "it; get the archive from NVIDIA."),
                 {m_name}),
            detail};
}

Error ArchiveErrors::unsafe(const char *source, const QString &member, const QString &detail) const
{
    return {ErrorId::ArchiveUnsafe, Text(source, {m_name, member}), detail};
}

Error ArchiveErrors::unreadableName(const QString &member) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: the name of its member '%2' holds characters that no "
                                               "file of cuDNN has. Nothing was installed from it; get the archive from NVIDIA."),
                  member, u"member name is not UTF-8, or holds a control character or a backslash"_s);
}

Error ArchiveErrors::leadsOut(const QString &member) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: its member '%2' would lie outside the folder it is "
                                               "unpacked into. Nothing was installed from it; get the archive from NVIDIA."),
                  member, u"member path is absolute or empty, or has a '..', '.' or empty part"_s);
}

Error ArchiveErrors::linkLeadsOut(const QString &member, const QString &target) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: its link '%2' leads out of the archive. Nothing was "
                                               "installed from it; get the archive from NVIDIA."),
                  member, u"link target: %1"_s.arg(target));
}

Error ArchiveErrors::belowNoFolder(const QString &member) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: its member '%2' lies below something that is a link or a "
                                               "file. Nothing was installed from it; get the archive from NVIDIA."),
                  member, u"an earlier member on this path is no folder"_s);
}

Error ArchiveErrors::duplicate(const QString &member) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: it holds '%2' twice. Nothing was installed from it; get "
                                               "the archive from NVIDIA."),
                  member, u"duplicate member path"_s);
}

Error ArchiveErrors::specialFile(const QString &member, const QString &detail) const
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive %1 was refused: its member '%2' is neither a plain file, a folder nor a "
                                               "link. Nothing was installed from it; get the archive from NVIDIA."),
                  member, detail);
}

} // namespace cudnnsetup
