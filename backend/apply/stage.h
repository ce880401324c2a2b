// SPDX-License-Identifier: MIT
#pragma once

#include "apply/journal.h"

#include <QHash>

namespace cudnnsetup {

// A file or link that waits in the stage of its transaction.
struct StagedNode
{
    QString destination; // absolute, as inside the root
    QString staged;      // relative to the stage
    NodeRecord record;
    Transaction::Change change = Transaction::Change::Added; // Written for a WriteFile
};

// The stage of a transaction: new files and links wait here, out of the loader's sight, until they are renamed into
// place. One folder for each destination folder. It does not look at the destinations.
class Stage
{
public:
    static FileResult<Stage> open(const Directory &transaction);

    // The parts of an archive; the content is written by whoever asked for the file. Exists: the name came before.
    FileResult<NewFile> createFile(const QString &destination);
    FileResult<void> finishFile(const QString &destination, const QByteArray &sha256, Transaction::Change change);
    FileResult<void> addLink(const QString &destination, const QString &target);
    FileResult<void> addSecondName(const QString &destination, const StagedNode &first);
    // A whole file.
    FileResult<void> addFile(const QString &destination, QByteArrayView content, int mode);
    // Everything staged is on the disk afterwards.
    FileResult<void> sync() const;

    const QList<StagedNode> &nodes() const { return m_nodes; }
    const StagedNode *find(const QString &destination) const;
    // The staged file that a node is or leads to; null when the link leads to nothing staged.
    const StagedNode *resolved(const StagedNode &node) const;

    // The staged file as a path of this process that leads through the open folder, so that nobody can put another folder in
    // between. As long as the stage is there.
    QString openPath(const StagedNode &file) const;

    qint64 bytesWritten() const { return m_bytesWritten; }

private:
    struct Room
    {
        QString name; // of the folder in the stage
        Directory folder;
    };

    Stage(Directory transaction, Directory folder);
    FileResult<Room> roomFor(const QString &destination);
    void add(const StagedNode &node);

    Directory m_transaction;
    Directory m_folder;
    QHash<QString, std::shared_ptr<const Room>> m_rooms; // by destination folder
    QList<StagedNode> m_nodes;
    QHash<QString, qsizetype> m_byDestination;
    qint64 m_bytesWritten = 0;
};

} // namespace cudnnsetup
