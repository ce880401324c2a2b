// SPDX-License-Identifier: MIT
#include "gpu/frameworkanswers.h"

#include "cudnnnumber.h"
#include "host/childprocess.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostWords = 4000; // of a child that says more than anybody reads

QString versionText(const QJsonValue &number)
{
    const auto version = versionFromCudnnNumber(number.toInteger());
    return version ? version->toString() : QString();
}

std::optional<double> timeFrom(const QJsonValue &json)
{
    return json.isDouble() && json.toDouble() > 0 ? std::optional(json.toDouble()) : std::nullopt;
}

FrameworkMode modeFrom(const QJsonObject &json)
{
    FrameworkMode mode{.name = json[u"name"].toString(), .onMs = timeFrom(json[u"onMs"]), .offMs = timeFrom(json[u"offMs"])};
    const QString obstacle = json[u"obstacle"].toString();
    if (obstacle == u"notOnThisGpu")
        mode.problem = Text(QT_TRANSLATE_NOOP("backend", "This GPU cannot compute in it."));
    else if (obstacle == u"timeUp")
        mode.problem = Text(QT_TRANSLATE_NOOP("backend", "There was no time left for it."));
    if (json.contains(u"problem")) {
        mode.problem = Text::verbatim(json[u"problem"].toString());
        mode.isFailed = true;
    }
    if (json.contains(u"offProblem"))
        mode.offProblem = Text::verbatim(json[u"offProblem"].toString());
    return mode;
}

void takeFramework(FrameworkAnswers &answers, const QJsonObject &json)
{
    FrameworkTestReport &report = answers.report;
    report.framework = json[u"name"].toString();
    report.version = json[u"version"].toString();
    report.cudaVersion = json[u"cuda"].toString();
    report.cudnnVersion = json.contains(u"cudnn") ? versionText(json[u"cudnn"]) : json[u"builtForCudnn"].toString();
    answers.hasCudnn = json[u"hasCudnn"].toBool(true);
    answers.isEnabled = json[u"isEnabled"].toBool(true);
}

void takeObstacle(FrameworkAnswers &answers, const QJsonObject &json)
{
    answers.obstacle = json[u"kind"].toString();
    answers.report.words = json[u"words"].toString();
    if (json.contains(u"framework"))
        answers.report.framework = json[u"framework"].toString();
}

void takeFiles(FrameworkTestReport &report, const QJsonObject &json)
{
    report.cudnnFiles.clear();
    const QJsonArray files = json[u"files"].toArray();
    for (const QJsonValue &file : files)
        report.cudnnFiles << file.toString();
    const QString loaded = versionText(json[u"loadedVersion"]);
    if (!loaded.isEmpty())
        report.cudnnVersion = loaded;
}

QString lastWordsOf(const LineChildEnd &end)
{
    const QString words = end.words.right(mostWords);
    if (end.kind != LineChildEnd::Kind::Crashed)
        return words;
    const QString signal = platform::signalName(end.code);
    return words.isEmpty() ? signal : words + u'\n' + signal;
}

// "PyTorch 2.11.0"
QString nameAndVersion(const FrameworkTestReport &report)
{
    return report.version.isEmpty() ? frameworkName(report) : frameworkName(report) + u' ' + report.version;
}

struct Judgement
{
    QString finding; // empty: nothing can be said against it
    Text problem;
    std::optional<bool> usesCudnn = {};
};

Judgement withoutCudnn(const Text &problem)
{
    return {u"framework-without-cudnn"_s, problem, false};
}

Judgement stopped(const FrameworkAnswers &answers, std::chrono::seconds limit)
{
    const QString &python = answers.report.python;
    const QString seconds = QString::number(limit.count());
    if (answers.running.isEmpty())
        return {u"gpu-test-timed-out"_s,
                Text(QT_TRANSLATE_NOOP("backend", "%1 measured nothing within %2 seconds and was stopped: importing the framework takes "
                                                  "too long here, or hangs. Try it once more; if it hangs again, restart the machine."),
                     {python, seconds})};
    return {u"gpu-test-timed-out"_s,
            Text(QT_TRANSLATE_NOOP("backend", "%1 did not come to an end within %2 seconds and was stopped while it measured %3. Another "
                                              "program may keep the GPU busy, or the driver hangs: end that program or restart the machine."),
                 {python, seconds, answers.running})};
}

