// SPDX-License-Identifier: MIT
#include "apply/undo.h"

#include "apply/commit.h"
#include "apply/stepplanner.h"
#include "archive/sha256.h"
#include "plan/markedblock.h"

#include <QSet>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The line of a block that no other block has: the markers are the same in all, the longest names the copy.
QByteArray mostTellingLine(const QByteArray &block)
{
    QByteArray longest;
    const QList<QByteArray> lines = block.split('\n');
    for (const QByteArray &line : lines) {
        const bool isRemark = line.startsWith('#');
        if (!isRemark && line.size() > longest.size())
            longest = line;
    }
    return longest;
}

class Undoing
{
public:
    Undoing(const TargetTree &tree, const Directory &transaction, CacheUndo cacheUndo,
            const std::function<Result<void>()> &renewCache)
        : m_tree(tree), m_transaction(transaction), m_cacheUndo(cacheUndo), m_renewCache(renewCache)
    {
    }

    UndoReport run(const Journal &journal)
    {
        m_isBackupDropped = journal.isBackupDropped;
        const QString madeFor = journal.plan[u"targetRoot"_s].toString();
        m_isElsewhere = !madeFor.isEmpty() && madeFor != m_tree.path();
        for (auto step = journal.steps.crbegin(); step != journal.steps.crend(); ++step) {
            if (step->kind != Step::Kind::LoaderCache)
                undoStep(*step);
        }
        syncFolders(journal);
        // Last, because it describes the files.
        for (const Step &step : journal.steps) {
            if (step.kind == Step::Kind::LoaderCache)
                undoStep(step);
        }
        return m_report;
    }

private:
    using Place = TargetTree::Place;

    void undoStep(const Step &step)
    {
        // A copy of a target, or one that was moved, has no word in what lies outside of it: that is the original's, or of
        // whatever came to its place.
        if (m_isElsewhere && step.path.startsWith(u'/') && step.kind != Step::Kind::LoaderCache) {
            m_report.kept << step.path;
            return;
        }
        const auto at = m_tree.locate(step.path);
        // The folder that the step was to fill was never made, or has been removed with all that was in it.
        if (!at && at.error().kind == FileFault::Kind::Missing && step.before.type == NodeRecord::Type::Absent)
            return;
        const auto done = !at                                    ? FileResult<void>(tl::unexpected(at.error()))
                : step.kind == Step::Kind::MakeDirectory         ? removeFolder(step, *at)
                : step.kind == Step::Kind::LoaderCache           ? undoCache(step, *at)
                : step.kind == Step::Kind::SetMode               ? undoMode(step, *at)
                : step.before.type == NodeRecord::Type::Absent   ? removeOurs(step, *at)
                                                                 : restore(step, *at);
        const auto cleared = at ? done.and_then([&] { return removeBeside(step, *at); }) : done;
        if (!cleared)
            stuck(step, cleared.error().detail);
    }

    FileResult<void> removeFolder(const Step &step, const Place &at)
    {
        const auto removed = at.folder.removeDirectory(at.name);
        if (removed || removed.error().kind == FileFault::Kind::Missing)
            return {};
        if (removed.error().kind != FileFault::Kind::NotEmpty && removed.error().kind != FileFault::Kind::NotDirectory)
            return removed;
        m_report.kept << m_tree.absolutePath(step.path);
        return {};
    }

    FileResult<void> removeOurs(const Step &step, const Place &at)
    {
        const auto ours = isOurs(step, at);
        if (!ours)
            return tl::unexpected(ours.error());
        const auto now = at.folder.status(at.name);
        if (!now)
            return tl::unexpected(now.error());
        if (now->type == NodeStatus::Type::Missing)
            return {};
        if (*ours)
            return at.folder.removeFile(at.name);
        return undoBlocks(step, at).map([&](bool isUndone) {
            if (!isUndone)
                m_report.kept << m_tree.absolutePath(step.path);
        });
    }

    FileResult<void> undoMode(const Step &step, const Place &at)
    {
        const auto now = recordOf(at.folder, at.name);
        if (!now)
            return tl::unexpected(now.error());
        const bool isSameFile = now->type == NodeRecord::Type::File && now->size == step.before.size
                && now->modified == step.before.modified;
        if (isSameFile && now->mode == step.after.mode)
            return at.folder.setMode(at.name, step.before.mode);
        if (!isSameFile || now->mode != step.before.mode)
            m_report.kept << m_tree.absolutePath(step.path);
        return {};
    }

