// SPDX-License-Identifier: MIT
#include "host/host.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class HostTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void folderHasAFreshLogin();
    void folderExecutesNothing();
    void folderTellsItsArchitecture_data();
    void folderTellsItsArchitecture();
    void missingFolderIsRefused();
    void recordedMachineSaysWhatItsFileSays();
    void unknownStaysUnknown();
    void noDriverIsAFact();
    void recordedRightsAndRoom_data();
    void recordedRightsAndRoom();
    void brokenRecordsAreRefused_data();
    void brokenRecordsAreRefused();

private:
    void write(const QString &path, const QByteArray &bytes) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_scratch->filePath(path)).path()));
        QFile file(m_scratch->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    Result<Host> machine(const QByteArray &json) const
    {
        write(u"machine.json"_s, json);
        QDir(m_scratch->path()).mkpath(u"root/usr/local/cuda-12.4"_s);
        QDir(m_scratch->path()).mkpath(u"root/home/ann"_s);
        return Host::recorded(m_scratch->path(), std::make_shared<NoProber>());
    }

    std::unique_ptr<QTemporaryDir> m_scratch;
};

void HostTest::init()
{
    m_scratch = std::make_unique<QTemporaryDir>();
    QVERIFY(m_scratch->isValid());
}

void HostTest::folderHasAFreshLogin()
{
    write(u"etc/environment"_s, "# comment\nexport CUDA_HOME=\"/usr/local/cuda\"\n  LANG='zh_CN.UTF-8'\nBROKEN\n=x\nODD=a=b\n");
    const Result<Host> host = Host::inFolder(m_scratch->path());
    QVERIFY(host.has_value());
    QCOMPARE(int(host->kind()), int(Host::Kind::Root));
    QCOMPARE(host->variable(u"CUDA_HOME"_s), u"/usr/local/cuda"_s);
    QCOMPARE(host->variable(u"LANG"_s), u"zh_CN.UTF-8"_s);
    QCOMPARE(host->variable(u"ODD"_s), u"a=b"_s);
    QCOMPARE(host->variable(u"LD_LIBRARY_PATH"_s), QString());
    QVERIFY(host->variable(u"PATH"_s).split(u':').contains(u"/usr/bin"_s));
    QCOMPARE(host->home(), u"/root"_s);
    QVERIFY(!host->record().has_value());
}

void HostTest::folderExecutesNothing()
{
    const Result<Host> host = Host::inFolder(m_scratch->path());
    QVERIFY(host.has_value());
    QCOMPARE(int(host->commands().run({.program = u"sh"_s}).error().id), int(ErrorId::CommandMissing));
    QCOMPARE(int(host->prober().probe({.library = u"libc.so.6"_s}).error().id), int(ErrorId::NotSupported));
}

void HostTest::folderTellsItsArchitecture_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a PC's loader") << u"lib64/ld-linux-x86-64.so.2"_s << u"x86_64"_s;
    QTest::newRow("an ARM server's loader") << u"lib/ld-linux-aarch64.so.1"_s << u"aarch64"_s;
    QTest::newRow("a multiarch folder alone") << u"usr/lib/aarch64-linux-gnu/libc.so.6"_s << u"aarch64"_s;
    QTest::newRow("nothing that tells") << u"etc/hostname"_s << QString();
}

void HostTest::folderTellsItsArchitecture()
{
    QFETCH(QString, file);
    write(file, "x");
    const Result<Host> host = Host::inFolder(m_scratch->path());
    QVERIFY(host.has_value());
    QTEST(host->architecture(), "expected");
}

void HostTest::missingFolderIsRefused()
{
    const Result<Host> host = Host::inFolder(m_scratch->filePath(u"nothing"_s));
    QVERIFY(!host.has_value());
    QCOMPARE(int(host.error().id), int(ErrorId::InputMissing));
}

void HostTest::recordedMachineSaysWhatItsFileSays()
{
    write(u"environment"_s, "PATH=/usr/local/cuda/bin:/usr/bin\nHOME=/home/ann\n");
    write(u"outputs/smi.json"_s, R"({"command":["nvidia-smi","-L"],"stdout":"GPU 0","exitCode":0})");
    const Result<Host> host = machine(R"({"schema":1,"os":"linux","architecture":"aarch64",
        "user":{"home":"/home/ann","admin":false},"driver":{"version":"535.183.01","maxCuda":"12.2"},
        "gpus":[{"name":"Jetson","computeCapability":"8.7","memoryBytes":8589934592}],
        "mounts":[{"path":"/","fs":"ext4","readOnly":false,"freeBytes":1000}],"writable":true})");
    QVERIFY(host.has_value());
    QCOMPARE(int(host->kind()), int(Host::Kind::Machine));
    QCOMPARE(host->architecture(), u"aarch64"_s);
    QCOMPARE(host->home(), u"/home/ann"_s);
    QCOMPARE(host->variable(u"PATH"_s), u"/usr/local/cuda/bin:/usr/bin"_s);
    QVERIFY(host->commands().run({.program = u"nvidia-smi"_s, .arguments = {u"-L"_s}}).has_value());
    const MachineRecord &record = *host->record();
    QCOMPARE(record.driver->version, QVersionNumber(535, 183, 1));
    QCOMPARE(record.driver->maxCuda.value_or(QVersionNumber()), QVersionNumber(12, 2));
    QCOMPARE(record.gpus->constFirst().memoryBytes.value_or(0), 8589934592);
    QCOMPARE(record.gpus->constFirst().computeCapability.value_or(QVersionNumber()), QVersionNumber(8, 7));
    QVERIFY(host->files().isDirectory(u"/usr/local/cuda-12.4"_s));
}

