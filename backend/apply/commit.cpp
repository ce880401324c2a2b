// SPDX-License-Identifier: MIT
#include "apply/commit.h"

#include "apply/stepplanner.h"
#include "apply/workspace.h"

#include <QSet>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

Interruption interruption(const FileFault &fault)
{
    return describe(fault, Standing::PutBack);
}

Outcome<void> toOutcome(const FileResult<void> &result)
{
    if (!result)
        return tl::unexpected(interruption(result.error()));
    return {};
}

Interruption changedMeanwhile(const QString &path)
{
    return Error{ErrorId::NotConfirmed,
                 Text(QT_TRANSLATE_NOOP("backend", "Another program changed %1 while cuDNN was being put in place. "
                                                   "Everything that this program did has been put back. Look at the "
                                                   "machine again and start anew."),
                      {path})};
}

} // namespace

FileResult<Directory> backupFolder(const Directory &transaction, const Step &step, const Directory &besideFolder)
{
    return step.isBeside ? FileResult<Directory>(besideFolder) : transaction.open(QString::fromLatin1(backupName));
}

Commit::Commit(const TargetTree &tree, const Directory &transaction, const Journal &journal,
               QHash<QString, QByteArray> content)
    : m_tree(tree), m_transaction(transaction), m_journal(journal), m_content(std::move(content))
{
}

Outcome<void> Commit::run(const Job &job) const
{
    if (const auto done = backUp(); !done)
        return done;
    qint64 count = 0;
    for (const Step &step : m_journal.steps) {
        if (job.isCancelled())
            return tl::unexpected<Interruption>(Cancelled{});
        job.report({.step = Progress::Step::Commit,
                    .done = count++,
                    .total = m_journal.steps.size(),
                    .subject = Text::verbatim(m_tree.absolutePath(step.path))});
        if (const auto done = doStep(step); !done)
            return done;
    }
    return toOutcome(syncFolders());
}

Outcome<void> Commit::backUp() const
{
    std::optional<Directory> beside;
    for (const Step &step : m_journal.steps) {
        if (step.backup.isEmpty())
            continue;
        const auto at = m_tree.locate(step.path);
        if (!at)
            return tl::unexpected(interruption(at.error()));
        if (const auto same = checkUnchanged(step, *at); !same)
            return same;
        const auto folder = backupFolder(m_transaction, step, at->folder);
        if (!folder)
            return tl::unexpected(interruption(folder.error()));
        const auto linked = at->folder.hardLink(at->name, *folder, step.backup);
        // Without hard links the step itself renames it into the backup.
        if (!linked && linked.error().kind != FileFault::Kind::LinksNotSupported)
            return tl::unexpected(interruption(linked.error()));
        if (step.isBeside) {
            if (const auto synced = folder->sync(); !synced)
                return tl::unexpected(interruption(synced.error()));
        }
    }
    return toOutcome(m_transaction.open(QString::fromLatin1(backupName)).and_then([](const Directory &folder) {
        return folder.sync();
    }));
}

Outcome<void> Commit::doStep(const Step &step) const
{
    if (step.kind == Step::Kind::LoaderCache)
        return {};
    const auto at = m_tree.locate(step.path);
    if (!at)
        return tl::unexpected(interruption(at.error()));
    switch (step.kind) {
    case Step::Kind::MakeDirectory:
        return toOutcome(at->folder.makeDirectory(at->name, step.mode));
    case Step::Kind::Place:
        return place(step, *at);
    case Step::Kind::PutAside:
        return putAside(step, *at);
    case Step::Kind::SetMode:
        return setMode(step, *at);
    case Step::Kind::LoaderCache:
        break;
    }
    Q_UNREACHABLE();
}

