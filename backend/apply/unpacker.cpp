// SPDX-License-Identifier: MIT
#include "apply/unpacker.h"

#include "apply/workspace.h"
#include "host/filetree.h"

#include <QElapsedTimer>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 longestLicense = 1 << 20;

tl::unexpected<Interruption> interrupted(Error error)
{
    return tl::unexpected<Interruption>(std::move(error));
}

tl::unexpected<Interruption> interrupted(const FileFault &fault)
{
    return interrupted(describe(fault, Standing::NothingChanged));
}

Outcome<void> toOutcome(const FileResult<void> &result)
{
    if (!result)
        return interrupted(result.error());
    return {};
}

tl::unexpected<Interruption> unsafe(const char *sentence, const QStringList &arguments)
{
    return interrupted(Error{ErrorId::ArchiveUnsafe, Text(sentence, arguments)});
}

tl::unexpected<Interruption> twice(const QString &member)
{
    return unsafe(QT_TRANSLATE_NOOP("backend", "The archive brings %1 twice. Nothing has been changed. Take another "
                                               "archive, best from NVIDIA's own site."),
                  {member});
}

// Readable for everybody, executable where the archive says so for anybody, writable for the owner; nothing else.
int safeMode(int mode)
{
    return (mode & 0111) ? 0755 : 0644;
}

bool isPlainName(const QString &name)
{
    return !name.isEmpty() && !name.contains(u'/') && name != u"."_s && name != u".."_s;
}

bool isLicense(const QString &path)
{
    const QString name = path.sliced(path.lastIndexOf(u'/') + 1).toLower();
    return name == u"license"_s || name == u"license.txt"_s;
}

} // namespace

Unpacker::Unpacker(Stage &stage, const Directory &transaction, const Plan &plan, const Job &job)
    : m_stage(stage), m_transaction(transaction), m_plan(plan), m_job(job)
{
    for (const Operation &operation : plan.operations) {
        if (operation.kind != Operation::Kind::Unpack)
            continue;
        Route route{operation.memberPrefix, operation.path, {}};
        for (const QString &pattern : operation.namePatterns)
            route.patterns << QRegularExpression(QRegularExpression::wildcardToRegularExpression(pattern));
        m_routes << route;
    }
}

