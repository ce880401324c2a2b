// SPDX-License-Identifier: MIT
#include "apply/application.h"

#include "apply/commit.h"
#include "apply/keeprule.h"
#include "apply/ldconfig.h"
#include "apply/plancheck.h"
#include "apply/records.h"
#include "apply/stagecheck.h"
#include "apply/stepplanner.h"
#include "apply/takeback.h"
#include "apply/takebackone.h"
#include "apply/unpacker.h"

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Interruption> interrupted(const Error &error)
{
    return tl::unexpected<Interruption>(error);
}

tl::unexpected<Interruption> interrupted(const FileFault &fault)
{
    return interrupted(describe(fault, Standing::NothingChanged));
}

bool hasKind(const Plan &plan, Operation::Kind kind)
{
    return std::any_of(plan.operations.begin(), plan.operations.end(),
                       [kind](const Operation &operation) { return operation.kind == kind; });
}

Error unfinished(const QString &target, const QString &detail)
{
    return {ErrorId::TransactionUnfinished,
            Text(QT_TRANSLATE_NOOP("backend", "An earlier change of %1 was cut off and is not cleared up yet. Nothing has been "
                                              "changed now. Run 'cudnn-setup-cli recover --toolkit %1' first; if this user may "
                                              "not write there, it needs sudo."),
                 {target}),
            detail};
}

Error strangeRecord(const QString &file)
{
    return {ErrorId::TransactionUnfinished,
            Text(QT_TRANSLATE_NOOP("backend", "%1 is the record of another change than the one in whose folder it lies, perhaps a copy. "
                                              "Nothing has been changed now. Move its folder out of there and try again."),
                 {file})};
}

} // namespace

Application::Application(const Plan &plan, const Job &job, const ApplySeams &seams)
    : m_plan(plan), m_job(job), m_seams(seams)
{
    m_timer.start();
}

ApplyResult Application::run()
{
    const auto prepared = prepare();
    if (!prepared) {
        abandon();
        return refused(prepared.error());
    }
    if (const auto done = commit(); !done)
        return rollBack(done.error());
    dropOldBackups();
    m_workspace->close();
    return committed();
}

Outcome<void> Application::prepare()
{
    m_job.report({.step = Progress::Step::Look});
    if (const auto checked = checkPlan(m_plan); !checked)
        return interrupted(checked.error());
    return checkRoom()
            .and_then([this] { return openTarget(); })
            .and_then([this] { return clearEarlier(); })
            .and_then([this] { return stage(); })
            .and_then([this] { return planSteps(); });
}

// On the file system where everything is unpacked, before anything is written. Without a target yet, that of the folder in
// which it will be made.
Outcome<void> Application::checkRoom() const
{
    auto folder = Directory::openRoot(m_plan.machineRoot, u"/"_s, m_seams.gate);
    const QStringList parts = m_plan.targetRoot.split(u'/', Qt::SkipEmptyParts);
    for (const QString &part : parts) {
        const auto next = folder ? folder->open(part) : folder;
        if (!next)
            break;
        folder = *next;
    }
    const auto free = folder ? folder->freeBytes() : tl::unexpected(folder.error());
    if (!free)
        return interrupted(free.error());
    if (*free >= m_plan.bytesToWrite)
        return {};
    return interrupted({FileFault::Kind::NoSpace, folder->label(),
                        u"%1 bytes needed, %2 free"_s.arg(m_plan.bytesToWrite).arg(*free)});
}

Outcome<void> Application::openTarget()
{
    const bool mayMake = std::any_of(m_plan.operations.begin(), m_plan.operations.end(), [this](const Operation &operation) {
        return operation.kind == Operation::Kind::MakeDirectory && operation.path == m_plan.targetRoot;
    });
    if (mayMake) {
        const auto made = Directory::openRoot(m_plan.machineRoot, u"/"_s, m_seams.gate).and_then([this](const Directory &machine) {
            return makeMissingFolders(machine, m_plan.targetRoot);
        });
        if (!made)
            return interrupted(made.error());
        m_madeFolders = *made;
    }
    auto tree = TargetTree::open(m_plan.machineRoot, m_plan.targetRoot, m_seams.gate);
    if (!tree)
        return interrupted(tree.error());
    m_tree = *tree;
    auto workspace = Workspace::open(m_tree->root());
    if (!workspace)
        return interrupted(workspace.error());
    m_workspace = std::move(*workspace);
    return {};
}

