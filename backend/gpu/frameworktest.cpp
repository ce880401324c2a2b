// SPDX-License-Identifier: MIT
#include "gpu/frameworktest.h"

#include "gpu/frameworkanswers.h"
#include "host/prober.h"
#include "jsonfields.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// Empty when it is not there. Relative elements of PATH are passed over: what they name depends on where we happen to stand.
QString pathOf(const Host &host, const QString &python)
{
    if (python.contains(u'/'))
        return QFileInfo(python).isFile() ? python : QString();
    QStringList folders = host.variable(u"PATH"_s).split(u':', Qt::SkipEmptyParts);
    folders.removeIf([](const QString &folder) { return !folder.startsWith(u'/'); });
    return folders.isEmpty() ? QString() : QStandardPaths::findExecutable(python, folders);
}

FrameworkTestReport notRun(const QString &python, const QString &finding, const Text &problem)
{
    return {.python = python, .finding = finding, .problem = problem};
}

// Why no Python is started at all.
std::optional<FrameworkTestReport> refusal(const Host &host, const QString &python)
{
    if (!host.isLocal())
        return notRun(python, u"not-supported"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "This machine is only looked at from outside: nothing of it is "
                                                        "loaded or run.")));
    if (host.isForSomebodyElse())
        return notRun(python, u"not-supported"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "%1 was not run: with sudo this program is root, and a Python loads packages that "
                                                        "others than root can change. For this test, start it without sudo."),
                           {python}));
    if (pathOf(host, python).isEmpty())
        return notRun(python, u"command-missing"_s,
                      Text(QT_TRANSLATE_NOOP("backend", "There is no program %1. Name the Python of your project, for example "
                                                        "~/project/.venv/bin/python."),
                           {python}));
    return {};
}

QString scriptText()
{
    QFile script(u":/python/convolution.py"_s);
    const bool isThere = script.open(QIODevice::ReadOnly);
    Q_ASSERT(isThere);
    return isThere ? QString::fromUtf8(script.readAll()) : QString();
}

// As "python -c", with the person's whole environment: PYTHONPATH, packages of the user and sitecustomize are what his programs
// get as well, so the test gets them, too. Only -B differs: nothing is written beside his modules.
QStringList argumentsFor(const FrameworkTestRequest &request)
{
    const ConvolutionShape &shape = request.shape;
    QStringList sizes;
    for (const int size : {shape.batch, shape.inputChannels, shape.height, shape.width, shape.outputChannels})
        sizes << QString::number(size);
    // Half of the time is for measuring; the other half is the import's, and that of what was begun just before the end.
    QStringList arguments{u"-B"_s, u"-c"_s, scriptText(), u"--device"_s, QString::number(request.device),
                          u"--seconds"_s, QString::number(double(request.limit.count()) / 2), u"--shape"_s, sizes.join(u'x')};
    if (!request.framework.isEmpty())
        arguments << u"--framework"_s << request.framework;
    return arguments;
}

QJsonObject toJson(const FrameworkMode &mode)
{
    return {{u"name"_s, mode.name},
            {u"onMs"_s, jsonOrNull(mode.onMs)},
            {u"offMs"_s, jsonOrNull(mode.offMs)},
            {u"speedup"_s, jsonOrNull(mode.speedup())},
            {u"problem"_s, jsonOrNull(mode.problem.toString())},
            {u"offProblem"_s, jsonOrNull(mode.offProblem.toString())}};
}

} // namespace

std::optional<double> FrameworkMode::speedup() const
{
    return onMs && offMs && *onMs > 0 ? std::optional(*offMs / *onMs) : std::nullopt;
}

QString frameworkName(const FrameworkTestReport &report)
{
    return report.framework == u"tensorflow" ? u"TensorFlow"_s : u"PyTorch"_s;
}

Outcome<FrameworkTestReport> runFrameworkTest(const Host &host, const QString &python, const FrameworkTestRequest &request,
                                              const Job &job, const FrameworkTestStep &step)
{
    if (const auto refused = refusal(host, python))
        return *refused;
    QElapsedTimer clock;
    clock.start();
    FrameworkAnswers answers{.report = {.python = python}};
    const LineChildEnd end = runLineChild({.program = pathOf(host, python),
                                           .arguments = argumentsFor(request),
                                           .environment = childEnvironment({.library = {}, .environment = host.environment()}),
                                           .timeout = request.limit},
                                          [&](const QByteArray &line) {
                                              if (answers.take(line) && step)
                                                  step(answers.report, answers.running);
                                          },
                                          job.isCancelled);
    if (end.kind == LineChildEnd::Kind::Cancelled)
        return tl::unexpected<Interruption>(Cancelled{});
    FrameworkTestReport report = judged(answers, end, request.limit);
    report.seconds = double(clock.elapsed()) / 1000;
    return report;
}

QJsonObject toJson(const FrameworkTestReport &report)
{
    QJsonArray modes;
    for (const FrameworkMode &mode : report.modes)
        modes << toJson(mode);
    return {{u"python"_s, report.python},
            {u"pythonVersion"_s, jsonOrNull(report.pythonVersion)},
            {u"framework"_s, jsonOrNull(report.framework)},
            {u"version"_s, jsonOrNull(report.version)},
            {u"cudaVersion"_s, jsonOrNull(report.cudaVersion)},
            {u"cudnnVersion"_s, jsonOrNull(report.cudnnVersion)},
            {u"cudnnFiles"_s, QJsonArray::fromStringList(report.cudnnFiles)},
            {u"device"_s, jsonOrNull(report.deviceName)},
            {u"batch"_s, report.batch > 0 ? QJsonValue(report.batch) : QJsonValue()},
            {u"modes"_s, modes},
            {u"usesCudnn"_s, report.usesCudnn ? QJsonValue(*report.usesCudnn) : QJsonValue()},
            {u"finding"_s, jsonOrNull(report.finding)},
            {u"problem"_s, jsonOrNull(report.problem.toString())},
            {u"words"_s, jsonOrNull(report.words)},
            {u"seconds"_s, report.seconds}};
}

} // namespace cudnnsetup
