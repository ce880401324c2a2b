// SPDX-License-Identifier: MIT
#include "prober.h"

#include "childprocess.h"
#include "probejson.h"

#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds nvmlTimeout = std::chrono::seconds(5);
constexpr qsizetype outputLimit = 256 << 10; // bytes of each of the child's streams that are kept

struct ChildEnd
{
    enum class Kind { Finished, Crashed, TimedOut, NotStarted };
    Kind kind = Kind::Finished;
    QList<QJsonObject> answers; // one a line, in order
    QString words;              // what it wrote to standard error
};

QProcessEnvironment childEnvironment(const ProbeRequest &request)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!request.environment.isEmpty()) {
        environment.clear();
        for (auto it = request.environment.begin(); it != request.environment.end(); ++it)
            environment.insert(it.key(), it.value());
    }
    if (!request.libraryPath.isEmpty()) {
        QStringList folders = request.libraryPath;
        const QString present = environment.value(u"LD_LIBRARY_PATH"_s);
        if (!present.isEmpty())
            folders << present;
        environment.insert(u"LD_LIBRARY_PATH"_s, folders.join(u':'));
    }
    environment.insert(u"LC_ALL"_s, u"C"_s);
    return environment;
}

QList<QJsonObject> objectsOf(const QByteArray &output)
{
    QList<QJsonObject> objects;
    const QByteArrayList lines = output.split('\n');
    for (const QByteArray &line : lines) {
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (document.isObject())
            objects << document.object();
    }
    return objects;
}

void keep(QByteArray &kept, const QByteArray &more)
{
    kept += more.left(std::max<qsizetype>(outputLimit - kept.size(), 0));
}

// The one owner of the child's time-out. It never outlives this function: killed and waited for in any case.
ChildEnd runChild(const QString &program, const QProcessEnvironment &environment, const QJsonObject &request,
                  std::chrono::milliseconds timeout)
{
    QProcess child;
    child.setProcessEnvironment(environment);
    platform::leadOwnGroup(child);
    child.setStandardInputFile({}); // the request goes there
    QByteArray output;
    QByteArray words;
    // Emptied as it comes, so that a library that never stops talking does not fill our memory.
    QObject::connect(&child, &QProcess::readyReadStandardOutput, &child,
                     [&] { keep(output, child.readAllStandardOutput()); });
    QObject::connect(&child, &QProcess::readyReadStandardError, &child, [&] { keep(words, child.readAllStandardError()); });
    child.start(program, {u"probe"_s});
    if (!child.waitForStarted())
        return {.kind = ChildEnd::Kind::NotStarted, .answers = {}, .words = child.errorString()};
    child.write(QJsonDocument(request).toJson(QJsonDocument::Compact));
    child.closeWriteChannel();

    ChildEnd end;
    if (!child.waitForFinished(int(timeout.count()))) {
        end.kind = ChildEnd::Kind::TimedOut;
        platform::endGroup(child);
        child.waitForFinished(-1); // reaps a child that was killed: no wait
    } else if (child.exitStatus() == QProcess::CrashExit) {
        end.kind = ChildEnd::Kind::Crashed;
    }
    end.answers = objectsOf(output);
    end.words = QString::fromUtf8(words).trimmed();
    return end;
}

tl::unexpected<Error> endAsError(const ChildEnd &end, const QString &library)
{
    switch (end.kind) {
    case ChildEnd::Kind::TimedOut:
        return failure(ErrorId::CommandTimedOut,
                       Text(QT_TRANSLATE_NOOP("backend", "Loading %1 did not come to an end and was stopped. Nothing was "
                                                         "changed."),
                            {library}),
                       end.words);
    case ChildEnd::Kind::NotStarted:
        return failure(ErrorId::CommandMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "The program that tries out libraries could not be started.")),
                       end.words);
    case ChildEnd::Kind::Crashed:
    case ChildEnd::Kind::Finished:
        break;
    }
    return failure(ErrorId::LoadFailed,
                   Text(QT_TRANSLATE_NOOP("backend", "The program that loaded %1 to try it out crashed. Nothing was "
                                                     "changed."),
                        {library}),
                   end.words);
}

// The libraries that the child had not come to: the first one is what stopped it.
void addMissing(ProbeAnswer &answer, const ProbeRequest &request, const ChildEnd &end)
{
    const QStringList asked = QStringList(request.library) + request.alsoLoad;
    const qsizetype culprit = answer.loads.size();
    for (qsizetype i = culprit; i < asked.size(); ++i) {
        const bool isCulprit = i == culprit;
        const QString cause = end.kind == ChildEnd::Kind::TimedOut ? u"loading it did not come to an end"_s
                                                                  : u"loading it crashed the program"_s;
        answer.loads << ProbeAnswer::Load{.library = asked[i],
                                          .loaded = false,
                                          .error = isCulprit ? cause : u"not tried after the one before"_s};
        if (isCulprit && !end.words.isEmpty())
            answer.loads.last().error += u": "_s + end.words;
    }
}

} // namespace

Result<NvmlAnswer> LibraryProber::askNvml() const
{
    return failure(ErrorId::NotSupported,
                   Text(QT_TRANSLATE_NOOP("backend", "This machine is only looked at from outside: nothing of it is "
                                                     "loaded or run.")));
}

ChildProcessProber::ChildProcessProber(const QString &probeProgram) : m_probeProgram(probeProgram) { }

Result<ProbeAnswer> ChildProcessProber::probe(const ProbeRequest &request) const
{
    const ChildEnd end = runChild(m_probeProgram, childEnvironment(request), probejson::fromRequest(request),
                                  request.timeout);
    ProbeAnswer answer = probejson::answerFrom(end.answers);
    const bool isWhole = answer.loads.size() == request.alsoLoad.size() + 1 && probejson::hasVersions(end.answers);
    if (end.kind == ChildEnd::Kind::Finished && isWhole)
        return answer;
    // The versions are asked right after the first library: without them it is that one which failed.
    if (!probejson::hasVersions(end.answers))
        return endAsError(end, request.library);
    addMissing(answer, request, end);
    return answer;
}

Result<NvmlAnswer> ChildProcessProber::askNvml() const
{
    if (!nvmlIsThere())
        return failure(ErrorId::InputMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "NVIDIA's driver library libnvidia-ml.so.1 is not installed.")));
    const ChildEnd end = runChild(m_probeProgram, childEnvironment({}), probejson::nvmlRequest(), nvmlTimeout);
    if (end.kind != ChildEnd::Kind::Finished || end.answers.isEmpty())
        return endAsError(end, u"libnvidia-ml.so.1"_s);
    return probejson::nvmlAnswerFrom(end.answers.first());
}

} // namespace cudnnsetup
