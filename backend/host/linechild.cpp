// SPDX-License-Identifier: MIT
#include "host/linechild.h"

#include "host/childprocess.h"

#include <QDeadlineTimer>
#include <QProcess>

#include <optional>
#include <utility>

namespace cudnnsetup {

namespace {

constexpr int pollInterval = 50;                                             // milliseconds between two looks at isCancelled
constexpr std::chrono::milliseconds patience = std::chrono::seconds(5); // for the system to end what was killed

// Cuts a stream into lines, whatever the pieces in which it comes.
class LineCutter
{
public:
    explicit LineCutter(const std::function<void(const QByteArray &)> &take) : m_take(take) { }

    void add(const QByteArray &piece)
    {
        const QByteArray seen = piece.left(mostLineBytes - m_seen);
        m_seen += seen.size();
        qsizetype start = 0;
        for (qsizetype end = seen.indexOf('\n'); end >= 0; end = seen.indexOf('\n', start)) {
            lengthen(seen.mid(start, end - start));
            m_take(std::exchange(m_line, {}));
            start = end + 1;
        }
        lengthen(seen.mid(start));
    }

    void finish()
    {
        if (!m_line.isEmpty())
            m_take(std::exchange(m_line, {}));
    }

private:
    void lengthen(const QByteArray &more) { m_line += more.left(longestLine - m_line.size()); }

    const std::function<void(const QByteArray &)> &m_take;
    QByteArray m_line;
    qsizetype m_seen = 0;
};

// One run of the child: the one owner of its time-out.
class LineChildRun
{
public:
    LineChildRun(const LineChild &child, const std::function<void(const QByteArray &)> &take,
                 const std::function<bool()> &isCancelled)
        : m_child(child), m_isCancelled(isCancelled), m_lines(take), m_deadline(child.timeout)
    {
    }

    LineChildEnd run()
    {
        if (m_isCancelled())
            return {.kind = LineChildEnd::Kind::Cancelled, .words = {}};
        start();
        if (!m_process.waitForStarted(int(m_deadline.remainingTime())))
            return {.kind = LineChildEnd::Kind::NotStarted, .words = m_process.errorString()};
        const qint64 leader = m_process.processId();
        feed();
        wait();
        platform::endRestOfGroup(leader);
        m_lines.finish();
        return end();
    }

private:
    void start()
    {
        m_process.setProcessEnvironment(m_child.environment);
        platform::leadOwnGroup(m_process);
        m_process.setStandardInputFile({}); // a pipe, for the input
        // Emptied as it comes. Also the only look at the clock while the child writes faster than it is read.
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] {
            m_lines.add(m_process.readAllStandardOutput());
            endIfDue();
        });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process, [this] {
            m_words = (m_words + m_process.readAllStandardError()).right(mostWordBytes);
            endIfDue();
        });
        m_process.start(m_child.program, m_child.arguments);
    }

    void feed()
    {
        m_process.write(m_child.input);
        m_process.closeWriteChannel();
    }

    void wait()
    {
        QDeadlineTimer giveUp(QDeadlineTimer::Forever);
        while (m_process.state() != QProcess::NotRunning && !giveUp.hasExpired()) {
            m_process.waitForFinished(pollInterval);
            endIfDue();
            if (m_stoppedFor && giveUp.isForever())
                giveUp = QDeadlineTimer(patience);
        }
    }

    void endIfDue()
    {
        if (m_stoppedFor || m_process.state() == QProcess::NotRunning)
            return;
        if (m_isCancelled())
            m_stoppedFor = LineChildEnd::Kind::Cancelled;
        else if (m_deadline.hasExpired())
            m_stoppedFor = LineChildEnd::Kind::TimedOut;
        if (m_stoppedFor)
            platform::endGroup(m_process);
    }

    // Nothing that would steer a terminal.
    static QString printable(QString words)
    {
        words.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
        for (QChar &c : words) {
            if (c.category() == QChar::Other_Control && c != u'\n' && c != u'\t')
                c = QChar::ReplacementCharacter;
        }
        return words;
    }

    LineChildEnd end() const
    {
        const auto own = m_process.exitStatus() == QProcess::CrashExit ? LineChildEnd::Kind::Crashed : LineChildEnd::Kind::Finished;
        return {.kind = m_stoppedFor.value_or(own),
                .code = m_stoppedFor ? 0 : m_process.exitCode(),
                .words = printable(QString::fromUtf8(m_words)).trimmed()};
    }

    const LineChild &m_child;
    const std::function<bool()> &m_isCancelled;
    LineCutter m_lines;
    QDeadlineTimer m_deadline;
    QByteArray m_words;
    std::optional<LineChildEnd::Kind> m_stoppedFor;
    QProcess m_process; // last: its end may still call the others
};

} // namespace

LineChildEnd runLineChild(const LineChild &child, const std::function<void(const QByteArray &line)> &take,
                          const std::function<bool()> &isCancelled)
{
    return LineChildRun(child, take, isCancelled).run();
}

} // namespace cudnnsetup
