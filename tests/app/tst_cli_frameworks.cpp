// SPDX-License-Identifier: MIT
#include "cliprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

constexpr auto good = R"(
echo '{"python":"3.11.7"}'
echo '{"framework":{"name":"torch","version":"2.11.0","cuda":"13.0","cudnn":91900}}'
echo '{"device":"NVIDIA H200","batch":16,"hasSwitch":true}'
echo '{"mode":{"name":"fp32-nchw","onMs":3.13,"offMs":4.46}}'
echo '{"usesCudnn":true}'
echo '{"end":true}'
)";
constexpr auto withoutCudnn = R"(
echo '{"python":"3.8.1"}'
echo '{"framework":{"name":"torch","version":"2.11.0+cpu","cuda":""}}'
echo '{"obstacle":{"kind":"noCuda"}}'
echo '{"end":true}'
)";

} // namespace

// verify --python, with programs that play Python. Whether this machine has a cuDNN decides the rest of what verify says.
class TestCliFrameworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatUsesCudnnIsTold();
    void whatDoesNotUseItIsAFinding();
    void severalAreAnsweredInTheirOrder();
    void theGpuTestTellsThemBesideItsOwnResult();
    void withoutThemNothingIsSaidOfThem();
    void aBareNameIsLookedUpInThePath();
    void aMachineInAFolderRunsNone();
    void asRootForSomebodyElseNoneIsRun();

private:
    QString actor(const QString &name, const QByteArray &script)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write the actor");
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void TestCliFrameworks::whatUsesCudnnIsTold()
{
    const QString python = actor(u"good"_s, good);
    const CliRun run = runCli({u"verify"_s, u"--json"_s, u"--python"_s, python});
    QCOMPARE(run.exitCode, runCli({u"verify"_s}).exitCode);
    const QJsonArray frameworks = run.json()[u"frameworks"].toArray();
    QCOMPARE(frameworks.size(), 1);
    QCOMPARE(frameworks[0][u"python"].toString(), python);
    QCOMPARE(frameworks[0][u"usesCudnn"], QJsonValue(true));
    QCOMPARE(frameworks[0][u"modes"][0][u"onMs"].toDouble(), 3.13);

    const CliRun text = runCli({u"verify"_s, u"--python"_s, python});
    QVERIFY2(text.output.contains("PyTorch 2.11.0, Python 3.11.7"), text.output.constData());
    QVERIFY2(text.output.contains("3.13 ms with cuDNN, 4.46 ms without it"), text.output.constData());
    QVERIFY2(text.output.contains("PyTorch uses cuDNN."), text.output.constData());
}

void TestCliFrameworks::whatDoesNotUseItIsAFinding()
{
    const CliRun run = runCli({u"verify"_s, u"--json"_s, u"--python"_s, actor(u"without"_s, withoutCudnn)});
    QCOMPARE(run.exitCode, 1);
    const QJsonObject document = run.json();
    QCOMPARE(document[u"ok"], QJsonValue(false));
    QCOMPARE(document[u"frameworks"][0][u"finding"].toString(), u"framework-without-cudnn"_s);
}

void TestCliFrameworks::severalAreAnsweredInTheirOrder()
{
    const CliRun run = runCli({u"verify"_s, u"--json"_s, u"--python"_s, actor(u"without"_s, withoutCudnn), u"--python"_s,
                               actor(u"good"_s, good), u"--python=/nonexistent/python"_s});
    QCOMPARE(run.exitCode, 1);
    const QJsonArray frameworks = run.json()[u"frameworks"].toArray();
    QCOMPARE(frameworks.size(), 3);
    QCOMPARE(frameworks[0][u"usesCudnn"], QJsonValue(false));
    QCOMPARE(frameworks[1][u"usesCudnn"], QJsonValue(true));
    QCOMPARE(frameworks[2][u"finding"].toString(), u"command-missing"_s);
}

void TestCliFrameworks::theGpuTestTellsThemBesideItsOwnResult()
{
    const CliRun run = runCli({u"gpu-test"_s, u"--json"_s, u"--shape"_s, u"1,8,8,16,16"_s, u"--python"_s, actor(u"good"_s, good)});
    if (run.errorId() == u"cudnn-absent")
        QSKIP("this machine has no cuDNN");
    QCOMPARE(run.json()[u"frameworks"][0][u"usesCudnn"], QJsonValue(true));
    QVERIFY(run.json().contains(u"modes"_s));
}

void TestCliFrameworks::withoutThemNothingIsSaidOfThem()
{
    QVERIFY(!runCli({u"verify"_s, u"--json"_s}).json().contains(u"frameworks"_s));
}

void TestCliFrameworks::aBareNameIsLookedUpInThePath()
{
    actor(u"my-python"_s, good);
    QProcessEnvironment path;
    path.insert(u"PATH"_s, m_folder.path() + u":/usr/bin:/bin"_s);
    const CliRun run = runCli({u"verify"_s, u"--json"_s, u"--python"_s, u"my-python"_s}, path);
    QCOMPARE(run.json()[u"frameworks"][0][u"usesCudnn"], QJsonValue(true));
}

void TestCliFrameworks::aMachineInAFolderRunsNone()
{
    const QTemporaryDir root;
    const QString sign = m_folder.filePath(u"was-run"_s);
    const CliRun run = runCli({u"verify"_s, u"--json"_s, u"--root"_s, root.path(), u"--python"_s,
                               actor(u"sign"_s, "touch " + sign.toUtf8())});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()[u"frameworks"][0][u"finding"].toString(), u"not-supported"_s);
    QVERIFY(!QFile::exists(sign));
}

void TestCliFrameworks::asRootForSomebodyElseNoneIsRun()
{
    if (::geteuid() != 0)
        QSKIP("only root acts for somebody else");
    const QString shell = m_folder.filePath(u"sudo"_s);
    QVERIFY(QFile::copy(u"/bin/sh"_s, shell));
    const QString sign = m_folder.filePath(u"was-run-as-root"_s);
    QProcess process;
    process.start(shell, {u"-c"_s, u"\"$0\" verify --json --python \"$1\"; true"_s, QStringLiteral(CUDNNSETUP_CLI),
                          actor(u"sign"_s, "touch " + sign.toUtf8())});
    QVERIFY(process.waitForFinished(120000));
    const CliRun run{.output = process.readAllStandardOutput(), .error = {}};
    QCOMPARE(run.json()[u"frameworks"][0][u"finding"].toString(), u"not-supported"_s);
    QVERIFY(run.json()[u"frameworks"][0][u"problem"].toString().contains(u"sudo"_s));
    QVERIFY(!QFile::exists(sign));
}

QTEST_GUILESS_MAIN(TestCliFrameworks)
#include "tst_cli_frameworks.moc"
