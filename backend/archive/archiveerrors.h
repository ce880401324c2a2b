// SPDX-License-Identifier: MIT
#pragma once

#include "result.h"

#include <QByteArray>
#include <QString>

namespace cudnnsetup {

// The last part of a path, or the whole of it when it has only one: how an archive is called in a sentence.
QString shownName(const QString &path);
// A member name from an archive as it may be shown: what is not printable UTF-8 is escaped.
QString shownMember(const QByteArray &rawName);

// All refusals of one archive in words. They say what is wrong, that nothing was taken from it, and what to do; detail is the
// raw reason. It decides nothing.
class ArchiveErrors
{
public:
    explicit ArchiveErrors(const QString &path) : m_path(path), m_name(shownName(path)) { }

    QString path() const { return m_path; }

    Error missing() const;
    Error notAFile() const;
    Error notReadable(const QString &detail) const;
    Error empty() const;
    Error html() const;
    Error notAnArchive(const QString &detail) const;
    Error truncated(const QString &detail) const;
    Error altered(const QString &detail) const;
    Error extraBytes(const QString &detail) const; // ArchiveAltered
    Error tooMuchMemory(const QString &detail) const;
    Error withoutCheck(const QString &detail) const;
    Error notSupported(const QString &detail) const;
    Error tooLarge(const QString &detail) const;

    // About one member; all are ArchiveUnsafe.
    Error unreadableName(const QString &member) const;
    Error leadsOut(const QString &member) const;
    Error linkLeadsOut(const QString &member, const QString &target) const;
    Error belowNoFolder(const QString &member) const;
    Error duplicate(const QString &member) const;
    Error specialFile(const QString &member, const QString &detail) const;

private:
    Error unsafe(const char *source, const QString &member, const QString &detail) const;

    QString m_path;
    QString m_name;
};

} // namespace cudnnsetup
