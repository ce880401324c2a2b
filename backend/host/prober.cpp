// SPDX-License-Identifier: MIT
#include "prober.h"

#include "linechild.h"
#include "probejson.h"

#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds nvmlTimeout = std::chrono::seconds(5);

Error onlyLookedAt()
{
    return {ErrorId::NotSupported,
            Text(QT_TRANSLATE_NOOP("backend", "This machine is only looked at from outside: nothing of it is "
                                              "loaded or run."))};
}

struct ChildEnd
{
    LineChildEnd process;
    QList<QJsonObject> answers = {}; // one a line, in order
};

ChildEnd runChild(const QString &program, const QProcessEnvironment &environment, const QJsonObject &request,
                  std::chrono::milliseconds timeout)
{
    ChildEnd end;
    end.process = runLineChild({.program = program,
                                .arguments = {u"probe"_s},
                                .environment = environment,
                                .input = QJsonDocument(request).toJson(QJsonDocument::Compact),
                                .timeout = timeout},
                               [&end](const QByteArray &line) {
                                   const QJsonDocument document = QJsonDocument::fromJson(line);
                                   if (document.isObject())
                                       end.answers << document.object();
                               });
    return end;
}

tl::unexpected<Error> endAsError(const ChildEnd &end, const QString &library)
{
    switch (end.process.kind) {
    case LineChildEnd::Kind::TimedOut:
        return failure(ErrorId::CommandTimedOut,
                       Text(QT_TRANSLATE_NOOP("backend", "Loading %1 did not come to an end and was stopped. Nothing was "
                                                         "changed."),
                            {library}),
                       end.process.words);
    case LineChildEnd::Kind::NotStarted:
        return failure(ErrorId::CommandMissing,
                       Text(QT_TRANSLATE_NOOP("backend", "The program that tries out libraries could not be started.")),
                       end.process.words);
    case LineChildEnd::Kind::Crashed:
    case LineChildEnd::Kind::Finished:
    case LineChildEnd::Kind::Cancelled: // nobody does
        break;
    }
    return failure(ErrorId::LoadFailed,
                   Text(QT_TRANSLATE_NOOP("backend", "The program that loaded %1 to try it out crashed. Nothing was "
                                                     "changed."),
                        {library}),
                   end.process.words);
}

// The libraries that the child had not come to: the first one is what stopped it.
void addMissing(ProbeAnswer &answer, const ProbeRequest &request, const ChildEnd &end)
{
    const QStringList asked = QStringList(request.library) + request.alsoLoad;
    const qsizetype culprit = answer.loads.size();
    for (qsizetype i = culprit; i < asked.size(); ++i) {
        const bool isCulprit = i == culprit;
        const QString cause = end.process.kind == LineChildEnd::Kind::TimedOut ? u"loading it did not come to an end"_s
                                                                               : u"loading it crashed the program"_s;
        answer.loads << ProbeAnswer::Load{.library = asked[i],
                                          .loaded = false,
                                          .error = isCulprit ? cause : u"not tried after the one before"_s};
        if (isCulprit && !end.process.words.isEmpty())
            answer.loads.last().error += u": "_s + end.process.words;
    }
}

} // namespace

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

Result<NvmlAnswer> LibraryProber::askNvml() const
{
    return tl::unexpected(onlyLookedAt());
}

Result<ProbeRequest> LibraryProber::admitted(const ProbeRequest &) const
{
    return tl::unexpected(onlyLookedAt());
}

ChildProcessProber::ChildProcessProber(const QString &probeProgram) : m_probeProgram(probeProgram) { }

Result<ProbeAnswer> ChildProcessProber::probe(const ProbeRequest &request) const
{
    const ChildEnd end = runChild(m_probeProgram, childEnvironment(request), probejson::fromRequest(request),
                                  request.timeout);
    ProbeAnswer answer = probejson::answerFrom(end.answers);
    const bool isWhole = answer.loads.size() == request.alsoLoad.size() + 1 && probejson::hasVersions(end.answers);
    if (end.process.kind == LineChildEnd::Kind::Finished && isWhole)
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
    if (end.process.kind != LineChildEnd::Kind::Finished || end.answers.isEmpty())
        return endAsError(end, u"libnvidia-ml.so.1"_s);
    return probejson::nvmlAnswerFrom(end.answers.first());
}

} // namespace cudnnsetup
