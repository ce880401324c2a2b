// SPDX-License-Identifier: MIT
#include "streamtarget.h"

#include "apply/applyserver.h"
#include "apply/streamedarchive.h"

#include <QFile>
#include <QJsonDocument>
#include <QtEndian>

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudnnsetup::test {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype headerSize = 5;

// The payload of a first frame that is a whole plan.
std::optional<QByteArrayView> planIn(QByteArrayView bytes)
{
    if (bytes.size() < headerSize || bytes[0] != char(FrameKind::Plan))
        return std::nullopt;
    const auto size = qFromLittleEndian<quint32>(bytes.data() + 1);
    return size <= quint32(bytes.size() - headerSize) ? std::optional(bytes.sliced(headerSize, size))
                                                      : std::nullopt;
}

QList<QByteArray> namesBelow(const QByteArray &folder)
{
    static thread_local QList<QByteArray> names; // nftw(3) has no room for a pointer of ours
    names.clear();
    ::nftw(
            folder.constData(),
            [](const char *path, const struct stat *, int, FTW *) {
                names << QByteArray(path);
                return 0;
            },
            16, FTW_PHYS);
    return names;
}

// Where a change is allowed to leave something else than before. Folders that are only new harm nobody.
bool isOfDestination(const QByteArray &path, const QByteArray &target)
{
    if (path == "machine/etc/ld.so.cache" || path.startsWith("machine/etc/ld.so.conf.d/cudnn-setup-"))
        return true;
    const QByteArray inTarget = "machine" + target + '/';
    if (target.size() < 2 || !path.startsWith(inTarget))
        return false;
    const QByteArray name = path.sliced(path.lastIndexOf('/') + 1);
    return path.startsWith(inTarget + ".cudnn-setup/") || name.startsWith("libcudnn")
           || name.startsWith("cudnn") || path == inTarget + "activate.sh"
           || path == inTarget + "activate.fish";
}

QByteArray planFrame(const StreamMachine &machine, const Plan &plan)
{
    QByteArray json = QJsonDocument(toJson(plan)).toJson(QJsonDocument::Compact);
    json.replace(machine.path().toUtf8(), StreamTarget::placeOfMachine);
    return frameHeader(FrameKind::Plan, json.size()) + json;
}

} // namespace

StreamTarget::StreamTarget()
{
    useMemoryForScratchRoots();
    makeMachine();
}

QString StreamTarget::run(QByteArrayView bytes)
{
    QByteArray stream = bytes.toByteArray();
    QByteArray target;
    if (const auto plan = planIn(bytes)) {
        QByteArray json = plan->toByteArray();
        const QByteArrayView rest = bytes.sliced(headerSize + plan->size());
        json.replace(placeOfMachine, m_machine->path().toUtf8());
        target = QJsonDocument::fromJson(json).object()[u"targetRoot"_s].toString().toUtf8();
        stream = frameHeader(FrameKind::Plan, json.size()) + json + rest.toByteArray();
    }
    MemoryStream given(stream);
    const ApplyResult result = applyFromStream(given, m_machine->path(), Job{}, m_machine->seams());
    const bool isCommitted = result.transaction.state == Transaction::State::Committed;
    m_lastEnd = result.error ? toString(result.error->id) : isCommitted ? u"committed"_s : u"cancelled"_s;
    const Nodes now = nodes();
    const QString strange = isCommitted ? strangeAfterChange(now, target) : strangeAfterRefusal(now);
    if (isCommitted || !strange.isEmpty())
        makeMachine();
    return strange;
}

void StreamTarget::makeMachine()
{
    m_machine = std::make_unique<StreamMachine>();
    m_before = nodes();
}

StreamTarget::Nodes StreamTarget::nodes() const
{
    const QByteArray root = QFile::encodeName(m_machine->root().at());
    Nodes found;
    const QList<QByteArray> paths = namesBelow(root);
    for (const QByteArray &path : paths) {
        struct stat status;
        if (path.size() <= root.size() || ::lstat(path.constData(), &status) != 0)
            continue;
        Node node;
        node.isFolder = S_ISDIR(status.st_mode);
        node.isSound = status.st_uid == 0 && (status.st_mode & 07000) == 0
                       && (node.isFolder || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode));
        node.what = QByteArray::number(status.st_mode, 8) + ' ' + QByteArray::number(status.st_uid);
        if (!node.isFolder)
            node.what += ' ' + QByteArray::number(qint64(status.st_size)) + ' '
                         + QByteArray::number(qint64(status.st_mtim.tv_sec)) + '.'
                         + QByteArray::number(qint64(status.st_mtim.tv_nsec)) + ' '
                         + QByteArray::number(quint64(status.st_ino));
        found.insert(path.sliced(root.size() + 1), node);
    }
    return found;
}