Judgement crashed(const FrameworkAnswers &answers)
{
    const QString &python = answers.report.python;
    if (answers.running.isEmpty())
        return {u"gpu-test-crashed"_s,
                Text(QT_TRANSLATE_NOOP("backend", "%1 ended unexpectedly before it measured anything: a library that it loads is broken or "
                                                  "does not fit. Its last words say which, as far as it knew."),
                     {python})};
    return {u"gpu-test-crashed"_s,
            Text(QT_TRANSLATE_NOOP("backend", "%1 ended unexpectedly while it measured %2: the framework, the driver or a library that they "
                                              "load is broken. Its last words say more."),
                 {python, answers.running})};
}

// The child did not come to its end.
std::optional<Judgement> ofEnd(const FrameworkAnswers &answers, const LineChildEnd &end, std::chrono::seconds limit)
{
    const QString &python = answers.report.python;
    if (end.kind == LineChildEnd::Kind::NotStarted)
        return Judgement{u"command-failed"_s, Text(QT_TRANSLATE_NOOP("backend", "The program %1 cannot be started."), {python})};
    if (answers.isComplete)
        return {};
    if (end.kind == LineChildEnd::Kind::TimedOut)
        return stopped(answers, limit);
    if (answers.report.pythonVersion.isEmpty() && end.kind == LineChildEnd::Kind::Finished)
        return Judgement{u"command-failed"_s,
                         Text(QT_TRANSLATE_NOOP("backend", "%1 did not run the test: it is no Python 3.8 or newer, or a broken one. Name the "
                                                           "Python of your project, for example ~/project/.venv/bin/python."),
                              {python})};
    return crashed(answers);
}

Judgement unseenGpu(const FrameworkAnswers &answers, const LineChildEnd &end)
{
    const FrameworkTestReport &report = answers.report;
    if (report.framework == u"tensorflow" && end.words.contains(u"libcudnn"))
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 does not find the cuDNN that it needs, and so computes on the processor. "
                                                              "Its words name the library that is missing."),
                                 {nameAndVersion(report)}));
    if (report.words.contains(u"driver on your system is too old"))
        return {u"driver-too-old"_s,
                Text(QT_TRANSLATE_NOOP("backend", "The NVIDIA driver is too old for %1, which was built for CUDA %2. Install a newer driver, "
                                                  "or a build for an older CUDA."),
                     {nameAndVersion(report), report.cudaVersion})};
    return {{},
            Text(QT_TRANSLATE_NOOP("backend", "%1 sees no NVIDIA GPU here, so it was not found out whether it uses cuDNN."),
                 {nameAndVersion(report)})};
}

Judgement notImported(const FrameworkTestReport &report)
{
    if (report.words.contains(u"libcudnn"))
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 in %2 cannot be imported because it does not find its cuDNN. Install the "
                                                              "cuDNN that its words name, or the framework anew."),
                                 {frameworkName(report), report.python}));
    return {u"load-failed"_s,
            Text(QT_TRANSLATE_NOOP("backend", "%1 in %2 cannot be imported, so no program can use it. Its words say why; often installing it "
                                              "anew helps."),
                 {frameworkName(report), report.python})};
}

// The framework was there or not, but measured nothing.
std::optional<Judgement> ofObstacle(const FrameworkAnswers &answers, const LineChildEnd &end)
{
    const FrameworkTestReport &report = answers.report;
    if (answers.obstacle.isEmpty())
        return {};
    if (answers.obstacle == u"noFramework")
        return Judgement{{},
                         Text(QT_TRANSLATE_NOOP("backend", "There is neither PyTorch nor TensorFlow in %1, so nothing was measured in it."),
                              {report.python})};
    if (answers.obstacle == u"notImported")
        return notImported(report);
    if (answers.obstacle == u"noCuda")
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 in %2 was built without CUDA: it uses neither an NVIDIA GPU nor "
                                                              "cuDNN. Install its build for CUDA."),
                                 {nameAndVersion(report), report.python}));
    if (answers.obstacle == u"noGpu")
        return unseenGpu(answers, end);
    if (answers.obstacle == u"noSuchGpu")
        return Judgement{{},
                         Text(QT_TRANSLATE_NOOP("backend", "%1 does not see the GPU that was asked for, so nothing was measured. "
                                                           "CUDA_VISIBLE_DEVICES may hide it."),
                              {nameAndVersion(report)})};
    return Judgement{u"command-failed"_s,
                     Text(QT_TRANSLATE_NOOP("backend", "The test with %1 in %2 failed. Its words say why."),
                          {nameAndVersion(report), report.python})};
}

