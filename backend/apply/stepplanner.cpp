// SPDX-License-Identifier: MIT
#include "apply/stepplanner.h"

#include "apply/ldconfig.h"
#include "archive/sha256.h"
#include "host/filetree.h"
#include "plan/markedblock.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString folderOf(const QString &path)
{
    return path.left(std::max<qsizetype>(path.lastIndexOf(u'/'), 1));
}

tl::unexpected<Error> failed(const FileFault &fault)
{
    return tl::unexpected(describe(fault, Standing::NothingChanged));
}

tl::unexpected<Error> inTheWay(const QString &path)
{
    return failure(ErrorId::NotSupported,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 is a folder, or something else that is no file, where a file has "
                                                     "to go. Nothing has been changed. Move it away and try again."),
                        {path}));
}

tl::unexpected<Error> notForeseen(const QString &path)
{
    return failure(ErrorId::NotConfirmed,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 was not there when the plan was made, and is not overwritten. "
                                                     "Nothing has been changed. Look at the machine again and start anew."),
                        {path}));
}

bool isBlock(const Operation &operation)
{
    return operation.kind == Operation::Kind::AddBlock || operation.kind == Operation::Kind::RemoveBlock;
}

QByteArray sha256Of(const QByteArray &content)
{
    Sha256 hash;
    hash.add(content);
    return hash.finish();
}

// The order of the commit.
int rank(const Step &step)
{
    switch (step.kind) {
    case Step::Kind::MakeDirectory:
        return 0;
    case Step::Kind::Place:
        if (step.change == Transaction::Change::Written)
            return 4;
        if (step.after.type == NodeRecord::Type::Link)
            return 3;
        return step.before.type == NodeRecord::Type::Absent ? 1 : 2;
    case Step::Kind::PutAside:
        return 5;
    case Step::Kind::SetMode:
        return 6;
    case Step::Kind::LoaderCache:
        return 7;
    }
    Q_UNREACHABLE();
}

} // namespace

FileResult<NodeRecord> recordOf(const Directory &folder, const QString &name)
{
    const auto status = folder.status(name);
    if (!status)
        return tl::unexpected(status.error());
    NodeRecord record{.size = status->size,
                      .inode = status->inode,
                      .modified = status->modified,
                      .mode = status->mode};
    switch (status->type) {
    case NodeStatus::Type::Missing:
        return NodeRecord{};
    case NodeStatus::Type::File:
        record.type = NodeRecord::Type::File;
        return record;
    case NodeStatus::Type::Directory:
        record.type = NodeRecord::Type::Directory;
        return record;
    case NodeStatus::Type::Other:
        return tl::unexpected(FileFault{FileFault::Kind::NotDirectory, folder.labelOf(name), {}});
    case NodeStatus::Type::Link:
        break;
    }
    const auto target = folder.linkTarget(name);
    if (!target)
        return tl::unexpected(target.error());
    record.type = NodeRecord::Type::Link;
    record.linkTarget = *target;
    return record;
}

FileResult<bool> isAsRecorded(const Directory &folder, const QString &name, const NodeRecord &record)
{
    const auto now = recordOf(folder, name);
    if (!now && now.error().kind == FileFault::Kind::NotDirectory)
        return false;
    if (!now)
        return tl::unexpected(now.error());
    if (now->type != record.type)
        return false;
    // The number of the file is left out: an overlay gives a file a new one when it is first linked.
    if (record.type == NodeRecord::Type::File)
        return now->size == record.size && now->modified == record.modified;
    return now->linkTarget == record.linkTarget;
}

StepPlanner::StepPlanner(const Plan &plan, const TargetTree &tree, Stage &stage)
    : m_plan(plan), m_tree(tree), m_stage(stage)
{
}