QString StreamTarget::strangeAfterRefusal(const Nodes &now) const
{
    for (auto node = now.begin(); node != now.end(); ++node) {
        if (m_before.value(node.key()).what != node->what)
            return u"refused, and %1 is another"_s.arg(QFile::decodeName(node.key()));
    }
    for (auto node = m_before.begin(); node != m_before.end(); ++node) {
        if (!now.contains(node.key()))
            return u"refused, and %1 is gone"_s.arg(QFile::decodeName(node.key()));
    }
    return {};
}

QString StreamTarget::strangeAfterChange(const Nodes &now, const QByteArray &target) const
{
    for (auto node = now.begin(); node != now.end(); ++node) {
        if (!node->isSound)
            return u"%1 is nothing to install: %2"_s.arg(QFile::decodeName(node.key()),
                                                         QString::fromLatin1(node->what));
        const bool isNewFolder =
                node->isFolder && !m_before.contains(node.key()) && node.key().startsWith("machine/");
        if (m_before.value(node.key()).what != node->what && !isNewFolder
            && !isOfDestination(node.key(), target))
            return u"%1 has changed, outside of %2"_s.arg(QFile::decodeName(node.key()),
                                                          QString::fromUtf8(target));
    }
    for (auto node = m_before.begin(); node != m_before.end(); ++node) {
        if (!now.contains(node.key()) && !isOfDestination(node.key(), target))
            return u"%1 is gone, outside of %2"_s.arg(QFile::decodeName(node.key()),
                                                      QString::fromUtf8(target));
    }
    return {};
}

QMap<QString, QByteArray> seedStreams()
{
    const StreamMachine machine;
    FakeArchive archive = smallestArchive();
    Plan plan = machine.plan(archive);
    plan.bytesToWrite += 100'000;
    const QByteArray start = planFrame(machine, plan);
    const QByteArray whole = start + TestStream::of(archive).bytes();
    QMap<QString, QByteArray> seeds;
    seeds[u"install"_s] = whole;
    seeds[u"install-cancelled"_s] = whole + frameHeader(FrameKind::Cancel, 0);
    seeds[u"install-cut"_s] = whole.chopped(40);

    FakeArchive rich = archive;
    rich.add(u"cudnn/lib/libcudnn_ops.so.8"_s, writeElf({.soname = "libcudnn_ops.so.8",
                                                         .needed = {"libcublas.so.12"},
                                                         .functions = {{"cudnnGetVersion", 8907}},
                                                         .strings = {"libcublasLt.so.12"}}));
    rich.addHardLink(u"cudnn/lib/libcudnn_ops.so"_s, u"cudnn/lib/libcudnn_ops.so.8"_s);
    rich.addLink(u"cudnn/include/cudnn_version.h"_s, u"cudnn.h"_s);
    seeds[u"two-libraries"_s] = start + TestStream::of(rich).bytes();

    Plan settings = plan;
    settings.operations.removeIf(
            [](const Operation &operation) { return operation.kind != Operation::Kind::WriteFile; });
    seeds[u"settings"_s] = planFrame(machine, settings);

    Plan prefix = plan;
    prefix.targetRoot = u"/opt/cudnn"_s;
    prefix.libraryDir = u"/opt/cudnn/lib"_s;
    prefix.includeDir = u"/opt/cudnn/include"_s;
    prefix.operations = {{.kind = Operation::Kind::MakeDirectory, .path = u"/opt/cudnn"_s, .mode = 0755},
                         {.kind = Operation::Kind::Unpack,
                          .path = u"/opt/cudnn/lib"_s,
                          .memberPrefix = u"cudnn/lib/"_s,
                          .namePatterns = {u"libcudnn.so*"_s}},
                         {.kind = Operation::Kind::MakeLink,
                          .path = u"/opt/cudnn/lib/libcudnn.so.9"_s,
                          .linkTarget = u"libcudnn.so.8"_s}};
    seeds[u"prefix"_s] = planFrame(machine, prefix) + TestStream::of(archive).bytes();

    Plan foreign = plan;
    foreign.operations << Operation{.kind = Operation::Kind::PutAside, .path = u"/etc/passwd"_s};
    seeds[u"foreign-file"_s] = planFrame(machine, foreign) + TestStream::of(archive).bytes();

    FakeArchive leading = archive;
    leading.addLink(u"cudnn/lib/libcudnn_x.so"_s, u"../../../etc/passwd"_s);
    seeds[u"link-out"_s] = start + TestStream::of(leading).bytes();
    return seeds;
}

} // namespace cudnnsetup::test
