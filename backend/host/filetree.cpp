// SPDX-License-Identifier: MIT
#include "host/filetree.h"

#include "host/rawfiles.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int linkLimit = 40; // as the Linux kernel counts before it answers ELOOP

// The parts of a path, in order; empty parts and "." say nothing and are left out.
QStringList partsOf(const QString &path)
{
    QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    parts.removeAll(u"."_s);
    return parts;
}

// A name too long for any file system: a path that cannot exist, yet lies inside the root whoever looks at it.
QString impossiblePath()
{
    return u'/' + QString(256, u'-');
}

struct Walk
{
    QString path; // inside the root; "" is the root itself
    bool exists = true;
    bool isLoop = false;
};

// Walks path part by part below root the way the kernel would after chroot(root): ".." never leaves the root, an
// absolute link starts again at the root. Parts that do not exist are kept as they stand.
Walk walk(const QString &root, const QString &path, bool followLast)
{
    Walk result;
    QStringList pending = partsOf(path);
    int links = 0;
    while (!pending.isEmpty()) {
        const QString part = pending.takeFirst();
        if (part == u"..") {
            result.path.truncate(std::max<qsizetype>(result.path.lastIndexOf(u'/'), 0));
            continue;
        }
        const QString next = result.path + u'/' + part;
        // Asked even below a part that is missing: "/missing/../link" still meets the link.
        const FileTree::Type type = platform::rawType(root + next);
        if (type != FileTree::Type::Link || (pending.isEmpty() && !followLast)) {
            const bool mustBeFolder = !pending.isEmpty() && type != FileTree::Type::Directory;
            result.exists = result.exists && type != FileTree::Type::Missing && !mustBeFolder;
            result.path = next;
            continue;
        }
        const std::optional<QString> target = platform::rawLinkTarget(root + next);
        if (!target || ++links > linkLimit)
            return Walk{impossiblePath(), false, true};
        if (target->startsWith(u'/'))
            result.path.clear();
        pending = partsOf(*target) + pending;
    }
    return result;
}

} // namespace

FileTree::FileTree(const QString &root) : m_root(clean(root))
{
    if (m_root == u"/")
        m_root.clear();
}

QString FileTree::root() const
{
    return m_root.isEmpty() ? u"/"_s : m_root;
}

bool FileTree::isWholeMachine() const
{
    return m_root.isEmpty();
}

QString FileTree::outside(const QString &path) const
{
    if (isWholeMachine())
        return path.startsWith(u'/') ? path : u'/' + path;
    return m_root + walk(m_root, path, false).path;
}

QString FileTree::outsideOfTarget(const QString &path) const
{
    return outside(canonical(path).value_or(path));
}

QString FileTree::inside(const QString &outsidePath) const
{
    if (isWholeMachine())
        return outsidePath;
    if (outsidePath == m_root)
        return u"/"_s;
    return outsidePath.startsWith(m_root + u'/') ? outsidePath.mid(m_root.size()) : outsidePath;
}

FileTree::Status FileTree::status(const QString &path) const
{
    const std::optional<QString> found = resolve(path, false);
    return found ? platform::rawStatus(m_root + *found, false) : Status{};
}

FileTree::Status FileTree::statusOfTarget(const QString &path) const
{
    if (isWholeMachine())
        return platform::rawStatus(outside(path), true);
    const std::optional<QString> found = resolve(path, true);
    return found ? platform::rawStatus(m_root + *found, false) : Status{};
}

bool FileTree::exists(const QString &path) const
{
    return statusOfTarget(path).type != Type::Missing;
}

bool FileTree::isFile(const QString &path) const
{
    return statusOfTarget(path).type == Type::File;
}

bool FileTree::isDirectory(const QString &path) const
{
    return statusOfTarget(path).type == Type::Directory;
}

std::optional<QString> FileTree::canonical(const QString &path) const
{
    return resolve(path, true);
}

std::optional<QString> FileTree::linkTarget(const QString &path) const
{
    const std::optional<QString> found = resolve(path, false);
    return found ? platform::rawLinkTarget(m_root + *found) : std::nullopt;
}

QStringList FileTree::linkChain(const QString &path) const
{
    QStringList chain{clean(path)};
    while (chain.size() <= linkLimit) {
        const QString last = chain.constLast();
        const std::optional<QString> target = linkTarget(last);
        if (!target)
            break;
        const QString next = clean(target->startsWith(u'/') ? *target : join(realFolderOf(last), *target));
        if (chain.contains(next))
            break;
        chain << next;
    }
    return chain;
}

QStringList FileTree::list(const QString &directory, const QStringList &patterns) const
{
    const std::optional<QString> found = isWholeMachine() ? outside(directory) : resolve(directory, true);
    if (!found)
        return {};
    QStringList names = platform::rawNames(m_root + *found, patterns);
    names.sort();
    return names;
}

Result<QByteArray> FileTree::read(const QString &path, qint64 limit) const
{
    if (isWholeMachine())
        return platform::rawRead(outside(path), limit, path);
    return platform::rawRead(m_root + walk(m_root, path, true).path, limit, path);
}

void FileTree::readEach(const QString &directory, const QString &pattern, qint64 limit,
                        const std::function<void(const QString &, const QByteArray &)> &visit) const
{
    if (const std::optional<QString> found = resolve(directory, true))
        platform::rawReadEach(m_root + *found, list(directory, {pattern}), limit, visit);
}

QString FileTree::clean(const QString &path)
{
    QStringList kept;
    const QStringList parts = partsOf(path);
    for (const QString &part : parts) {
        if (part != u"..")
            kept << part;
        else if (!kept.isEmpty())
            kept.removeLast();
    }
    return u'/' + kept.join(u'/');
}

QString FileTree::join(const QString &directory, const QString &name)
{
    return directory.endsWith(u'/') ? directory + name : directory + u'/' + name;
}

QString FileTree::realFolderOf(const QString &path) const
{
    return canonical(path.left(path.lastIndexOf(u'/')) + u'/').value_or(u"/"_s);
}

std::optional<QString> FileTree::resolve(const QString &path, bool followLast) const
{
    if (isWholeMachine() && followLast)
        return platform::rawRealPath(outside(path));
    if (isWholeMachine()) {
        const QString whole = outside(path);
        return platform::rawType(whole) == Type::Missing ? std::nullopt : std::optional(whole);
    }
    const Walk found = walk(m_root, path, followLast);
    if (!found.exists)
        return std::nullopt;
    return found.path.isEmpty() ? u"/"_s : found.path;
}

} // namespace cudnnsetup
