// SPDX-License-Identifier: MIT
#include "apply/rights.h"

#include "apply/applyanswer.h"
#include "apply/frames.h"
#include "apply/privilegedprogram.h"
#include "apply/streamedarchive.h"

#include <QJsonDocument>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr auto betweenLooks = std::chrono::milliseconds(100); // at the wish to stop, while the other side works

constexpr int notAuthorised = 127; // pkexec(1); it says 126 when the question was closed

QString programOf(Rights rights)
{
    return rights == Rights::Polkit ? u"pkexec"_s : u"sudo"_s;
}

bool isInstalled(const Host &host, Rights rights)
{
    return host.files().isFile(u"/usr/bin/"_s + programOf(rights)) || host.files().isFile(u"/bin/"_s + programOf(rights));
}

// What the other side says, taken in on a thread of its own.
class Answers
{
public:
    Answers(PrivilegedProgram &program, const Job &job) : m_thread([this, &program, &job] { listen(program, job); }) { }
    ~Answers() { m_thread.join(); }
    Q_DISABLE_COPY_MOVE(Answers)

    // False while there may be more.
    bool waitForEnd(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, time, [this] { return m_isOver; });
    }
    // After the end.
    const std::optional<ApplyResult> &result() const { return m_result; }
    bool hasSaidAnything() const { return m_hasSaidAnything; }

private:
    void listen(PrivilegedProgram &program, const Job &job)
    {
        QByteArray line;
        for (QByteArray bytes = program.receive(); !bytes.isEmpty(); bytes = program.receive()) {
            line += bytes;
            for (qsizetype end = line.indexOf('\n'); end >= 0; end = line.indexOf('\n')) {
                take(answerFrom(line.first(end)), job);
                line = line.sliced(end + 1);
            }
        }
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        m_changed.notify_all();
    }

    void take(const Answer &answer, const Job &job)
    {
        m_hasSaidAnything = m_hasSaidAnything || answer.progress || answer.result;
        if (answer.progress)
            job.report(*answer.progress);
        if (answer.result)
            m_result = answer.result;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOver = false;
    bool m_hasSaidAnything = false;
    std::optional<ApplyResult> m_result;
    std::thread m_thread; // last: it uses the others
};

// Why sending ended early, if it did. The other side says itself what it refused.
enum class Sending { Complete, Cancelled, Closed };

// Sends the plan, then the archive, unpacked.
class Sender
{
public:
    Sender(PrivilegedProgram &program, const Job &job) : m_program(program), m_job(job) { }

    Outcome<Sending> run(const Plan &plan)
    {
        const QByteArray json = QJsonDocument(toJson(plan)).toJson(QJsonDocument::Compact);
        Outcome<Sending> sent = sendFrame(FrameKind::Plan, json);
        if (sent && *sent == Sending::Complete && contains(plan, Operation::Kind::Unpack))
            sent = sendArchive(plan);
        return sent;
    }

    Sending sendFrame(FrameKind kind, QByteArrayView payload)
    {
        const Sending header = sendAll(frameHeader(kind, payload.size()));
        return header == Sending::Complete ? sendAll(payload) : header;
    }

private:
    Outcome<Sending> sendArchive(const Plan &plan)
    {
        const auto reader = ArchiveReader::open(plan.archive.path, m_job);
        if (!reader)
            return tl::unexpected<Interruption>(reader.error());
        while (true) {
            const auto entry = (*reader)->next();
            if (!entry)
                return tl::unexpected(entry.error());
            if (!*entry)
                return sendFrame(FrameKind::End, endJson((*reader)->sha256()));
            Outcome<Sending> sent = sendFrame(FrameKind::Entry, entryJson(**entry));
            if (*sent == Sending::Complete && (*entry)->type == ArchiveEntry::Type::File)
                sent = sendFile(**reader, (*entry)->size);
            if (!sent || *sent != Sending::Complete)
                return sent;
        }
    }

    Outcome<Sending> sendFile(ArchiveReader &reader, qint64 size)
    {
        while (size > 0) {
            const auto count = reader.read(m_block.data(), std::min<qint64>(size, m_block.size()));
            if (!count)
                return tl::unexpected(count.error());
            if (*count <= 0) // the reader's own error will say more
                return Sending::Complete;
            const Sending sent = sendFrame(FrameKind::Data, QByteArrayView(m_block).first(*count));
            if (sent != Sending::Complete)
                return sent;
            size -= *count;
        }
        return Sending::Complete;
    }

    Sending sendAll(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            if (m_job.isCancelled())
                return Sending::Cancelled;
            const auto count = m_program.send(bytes);
            if (!count)
                return Sending::Closed;
            bytes = bytes.sliced(*count);
        }
        return Sending::Complete;
    }

    PrivilegedProgram &m_program;
    const Job &m_job;
    QByteArray m_block = QByteArray(longestData, Qt::Uninitialized);
};

