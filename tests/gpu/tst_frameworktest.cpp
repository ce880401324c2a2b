// SPDX-License-Identifier: MIT
#include "gpu/frameworktest.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <sys/wait.h>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// What a Python says that has got as far as the first mode.
constexpr auto begun = R"(
echo '{"python":"3.11.7"}'
echo '{"framework":{"name":"torch","version":"2.11.0","cuda":"13.0","hasCudnn":true,"isEnabled":true,"cudnn":91900}}'
echo '{"device":"NVIDIA H200","batch":16,"hasSwitch":true}'
echo '{"running":"fp32-nchw"}'
)"_L1;

QString obstacle(const QString &framework, const QString &kind, const QString &words)
{
    return u"echo '{\"python\":\"3.11.7\"}'\n"
           "echo '{\"framework\":{\"name\":\"%1\",\"version\":\"1.2\",\"cuda\":\"13.0\"}}'\n"
           "echo '{\"obstacle\":{\"kind\":\"%2\",\"words\":\"%3\"}}'\necho '{\"end\":true}'"_s.arg(framework, kind, words);
}

QString result(const QString &mode, const QString &usesCudnn)
{
    return begun + u"echo '{\"mode\":{\"name\":\"fp32-nchw\",%1}}'\necho '{\"usesCudnn\":%2}'\necho '{\"end\":true}'"_s.arg(mode, usesCudnn);
}

// A "Python" that plays its part, whatever it is told.
QString actor(const QTemporaryDir &folder, const QString &script)
{
    QFile file(folder.filePath(u"python"_s));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write the actor");
    file.write("#!/bin/sh\n" + script.toUtf8() + '\n');
    file.close();
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
    return file.fileName();
}

Outcome<FrameworkTestReport> test(const QString &python, const FrameworkTestRequest &request = {})
{
    return runFrameworkTest(Host::local({}), python, request, {});
}

QStringList namesOf(const FrameworkTestReport &report)
{
    QStringList names;
    for (const FrameworkMode &mode : report.modes)
        names << mode.name;
    return names;
}

} // namespace

class TestFrameworkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_environment = qgetenv("PATH"); }
    void cleanup();
    void timesAndFactsComeIn();
    void whatIsKnownIsToldAtOnce();
    void eachEndHasItsFindingAndWords_data();
    void eachEndHasItsFindingAndWords();
    void theModeThatFailedHasItsWords();
    void aHangIsStopped_data();
    void aHangIsStopped();
    void cancellingStopsIt();
    void whatCannotBeRunIsSaid_data();
    void whatCannotBeRunIsSaid();
    void aNameIsLookedUpInThePath();
    void aMachineInAFolderRunsNothing();
    void thePythonGetsTheWishes();
    void theJsonHasNullForWhatIsUnknown();

    void theScriptMeasuresEveryMode();
    void theScriptTellsEachCase_data();
    void theScriptTellsEachCase();
    void theScriptTakesFewerImagesOnASmallCard();
    void theScriptBeginsNoModeWhenTimeIsUp();
    void theScriptTimesTensorFlow();
    void whereOneStandsIsNoPlaceOfPackages();

private:
    // The real script in a real Python with stand-ins of the frameworks.
    QString realPython(const QByteArray &play = {}, const QByteArray &packages = TEST_PYTHON_PACKAGES)
    {
        qputenv("PYTHONPATH", packages);
        qputenv("FAKE_TORCH", play);
        qputenv("FAKE_TENSORFLOW", play);
        return QStandardPaths::findExecutable(u"python3"_s);
    }

    QByteArray m_environment;
};

// No child is left behind, not even as a zombie.
void TestFrameworkTest::cleanup()
{
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
    for (const char *name : {"PYTHONPATH", "FAKE_TORCH", "FAKE_TORCH_LOG", "FAKE_TENSORFLOW"})
        qunsetenv(name);
    qputenv("PATH", m_environment);
}

