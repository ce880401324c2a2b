// SPDX-License-Identifier: MIT
#include "treesnapshot.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>

#include <sys/stat.h>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

QString hashOf(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return u"unreadable"_s;
    return QString::fromLatin1(hash.result().toHex());
}

QString describe(const QString &path)
{
    struct stat status;
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
        return u"missing"_s;
    const QString mode = QString::number(status.st_mode & 07777, 8);
    if (S_ISLNK(status.st_mode)) {
        QByteArray target(4096, '\0');
        const auto length = ::readlink(QFile::encodeName(path).constData(), target.data(), size_t(target.size()));
        return u"link -> %1"_s.arg(QFile::decodeName(target.left(length)));
    }
    if (S_ISDIR(status.st_mode))
        return u"directory %1 owner %2"_s.arg(mode).arg(status.st_uid);
    return u"file %1 owner %2 %3"_s.arg(mode).arg(status.st_uid).arg(hashOf(path));
}

} // namespace

TreeSnapshot snapshotOf(const QString &folder, const QStringList &skip)
{
    TreeSnapshot snapshot;
    QDirIterator it(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QString relative = path.mid(folder.size() + 1);
        const bool isSkipped = std::any_of(skip.begin(), skip.end(), [&](const QString &part) {
            return relative == part || relative.startsWith(part + u'/');
        });
        if (!isSkipped)
            snapshot.insert(relative, describe(path));
    }
    return snapshot;
}

QStringList differences(const TreeSnapshot &before, const TreeSnapshot &after)
{
    QStringList lines;
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (after.value(it.key()) != it.value())
            lines << u"- %1: %2"_s.arg(it.key(), it.value());
    }
    for (auto it = after.begin(); it != after.end(); ++it) {
        if (before.value(it.key()) != it.value())
            lines << u"+ %1: %2"_s.arg(it.key(), it.value());
    }
    return lines;
}

} // namespace cudnnsetup::test
