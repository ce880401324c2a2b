// SPDX-License-Identifier: MIT
#pragma once

#include "archive/archivereader.h"
#include "archive/memberpaths.h"
#include "archive/sha256.h"
#include "archive/zipdirectory.h"

#include <QFile>

namespace cudnnsetup {

// A zip file (a wheel) as one forward stream of members, in the order in which they lie in the file. Local headers, sizes and
// CRC-32 are checked here; KCompressionDevice unpacks. Links are links. It unpacks in the caller's thread.
class ZipReader final : public ArchiveReader
{
public:
    static Result<std::unique_ptr<ArchiveReader>> open(std::unique_ptr<QFile> file, const ArchiveErrors &errors, Job job);
    ~ZipReader() override;
    Q_DISABLE_COPY_MOVE(ZipReader)

    Container container() const override { return Container::Zip; }
    Outcome<std::optional<ArchiveEntry>> next() override;
    Outcome<qint64> read(char *data, qint64 size) override;
    QByteArray sha256() const override { return m_sha256; }
    qint64 packedDone() const override;
    qint64 packedTotal() const override;
    std::optional<qint64> unpackedTotal() const override;
    QStringList listedNames() const override;

private:
    class Input;
    class MemberSource;
    struct Current;

    ZipReader(std::unique_ptr<QFile> file, QList<ZipMember> members, const ArchiveErrors &errors, Job job);

    Outcome<std::optional<ArchiveEntry>> nextMember();
    Outcome<ArchiveEntry> begin(const ZipMember &member);
    Outcome<qint64> readCurrent(char *data, qint64 size);
    Outcome<void> finishCurrent();
    Outcome<QByteArray> readLinkTarget(const ZipMember &member);

    std::unique_ptr<Input> m_input;
    QList<ZipMember> m_members;
    ArchiveErrors m_errors;
    Job m_job;
    MemberPaths m_paths;
    qsizetype m_nextMember = 0;
    std::unique_ptr<Current> m_current;
    std::optional<Interruption> m_interruption;
    QByteArray m_sha256;
};

} // namespace cudnnsetup