void TestFrameworkTest::timesAndFactsComeIn()
{
    const QTemporaryDir folder;
    const QString python = actor(folder, begun + uR"(
echo '{"mode":{"name":"fp32-nchw","onMs":3.0,"offMs":4.5}}'
echo '{"files":["/venv/libcudnn.so.9"],"loadedVersion":91901}'
echo '{"running":"tf32-nchw"}'
echo '{"mode":{"name":"tf32-nchw","obstacle":"notOnThisGpu"}}'
echo '{"usesCudnn":true}'
echo '{"end":true}'
)"_s);
    const auto report = test(python);
    QVERIFY(report);
    QCOMPARE(report->python, python);
    QCOMPARE(report->pythonVersion, u"3.11.7"_s);
    QCOMPARE(report->framework, u"torch"_s);
    QCOMPARE(report->version, u"2.11.0"_s);
    QCOMPARE(report->cudaVersion, u"13.0"_s);
    QCOMPARE(report->cudnnVersion, u"9.19.1"_s);
    QCOMPARE(report->cudnnFiles, QStringList{u"/venv/libcudnn.so.9"_s});
    QCOMPARE(report->deviceName, u"NVIDIA H200"_s);
    QCOMPARE(report->batch, 16);
    QVERIFY(report->usesCudnn == true);
    QVERIFY(report->finding.isEmpty());
    QVERIFY(report->problem.isEmpty());
    QCOMPARE(namesOf(*report), (QStringList{u"fp32-nchw"_s, u"tf32-nchw"_s}));
    QCOMPARE(report->modes[0].speedup(), 1.5);
    QVERIFY(!report->modes[1].onMs);
    QVERIFY(!report->modes[1].problem.isEmpty());
    QVERIFY(!report->modes[1].isFailed);
}

void TestFrameworkTest::whatIsKnownIsToldAtOnce()
{
    const QTemporaryDir folder;
    // It goes on only when the step has seen what it said before.
    const QString python = actor(folder, begun + uR"(
while [ ! -e "%1" ]; do sleep 0.01; done
echo 'a library says something'
echo '{"mode":{"name":"fp32-nchw","onMs":3.0,"offMs":4.5}}'
echo '{"usesCudnn":true}'
echo '{"end":true}'
)"_s.arg(folder.filePath(u"go-on"_s)));
    QStringList steps;
    const auto report = runFrameworkTest(Host::local({}), python, {}, {}, [&](const FrameworkTestReport &soFar, const QString &running) {
        steps << u"%1 %2 %3"_s.arg(soFar.framework, running).arg(soFar.modes.size());
        if (!running.isEmpty())
            QVERIFY(QFile(folder.filePath(u"go-on"_s)).open(QIODevice::WriteOnly));
    });
    QVERIFY(report->usesCudnn == true);
    QCOMPARE(steps.mid(0, 5), (QStringList{u"  0"_s, u"torch  0"_s, u"torch  0"_s, u"torch fp32-nchw 0"_s, u"torch fp32-nchw 1"_s}));
}