Result<QList<Step>> StepPlanner::run()
{
    for (const Operation &operation : m_plan.operations) {
        if (operation.kind != Operation::Kind::MakeDirectory)
            continue;
        if (const auto done = planFolder(operation.path, operation.mode); !done)
            return tl::unexpected(done.error());
    }
    const QList<StagedNode> unpacked = m_stage.nodes();
    for (const StagedNode &node : unpacked) {
        if (const auto done = planNode(node); !done)
            return tl::unexpected(done.error());
    }
    for (const Operation &operation : m_plan.operations) {
        const auto done = operation.kind == Operation::Kind::WriteFile ? planFile(operation)
                : operation.kind == Operation::Kind::PutAside         ? planPutAside(operation.path)
                : operation.kind == Operation::Kind::RunLdconfig      ? planLoaderCache()
                : operation.kind == Operation::Kind::SetMode          ? planMode(operation)
                : isBlock(operation)                                  ? planBlocks(operation.path)
                                                                      : Result<void>();
        if (!done)
            return tl::unexpected(done.error());
    }
    std::stable_sort(m_steps.begin(), m_steps.end(),
                     [](const Step &one, const Step &other) { return rank(one) < rank(other); });
    return m_steps;
}

Result<void> StepPlanner::planFolder(const QString &path, int mode)
{
    if (path == u"/"_s || m_folders.contains(path))
        return {};
    if (const auto parent = planFolder(folderOf(path), 0755); !parent)
        return parent;
    const auto before = standing(path);
    if (!before)
        return tl::unexpected(before.error());
    if (before->type == NodeRecord::Type::Directory)
        return {};
    if (before->type != NodeRecord::Type::Absent)
        return failed({before->type == NodeRecord::Type::Link ? FileFault::Kind::IsLink : FileFault::Kind::NotDirectory,
                       path, u"not a folder"_s});
    m_folders << path;
    m_steps << Step{.kind = Step::Kind::MakeDirectory,
                    .path = m_tree.stepPath(path),
                    .mode = mode,
                    .after = {.type = NodeRecord::Type::Directory}};
    return {};
}

Result<void> StepPlanner::planNode(const StagedNode &node)
{
    const auto before = planFolder(folderOf(node.destination), 0755)
                                .and_then([&] { return checkDevice(node.destination); })
                                .and_then([&] { return standing(node.destination); });
    if (!before)
        return tl::unexpected(before.error());
    if (before->type == NodeRecord::Type::Directory)
        return inTheWay(node.destination);
    const bool isThere = before->type != NodeRecord::Type::Absent;
    const bool isForeseen = std::any_of(m_plan.operations.begin(), m_plan.operations.end(), [&](const Operation &operation) {
        return operation.kind == Operation::Kind::PutAside && operation.path == node.destination;
    });
    if (isThere && !isForeseen)
        return notForeseen(node.destination);
    m_steps << Step{.kind = Step::Kind::Place,
                    .change = isThere ? Transaction::Change::Replaced : Transaction::Change::Added,
                    .path = m_tree.stepPath(node.destination),
                    .staged = node.staged,
                    .backup = isThere ? nextBackup(false) : QString(),
                    .before = *before,
                    .after = node.record};
    return {};
}

Result<void> StepPlanner::planFile(const Operation &operation)
{
    const auto before = planFolder(folderOf(operation.path), 0755).and_then([&] { return standing(operation.path); });
    if (!before)
        return tl::unexpected(before.error());
    if (before->type == NodeRecord::Type::Directory)
        return inTheWay(operation.path);
    const auto holds = alreadyHolds(operation.path, *before, operation);
    if (!holds)
        return tl::unexpected(holds.error());
    if (*holds)
        return {};
    Step step{.kind = Step::Kind::Place,
              .change = Transaction::Change::Written,
              .path = m_tree.stepPath(operation.path),
              .before = *before,
              .after = {.type = NodeRecord::Type::File,
                        .size = operation.content.size(),
                        .mode = operation.mode,
                        .sha256 = sha256Of(operation.content)}};
    if (step.path.startsWith(u'/')) {
        planBeside(step, operation.content);
        return {};
    }
    if (const auto added = m_stage.addFile(operation.path, operation.content, operation.mode); !added)
        return failed(added.error());
    if (before->type != NodeRecord::Type::Absent)
        step.backup = nextBackup(false);
    step.staged = m_stage.nodes().last().staged;
    step.after = m_stage.nodes().last().record;
    m_steps << step;
    return {};
}

