// SPDX-License-Identifier: MIT
#include "practice/practicetree.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> notWritten(const QString &path, const QString &detail)
{
    const QStorageInfo storage(QFileInfo(path).path());
    if (storage.isValid() && storage.isReady() && storage.bytesAvailable() < (1 << 16))
        return failure(ErrorId::NoSpace,
                       Text(QT_TRANSLATE_NOOP("backend", "There is no room left for %1. Make some room or choose another folder."),
                            {path}),
                       detail);
    return failure(ErrorId::NotWritable,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 cannot be written. Choose a folder in which you may write."), {path}),
                   detail);
}

QFileDevice::Permissions permissionsOf(int mode)
{
    QFileDevice::Permissions permissions;
    const std::pair<int, QFileDevice::Permission> bits[] = {
            {0400, QFileDevice::ReadOwner},  {0200, QFileDevice::WriteOwner},  {0100, QFileDevice::ExeOwner},
            {0040, QFileDevice::ReadGroup},  {0020, QFileDevice::WriteGroup},  {0010, QFileDevice::ExeGroup},
            {0004, QFileDevice::ReadOther},  {0002, QFileDevice::WriteOther},  {0001, QFileDevice::ExeOther},
    };
    for (const auto &[bit, permission] : bits) {
        if (mode & bit)
            permissions |= permission;
    }
    return permissions;
}

} // namespace

void PracticeTree::addFile(const QString &path, const QByteArray &content, int mode)
{
    m_files.insert(path, {.path = path, .content = content, .mode = mode});
}

void PracticeTree::addLink(const QString &path, const QString &target)
{
    m_files.insert(path, {.path = path, .linkTarget = target});
}

void PracticeTree::addDirectory(const QString &path)
{
    m_directories << path;
}

void PracticeTree::addCudnn(const QList<PracticeFile> &files, const QString &libraryDir, const QString &includeDir)
{
    for (const PracticeFile &file : files) {
        if (!file.path.contains(u'/'))
            continue;
        const QString folder = file.path.startsWith(u"include/") ? includeDir : libraryDir;
        PracticeFile placed = file;
        placed.path = folder + u'/' + file.path.section(u'/', -1);
        m_files.insert(placed.path, placed);
    }
}

void PracticeTree::remove(const QString &path)
{
    m_files.removeIf([&](const auto &entry) { return entry.key() == path || entry.key().startsWith(path + u'/'); });
}

QStringList PracticeTree::paths(const QString &prefix) const
{
    QStringList paths = m_files.keys();
    paths.removeIf([&](const QString &path) { return !path.startsWith(prefix); });
    return paths;
}

QString PracticeTree::endOf(const QString &path) const
{
    QString end = path;
    for (QString target = m_files.value(end).linkTarget; !target.isEmpty(); target = m_files.value(end).linkTarget)
        end = end.section(u'/', 0, -2) + u'/' + target;
    return end;
}

Result<void> PracticeTree::writeTo(const QString &folder) const
{
    for (const QString &directory : m_directories) {
        if (const auto made = makePracticeFolder(folder + u'/' + directory); !made)
            return made;
    }
    QString lastFolder;
    for (const PracticeFile &file : m_files) {
        const QString path = folder + u'/' + file.path;
        const QString parent = path.section(u'/', 0, -2);
        if (parent != lastFolder) {
            if (const auto made = makePracticeFolder(parent); !made)
                return made;
            lastFolder = parent;
        }
        if (file.linkTarget.isEmpty()) {
            if (const auto written = writePracticeFile(path, file.content, file.mode); !written)
                return written;
        } else if (!QFile::link(file.linkTarget, path)) {
            return notWritten(path, u"link"_s);
        }
    }
    return {};
}

Result<void> writePracticeFile(const QString &path, const QByteArray &content, int mode)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(content) != content.size() || !file.flush()
        || !file.setPermissions(permissionsOf(mode)))
        return notWritten(path, file.errorString());
    return {};
}

Result<void> makePracticeFolder(const QString &path)
{
    if (!QDir().mkpath(path))
        return notWritten(path, u"mkdir"_s);
    return {};
}

} // namespace cudnnsetup
