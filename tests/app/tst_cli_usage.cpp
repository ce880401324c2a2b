// SPDX-License-Identifier: MIT
#include "cliprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

class TestCliUsage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helpNamesEveryCommandThatIsThere();
    void everyCommandHasItsOwnHelp_data();
    void everyCommandHasItsOwnHelp();
    void theVersionIsOneLine();
    void wrongUsageEndsWithTwo_data();
    void wrongUsageEndsWithTwo();
    void commandsOfLaterVersionsSaySo_data();
    void commandsOfLaterVersionsSaySo();
    void withJsonAnErrorIsADocument();
    void globalOptionsStandBeforeOrAfterTheCommand();
    void chineseIsSpokenWhenAskedFor();
    void forMeIsNotForRoot();
    void aResultThatGetsLostIsNoSuccess_data();
    void aResultThatGetsLostIsNoSuccess();
};

void TestCliUsage::helpNamesEveryCommandThatIsThere()
{
    const CliRun run = runCli({u"--help"_s});
    QCOMPARE(run.exitCode, 0);
    for (const char *command : {"activate", "deactivate", "detect", "gpu-test", "history", "identify", "install", "practice", "releases", "rollback", "uninstall", "verify"})
        QVERIFY2(run.output.contains(QByteArray("\n  ") + command + ' '), command);
    for (const char *command : {"probe", "gpu-work", "diagnose"})
        QVERIFY2(!run.output.contains(command), command);
}

void TestCliUsage::everyCommandHasItsOwnHelp_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("option");
    QTest::newRow("detect") << u"detect"_s << QByteArray("--no-probes");
    QTest::newRow("gpu-test") << u"gpu-test"_s << QByteArray("--as-programs");
    QTest::newRow("identify") << u"identify"_s << QByteArray("FILE");
    QTest::newRow("install") << u"install"_s << QByteArray("--allow-unknown-archive");
    QTest::newRow("practice") << u"practice"_s << QByteArray("[DIR]");
    QTest::newRow("releases") << u"releases"_s << QByteArray("--platform");
    QTest::newRow("verify") << u"verify"_s << QByteArray("--compile");
}

void TestCliUsage::everyCommandHasItsOwnHelp()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, option);
    const CliRun run = runCli({command, u"--help"_s});
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.output.contains(option), run.output.constData());
    QVERIFY(run.output.contains("--json"));
    QCOMPARE(run.error, QByteArray());
}

void TestCliUsage::theVersionIsOneLine()
{
    const CliRun run = runCli({u"--version"_s});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.output, QByteArray("cudnn-setup-cli " CUDNNSETUP_VERSION "\n"));
    QCOMPARE(runCli({u"detect"_s, u"--version"_s}).output, run.output);
}

void TestCliUsage::wrongUsageEndsWithTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing at all") << QStringList();
    QTest::newRow("a command that does not exist") << QStringList{u"frobnicate"_s};
    QTest::newRow("an option that does not exist") << QStringList{u"detect"_s, u"--frobnicate"_s};
    QTest::newRow("an option without its value") << QStringList{u"detect"_s, u"--root"_s};
    QTest::newRow("both --root and --machine") << QStringList{u"detect"_s, u"--root"_s, u"/a"_s, u"--machine"_s, u"/b"_s};
    QTest::newRow("a language that is not spoken") << QStringList{u"detect"_s, u"--lang"_s, u"tlh"_s};
    QTest::newRow("identify without a file") << QStringList{u"identify"_s};
    QTest::newRow("identify with two files") << QStringList{u"identify"_s, u"a"_s, u"b"_s};
    QTest::newRow("install without a file") << QStringList{u"install"_s, u"--toolkit"_s, u"/x"_s};
    QTest::newRow("install without a place") << QStringList{u"install"_s, u"a.tar.xz"_s};
    QTest::newRow("install with two places")
            << QStringList{u"install"_s, u"a.tar.xz"_s, u"--toolkit"_s, u"/x"_s, u"--prefix"_s, u"/y"_s};
    QTest::newRow("install with an unknown activation")
            << QStringList{u"install"_s, u"a.tar.xz"_s, u"--toolkit"_s, u"/x"_s, u"--activate"_s, u"moon"_s};
    QTest::newRow("install for a project without its name")
            << QStringList{u"install"_s, u"a.tar.xz"_s, u"--toolkit"_s, u"/x"_s, u"--activate"_s, u"project="_s};
    QTest::newRow("install for me and into a folder")
            << QStringList{u"install"_s, u"a.tar.xz"_s, u"--for-me"_s, u"--prefix"_s, u"/x"_s};
    QTest::newRow("activate without a copy") << QStringList{u"activate"_s, u"--for"_s, u"user"_s};
    QTest::newRow("activate for nobody") << QStringList{u"activate"_s, u"--copy"_s, u"/x"_s, u"--for"_s, u"none"_s};
    QTest::newRow("activate without saying for whom") << QStringList{u"activate"_s, u"--copy"_s, u"/x"_s};
    QTest::newRow("deactivate for somebody else") << QStringList{u"deactivate"_s, u"--copy"_s, u"/x"_s, u"--for"_s, u"moon"_s};
    QTest::newRow("history that keeps without cleaning") << QStringList{u"history"_s, u"--keep"_s, u"2"_s};
    QTest::newRow("history that keeps no number") << QStringList{u"history"_s, u"--clean"_s, u"--keep"_s, u"all"_s};
    QTest::newRow("rollback of two changes") << QStringList{u"rollback"_s, u"a"_s, u"b"_s};
    QTest::newRow("uninstall of two places") << QStringList{u"uninstall"_s, u"--copy"_s, u"/x"_s, u"--prefix"_s, u"/y"_s};
    QTest::newRow("releases for no platform") << QStringList{u"releases"_s, u"--platform"_s, u"xx"_s};
    QTest::newRow("verify with an unknown --gpu") << QStringList{u"verify"_s, u"--gpu"_s, u"maybe"_s};
    QTest::newRow("gpu-test of an unknown mode") << QStringList{u"gpu-test"_s, u"--modes"_s, u"fp32-nchw,fp64-nchw"_s};
    QTest::newRow("gpu-test of a shape of four") << QStringList{u"gpu-test"_s, u"--shape"_s, u"16,64,128,224"_s};
    QTest::newRow("gpu-test of a shape with nothing in it") << QStringList{u"gpu-test"_s, u"--shape"_s, u"16,64,0,224,224"_s};
    QTest::newRow("gpu-test of a shape beyond every memory")
            << QStringList{u"gpu-test"_s, u"--shape"_s, u"65536,65536,65536,65536,65536"_s};
    QTest::newRow("gpu-test in no time") << QStringList{u"gpu-test"_s, u"--seconds"_s, u"0"_s};
    QTest::newRow("gpu-test on a GPU by name") << QStringList{u"gpu-test"_s, u"--device"_s, u"H200"_s};
    QTest::newRow("releases of no CUDA") << QStringList{u"releases"_s, u"--cuda"_s, u"twelve"_s};
    QTest::newRow("a folder without a name") << QStringList{u"verify"_s, u"--toolkit"_s, QString()};
    QTest::newRow("a relative folder of another machine")
            << QStringList{u"verify"_s, u"--root"_s, u"/x"_s, u"--toolkit"_s, u"cuda"_s};
    QTest::newRow("a name that is not UTF-8") << QStringList{u"identify"_s, u"a\xfffd.tar.xz"_s};
    QTest::newRow("practice inside a practice machine") << QStringList{u"practice"_s, u"x"_s, u"--machine"_s, u"y"_s};
}