QString wordsOfModes(const FrameworkTestReport &report)
{
    QStringList words;
    for (const FrameworkMode &mode : report.modes)
        words << (mode.isFailed ? mode.problem.toString() : QString());
    return words.join(u'\n');
}

std::optional<Judgement> ofFailedModes(const FrameworkTestReport &report)
{
    const QString words = wordsOfModes(report).trimmed();
    if (words.isEmpty())
        return {};
    if (words.contains(u"no kernel image"))
        return Judgement{u"framework-architecture-mismatch"_s,
                         Text(QT_TRANSLATE_NOOP("backend", "%1 has no code for this GPU (%2): the fault is the framework's build, not cuDNN. "
                                                           "Install a build that supports this GPU."),
                              {nameAndVersion(report), report.deviceName})};
    if (words.contains(u"DNN library is not found") || words.contains(u"No DNN in stream executor"))
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 could not load cuDNN, so it computes no convolution on the GPU."),
                                 {nameAndVersion(report)}));
    return Judgement{u"convolution-failed"_s,
                     Text(QT_TRANSLATE_NOOP("backend", "%1 could not compute the convolution with cuDNN in every mode. Its words stand beside "
                                                       "each."),
                          {nameAndVersion(report)}),
                     report.usesCudnn};
}

Judgement ofUse(const FrameworkAnswers &answers)
{
    const FrameworkTestReport &report = answers.report;
    if (report.usesCudnn == true)
        return {{}, {}, true};
    if (!report.usesCudnn)
        return {{}, Text(QT_TRANSLATE_NOOP("backend", "It was not found out whether %1 uses cuDNN."), {nameAndVersion(report)})};
    if (!answers.hasCudnn)
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 in %2 was built without cuDNN, so its convolutions are slower than they "
                                                              "could be. Install a build that has it."),
                                 {nameAndVersion(report), report.python}));
    if (!answers.isEnabled)
        return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "cuDNN is switched off in %1: something sets torch.backends.cudnn.enabled to "
                                                              "False when it is imported. Look into sitecustomize.py and usercustomize.py."),
                                 {report.python}));
    return withoutCudnn(Text(QT_TRANSLATE_NOOP("backend", "%1 in %2 has cuDNN but did not use it for this convolution."),
                             {nameAndVersion(report), report.python}));
}

Judgement judgementOf(const FrameworkAnswers &answers, const LineChildEnd &end, std::chrono::seconds limit)
{
    if (const auto judgement = ofEnd(answers, end, limit))
        return *judgement;
    if (const auto judgement = ofObstacle(answers, end))
        return *judgement;
    if (const auto judgement = ofFailedModes(answers.report))
        return *judgement;
    return ofUse(answers);
}

} // namespace

bool FrameworkAnswers::take(const QByteArray &line)
{
    const QJsonObject json = QJsonDocument::fromJson(line).object();
    if (json.contains(u"python"))
        report.pythonVersion = json[u"python"].toString();
    else if (json.contains(u"framework"))
        takeFramework(*this, json[u"framework"].toObject());
    else if (json.contains(u"obstacle"))
        takeObstacle(*this, json[u"obstacle"].toObject());
    else if (json.contains(u"running"))
        running = json[u"running"].toString();
    else if (json.contains(u"mode"))
        report.modes << modeFrom(json[u"mode"].toObject());
    else if (json.contains(u"files"))
        takeFiles(report, json);
    else if (json.contains(u"usesCudnn"))
        report.usesCudnn = json[u"usesCudnn"].isBool() ? std::optional(json[u"usesCudnn"].toBool()) : std::nullopt;
    else if (json.contains(u"end"))
        isComplete = true;
    else if (json.contains(u"device")) {
        report.deviceName = json[u"device"].toString();
        report.batch = json[u"batch"].toInt();
        report.hasSwitch = json[u"hasSwitch"].toBool(true);
    } else
        return false;
    return true;
}

FrameworkTestReport judged(const FrameworkAnswers &answers, const LineChildEnd &end, std::chrono::seconds limit)
{
    FrameworkTestReport report = answers.report;
    const Judgement judgement = judgementOf(answers, end, limit);
    report.finding = judgement.finding;
    report.problem = judgement.problem;
    report.usesCudnn = judgement.usesCudnn;
    if (!report.problem.isEmpty() && report.words.isEmpty())
        report.words = lastWordsOf(end);
    return report;
}

} // namespace cudnnsetup
