// SPDX-License-Identifier: MIT
#include "gpu/gpusupervisor.h"

#include "gpu/gpuprotocol.h"
#include "host/childprocess.h"

#include <QElapsedTimer>
#include <QJsonDocument>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr int statusOfNoStart = 127; // of the system's loader, and of shells, when a program cannot run
constexpr qsizetype mostLastLines = 12;

// What is known while the child runs.
struct Course
{
    GpuTestReport report;
    std::optional<GpuMode> running = {};
    bool hasAnswered = false;
    bool hasEnded = false; // the child itself said how it went
};

QString lastLines(const QString &words)
{
    return words.split(u'\n').mid(std::max<qsizetype>(words.count(u'\n') + 1 - mostLastLines, 0)).join(u'\n');
}

QString joined(const QString &what, const QString &words)
{
    return words.isEmpty() ? what : what + u'\n' + lastLines(words);
}

GpuTestReport::End endOf(const LineChildEnd &end, bool hasAnswered)
{
    switch (end.kind) {
    case LineChildEnd::Kind::TimedOut: return GpuTestReport::End::Hung;
    case LineChildEnd::Kind::NotStarted: return GpuTestReport::End::NotStarted;
    case LineChildEnd::Kind::Crashed:
    case LineChildEnd::Kind::Cancelled:
    case LineChildEnd::Kind::Finished: break;
    }
    const bool isNotStarted = end.kind == LineChildEnd::Kind::Finished && end.code == statusOfNoStart && !hasAnswered;
    return isNotStarted ? GpuTestReport::End::NotStarted : GpuTestReport::End::Crashed;
}

// What stopped it, then its own last words.
QString wordsOf(const LineChildEnd &end, std::chrono::milliseconds timeout)
{
    switch (end.kind) {
    case LineChildEnd::Kind::Crashed: return joined(platform::signalName(end.code), end.words);
    case LineChildEnd::Kind::Finished: return joined(u"exit status %1, without a result"_s.arg(end.code), end.words);
    case LineChildEnd::Kind::TimedOut:
        return joined(u"no end after %1 s"_s.arg(std::chrono::duration<double>(timeout).count()), end.words);
    case LineChildEnd::Kind::NotStarted:
    case LineChildEnd::Kind::Cancelled: break;
    }
    return end.words;
}

void take(Course &course, const QJsonObject &line)
{
    gpuprotocol::take(line, course.report, course.running);
    course.hasAnswered = true;
    course.hasEnded = course.hasEnded || line.contains(u"end");
}

// The mode at which the child died is the one that failed; those after it stay as not reached.
void markCulprit(Course &course)
{
    for (GpuModeResult &result : course.report.modes) {
        if (course.running != result.mode)
            continue;
        result.status = GpuModeResult::Status::Failed;
        result.problem = course.report.endWords.section(u'\n', 0, 0);
    }
}

void conclude(Course &course, const LineChildEnd &end, std::chrono::milliseconds timeout)
{
    if (course.hasEnded) {
        if (course.report.endWords.isEmpty() && course.report.end != GpuTestReport::End::Complete)
            course.report.endWords = lastLines(end.words);
        return;
    }
    course.report.end = endOf(end, course.hasAnswered);
    course.report.endWords = wordsOf(end, timeout);
    markCulprit(course);
}

} // namespace

std::optional<GpuTestReport> superviseGpuChild(const GpuTestReport &planned, const LineChild &child, const Job &job,
                                               const GpuTestStep &step)
{
    Course course{.report = planned};
    QElapsedTimer clock;
    clock.start();
    const auto tell = [&] {
        course.report.seconds = double(clock.elapsed()) / 1e3;
        if (step)
            step(course.report, course.running);
    };
    tell();
    const auto hear = [&](const QByteArray &line) {
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (!document.isObject())
            return;
        take(course, document.object());
        tell();
    };
    const LineChildEnd end = runLineChild(child, hear, job.isCancelled);
    if (end.kind == LineChildEnd::Kind::Cancelled)
        return {};
    conclude(course, end, child.timeout);
    course.report.seconds = double(clock.elapsed()) / 1e3;
    return course.report;
}

} // namespace cudnnsetup