Outcome<QByteArray> Unpacker::run(const ApplySeams &seams)
{
    const auto reader = seams.openArchive(m_plan.archive.path, m_job);
    if (!reader)
        return interrupted(reader.error());
    m_total = (*reader)->unpackedTotal().value_or(m_plan.archive.unpackedBytes.value_or(-1));
    while (true) {
        if (m_job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        const auto entry = (*reader)->next();
        if (!entry)
            return tl::unexpected(entry.error());
        if (!*entry)
            break;
        if (const auto taken = take(**reader, **entry); !taken)
            return tl::unexpected(taken.error());
    }
    const QByteArray sha256 = (*reader)->sha256();
    if (!m_plan.archive.sha256.isEmpty() && sha256 != m_plan.archive.sha256)
        return interrupted({ErrorId::ArchiveAltered,
                            Text(QT_TRANSLATE_NOOP("backend", "The archive is no longer the file that was looked at: its "
                                                              "SHA-256 is %1 instead of %2. Nothing has been changed. "
                                                              "Choose the archive again."),
                                 {QString::fromLatin1(sha256), QString::fromLatin1(m_plan.archive.sha256)})});
    return makeLinks().map([&sha256] { return sha256; });
}

std::optional<QString> Unpacker::destinationOf(const QString &memberPath) const
{
    for (const Route &route : m_routes) {
        if (!memberPath.startsWith(route.prefix))
            continue;
        const QString name = memberPath.sliced(route.prefix.size());
        const auto fits = [&name](const QRegularExpression &pattern) { return pattern.match(name).hasMatch(); };
        const bool isWanted = route.patterns.isEmpty() || std::any_of(route.patterns.begin(), route.patterns.end(), fits);
        if (isPlainName(name) && isWanted)
            return FileTree::join(route.folder, name);
    }
    return std::nullopt;
}

Outcome<void> Unpacker::take(ArchiveReader &reader, const ArchiveEntry &entry)
{
    if (entry.type == ArchiveEntry::Type::Directory)
        return {};
    const auto destination = destinationOf(entry.path);
    if (!destination && entry.type == ArchiveEntry::Type::File)
        return isLicense(entry.path) ? keepLicense(reader, entry) : skip(reader, entry);
    if (!destination)
        return {};
    if (m_stage.find(*destination))
        return twice(entry.path);
    if (entry.type == ArchiveEntry::Type::File)
        return takeFile(reader, entry, *destination);
    return takeLink(entry, *destination);
}

Outcome<void> Unpacker::takeFile(ArchiveReader &reader, const ArchiveEntry &entry, const QString &destination)
{
    if (const auto fits = checkRoomFor(entry.size); !fits)
        return fits;
    auto file = m_stage.createFile(destination);
    if (!file && file.error().kind == FileFault::Kind::Exists) // names that differ for the archive, not for the disk
        return twice(entry.path);
    if (!file)
        return interrupted(file.error());
    m_writer.begin(*file);
    const auto pumped = pump(reader, entry, [this](qint64 size) { m_writer.put(size); });
    const auto sha256 = m_writer.end();
    if (!pumped)
        return pumped;
    if (!sha256)
        return interrupted(sha256.error());
    m_destinations.insert(entry.path, destination);
    return toOutcome(file->setMode(safeMode(entry.mode)).and_then([&] {
        return m_stage.finishFile(destination, *sha256, Transaction::Change::Added);
    }));
}

Outcome<void> Unpacker::takeLink(const ArchiveEntry &entry, const QString &destination)
{
    if (entry.type == ArchiveEntry::Type::SymbolicLink) {
        if (isPlainName(entry.linkTarget))
            return toOutcome(m_stage.addLink(destination, entry.linkTarget));
        return unsafe(QT_TRANSLATE_NOOP("backend", "%1 in the archive is a link to %2, which leads out of its folder. "
                                                   "Nothing has been changed. Take another archive, best from NVIDIA's "
                                                   "own site."),
                      {entry.path, entry.linkTarget});
    }
    const StagedNode *first = m_stage.find(m_destinations.value(entry.linkTarget));
    if (first)
        return toOutcome(m_stage.addSecondName(destination, *first));
    return unsafe(QT_TRANSLATE_NOOP("backend", "%1 in the archive is a second name of %2, which is not among the files to "
                                               "install. Nothing has been changed. Take another archive, best from "
                                               "NVIDIA's own site."),
                  {entry.path, entry.linkTarget});
}

Outcome<void> Unpacker::keepLicense(ArchiveReader &reader, const ArchiveEntry &entry)
{
    if (m_hasLicense || entry.size > longestLicense)
        return skip(reader, entry);
    m_hasLicense = true;
    auto file = m_transaction.createFile(QString::fromLatin1(licenseName));
    if (!file)
        return interrupted(file.error());
    m_writer.begin(*file);
    const auto pumped = pump(reader, entry, [this](qint64 size) { m_writer.put(size); });
    const auto sha256 = m_writer.end();
    if (!pumped)
        return pumped;
    if (!sha256)
        return interrupted(sha256.error());
    return toOutcome(file->setMode(0644));
}

Outcome<void> Unpacker::makeLinks()
{
    for (const Operation &operation : m_plan.operations) {
        if (operation.kind != Operation::Kind::MakeLink || m_stage.find(operation.path))
            continue;
        const QString folder = operation.path.left(operation.path.lastIndexOf(u'/'));
        if (!m_stage.find(FileTree::join(folder, operation.linkTarget)))
            continue;
        if (const auto made = m_stage.addLink(operation.path, operation.linkTarget); !made)
            return toOutcome(made);
    }
    return {};
}

Outcome<void> Unpacker::skip(ArchiveReader &reader, const ArchiveEntry &entry)
{
    // The reader would skip it by itself, but static libraries are large: the bar is to move and Cancel to work.
    return pump(reader, entry, [](qint64) {});
}

Outcome<void> Unpacker::pump(ArchiveReader &reader, const ArchiveEntry &entry, const std::function<void(qint64)> &put)
{
    qint64 left = entry.size;
    QElapsedTimer timer;
    timer.start();
    while (left > 0) {
        if (m_job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        char *block = m_writer.block();
        const qint64 unblocked = timer.nsecsElapsed();
        const auto size = reader.read(block, std::min(left, HashingWriter::blockSize));
        if (!size)
            return tl::unexpected(size.error());
        if (*size <= 0)
            return interrupted({ErrorId::ArchiveTruncated,
                                Text(QT_TRANSLATE_NOOP("backend", "The archive ends in the middle of %1. Nothing has been "
                                                                  "changed. Download it again."),
                                     {entry.path})});
        put(*size);
        m_waiting += unblocked;
        m_unpacking += timer.nsecsElapsed() - unblocked;
        timer.restart();
        left -= *size;
        m_done += *size;
        report();
    }
    return {};
}

Outcome<void> Unpacker::checkRoomFor(qint64 bytes) const
{
    if (bytes >= 0 && (m_plan.bytesToWrite <= 0 || bytes <= m_plan.bytesToWrite - m_stage.bytesWritten()))
        return {};
    return interrupted({ErrorId::ArchiveAltered,
                        Text(QT_TRANSLATE_NOOP("backend", "The archive unpacks to more than the %1 bytes that were "
                                                          "announced. Nothing has been changed. Take another archive, "
                                                          "best from NVIDIA's own site."),
                             {QString::number(m_plan.bytesToWrite)})});
}

void Unpacker::report()
{
    const auto bottleneck = m_waiting > m_unpacking ? Progress::Bottleneck::Writing : Progress::Bottleneck::Decompression;
    m_job.report({.step = Progress::Step::Stage, .done = m_done, .total = m_total, .bottleneck = bottleneck});
    // Half of the past is forgotten each time, so the word follows what goes on now.
    m_waiting /= 2;
    m_unpacking /= 2;
}

} // namespace cudnnsetup