void TestFrameworkTest::eachEndHasItsFindingAndWords_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QVariant>("usesCudnn"); // invalid: not found out
    const QVariant no(false);

    QTest::newRow("a crash before anything") << u"echo 'libfoo is broken' >&2; kill -s SEGV $$"_s << u"gpu-test-crashed"_s
                                             << u"before it measured anything"_s << u"libfoo is broken\nSIGSEGV"_s << QVariant();
    QTest::newRow("a crash in a mode") << begun + u"echo oops >&2; kill -s ABRT $$"_s << u"gpu-test-crashed"_s
                                       << u"while it measured fp32-nchw"_s << u"oops\nSIGABRT"_s << QVariant();
    QTest::newRow("the end in a mode") << begun + u"exit 0"_s << u"gpu-test-crashed"_s << u"while it measured fp32-nchw"_s << QString()
                                       << QVariant();
    QTest::newRow("a crash after everything") << result(u"\"onMs\":3,\"offMs\":4"_s, u"true"_s) + u"\nkill -s SEGV $$"_s << QString()
                                              << QString() << QString() << QVariant(true);
    QTest::newRow("no Python") << u"true"_s << u"command-failed"_s << u"it is no Python 3.8 or newer"_s << QString() << QVariant();
    QTest::newRow("garbage") << u"echo hello; echo '[1]'; echo '{'; exit 1"_s << u"command-failed"_s << u"it is no Python"_s << QString()
                             << QVariant();
    QTest::newRow("a Python of old") << u"echo 'SyntaxError: invalid syntax' >&2; exit 1"_s << u"command-failed"_s << u"it is no Python"_s
                                     << u"SyntaxError: invalid syntax"_s << QVariant();
    QTest::newRow("no framework") << u"echo '{\"python\":\"3.8.1\"}'; echo '{\"obstacle\":{\"kind\":\"noFramework\"}}'; echo '{\"end\":true}'"_s
                                  << QString() << u"neither PyTorch nor TensorFlow"_s << QString() << QVariant();
    QTest::newRow("a framework that is broken") << obstacle(u"torch"_s, u"notImported"_s, u"ImportError: libcupti.so"_s) << u"load-failed"_s
                                                << u"PyTorch in"_s << u"ImportError: libcupti.so"_s << QVariant();
    QTest::newRow("a framework that does not find its cuDNN")
            << obstacle(u"torch"_s, u"notImported"_s, u"ImportError: libcudnn.so.9"_s) << u"framework-without-cudnn"_s
            << u"does not find its cuDNN"_s << u"ImportError: libcudnn.so.9"_s << no;
    QTest::newRow("a build without CUDA") << obstacle(u"torch"_s, u"noCuda"_s, {}) << u"framework-without-cudnn"_s
                                          << u"PyTorch 1.2 in"_s << QString() << no;
    QTest::newRow("no GPU") << obstacle(u"torch"_s, u"noGpu"_s, u"No CUDA GPUs are available"_s) << QString()
                            << u"PyTorch 1.2 sees no NVIDIA GPU here"_s << u"No CUDA GPUs are available"_s << QVariant();
    QTest::newRow("an old driver") << obstacle(u"torch"_s, u"noGpu"_s, u"The NVIDIA driver on your system is too old"_s)
                                   << u"driver-too-old"_s << u"built for CUDA 13.0"_s << u"The NVIDIA driver on your system is too old"_s
                                   << QVariant();
    QTest::newRow("TensorFlow, no GPU") << obstacle(u"tensorflow"_s, u"noGpu"_s, {}) << QString() << u"TensorFlow 1.2 sees no"_s << QString()
                                        << QVariant();
    QTest::newRow("TensorFlow that misses cuDNN")
            << u"echo \"Could not load dynamic library 'libcudnn.so.8'\" >&2\n"_s + obstacle(u"tensorflow"_s, u"noGpu"_s, {})
            << u"framework-without-cudnn"_s << u"does not find the cuDNN"_s << u"Could not load dynamic library 'libcudnn.so.8'"_s << no;
    QTest::newRow("a GPU that is hidden") << obstacle(u"torch"_s, u"noSuchGpu"_s, {}) << QString() << u"CUDA_VISIBLE_DEVICES"_s << QString()
                                          << QVariant();
    QTest::newRow("a failure in between") << obstacle(u"torch"_s, u"failed"_s, u"AttributeError: x"_s) << u"command-failed"_s
                                          << u"PyTorch 1.2"_s << u"AttributeError: x"_s << QVariant();
    QTest::newRow("another way than cuDNN") << result(u"\"onMs\":3,\"offMs\":3"_s, u"false"_s) << u"framework-without-cudnn"_s
                                            << u"did not use it"_s << QString() << no;
    QTest::newRow("nobody knows") << result(u"\"onMs\":3,\"offMs\":3"_s, u"null"_s) << QString() << u"was not found out"_s << QString()
                                  << QVariant();
    QTest::newRow("no kernels for this GPU") << result(u"\"problem\":\"no kernel image is available\""_s, u"null"_s)
                                             << u"framework-architecture-mismatch"_s << u"no code for this GPU (NVIDIA H200)"_s << QString()
                                             << QVariant();
    QTest::newRow("cuDNN fails") << result(u"\"problem\":\"CUDNN_STATUS_NOT_INITIALIZED\",\"offMs\":3"_s, u"true"_s)
                                 << u"convolution-failed"_s << u"in every mode"_s << QString() << QVariant(true);
}

void TestFrameworkTest::eachEndHasItsFindingAndWords()
{
    QFETCH(QString, script);
    QFETCH(QString, sentence);
    const QTemporaryDir folder;
    const auto report = test(actor(folder, script));
    QVERIFY(report);
    QTEST(report->finding, "finding");
    QTEST(report->words, "words");
    QTEST(report->usesCudnn ? QVariant(*report->usesCudnn) : QVariant(), "usesCudnn");
    QVERIFY2(report->problem.toString().contains(sentence), qPrintable(report->problem.toString()));
    QCOMPARE(report->problem.isEmpty(), sentence.isEmpty());
}

