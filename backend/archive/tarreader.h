// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"
#include "archive/memberpaths.h"
#include "archive/tarheader.h"
#include "archive/unpackstream.h"

namespace cudnnsetup {

// A compressed tar file, read strictly: ustar with prefix, GNU long names and base-256 sizes, pax paths and sizes; every
// header's check sum, two zero blocks at the end and nothing behind them. Plain files, folders and links only.
// It writes nothing, and what a header says about owners and times is not used.
class TarReader final : public ArchiveReader
{
public:
    TarReader(Container container, std::unique_ptr<UnpackStream> stream, std::optional<qint64> unpackedTotal,
              const ArchiveErrors &errors);

    Container container() const override { return m_container; }
    Outcome<std::optional<ArchiveEntry>> next() override;
    Outcome<qint64> read(char *data, qint64 size) override;
    QByteArray sha256() const override { return m_isAtEnd ? m_stream->sha256() : QByteArray(); }
    qint64 packedDone() const override { return m_stream->packedDone(); }
    qint64 packedTotal() const override { return m_stream->packedTotal(); }
    std::optional<qint64> unpackedTotal() const override { return m_unpackedTotal; }

private:
    // What extended headers said about the member that follows them.
    struct Pending
    {
        std::optional<QByteArray> longName = {};
        std::optional<QByteArray> longLink = {};
        PaxValues pax = {};
        bool isAny = false;
    };

    Outcome<std::optional<ArchiveEntry>> nextMember();
    Outcome<std::optional<TarHeader>> readHeader();
    Outcome<QByteArray> readExtension(const TarHeader &header);
    Outcome<void> takeExtension(const TarHeader &header, Pending &pending);
    Result<ArchiveEntry> entryOf(TarHeader header, const Pending &pending);
    Outcome<void> readExactly(char *data, qint64 size);
    Outcome<void> skip(qint64 size);
    Outcome<void> skipMember();
    Outcome<void> readEnd();

    Container m_container;
    std::unique_ptr<UnpackStream> m_stream;
    std::optional<qint64> m_unpackedTotal;
    ArchiveErrors m_errors;
    MemberPaths m_members;
    PaxValues m_global;
    std::optional<Interruption> m_interruption;
    qint64 m_left = 0;    // bytes of the current file that were not read
    qint64 m_padding = 0; // bytes behind it, to the next block
    bool m_isAtStart = true;
    bool m_isAtEnd = false;
};

} // namespace cudnnsetup