// What lies outside of the target is written and kept beside its place: that may be another file system, and on systems with
// SELinux a file takes its label from the folder in which it is made.
void StepPlanner::planBeside(Step step, const QByteArray &content)
{
    step.isBeside = true;
    step.staged = u".cudnn-setup-%1-%2.new"_s.arg(m_plan.id, QString::number(m_steps.size()));
    if (step.before.type != NodeRecord::Type::Absent)
        step.backup = nextBackup(true);
    m_contents.insert(step.path, content);
    m_steps << step;
}

// All blocks of one start-up file at once: it is written once.
Result<void> StepPlanner::planBlocks(const QString &path)
{
    if (m_contents.contains(m_tree.stepPath(path)))
        return {};
    const auto before = planFolder(folderOf(path), 0755).and_then([&] { return standing(path); });
    if (!before)
        return tl::unexpected(before.error());
    if (before->type != NodeRecord::Type::File && before->type != NodeRecord::Type::Absent)
        return inTheWay(path);
    const auto old = before->type == NodeRecord::Type::File ? ownContentOf(path) : Result<QByteArray>();
    if (!old)
        return tl::unexpected(old.error());
    Step step{.kind = Step::Kind::Place, .change = Transaction::Change::Written, .path = m_tree.stepPath(path), .before = *before};
    QByteArray content = *old;
    for (const Operation &operation : m_plan.operations) {
        if (!isBlock(operation) || operation.path != path)
            continue;
        const bool isAdded = operation.kind == Operation::Kind::AddBlock;
        const auto edited = isAdded ? std::optional(withBlock(content, operation.content))
                                    : withoutBlock(content, operation.content);
        if (!edited) // it is out already
            continue;
        content = *edited;
        step.blocks << BlockEdit{operation.content, isAdded};
    }
    if (content == *old)
        return {};
    step.after = {.type = NodeRecord::Type::File,
                  .size = content.size(),
                  .mode = before->type == NodeRecord::Type::File ? before->mode : 0644,
                  .sha256 = sha256Of(content)};
    planBeside(step, content);
    return {};
}

Result<void> StepPlanner::planMode(const Operation &operation)
{
    const auto before = standing(operation.path);
    if (!before)
        return tl::unexpected(before.error());
    if (before->type == NodeRecord::Type::Absent) // somebody was faster
        return {};
    if (before->type != NodeRecord::Type::File)
        return inTheWay(operation.path);
    if (before->mode == operation.mode)
        return {};
    Step step{.kind = Step::Kind::SetMode,
              .change = Transaction::Change::ModeSet,
              .path = m_tree.stepPath(operation.path),
              .before = *before,
              .after = *before};
    step.after.mode = operation.mode;
    m_steps << step;
    return {};
}

Result<void> StepPlanner::planPutAside(const QString &path)
{
    const bool isCovered = std::any_of(m_steps.begin(), m_steps.end(), [&](const Step &step) {
        return step.path == m_tree.stepPath(path);
    });
    if (isCovered)
        return {};
    const auto before = standing(path);
    if (!before)
        return tl::unexpected(before.error());
    if (before->type == NodeRecord::Type::Absent) // somebody was faster; there is nothing to keep
        return {};
    if (before->type == NodeRecord::Type::Directory)
        return inTheWay(path);
    if (const auto near = checkDevice(path); !near)
        return near;
    m_steps << Step{.kind = Step::Kind::PutAside,
                    .change = Transaction::Change::PutAside,
                    .path = m_tree.stepPath(path),
                    .backup = nextBackup(false),
                    .before = *before};
    return {};
}