Outcome<void> Application::clearEarlier()
{
    m_journal.sequence = 1;
    const auto ids = m_workspace->ids();
    if (!ids)
        return interrupted(ids.error());
    for (const QString &id : *ids) {
        const auto folder = m_workspace->transaction(id);
        if (!folder)
            return interrupted(folder.error());
        const auto journal = loadJournal(*folder);
        // It ended before it changed anything of the target, and its program is gone, else we had no lock.
        if (journal && journal->id != id)
            return interrupted(strangeRecord(folder->labelOf(QString::fromLatin1(journalName))));
        if (!journal && journal.error().id == ErrorId::InputMissing)
            m_workspace->removeUnjournaled(id);
        else if (journal && journal->state == Journal::State::Staging)
            m_workspace->remove(id);
        else if (!journal && journal.error().id != ErrorId::InputMalformed)
            return interrupted(journal.error());
        else if (!journal || (journal->state != Journal::State::Committed && journal->state != Journal::State::RolledBack))
            return interrupted(unfinished(m_tree->path(), folder->label()));
        else if (id == m_plan.id)
            return interrupted({ErrorId::InputMalformed,
                                Text(QT_TRANSLATE_NOOP("backend", "This plan has been carried out already. Nothing has been "
                                                                  "changed now. Make a new plan.")),
                                id});
        if (journal)
            m_journal.sequence = std::max(m_journal.sequence, journal->sequence + 1);
    }
    return {};
}

Outcome<void> Application::stage()
{
    m_journal.id = m_plan.id;
    m_journal.plan = toJson(m_plan);
    m_journal.when = QDateTime::currentDateTimeUtc();
    m_journal.madeFolders = m_madeFolders;
    m_journal.libraryDir = m_tree->stepPath(m_plan.libraryDir);
    m_journal.before = m_plan.replacedVersion;
    m_journal.after = m_plan.expectedVersion;
    m_hasBegun = true;
    const auto folder = m_workspace->begin(m_plan.id, m_journal);
    if (!folder)
        return interrupted(folder.error());
    m_transaction = *folder;
    auto opened = Stage::open(*m_transaction);
    if (!opened)
        return interrupted(opened.error());
    m_stage = std::move(*opened);
    if (!hasKind(m_plan, Operation::Kind::Unpack))
        return {};
    const auto sha256 = Unpacker(*m_stage, *m_transaction, m_plan, m_job).run(m_seams);
    if (!sha256)
        return tl::unexpected(sha256.error());
    m_journal.archiveSha256 = *sha256;
    m_job.report({.step = Progress::Step::Check});
    const auto checked = checkStage(*m_stage, m_plan);
    if (!checked)
        return interrupted(checked.error());
    if (*checked && !m_journal.after)
        m_journal.after = *checked;
    return {};
}

Outcome<void> Application::planSteps()
{
    StepPlanner planner(m_plan, *m_tree, *m_stage);
    const auto steps = planner.run();
    if (!steps)
        return interrupted(steps.error());
    m_journal.steps = *steps;
    m_contents = planner.contents();
    m_journal.bytesWritten = m_stage->bytesWritten();
    m_job.report({.step = Progress::Step::Check, .bottleneck = Progress::Bottleneck::Writing});
    if (const auto synced = m_stage->sync(); !synced)
        return interrupted(synced.error());
    if (m_job.isCancelled())
        return tl::unexpected<Interruption>(Cancelled{});
    // From here on the journal is complete: everything that follows can be undone with it alone.
    m_journal.state = Journal::State::Committing;
    const auto saved = saveJournal(*m_transaction, m_journal);
    if (!saved)
        return interrupted(saved.error());
    return {};
}

