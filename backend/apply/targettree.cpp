// SPDX-License-Identifier: MIT
#include "apply/targettree.h"

#include "apply/journal.h"
#include "host/filetree.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

TargetTree::TargetTree(Directory machine, Directory root, QString path)
    : m_machine(std::move(machine)), m_root(std::move(root)), m_path(std::move(path))
{
}

FileResult<TargetTree> TargetTree::open(const QString &machineRoot, const QString &targetRoot, CallGate *gate)
{
    const auto machine = Directory::openRoot(machineRoot, u"/"_s, gate);
    if (!machine)
        return tl::unexpected(machine.error());
    const QString path = FileTree::clean(targetRoot);
    const auto root = machine->open(path);
    if (!root)
        return tl::unexpected(root.error());
    return TargetTree(*machine, *root, path);
}

QString TargetTree::stepPath(const QString &absolutePath) const
{
    const QString prefix = m_path.endsWith(u'/') ? m_path : m_path + u'/';
    return absolutePath.startsWith(prefix) ? absolutePath.sliced(prefix.size()) : absolutePath;
}

QString TargetTree::absolutePath(const QString &stepPath) const
{
    return cudnnsetup::absolutePath(stepPath, m_path);
}

FileResult<TargetTree::Place> TargetTree::locate(const QString &stepPath) const
{
    const qsizetype slash = stepPath.lastIndexOf(u'/');
    const auto opened = folder(stepPath.left(std::max<qsizetype>(slash, 0) + (slash == 0 ? 1 : 0)));
    if (!opened)
        return tl::unexpected(opened.error());
    return Place{*opened, stepPath.sliced(slash + 1)};
}

FileResult<Directory> TargetTree::folder(const QString &stepPath) const
{
    return stepPath.startsWith(u'/') ? m_machine.open(stepPath) : m_root.open(stepPath);
}

FileResult<QStringList> makeMissingFolders(const Directory &machine, const QString &path)
{
    QStringList made;
    Directory folder = machine;
    QString reached;
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        reached += u'/' + part;
        auto next = folder.open(part);
        if (!next && next.error().kind == FileFault::Kind::Missing) {
            const auto done = folder.makeDirectory(part, 0755);
            if (!done) {
                removeMadeFolders(machine, made);
                return tl::unexpected(done.error());
            }
            made << reached;
            next = folder.open(part);
        }
        if (!next) {
            removeMadeFolders(machine, made);
            return tl::unexpected(next.error());
        }
        folder = *next;
    }
    return made;
}

void removeMadeFolders(const Directory &machine, const QStringList &made)
{
    for (auto path = made.crbegin(); path != made.crend(); ++path) {
        const qsizetype slash = path->lastIndexOf(u'/');
        const auto parent = machine.open(path->left(slash));
        // A folder that holds anything by now is somebody's and stays.
        if (!parent || !parent->removeDirectory(path->sliced(slash + 1)))
            return;
    }
}

} // namespace cudnnsetup