void TestCliUsage::wrongUsageEndsWithTwo()
{
    QFETCH(QStringList, arguments);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.errorId(), u"wrong-usage"_s);
    QCOMPARE(run.output, QByteArray());
}

void TestCliUsage::commandsOfLaterVersionsSaySo_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *command : {"diagnose", "explain", "advise", "fetch", "repair", "report", "snapshot"})
        QTest::newRow(command) << QStringList{QString::fromLatin1(command)};
    QTest::newRow("a command with options of its own") << QStringList{u"repair"_s, u"links-broken"_s, u"--yes"_s};
}

void TestCliUsage::commandsOfLaterVersionsSaySo()
{
    QFETCH(QStringList, arguments);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.error.contains("not in this version"), run.error.constData());
}

void TestCliUsage::withJsonAnErrorIsADocument()
{
    const CliRun run = runCli({u"identify"_s, u"--json"_s});
    QCOMPARE(run.exitCode, 2);
    const QJsonObject error = run.json()[u"error"].toObject();
    QCOMPARE(error.keys(), QStringList({u"detail"_s, u"id"_s, u"message"_s}));
    QCOMPARE(error[u"id"].toString(), u"wrong-usage"_s);
    QCOMPARE(run.errorId(), u"wrong-usage"_s);
}

void TestCliUsage::globalOptionsStandBeforeOrAfterTheCommand()
{
    QTemporaryDir folder;
    const CliRun before = runCli({u"--json"_s, u"--root"_s, folder.path(), u"releases"_s, u"--cuda"_s, u"12"_s});
    const CliRun after = runCli({u"releases"_s, u"--cuda=12"_s, u"--json"_s, u"--root="_s + folder.path()});
    QCOMPARE(before.exitCode, 0);
    QVERIFY(!before.json().isEmpty());
    QCOMPARE(before.output, after.output);
}

void TestCliUsage::chineseIsSpokenWhenAskedFor()
{
    const CliRun run = runCli({u"frobnicate"_s, u"--lang"_s, u"zh_CN"_s});
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.errorId(), u"wrong-usage"_s);
}

void TestCliUsage::forMeIsNotForRoot()
{
    for (const QString &options : {u"install x.tar.xz --for-me"_s, u"activate --copy /x --for user"_s, u"deactivate --copy /x"_s}) {
        QProcess shell;
        shell.start(u"/bin/sh"_s, {u"-c"_s, u"SUDO_UID=1000 \"$0\" "_s + options, QStringLiteral(CUDNNSETUP_CLI)});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(shell.exitCode(), 2);
        QVERIFY(shell.readAllStandardError().contains("without sudo"));
    }
}

void TestCliUsage::aResultThatGetsLostIsNoSuccess_data()
{
    QTest::addColumn<QString>("redirection");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("into a file") << u">/dev/null"_s << 0;
    QTest::newRow("onto a full disk") << u">/dev/full"_s << 8;
    QTest::newRow("nowhere") << u">&-"_s << 8;
    QTest::newRow("errors nowhere") << u">/dev/null 2>&-"_s << 0;
}

void TestCliUsage::aResultThatGetsLostIsNoSuccess()
{
    QFETCH(QString, redirection);
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("there is no /dev/full here");
    QProcess shell;
    shell.start(u"/bin/sh"_s, {u"-c"_s, u"\"$0\" releases "_s + redirection, QStringLiteral(CUDNNSETUP_CLI)});
    QVERIFY(shell.waitForFinished(60000));
    QTEST(shell.exitCode(), "exitCode");
}

QTEST_GUILESS_MAIN(TestCliUsage)
#include "tst_cli_usage.moc"