ApplyResult unchanged(const Plan &plan)
{
    Transaction transaction;
    transaction.id = plan.id;
    transaction.targetRoot = plan.targetRoot;
    return {.transaction = transaction, .wasBeforeCommit = true};
}

ApplyResult refused(const Plan &plan, const Error &error)
{
    ApplyResult result = unchanged(plan);
    result.error = error;
    return result;
}

// The stream that ended because the person wanted to stop is no fault.
ApplyResult stopped(ApplyResult result)
{
    if (result.error && result.wasBeforeCommit && result.error->id == ErrorId::ArchiveTruncated) {
        result.error.reset();
        result.isCancelled = true;
    }
    return result;
}

// How it ended where the other side never said so.
ApplyResult withoutAnswer(Rights rights, const Plan &plan, int exitCode, bool hasBegun)
{
    const QString program = programOf(rights);
    const QString detail = u"%1: exit code %2"_s.arg(program).arg(exitCode);
    if (hasBegun) {
        ApplyResult result = refused(plan, {ErrorId::TransactionUnfinished,
                                            Text(QT_TRANSLATE_NOOP("backend", "The part of this program that changes %1 ended "
                                                                              "before it was done. Nothing is lost: run "
                                                                              "'cudnn-setup-cli recover --toolkit %1'."),
                                                 {plan.targetRoot}),
                                            detail});
        result.transaction.state = Transaction::State::Incomplete;
        result.wasBeforeCommit = false;
        return result;
    }
    if (rights == Rights::Polkit && exitCode == notAuthorised)
        return refused(plan, {ErrorId::NotWritable,
                              Text(QT_TRANSLATE_NOOP("backend", "Administrator's rights are needed for %1 and were not given: this "
                                                                "account may not have them, or nothing here can ask for a password. "
                                                                "Nothing has been changed. Ask an administrator, or use sudo in a "
                                                                "terminal."),
                                   {plan.targetRoot}),
                              detail});
    return refused(plan, {ErrorId::NotConfirmed,
                          Text(QT_TRANSLATE_NOOP("backend", "The password was not given, or not the right one. Nothing has been "
                                                            "changed.")),
                          detail});
}

ApplyResult ask(Rights rights, const QString &cliProgram, const Plan &plan, const Job &job)
{
    const QStringList way = rights == Rights::Polkit ? QStringList{u"pkexec"_s, u"--disable-internal-agent"_s}
                                                     : QStringList{u"sudo"_s, u"--"_s};
    auto program = PrivilegedProgram::start(way + QStringList{cliProgram, u"apply"_s});
    if (!program)
        return refused(plan, program.error());
    Answers answers(*program, job);
    Sender sender(*program, job);
    const auto sent = sender.run(plan);
    // The end of the stream before that of the archive stops the other side; afterwards a frame of its own does.
    if (!sent || *sent != Sending::Complete) {
        program->closeInput();
        program->endQuestion();
    }
    bool isToldToStop = false;
    while (!answers.waitForEnd(betweenLooks)) {
        if (isToldToStop || !sent || *sent != Sending::Complete || !job.isCancelled())
            continue;
        isToldToStop = true;
        program->send(frameHeader(FrameKind::Cancel, 0));
        program->endQuestion();
    }
    program->closeInput();
    const int exitCode = program->wait();
    const bool isStopped = isToldToStop || (sent ? *sent == Sending::Cancelled : isCancelled(sent.error()));
    const bool hasBegun = answers.hasSaidAnything();
    if (answers.result() && (sent || answers.result()->transaction.state == Transaction::State::Incomplete))
        return isStopped ? stopped(*answers.result()) : *answers.result();
    if (!sent && !isCancelled(sent.error()))
        return refused(plan, std::get<Error>(sent.error()));
    if (isStopped && (answers.result() || !hasBegun)) {
        ApplyResult result = unchanged(plan);
        result.isCancelled = true;
        return result;
    }
    return withoutAnswer(rights, plan, exitCode, hasBegun);
}

} // namespace

std::optional<Rights> rightsFor(const Plan &plan, const Host &host, bool hasTerminal)
{
    if (!plan.needsRights)
        return Rights::Own;
    // On other machines, those in folders, nobody gets more rights than they have.
    if (!host.isLocal())
        return std::nullopt;
    const bool hasWindows = !host.variable(u"DISPLAY"_s).isEmpty() || !host.variable(u"WAYLAND_DISPLAY"_s).isEmpty();
    if (hasWindows && isInstalled(host, Rights::Polkit))
        return Rights::Polkit;
    if (hasTerminal && isInstalled(host, Rights::Sudo))
        return Rights::Sudo;
    return std::nullopt;
}

ApplyResult applyWith(Rights rights, const QString &cliProgram, const Host &host, const Plan &plan, const Job &job)
{
    return rights == Rights::Own ? apply(host, plan, job) : ask(rights, cliProgram, plan, job);
}

} // namespace cudnnsetup