Outcome<void> Application::commit()
{
    const Commit commit(*m_tree, *m_transaction, m_journal, m_contents);
    if (const auto done = commit.run(m_job); !done)
        return done;
    if (const auto done = renewCache(m_journal.steps); !done)
        return done;
    if (m_job.isCancelled())
        return tl::unexpected<Interruption>(Cancelled{});
    commit.dropCacheBackup();
    // Empty by now; what cannot be removed is only untidy.
    m_workspace->removeStage(m_plan.id);
    m_journal.state = Journal::State::Committed;
    m_journal.seconds = double(m_timer.elapsed()) / 1000;
    const auto saved = saveJournal(*m_transaction, m_journal);
    if (saved)
        return {};
    // What the disk says decides: once it says 'committed' there is no way back without another transaction.
    const auto onDisk = loadJournal(*m_transaction);
    if (onDisk && onDisk->state == Journal::State::Committed)
        return {};
    m_journal.state = Journal::State::Committing;
    return tl::unexpected<Interruption>(describe(saved.error(), Standing::PutBack));
}

Outcome<void> Application::renewCache(const QList<Step> &steps) const
{
    const bool isWanted = std::any_of(steps.begin(), steps.end(),
                                      [](const Step &step) { return step.kind == Step::Kind::LoaderCache; });
    if (!isWanted)
        return {};
    m_job.report({.step = Progress::Step::LoaderCache, .bottleneck = Progress::Bottleneck::Command});
    const auto done = runLdconfig();
    if (done)
        return {};
    return interrupted({done.error().id,
                        Text(QT_TRANSLATE_NOOP("backend", "ldconfig, which makes new libraries known to programs, did not "
                                                          "work. Everything has been put back as it was. The details say "
                                                          "what it answered.")),
                        done.error().message.toString() + u'\n' + done.error().detail});
}

Result<void> Application::runLdconfig() const
{
    if (m_seams.commands)
        return renewLoaderCache(*m_seams.commands, m_plan.machineRoot);
    return renewLoaderCache(systemCommands(), m_plan.machineRoot);
}

// The keep rule. What cannot be dropped now takes room a little longer.
void Application::dropOldBackups() const
{
    const auto records = recordsIn(m_workspace->folder(), m_tree->path());
    if (!records)
        return;
    const QStringList ids = droppableBackups(journalsOf(*records), keptBackups);
    for (const Record &record : *records) {
        if (ids.contains(record.id))
            dropBackup(*m_tree, record.folder, *record.journal);
    }
}

void Application::abandon()
{
    // What cannot be removed now is removed by the next run: its journal says that nothing had begun.
    m_stage.reset();
    m_transaction.reset();
    if (m_workspace && m_hasBegun)
        m_workspace->remove(m_plan.id);
    if (m_workspace)
        m_workspace->close();
    if (const auto machine = Directory::openRoot(m_plan.machineRoot, u"/"_s, m_seams.gate))
        removeMadeFolders(*machine, m_madeFolders);
}

ApplyResult Application::rollBack(const Interruption &reason)
{
    m_job.report({.step = Progress::Step::RollBack});
    const UndoReport report = takeBackOne(*m_tree, *m_workspace, *m_transaction, m_journal, CacheUndo::Restore,
                                          [this] { return runLdconfig(); });
    m_workspace->close();
    ApplyResult result = refused(reason);
    result.wasBeforeCommit = false;
    result.kept = report.kept;
    if (report.isComplete()) {
        removeMadeFolders(m_tree->machine(), m_madeFolders);
        return result;
    }
    result.transaction = transactionOf(m_journal, m_plan.targetRoot, Transaction::State::Incomplete);
    result.error = incompleteError(m_transaction->label(), report, result.error);
    return result;
}

ApplyResult Application::refused(const Interruption &reason) const
{
    Journal unchanged = m_journal;
    unchanged.id = m_plan.id;
    unchanged.steps.clear();
    unchanged.bytesWritten = m_stage ? m_stage->bytesWritten() : 0;
    unchanged.seconds = double(m_timer.elapsed()) / 1000;
    ApplyResult result{.transaction = transactionOf(unchanged, m_plan.targetRoot, Transaction::State::RolledBack)};
    result.isCancelled = isCancelled(reason);
    if (!result.isCancelled)
        result.error = std::get<Error>(reason);
    result.wasBeforeCommit = true;
    return result;
}

ApplyResult Application::committed() const
{
    return {.transaction = transactionOf(m_journal, m_plan.targetRoot, Transaction::State::Committed)};
}

} // namespace cudnnsetup