void TestFrameworkTest::theModeThatFailedHasItsWords()
{
    const QTemporaryDir folder;
    const auto report = test(actor(folder, result(u"\"problem\":\"CUDNN_STATUS_ALLOC_FAILED\",\"offProblem\":\"out of memory\""_s, u"true"_s)));
    QCOMPARE(report->modes.size(), 1);
    QCOMPARE(report->modes[0].problem.toString(), u"CUDNN_STATUS_ALLOC_FAILED"_s);
    QCOMPARE(report->modes[0].offProblem.toString(), u"out of memory"_s);
    QVERIFY(!report->modes[0].speedup());
}

void TestFrameworkTest::aHangIsStopped_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("while it imports") << u"echo '{\"python\":\"3.11.7\"}'; exec sleep 600"_s << u"measured nothing within 2 seconds"_s;
    QTest::newRow("in a mode") << begun + u"exec sleep 600"_s << u"stopped while it measured fp32-nchw"_s;
    QTest::newRow("and never stops talking") << begun + u"exec yes"_s << u"stopped while it measured fp32-nchw"_s;
}

void TestFrameworkTest::aHangIsStopped()
{
    QFETCH(QString, script);
    QFETCH(QString, sentence);
    const QTemporaryDir folder;
    QElapsedTimer clock;
    clock.start();
    const auto report = test(actor(folder, script), {.limit = 2s});
    QCOMPARE(report->finding, u"gpu-test-timed-out"_s);
    QVERIFY2(report->problem.toString().contains(sentence), qPrintable(report->problem.toString()));
    QVERIFY(clock.elapsed() < 60'000);
}

void TestFrameworkTest::cancellingStopsIt()
{
    const QTemporaryDir folder;
    bool hasBegun = false;
    Job job;
    job.isCancelled = [&] { return hasBegun; };
    const auto report = runFrameworkTest(Host::local({}), actor(folder, begun + u"exec sleep 600"_s), {}, job,
                                         [&](const FrameworkTestReport &, const QString &running) { hasBegun = !running.isEmpty(); });
    QVERIFY(!report);
    QVERIFY(isCancelled(report.error()));
}

void TestFrameworkTest::whatCannotBeRunIsSaid_data()
{
    QTest::addColumn<QString>("python");
    QTest::addColumn<QString>("finding");
    QTest::newRow("not there") << u"/nonexistent/bin/python"_s << u"command-missing"_s;
    QTest::newRow("a name that is nowhere") << u"no-such-python"_s << u"command-missing"_s;
    QTest::newRow("nothing") << QString() << u"command-missing"_s;
    QTest::newRow("a folder") << u"/usr/bin/"_s << u"command-missing"_s;
    QTest::newRow("no program") << u"/etc/passwd"_s << u"command-failed"_s;
}

void TestFrameworkTest::whatCannotBeRunIsSaid()
{
    QFETCH(QString, python);
    const auto report = test(python);
    QTEST(report->finding, "finding");
    QVERIFY(report->problem.toString().contains(python));
}

void TestFrameworkTest::aNameIsLookedUpInThePath()
{
    const QTemporaryDir folder;
    actor(folder, result(u"\"onMs\":3,\"offMs\":4"_s, u"true"_s));
    qputenv("PATH", folder.path().toUtf8() + ":/usr/bin:/bin");
    QVERIFY(test(u"python"_s)->usesCudnn == true);
}

void TestFrameworkTest::aMachineInAFolderRunsNothing()
{
    const QTemporaryDir folder;
    const QString sign = folder.filePath(u"was-run"_s);
    const auto host = Host::inFolder(folder.path());
    const auto report = runFrameworkTest(*host, actor(folder, u"touch "_s + sign), {}, {});
    QCOMPARE(report->finding, u"not-supported"_s);
    QVERIFY(!QFile::exists(sign));
}

void TestFrameworkTest::thePythonGetsTheWishes()
{
    const QTemporaryDir folder;
    const QString sign = folder.filePath(u"arguments"_s);
    test(actor(folder, u"printf '%s\\n' \"$1\" \"$2\" > '%1'; shift 3; printf '%s ' \"$@\" >> '%1'"_s.replace(u"%1"_s, sign)),
         {.framework = u"tensorflow"_s, .device = 3, .shape = {.batch = 1, .inputChannels = 2, .outputChannels = 3, .height = 4, .width = 5}, .limit = 30s});
    QFile file(sign);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "-B\n-c\n--device 3 --seconds 15 --shape 1x2x4x5x3 --framework tensorflow ");
}

