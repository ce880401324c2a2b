// SPDX-License-Identifier: MIT
#pragma once

#include "apply/frames.h"
#include "archive/memberpaths.h"

namespace cudnnsetup {

inline constexpr int mostMembers = 10'000; // cuDNN has fewer than two hundred

// An archive whose entries another process unpacks and sends: entries from frames, under all the rules of a real archive's.
// More than mostBytes unpacked bytes, or many more members than any cuDNN has, are refused.
class StreamedArchive : public ArchiveReader
{
public:
    // name: how the archive is called in sentences. whenComplete: called once all of it has come.
    StreamedArchive(FrameReader &frames, const QString &name, qint64 mostBytes, std::function<void()> whenComplete);

    Container container() const override { return Container::None; }
    Outcome<std::optional<ArchiveEntry>> next() override;
    Outcome<qint64> read(char *data, qint64 size) override;
    QByteArray sha256() const override { return m_sha256; } // what the sender says it is
    qint64 packedDone() const override { return 0; }
    qint64 packedTotal() const override { return 0; }
    std::optional<qint64> unpackedTotal() const override { return std::nullopt; }

private:
    Outcome<FrameHeader> nextFrame();
    Outcome<void> skipRest();
    Result<ArchiveEntry> entryFrom(const QByteArray &json);
    Result<void> finish(const QByteArray &json);

    FrameReader &m_frames;
    ArchiveErrors m_errors;
    MemberPaths m_paths;
    qint64 m_roomLeft;
    int m_membersLeft = mostMembers;
    qint64 m_fileLeft = 0;  // bytes of the current file that are still to come
    qint64 m_frameLeft = 0; // and of the frame that is being read
    QByteArray m_sha256;
    std::function<void()> m_whenComplete;
};

// The payload of the Entry frame that entryFrom() reads.
QByteArray entryJson(const ArchiveEntry &entry);
QByteArray endJson(const QByteArray &sha256);

} // namespace cudnnsetup
