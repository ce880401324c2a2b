// SPDX-License-Identifier: MIT
#include "scratchroot.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace cudnnsetup::test {

namespace {

void makeFolderOf(const QString &path)
{
    if (!QDir().mkpath(QFileInfo(path).path()))
        qFatal("cannot make the folder of %s", qPrintable(path));
}

} // namespace

void useMemoryForScratchRoots()
{
    const QFileInfo memory(QStringLiteral("/dev/shm"));
    if (memory.isDir() && memory.isWritable())
        qputenv("TMPDIR", "/dev/shm");
}

QString ScratchRoot::at(const QString &path) const
{
    return m_folder.path() + path;
}

void ScratchRoot::file(const QString &path, const QByteArray &text) const
{
    makeFolderOf(at(path));
    QFile out(at(path));
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(path));
}

void ScratchRoot::program(const QString &path, const QByteArray &text) const
{
    file(path, text);
    QFile::setPermissions(at(path), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup
                                            | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther);
}

void ScratchRoot::folder(const QString &path) const
{
    if (!QDir().mkpath(at(path)))
        qFatal("cannot make %s", qPrintable(path));
}

void ScratchRoot::link(const QString &path, const QString &target) const
{
    makeFolderOf(at(path));
    if (!QFile::link(target, at(path)))
        qFatal("cannot link %s", qPrintable(path));
}

} // namespace cudnnsetup::test