Outcome<void> Commit::place(const Step &step, const TargetTree::Place &at) const
{
    if (step.isBeside) {
        if (const auto written = writeBeside(step, at); !written)
            return toOutcome(written);
    }
    // Last before the rename: writing takes a while, in which an editor may have saved the file.
    if (const auto same = checkUnchanged(step, at); !same)
        return same;
    const qsizetype slash = step.staged.lastIndexOf(u'/');
    const auto from = step.isBeside
            ? FileResult<Directory>(at.folder)
            : m_transaction.open(QString::fromLatin1(stageName) + u'/' + step.staged.left(std::max<qsizetype>(slash, 0)));
    const auto backup = backupFolder(m_transaction, step, at.folder);
    if (!from || !backup)
        return tl::unexpected(interruption(from ? backup.error() : from.error()));
    auto over = Directory::Over::Refuse;
    if (!step.backup.isEmpty()) {
        const auto kept = backup->status(step.backup);
        if (!kept)
            return tl::unexpected(interruption(kept.error()));
        if (kept->type != NodeStatus::Type::Missing)
            over = Directory::Over::Replace;
        else if (const auto moved = at.folder.rename(at.name, *backup, step.backup, Directory::Over::Refuse); !moved)
            return toOutcome(moved);
    }
    const auto renamed = from->rename(step.staged.sliced(slash + 1), at.folder, at.name, over);
    if (!renamed && renamed.error().kind == FileFault::Kind::Exists)
        return tl::unexpected(changedMeanwhile(m_tree.absolutePath(step.path)));
    return toOutcome(renamed);
}

Outcome<void> Commit::putAside(const Step &step, const TargetTree::Place &at) const
{
    if (const auto same = checkUnchanged(step, at); !same)
        return same;
    const auto backup = backupFolder(m_transaction, step, at.folder);
    if (!backup)
        return tl::unexpected(interruption(backup.error()));
    const auto kept = backup->status(step.backup);
    const auto there = at.folder.status(at.name);
    if (!kept || !there)
        return tl::unexpected(interruption(kept ? there.error() : kept.error()));
    if (kept->type == NodeStatus::Type::Missing)
        return toOutcome(at.folder.rename(at.name, *backup, step.backup, Directory::Over::Refuse));
    if (!isSameNode(*kept, *there))
        return tl::unexpected(changedMeanwhile(m_tree.absolutePath(step.path)));
    return toOutcome(at.folder.removeFile(at.name));
}

Outcome<void> Commit::setMode(const Step &step, const TargetTree::Place &at) const
{
    if (const auto same = checkUnchanged(step, at); !same)
        return same;
    return toOutcome(at.folder.setMode(at.name, step.after.mode).and_then([&at] { return at.folder.syncFile(at.name); }));
}

Outcome<void> Commit::checkUnchanged(const Step &step, const TargetTree::Place &at) const
{
    const auto same = isAsRecorded(at.folder, at.name, step.before);
    if (!same)
        return tl::unexpected(interruption(same.error()));
    if (!*same)
        return tl::unexpected(changedMeanwhile(m_tree.absolutePath(step.path)));
    return {};
}

FileResult<void> Commit::writeBeside(const Step &step, const TargetTree::Place &at) const
{
    auto file = at.folder.createFile(step.staged);
    if (!file)
        return tl::unexpected(file.error());
    return file->write(m_content.value(step.path))
            .and_then([&] { return file->takeAfter(at.folder, at.name); })
            .and_then([&] { return file->setMode(step.after.mode); })
            .and_then([&] { return file->sync(); });
}

FileResult<void> Commit::syncFolders() const
{
    QSet<QString> synced;
    for (const Step &step : m_journal.steps) {
        const QString folder = m_tree.absolutePath(step.path).section(u'/', 0, -2);
        if (step.kind == Step::Kind::LoaderCache || synced.contains(folder))
            continue;
        synced << folder;
        const auto at = m_tree.locate(step.path);
        if (!at)
            return tl::unexpected(at.error());
        if (auto done = at->folder.sync(); !done)
            return done;
    }
    return {};
}

void Commit::dropCacheBackup() const
{
    for (const Step &step : m_journal.steps) {
        if (step.kind != Step::Kind::LoaderCache || step.backup.isEmpty())
            continue;
        const auto at = m_tree.locate(step.path);
        if (!at)
            continue;
        // What cannot be removed is only a little room.
        if (const auto folder = backupFolder(m_transaction, step, at->folder))
            folder->removeFile(step.backup);
    }
}

} // namespace cudnnsetup