    // Takes our lines out of a start-up file that its owner edited since (or puts them back): everything else stays as it is.
    // False when it is no such file, or when the owner edited our lines too.
    FileResult<bool> undoBlocks(const Step &step, const Place &at)
    {
        const auto now = at.folder.status(at.name);
        if (!now)
            return tl::unexpected(now.error());
        if (step.blocks.isEmpty() || now->type != NodeStatus::Type::File)
            return false;
        QByteArray content;
        const auto read = at.folder.read(at.name, [&content](QByteArrayView block) { content.append(block); });
        if (!read)
            return tl::unexpected(read.error());
        for (auto edit = step.blocks.crbegin(); edit != step.blocks.crend(); ++edit) {
            const auto without = withoutBlock(content, edit->block);
            if (!edit->isAdded)
                content = without ? content : withBlock(content, edit->block);
            else if (without)
                content = *without;
            else if (content.contains(mostTellingLine(edit->block))) // the owner edited our lines
                return false;
        }
        if (content.isEmpty() && step.before.type == NodeRecord::Type::Absent)
            return at.folder.removeFile(at.name).map([] { return true; });
        return replace(step, at, content, *now);
    }

    // False when somebody saved the file meanwhile.
    FileResult<bool> replace(const Step &step, const Place &at, const QByteArray &content, const NodeStatus &now)
    {
        if (const auto removed = removeBeside(step, at); !removed)
            return tl::unexpected(removed.error());
        auto file = at.folder.createFile(step.staged);
        if (!file)
            return tl::unexpected(file.error());
        const auto still = file->write(content)
                                   .and_then([&] { return file->takeAfter(at.folder, at.name); })
                                   .and_then([&] { return file->setMode(now.mode); })
                                   .and_then([&] { return file->sync(); })
                                   .and_then([&] { return isStill(at, now); });
        if (!still || !*still)
            return still;
        return at.folder.rename(step.staged, at.folder, at.name, Directory::Over::Replace).map([] { return true; });
    }

    // Whether the very file, unsaved since, is there that was looked at.
    static FileResult<bool> isStill(const Place &at, const NodeStatus &seen)
    {
        return at.folder.status(at.name).map([&seen](const NodeStatus &now) {
            return (isSameNode(seen, now) && seen.size == now.size && seen.modified == now.modified)
                    || (seen.type == NodeStatus::Type::Missing && now.type == NodeStatus::Type::Missing);
        });
    }

    FileResult<void> restore(const Step &step, const Place &at)
    {
        const auto kept = keptOf(step, at);
        const auto now = at.folder.status(at.name);
        if (!kept || !now)
            return tl::unexpected(kept ? now.error() : kept.error());
        if (!kept->folder)
            return checkNeverTaken(step, at);
        // Renaming one of two names of a file over the other does nothing and leaves both.
        if (isSameNode(kept->status, *now))
            return kept->folder->removeFile(step.backup);
        if (now->type == NodeStatus::Type::Missing)
            return kept->folder->rename(step.backup, at.folder, at.name, Directory::Over::Refuse);
        const auto ours = isOurs(step, at);
        if (!ours)
            return tl::unexpected(ours.error());
        const auto still = isStill(at, *now); // finding that out may have taken a while
        if (!still)
            return tl::unexpected(still.error());
        if (*ours && *still)
            return kept->folder->rename(step.backup, at.folder, at.name, Directory::Over::Replace);
        const auto edited = undoBlocks(step, at);
        if (!edited)
            return tl::unexpected(edited.error());
        if (*edited)
            return kept->folder->removeFile(step.backup);
        m_report.kept << m_tree.absolutePath(step.path);
        m_report.held << step;
        return {};
    }

    // What was there before, where it is kept; no folder when it is not.
    struct Kept
    {
        std::optional<Directory> folder = {};
        NodeStatus status = {};
    };

    FileResult<Kept> keptOf(const Step &step, const Place &at) const
    {
        if (step.backup.isEmpty())
            return Kept{};
        // What is left of a dropped backup is not counted on.
        if (m_isBackupDropped && step.kind != Step::Kind::LoaderCache)
            return dropRest(step, at);
        const auto folder = backupFolder(m_transaction, step, at.folder);
        // The empty backup is the first to go when all is undone.
        if (!folder && folder.error().kind == FileFault::Kind::Missing)
            return Kept{};
        if (!folder)
            return tl::unexpected(folder.error());
        const auto status = folder->status(step.backup);
        if (!status)
            return tl::unexpected(status.error());
        return status->type == NodeStatus::Type::Missing ? Kept{} : Kept{*folder, *status};
    }

    FileResult<Kept> dropRest(const Step &step, const Place &at) const
    {
        const auto removed = backupFolder(m_transaction, step, at.folder).and_then([&](const Directory &folder) {
            return folder.removeFile(step.backup);
        });
        if (!removed && removed.error().kind != FileFault::Kind::Missing)
            return tl::unexpected(removed.error());
        return Kept{};
    }

    // Nothing in the backup: the step had not begun, or is undone already. Anything but the original is a loss to tell.
    FileResult<void> checkNeverTaken(const Step &step, const Place &at)
    {
        const auto original = isAsRecorded(at.folder, at.name, step.before);
        if (!original)
            return tl::unexpected(original.error());
        if (*original)
            return {};
        if (m_isBackupDropped)
            return removeOurs(step, at);
        const auto ours = isOurs(step, at);
        if (!ours)
            return tl::unexpected(ours.error());
        if (*ours)
            stuck(step, u"what was there before is not in the backup"_s);
        else
            m_report.kept << m_tree.absolutePath(step.path);
        return {};
    }