void TestFrameworkTest::theJsonHasNullForWhatIsUnknown()
{
    const QJsonObject json = toJson(*test(u"/nonexistent/bin/python"_s));
    QCOMPARE(json.keys(),
             (QStringList{u"batch"_s, u"cudaVersion"_s, u"cudnnFiles"_s, u"cudnnVersion"_s, u"device"_s, u"finding"_s, u"framework"_s, u"modes"_s,
                          u"problem"_s, u"python"_s, u"pythonVersion"_s, u"seconds"_s, u"usesCudnn"_s, u"version"_s, u"words"_s}));
    for (const QString &key : {u"batch"_s, u"device"_s, u"framework"_s, u"usesCudnn"_s, u"words"_s})
        QVERIFY2(json[key].isNull(), qPrintable(key));
    QCOMPARE(json[u"python"].toString(), u"/nonexistent/bin/python"_s);
}

#define NEED_PYTHON(python) \
    if ((python).isEmpty()) \
    QSKIP("there is no python3 here")

void TestFrameworkTest::theScriptMeasuresEveryMode()
{
    const QTemporaryDir folder;
    qputenv("FAKE_TORCH_LOG", folder.filePath(u"log"_s).toUtf8());
    const QString python = realPython();
    NEED_PYTHON(python);
    const auto report = test(python, {.shape = {.batch = 2, .inputChannels = 3, .outputChannels = 4, .height = 5, .width = 6}});
    QVERIFY2(report->finding.isEmpty(), qPrintable(report->problem.toString() + report->words));
    QVERIFY(report->usesCudnn == true);
    QCOMPARE(report->version, u"2.11.0+test"_s);
    QCOMPARE(report->cudnnVersion, u"9.19.0"_s);
    QCOMPARE(report->deviceName, u"Stand-in 0"_s);
    QCOMPARE(namesOf(*report),
             (QStringList{u"fp32-nchw"_s, u"tf32-nchw"_s, u"tf32-nhwc"_s, u"fp16-nchw"_s, u"fp16-nhwc"_s, u"bf16-nchw"_s}));
    const QList<double> times{4, 2, 2, 1, 1, 1};
    for (qsizetype i = 0; i < times.size(); ++i) {
        QCOMPARE(report->modes[i].onMs, times[i]);
        QCOMPARE(report->modes[i].offMs, 3 * times[i]);
    }
    QFile log(folder.filePath(u"log"_s));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArrayList lines = log.readAll().trimmed().split('\n');
    QCOMPARE(lines.first(), "fp32 nchw plain on 2 3 5 6 4 3 3 3");
    for (const char *line : {"fp32 nchw plain off", "fp32 nchw tf32 on", "fp32 nchw tf32 off", "fp32 nhwc tf32 on", "fp16 nchw plain on",
                             "fp16 nhwc plain off", "bf16 nchw plain on"})
        QVERIFY2(lines.contains(line + QByteArray(" 2 3 5 6 4 3 3 3")), line);
}

void TestFrameworkTest::theScriptTellsEachCase_data()
{
    QTest::addColumn<QByteArray>("play");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QVariant>("usesCudnn");
    QTest::addColumn<QString>("sentence");
    const QVariant no(false);
    const QVariant yes(true);
    QTest::newRow("a build without CUDA") << QByteArray("processor-only") << u"framework-without-cudnn"_s << no << u"built without CUDA"_s;
    QTest::newRow("a build without cuDNN") << QByteArray("without-cudnn") << u"framework-without-cudnn"_s << no << u"built without cuDNN"_s;
    QTest::newRow("somebody switched it off") << QByteArray("switched-off") << u"framework-without-cudnn"_s << no << u"switched off"_s;
    QTest::newRow("another way was taken") << QByteArray("other-way") << u"framework-without-cudnn"_s << no << u"did not use it"_s;
    QTest::newRow("no profiler, but the times differ") << QByteArray("no-profiler") << QString() << yes << QString();
    QTest::newRow("no GPU") << QByteArray("no-gpu") << QString() << QVariant() << u"sees no NVIDIA GPU"_s;
    QTest::newRow("an old driver") << QByteArray("old-driver") << u"driver-too-old"_s << QVariant() << u"driver is too old"_s;
    QTest::newRow("its cuDNN is not found") << QByteArray("import-without-cudnn") << u"framework-without-cudnn"_s << no
                                            << u"does not find its cuDNN"_s;
    QTest::newRow("another package is missing") << QByteArray("import-without-numpy") << u"load-failed"_s << QVariant()
                                                << u"cannot be imported"_s;
    QTest::newRow("importing it ends Python") << QByteArray("import-exits") << u"load-failed"_s << QVariant() << u"cannot be imported"_s;
    QTest::newRow("one mode fails") << QByteArray("bf16-fails") << u"convolution-failed"_s << yes << u"in every mode"_s;
    QTest::newRow("a newer GPU") << QByteArray("no-kernels") << u"framework-architecture-mismatch"_s << QVariant() << u"Stand-in 0"_s;
    QTest::newRow("it dies") << QByteArray("dies") << u"gpu-test-crashed"_s << QVariant() << u"while it measured fp16-nchw"_s;
    QTest::newRow("an older GPU") << QByteArray("turing") << QString() << yes << QString();
}

