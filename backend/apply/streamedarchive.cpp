// SPDX-License-Identifier: MIT
#include "apply/streamedarchive.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int rightsBits = 0777; // no set-user-id, set-group-id or sticky bit
constexpr std::array typeWords = {"file", "directory", "link", "hardLink"}; // in the order of ArchiveEntry::Type

std::optional<ArchiveEntry::Type> typeFrom(const QString &word)
{
    for (size_t i = 0; i < typeWords.size(); ++i) {
        if (word == QLatin1StringView(typeWords[i]))
            return ArchiveEntry::Type(i);
    }
    return std::nullopt;
}

bool isWhole(const QJsonValue &value)
{
    return value.isDouble() && value.toInteger(-1) >= 0;
}

tl::unexpected<Interruption> interrupted(const Error &error)
{
    return tl::unexpected<Interruption>(error);
}

} // namespace

QByteArray entryJson(const ArchiveEntry &entry)
{
    return QJsonDocument(QJsonObject{{u"type"_s, QString::fromLatin1(typeWords[size_t(entry.type)])},
                                     {u"path"_s, entry.path},
                                     {u"size"_s, entry.size},
                                     {u"mode"_s, entry.mode & rightsBits},
                                     {u"linkTarget"_s, entry.linkTarget}})
            .toJson(QJsonDocument::Compact);
}

QByteArray endJson(const QByteArray &sha256)
{
    return QJsonDocument(QJsonObject{{u"sha256"_s, QString::fromLatin1(sha256)}}).toJson(QJsonDocument::Compact);
}

StreamedArchive::StreamedArchive(FrameReader &frames, const QString &name, qint64 mostBytes, std::function<void()> whenComplete)
    : m_frames(frames), m_errors(name), m_paths(m_errors), m_roomLeft(mostBytes), m_whenComplete(std::move(whenComplete))
{
}

Outcome<std::optional<ArchiveEntry>> StreamedArchive::next()
{
    if (const auto skipped = skipRest(); !skipped)
        return tl::unexpected(skipped.error());
    const auto frame = nextFrame();
    if (!frame)
        return tl::unexpected(frame.error());
    if (frame->kind != FrameKind::Entry && frame->kind != FrameKind::End)
        return interrupted(malformedStream(u"a frame of kind %1 where an entry belongs"_s.arg(int(frame->kind))));
    const auto json = m_frames.payload(*frame);
    if (!json)
        return interrupted(json.error());
    if (frame->kind == FrameKind::End) {
        if (const auto finished = finish(*json); !finished)
            return interrupted(finished.error());
        return std::nullopt;
    }
    const auto entry = entryFrom(*json);
    if (!entry)
        return interrupted(entry.error());
    return std::optional(*entry);
}

Outcome<qint64> StreamedArchive::read(char *data, qint64 size)
{
    if (m_fileLeft == 0)
        return 0;
    if (m_frameLeft == 0) {
        const auto frame = nextFrame();
        if (!frame)
            return tl::unexpected(frame.error());
        if (frame->kind != FrameKind::Data || frame->size == 0)
            return interrupted(malformedStream(u"a frame of kind %1 in the middle of a file"_s.arg(int(frame->kind))));
        if (frame->size > m_fileLeft)
            return interrupted(malformedStream(u"more bytes of a file than its entry says"_s));
        m_frameLeft = frame->size;
    }
    const qint64 count = std::min(size, m_frameLeft);
    if (const auto got = m_frames.read(data, count); !got)
        return interrupted(got.error());
    m_frameLeft -= count;
    m_fileLeft -= count;
    return count;
}

Outcome<FrameHeader> StreamedArchive::nextFrame()
{
    const auto frame = m_frames.next();
    if (!frame)
        return interrupted(frame.error());
    if (frame->kind == FrameKind::Cancel)
        return tl::unexpected<Interruption>(Cancelled{});
    return *frame;
}

Outcome<void> StreamedArchive::skipRest()
{
    std::array<char, 64 << 10> unwanted;
    while (m_fileLeft > 0) {
        if (const auto skipped = read(unwanted.data(), qint64(unwanted.size())); !skipped)
            return tl::unexpected(skipped.error());
    }
    return {};
}

Result<ArchiveEntry> StreamedArchive::entryFrom(const QByteArray &json)
{
    if (--m_membersLeft < 0)
        return tl::unexpected(m_errors.altered(u"more than %1 members"_s.arg(mostMembers)));
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    const auto type = typeFrom(object[u"type"_s].toString());
    const QJsonValue size = object[u"size"_s];
    const QJsonValue mode = object[u"mode"_s];
    if (!type || !object[u"path"_s].isString() || !object[u"linkTarget"_s].isString() || !isWhole(size) || !isWhole(mode))
        return tl::unexpected(malformedStream(u"entry: "_s + QString::fromUtf8(json.left(200))));
    if (mode.toInteger() > rightsBits)
        return tl::unexpected(m_errors.specialFile(object[u"path"_s].toString(), u"mode %1"_s.arg(mode.toInteger(), 0, 8)));
    const auto path = m_paths.clean(object[u"path"_s].toString().toUtf8());
    if (!path)
        return tl::unexpected(path.error());
    const auto entry = m_paths.accept({.type = *type, .path = *path, .size = size.toInteger(), .mode = int(mode.toInteger())},
                                      object[u"linkTarget"_s].toString().toUtf8());
    if (!entry)
        return entry;
    m_fileLeft = *type == ArchiveEntry::Type::File ? entry->size : 0;
    if (m_fileLeft > m_roomLeft)
        return tl::unexpected(m_errors.altered(u"unpacks to more bytes than announced"_s));
    m_roomLeft -= m_fileLeft;
    return entry;
}

Result<void> StreamedArchive::finish(const QByteArray &json)
{
    static const QRegularExpression sha256(u"^[0-9a-f]{64}$"_s);
    const QString word = QJsonDocument::fromJson(json).object()[u"sha256"_s].toString();
    if (!sha256.match(word).hasMatch())
        return tl::unexpected(malformedStream(u"end of the archive: "_s + QString::fromUtf8(json.left(200))));
    m_sha256 = word.toLatin1();
    m_whenComplete();
    return {};
}

} // namespace cudnnsetup