    FileResult<void> undoCache(const Step &step, const Place &at)
    {
        const auto original = isAsRecorded(at.folder, at.name, step.before);
        if (!original)
            return tl::unexpected(original.error());
        // Later on, a cache that was not there before may be what others count on by now: it is renewed, not removed.
        if (step.before.type == NodeRecord::Type::Absent && m_cacheUndo == CacheUndo::Restore)
            return *original ? FileResult<void>() : at.folder.removeFile(at.name);
        const auto kept = keptOf(step, at);
        if (!kept)
            return tl::unexpected(kept.error());
        const auto dropKept = [&] { return kept->folder ? kept->folder->removeFile(step.backup) : FileResult<void>(); };
        if (*original)
            return clearDraft(at).and_then(dropKept);
        if (m_cacheUndo == CacheUndo::Renew || !kept->folder) {
            const auto renewed = m_renewCache();
            if (renewed)
                return dropKept();
            if (!kept->folder)
                return tl::unexpected(FileFault{FileFault::Kind::Failed, at.folder.labelOf(at.name),
                                                u"ldconfig: "_s + renewed.error().detail});
        }
        return kept->folder->rename(step.backup, at.folder, at.name, Directory::Over::Replace);
    }

    // What an ldconfig leaves that is ended in the middle; the next one to end well takes it away.
    FileResult<void> clearDraft(const Place &at)
    {
        const auto draft = at.folder.status(at.name + u'~');
        if (!draft || draft->type == NodeStatus::Type::Missing || m_renewCache())
            return draft ? FileResult<void>() : tl::unexpected(draft.error());
        return at.folder.removeFile(at.name + u'~');
    }

    FileResult<void> removeBeside(const Step &step, const Place &at)
    {
        if (!step.isBeside || step.staged.isEmpty())
            return {};
        const auto removed = at.folder.removeFile(step.staged);
        if (!removed && removed.error().kind != FileFault::Kind::Missing)
            return removed;
        return {};
    }

    // Whether what stands there is what the step put there.
    static FileResult<bool> isOurs(const Step &step, const Place &at)
    {
        const auto now = recordOf(at.folder, at.name);
        if (!now && now.error().kind == FileFault::Kind::NotDirectory)
            return false;
        if (!now)
            return tl::unexpected(now.error());
        if (now->type != step.after.type || now->type == NodeRecord::Type::Absent)
            return false;
        if (now->type == NodeRecord::Type::Link)
            return now->linkTarget == step.after.linkTarget;
        if (now->size != step.after.size)
            return false;
        if (now->inode == step.after.inode && now->modified == step.after.modified)
            return true;
        // Moved to another disk or restored from one, perhaps: the content decides.
        Sha256 hash;
        const auto read = at.folder.read(at.name, [&hash](QByteArrayView block) { hash.add(block); });
        if (!read)
            return tl::unexpected(read.error());
        return hash.finish() == step.after.sha256;
    }

    void syncFolders(const Journal &journal)
    {
        QSet<QString> synced;
        for (const Step &step : journal.steps) {
            const QString folder = m_tree.absolutePath(step.path).section(u'/', 0, -2);
            if (step.kind == Step::Kind::LoaderCache || synced.contains(folder))
                continue;
            synced << folder;
            const auto at = m_tree.locate(step.path);
            if (!at)
                continue;
            if (const auto done = at->folder.sync(); !done)
                stuck(step, done.error().detail);
        }
    }

    void stuck(const Step &step, const QString &why)
    {
        m_report.stuck << m_tree.absolutePath(step.path) + u": "_s + why;
    }

    const TargetTree &m_tree;
    const Directory &m_transaction;
    CacheUndo m_cacheUndo;
    bool m_isElsewhere = false;
    const std::function<Result<void>()> &m_renewCache;
    bool m_isBackupDropped = false;
    UndoReport m_report;
};

} // namespace

UndoReport undo(const TargetTree &tree, const Directory &transaction, const Journal &journal, CacheUndo cacheUndo,
                const std::function<Result<void>()> &renewCache)
{
    return Undoing(tree, transaction, cacheUndo, renewCache).run(journal);
}

Error incompleteError(const QString &transactionFolder, const UndoReport &report, const std::optional<Error> &cause)
{
    QStringList detail = report.stuck;
    if (cause)
        detail << toString(cause->id) + u": "_s + cause->message.toString() << cause->detail;
    detail.removeAll(QString());
    return {ErrorId::TransactionUnfinished,
            Text(QT_TRANSLATE_NOOP("backend", "The change failed and could not be undone completely. What was there before is "
                                              "kept in %1; the details name what is not back in its place. Mend what the "
                                              "details complain of, then run 'cudnn-setup-cli recover'."),
                 {transactionFolder}),
            detail.join(u'\n')};
}

} // namespace cudnnsetup
