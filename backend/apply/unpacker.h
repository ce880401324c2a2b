// SPDX-License-Identifier: MIT
#pragma once

#include "apply/applyseams.h"
#include "apply/hashingwriter.h"
#include "apply/stage.h"

#include <QRegularExpression>

namespace cudnnsetup {

// Brings the plan's part of an archive into the stage in one pass, hashing on the way. What must hold of the archive itself
// holds afterwards: complete, the announced hash, no more bytes than announced, links that stay in their folder.
class Unpacker
{
public:
    Unpacker(Stage &stage, const Directory &transaction, const Plan &plan, const Job &job);

    // Also makes the plan's own links, where the file that they name has come. Gives the SHA-256 of the whole archive.
    Outcome<QByteArray> run(const ApplySeams &seams);

private:
    // Where the members below one prefix go.
    struct Route
    {
        QString prefix;
        QString folder;
        QList<QRegularExpression> patterns;
    };

    std::optional<QString> destinationOf(const QString &memberPath) const;
    Outcome<void> take(ArchiveReader &reader, const ArchiveEntry &entry);
    Outcome<void> takeFile(ArchiveReader &reader, const ArchiveEntry &entry, const QString &destination);
    Outcome<void> takeLink(const ArchiveEntry &entry, const QString &destination);
    Outcome<void> keepLicense(ArchiveReader &reader, const ArchiveEntry &entry);
    Outcome<void> makeLinks();
    Outcome<void> skip(ArchiveReader &reader, const ArchiveEntry &entry);
    // Reads the whole entry into the writer's blocks and lets put have the size of each.
    Outcome<void> pump(ArchiveReader &reader, const ArchiveEntry &entry, const std::function<void(qint64)> &put);
    Outcome<void> checkRoomFor(qint64 bytes) const;
    void report();

    Stage &m_stage;
    const Directory &m_transaction;
    const Plan &m_plan;
    const Job &m_job;
    QList<Route> m_routes;
    HashingWriter m_writer;
    QHash<QString, QString> m_destinations; // of members that were staged as files, for hard links
    bool m_hasLicense = false;
    qint64 m_done = 0;
    qint64 m_total = -1;
    // Nanoseconds that went into unpacking and into waiting for the disk since the last report.
    qint64 m_unpacking = 0;
    qint64 m_waiting = 0;
};

} // namespace cudnnsetup