void HostTest::unknownStaysUnknown()
{
    const Result<Host> host = machine(R"({"schema":1,"os":"linux"})");
    QVERIFY(host.has_value());
    QVERIFY(!host->record()->hasDriverFact);
    QVERIFY(!host->record()->driver.has_value());
    QVERIFY(!host->record()->gpus.has_value());
    QVERIFY(!host->record()->isWritable.has_value());
    QVERIFY(!host->freeBytes(u"/usr"_s).has_value());
}

void HostTest::noDriverIsAFact()
{
    const Result<Host> host = machine(R"({"schema":1,"os":"linux","driver":null,"gpus":[]})");
    QVERIFY(host.has_value());
    QVERIFY(host->record()->hasDriverFact);
    QVERIFY(!host->record()->driver.has_value());
    QVERIFY(host->record()->gpus.has_value());
}

void HostTest::recordedRightsAndRoom_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("mayWrite");
    QTest::addColumn<qint64>("freeBytes"); // -1 unknown
    const auto row = [](const char *name, const char *more, const char *folder, bool mayWrite, qint64 freeBytes) {
        QTest::newRow(name) << R"({"schema":1,"os":"linux",)" + QByteArray(more) + '}' << QString::fromLatin1(folder)
                            << mayWrite << freeBytes;
    };
    row("writable", R"("writable":true)", "/usr/local/cuda-12.4", true, -1);
    row("not writable", R"("writable":false)", "/usr/local/cuda-12.4", false, -1);
    row("not writable, a folder yet to be made", R"("writable":false)", "/opt/new/folder", false, -1);
    row("on a read-only mount", R"("writable":true,"mounts":[{"path":"/usr","readOnly":true}])",
        "/usr/local/cuda-12.4", false, -1);
    row("beside a read-only mount", R"("writable":true,"mounts":[{"path":"/usr","readOnly":true}])", "/home/ann",
        true, -1);
    row("a name that only starts like a mount", R"("writable":true,"mounts":[{"path":"/us","readOnly":true}])",
        "/usr/local", true, -1);
    row("a plain user outside the home", R"("user":{"home":"/home/ann","admin":false})", "/usr/local", false, -1);
    row("a plain user at home", R"("user":{"home":"/home/ann","admin":false})", "/home/ann/.local/share", true, -1);
    row("room of the nearest mount",
        R"("writable":true,"mounts":[{"path":"/","freeBytes":5},{"path":"/usr/local","freeBytes":7}])",
        "/usr/local/cuda-12.4/lib64", true, 7);
    row("room of the root mount",
        R"("writable":true,"mounts":[{"path":"/","freeBytes":5},{"path":"/usr/local","freeBytes":7}])", "/home/ann",
        true, 5);
    row("no room at all is not unknown", R"("writable":true,"mounts":[{"path":"/","freeBytes":0}])", "/home", true, 0);
}

void HostTest::recordedRightsAndRoom()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, folder);
    const Result<Host> host = machine(json);
    QVERIFY(host.has_value());
    QTEST(host->mayWrite(folder), "mayWrite");
    QTEST(host->freeBytes(folder).value_or(-1), "freeBytes");
}

void HostTest::brokenRecordsAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no JSON") << QByteArray("{") << u""_s;
    QTest::newRow("a list") << QByteArray("[]") << u""_s;
    QTest::newRow("another schema") << QByteArray(R"({"schema":2,"os":"linux"})") << u"schema"_s;
    QTest::newRow("no system") << QByteArray(R"({"schema":1})") << u"os"_s;
    QTest::newRow("a system that nobody knows") << QByteArray(R"({"schema":1,"os":"beos"})") << u"os"_s;
    QTest::newRow("a driver that is a word") << QByteArray(R"({"schema":1,"os":"linux","driver":"535"})") << u"driver"_s;
    QTest::newRow("bytes as text") << QByteArray(
            R"({"schema":1,"os":"linux","mounts":[{"path":"/","freeBytes":"5"}]})") << u"freeBytes"_s;
}

void HostTest::brokenRecordsAreRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, detail);
    const Result<Host> host = machine(json);
    QVERIFY(!host.has_value());
    QCOMPARE(int(host.error().id), int(ErrorId::InputMalformed));
    if (!detail.isEmpty())
        QCOMPARE(host.error().detail, detail);
}

QTEST_GUILESS_MAIN(HostTest)
#include "tst_host.moc"
