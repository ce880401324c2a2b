// SPDX-License-Identifier: MIT
#include "treesnapshot.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>

#include <sys/stat.h>
#include <sys/xattr.h>

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

// "name=value" of each, in order; empty where there are none or the file system knows none.
QString attributesOf(const QByteArray &path)
{
    QByteArray names(1 << 16, '\0');
    const auto length = ::llistxattr(path.constData(), names.data(), size_t(names.size()));
    if (length <= 0)
        return {};
    QStringList attributes;
    const QByteArrayList list = names.first(length - 1).split('\0');
    for (const QByteArray &name : list) {
        QByteArray value(1 << 16, '\0');
        const auto size = ::lgetxattr(path.constData(), name.constData(), value.data(), size_t(value.size()));
        attributes << QString::fromLocal8Bit(name + '=' + value.first(std::max<ssize_t>(size, 0)).toHex());
    }
    attributes.sort();
    return u" attributes "_s + attributes.join(u' ');
}

QString linkTargetOf(const QByteArray &path)
{
    QByteArray target(4096, '\0');
    const auto length = ::readlink(path.constData(), target.data(), size_t(target.size()));
    return length < 0 ? u"unreadable"_s : QFile::decodeName(target.first(length));
}

QString describe(const QString &path, Times times)
{
    const QByteArray encoded = QFile::encodeName(path);
    struct stat status;
    if (::lstat(encoded.constData(), &status) != 0)
        return u"missing"_s;
    QString common =
            u"%1 owner %2:%3"_s.arg(status.st_mode & 07777, 0, 8).arg(status.st_uid).arg(status.st_gid);
    common += attributesOf(encoded);
    if (S_ISDIR(status.st_mode))
        return u"directory "_s + common;
    if (times == Times::OfFiles)
        common += u" written %1.%2"_s.arg(status.st_mtim.tv_sec)
                          .arg(status.st_mtim.tv_nsec, 9, 10, QChar(u'0'));
    if (S_ISLNK(status.st_mode))
        return u"link "_s + common + u" -> "_s + linkTargetOf(encoded);
    return u"file "_s + common + u' ' + hashOf(path);
}

} // namespace

TreeSnapshot snapshotOf(const QString &folder, const QStringList &skip, Times times)
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
            snapshot.insert(relative, describe(path, times));
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
