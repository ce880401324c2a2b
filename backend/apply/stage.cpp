// SPDX-License-Identifier: MIT
#include "apply/stage.h"

#include "apply/workspace.h"
#include "archive/sha256.h"
#include "host/filetree.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString folderOf(const QString &path)
{
    return path.left(path.lastIndexOf(u'/'));
}

QString nameOf(const QString &path)
{
    return path.sliced(path.lastIndexOf(u'/') + 1);
}

} // namespace

Stage::Stage(Directory transaction, Directory folder)
    : m_transaction(std::move(transaction)), m_folder(std::move(folder))
{
}

FileResult<Stage> Stage::open(const Directory &transaction)
{
    return transaction.open(QString::fromLatin1(stageName)).map([&](const Directory &folder) {
        return Stage(transaction, folder);
    });
}

FileResult<void> Stage::addFile(const QString &destination, QByteArrayView content, int mode)
{
    auto file = createFile(destination);
    if (!file)
        return tl::unexpected(file.error());
    Sha256 hash;
    hash.add(content);
    return file->write(content)
            .and_then([&] { return file->setMode(mode); })
            .and_then([&] { return finishFile(destination, hash.finish(), Transaction::Change::Written); });
}

FileResult<NewFile> Stage::createFile(const QString &destination)
{
    return roomFor(destination).and_then([&](const Room &room) { return room.folder.createFile(nameOf(destination)); });
}

FileResult<void> Stage::finishFile(const QString &destination, const QByteArray &sha256, Transaction::Change change)
{
    const auto room = roomFor(destination);
    if (!room)
        return tl::unexpected(room.error());
    const auto status = room->folder.status(nameOf(destination));
    if (!status)
        return tl::unexpected(status.error());
    add({.destination = destination,
         .staged = room->name + u'/' + nameOf(destination),
         .record = {.type = NodeRecord::Type::File,
                    .size = status->size,
                    .inode = status->inode,
                    .modified = status->modified,
                    .mode = status->mode,
                    .sha256 = sha256},
         .change = change});
    m_bytesWritten += status->size;
    return {};
}

FileResult<void> Stage::addLink(const QString &destination, const QString &target)
{
    const auto room = roomFor(destination);
    if (!room)
        return tl::unexpected(room.error());
    if (auto made = room->folder.makeLink(nameOf(destination), target); !made)
        return made;
    add({.destination = destination,
         .staged = room->name + u'/' + nameOf(destination),
         .record = {.type = NodeRecord::Type::Link, .linkTarget = target}});
    return {};
}

FileResult<void> Stage::addSecondName(const QString &destination, const StagedNode &first)
{
    const auto room = roomFor(destination);
    const auto firstRoom = roomFor(first.destination);
    if (!room || !firstRoom)
        return tl::unexpected(room ? firstRoom.error() : room.error());
    const auto made = firstRoom->folder.hardLink(nameOf(first.destination), room->folder, nameOf(destination));
    if (!made)
        return made;
    StagedNode node = first;
    node.destination = destination;
    node.staged = room->name + u'/' + nameOf(destination);
    add(node);
    return {};
}

void Stage::add(const StagedNode &node)
{
    m_byDestination.insert(node.destination, m_nodes.size());
    m_nodes << node;
}

FileResult<void> Stage::sync() const
{
    for (const StagedNode &node : m_nodes) {
        if (node.record.type != NodeRecord::Type::File)
            continue;
        const auto synced = m_rooms.value(folderOf(node.destination))->folder.syncFile(nameOf(node.destination));
        if (!synced)
            return synced;
    }
    for (const auto &room : m_rooms) {
        if (auto synced = room->folder.sync(); !synced)
            return synced;
    }
    return m_folder.sync().and_then([this] { return m_transaction.sync(); });
}

const StagedNode *Stage::find(const QString &destination) const
{
    const auto found = m_byDestination.constFind(destination);
    return found == m_byDestination.cend() ? nullptr : &m_nodes[*found];
}

const StagedNode *Stage::resolved(const StagedNode &node) const
{
    const StagedNode *at = &node;
    // As many hops as there are nodes; more is a circle.
    for (qsizetype hop = 0; at && hop <= m_nodes.size(); ++hop) {
        if (at->record.type == NodeRecord::Type::File)
            return at;
        at = find(FileTree::join(folderOf(at->destination), at->record.linkTarget));
    }
    return nullptr;
}

QString Stage::openPath(const StagedNode &file) const
{
    const auto room = m_rooms.value(folderOf(file.destination));
    return room ? room->folder.openPathOf(nameOf(file.destination)) : QString();
}

FileResult<Stage::Room> Stage::roomFor(const QString &destination)
{
    const QString destinationFolder = folderOf(destination);
    if (const auto room = m_rooms.constFind(destinationFolder); room != m_rooms.cend())
        return **room;
    const QString name = u"%1-%2"_s.arg(QString::number(m_rooms.size()), nameOf(destinationFolder));
    return m_folder.makeDirectory(name, 0755).and_then([&] { return m_folder.open(name); }).map([&](const Directory &folder) {
        m_rooms.insert(destinationFolder, std::make_shared<const Room>(Room{name, folder}));
        return Room{name, folder};
    });
}

} // namespace cudnnsetup