Result<void> StepPlanner::planLoaderCache()
{
    const QString path = QString::fromLatin1(loaderCachePath);
    const auto before = standing(path);
    if (!before)
        return tl::unexpected(before.error());
    const auto isNear = isOnTargetDevice(folderOf(path));
    if (!isNear)
        return tl::unexpected(isNear.error());
    Step step{.kind = Step::Kind::LoaderCache, .path = m_tree.stepPath(path), .isBeside = !*isNear, .before = *before};
    if (before->type == NodeRecord::Type::File)
        step.backup = nextBackup(step.isBeside);
    m_steps << step;
    return {};
}

Result<NodeRecord> StepPlanner::standing(const QString &path) const
{
    const auto place = m_tree.locate(m_tree.stepPath(path));
    if (!place && place.error().kind == FileFault::Kind::Missing)
        return NodeRecord{};
    if (!place)
        return failed(place.error());
    const auto record = recordOf(place->folder, place->name);
    if (!record && record.error().kind == FileFault::Kind::NotDirectory)
        return inTheWay(path);
    if (!record)
        return failed(record.error());
    return *record;
}

Result<bool> StepPlanner::isOnTargetDevice(const QString &folder) const
{
    const auto target = m_tree.root().ownStatus();
    if (!target)
        return failed(target.error());
    // A folder that is still to be made will lie where its parent lies.
    for (QString path = folder;; path = folderOf(path)) {
        const auto opened = m_tree.machine().open(path);
        if (!opened && opened.error().kind == FileFault::Kind::Missing && path != u"/"_s)
            continue;
        if (!opened)
            return failed(opened.error());
        const auto own = opened->ownStatus();
        if (!own)
            return failed(own.error());
        return own->device == target->device;
    }
}

Result<void> StepPlanner::checkDevice(const QString &path) const
{
    const auto isNear = isOnTargetDevice(folderOf(path));
    if (!isNear)
        return tl::unexpected(isNear.error());
    if (*isNear)
        return {};
    return failed({FileFault::Kind::OtherFileSystem, folderOf(path), {}});
}

Result<bool> StepPlanner::alreadyHolds(const QString &path, const NodeRecord &before, const Operation &operation) const
{
    if (before.type != NodeRecord::Type::File || before.size != operation.content.size() || before.mode != operation.mode)
        return false;
    return contentOf(path).map([&operation](const QByteArray &content) { return content == operation.content; });
}

// Of a file that another one may replace: it would not be its owner's any more if this process runs as somebody else.
Result<QByteArray> StepPlanner::ownContentOf(const QString &path) const
{
    const auto place = m_tree.locate(m_tree.stepPath(path));
    const auto status = place ? place->folder.status(place->name) : tl::unexpected(place.error());
    if (!status)
        return failed(status.error());
    if (isOwn(*status))
        return contentOf(path);
    return failure(ErrorId::NotSupported,
                   Text(QT_TRANSLATE_NOOP("backend", "%1 belongs to another user, so it is not edited. Nothing has been changed. "
                                                     "Run this as the user whom it belongs to, without sudo."),
                        {path}));
}

Result<QByteArray> StepPlanner::contentOf(const QString &path) const
{
    const auto place = m_tree.locate(m_tree.stepPath(path));
    if (!place)
        return failed(place.error());
    QByteArray content;
    const auto read = place->folder.read(place->name, [&content](QByteArrayView block) { content.append(block); });
    if (!read)
        return failed(read.error());
    return content;
}

QString StepPlanner::nextBackup(bool isBeside)
{
    const QString number = QString::number(m_backups++);
    return isBeside ? u".cudnn-setup-%1-%2.old"_s.arg(m_plan.id, number) : number;
}

} // namespace cudnnsetup
