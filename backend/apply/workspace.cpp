// SPDX-License-Identifier: MIT
#include "apply/workspace.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QString lockName = u"lock"_s;

QString name(const char *latin1)
{
    return QString::fromLatin1(latin1);
}

FileResult<void> unlessMissing(FileResult<void> result)
{
    if (!result && result.error().kind == FileFault::Kind::Missing)
        return {};
    return result;
}

// Removes a folder of ours with everything in it; links are removed, not followed.
FileResult<void> removeTree(const Directory &parent, const QString &folderName)
{
    const auto status = parent.status(folderName);
    if (!status)
        return tl::unexpected(status.error());
    if (status->type == NodeStatus::Type::Missing)
        return {};
    if (status->type != NodeStatus::Type::Directory)
        return parent.removeFile(folderName);
    const auto folder = parent.open(folderName);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto names = folder->names();
    if (!names)
        return tl::unexpected(names.error());
    for (const QString &child : *names) {
        if (auto removed = removeTree(*folder, child); !removed)
            return removed;
    }
    return parent.removeDirectory(folderName);
}

} // namespace

Workspace::Workspace(Directory target, Directory folder, Lock lock)
    : m_target(std::move(target)), m_folder(std::move(folder)), m_lock(std::move(lock))
{
}

FileResult<Directory> Workspace::folderIn(const Directory &target)
{
    const auto folder = target.open(name(folderName));
    if (!folder)
        return folder;
    return folder->ownStatus()
            .and_then([&](const NodeStatus &status) { return checkTrusted(status, folder->label()); })
            .map([&] { return *folder; });
}

FileResult<Workspace> Workspace::open(const Directory &target)
{
    // Again when the other one, just done, removed the folder between our two calls; each turn needs such an end.
    while (true) {
        const auto made = target.makeDirectory(name(folderName), 0755);
        if (!made && made.error().kind != FileFault::Kind::Exists)
            return tl::unexpected(made.error());
        const auto folder = folderIn(target);
        if (!folder && folder.error().kind == FileFault::Kind::Missing)
            continue;
        if (!folder && made)
            target.removeDirectory(name(folderName));
        if (!folder)
            return tl::unexpected(folder.error());
        auto lock = folder->lock(lockName);
        if (!lock && lock.error().kind == FileFault::Kind::Missing)
            continue;
        if (lock)
            return Workspace(target, *folder, std::move(*lock));
        if (made)
            target.removeDirectory(name(folderName));
        FileFault fault = lock.error();
        if (fault.kind == FileFault::Kind::Locked)
            fault.path = target.label();
        return tl::unexpected(fault);
    }
}

FileResult<QStringList> Workspace::idsIn(const Directory &folder)
{
    const auto names = folder.names();
    if (!names)
        return tl::unexpected(names.error());
    QStringList ids;
    for (const QString &id : *names) {
        const auto status = folder.status(id);
        if (status && status->type == NodeStatus::Type::Directory)
            ids << id;
    }
    return ids;
}

FileResult<Directory> Workspace::transaction(const QString &id) const
{
    return m_folder.open(id);
}

FileResult<Directory> Workspace::begin(const QString &id, const Journal &journal) const
{
    auto folder = m_folder.makeDirectory(id, 0755).and_then([&] { return m_folder.open(id); });
    if (!folder)
        return folder;
    const auto ready = saveJournal(*folder, journal)
                               .and_then([&] { return folder->makeDirectory(name(stageName), 0755); })
                               .and_then([&] { return folder->makeDirectory(name(backupName), 0755); })
                               .and_then([&] { return folder->sync(); })
                               .and_then([&] { return m_folder.sync(); })
                               .and_then([&] { return m_target.sync(); });
    if (!ready)
        return tl::unexpected(ready.error());
    return folder;
}

FileResult<void> Workspace::remove(const QString &id) const
{
    const auto folder = m_folder.open(id);
    if (!folder)
        return unlessMissing(tl::unexpected(folder.error()));
    // The backup first, as it must be empty; the journal last: until then another attempt finds its way.
    return unlessMissing(folder->removeDirectory(name(backupName)))
            .and_then([&] { return removeTree(*folder, name(stageName)); })
            .and_then([&] { return unlessMissing(folder->removeFile(name(licenseName))); })
            .and_then([&] { return unlessMissing(folder->removeFile(name(journalDraftName))); })
            .and_then([&] { return unlessMissing(folder->removeFile(name(journalName))); })
            .and_then([&] { return m_folder.removeDirectory(id); })
            .and_then([&] { return m_folder.sync(); });
}

FileResult<void> Workspace::removeUnjournaled(const QString &id) const
{
    const auto folder = m_folder.open(id);
    if (!folder)
        return unlessMissing(tl::unexpected(folder.error()));
    return unlessMissing(folder->removeFile(name(journalDraftName)))
            .and_then([&] { return m_folder.removeDirectory(id); })
            .and_then([&] { return m_folder.sync(); });
}

FileResult<void> Workspace::removeStage(const QString &id) const
{
    return m_folder.open(id).and_then([](const Directory &folder) { return removeTree(folder, name(stageName)); });
}

void Workspace::close()
{
    if (!m_lock)
        return;
    // Whoever waits for this very file sees that it is no longer the one in the folder, and starts over.
    m_folder.removeFile(lockName);
    m_target.removeDirectory(name(folderName));
    m_lock.reset();
}

} // namespace cudnnsetup