void TestFrameworkTest::theScriptTellsEachCase()
{
    QFETCH(QByteArray, play);
    QFETCH(QString, sentence);
    const QString python = realPython(play);
    NEED_PYTHON(python);
    const auto report = test(python);
    QTEST(report->finding, "finding");
    QTEST(report->usesCudnn ? QVariant(*report->usesCudnn) : QVariant(), "usesCudnn");
    QVERIFY2(report->problem.toString().contains(sentence), qPrintable(report->problem.toString()));
    if (play == "bf16-fails")
        QCOMPARE(report->modes.last().problem.toString(), u"RuntimeError: CUDNN_STATUS_EXECUTION_FAILED"_s);
    if (play == "turing")
        QCOMPARE(report->modes.last().problem.toString(), u"This GPU cannot compute in it."_s);
}

void TestFrameworkTest::theScriptTakesFewerImagesOnASmallCard()
{
    const QString python = realPython("small-card");
    NEED_PYTHON(python);
    QCOMPARE(test(python)->batch, 4);
}

void TestFrameworkTest::theScriptBeginsNoModeWhenTimeIsUp()
{
    const QString python = realPython();
    NEED_PYTHON(python);
    QProcess script;
    script.start(python, {u"-B"_s, QStringLiteral(CONVOLUTION_SCRIPT), u"--seconds"_s, u"0"_s});
    QVERIFY(script.waitForFinished(60'000));
    const QByteArray said = script.readAllStandardOutput();
    QCOMPARE(said.count("\"timeUp\""), 6);
    QVERIFY(!said.contains("onMs"));
}

void TestFrameworkTest::theScriptTimesTensorFlow()
{
    const QString python = realPython();
    NEED_PYTHON(python);
    const auto report = test(python, {.framework = u"tensorflow"_s});
    QCOMPARE(report->framework, u"tensorflow"_s);
    QCOMPARE(report->cudnnVersion, u"9"_s);
    QCOMPARE(namesOf(*report), (QStringList{u"fp32-nhwc"_s, u"tf32-nhwc"_s}));
    QVERIFY(!report->hasSwitch);
    QVERIFY(report->modes[0].onMs > 0);
    QVERIFY(!report->modes[0].offMs);
    QVERIFY(!report->usesCudnn); // the stand-in loads no file of cuDNN

    const FrameworkTestRequest tensorflow{.framework = u"tensorflow"_s};
    QCOMPARE(test(realPython("processor-only"), tensorflow)->finding, u"framework-without-cudnn"_s);
    QCOMPARE(test(realPython("cudnn-missing"), tensorflow)->finding, u"framework-without-cudnn"_s);
    QCOMPARE(test(realPython("no-library"), tensorflow)->finding, u"framework-without-cudnn"_s);
    QVERIFY(test(realPython("no-gpu"), tensorflow)->finding.isEmpty());
}

void TestFrameworkTest::whereOneStandsIsNoPlaceOfPackages()
{
    const QTemporaryDir folder;
    for (const QString &name : {u"torch.py"_s, u"argparse.py"_s, u"json.py"_s}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("raise SystemExit('a file of the person')\n");
    }
    const QString python = realPython();
    NEED_PYTHON(python);
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder.path()));
    const auto report = test(python);
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(report->version, u"2.11.0+test"_s);
}

QTEST_GUILESS_MAIN(TestFrameworkTest)
#include "tst_frameworktest.moc"
