// SPDX-License-Identifier: MIT
#include "detect/programusers.h"

#include "detect/nvidiasmi.h"
#include "scratchroot.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <unistd.h>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

QStringList lines(const QList<FileUserFacts> &users)
{
    QStringList lines;
    for (const FileUserFacts &user : users)
        lines << u"%1 %2"_s.arg(user.pid).arg(user.name);
    return lines;
}

} // namespace

class ProgramUsersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatNvidiaSmiPrints_data();
    void readsWhatNvidiaSmiPrints();
    void asksTheRecordedNvidiaSmi_data();
    void asksTheRecordedNvidiaSmi();
    void aCopyIsUsedByThoseThatHaveItsFiles();
};

void ProgramUsersTest::readsWhatNvidiaSmiPrints_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &output, const QStringList &expected) {
        QTest::newRow(name) << output << expected;
    };
    row("two programs", "4711, /usr/bin/python3.11, 1486\n815, ./train, 300\n", {u"4711 python3.11"_s, u"815 train"_s});
    row("a name without a folder", "4711, python, 1486\n", {u"4711 python"_s});
    row("one program on two cards", "4711, python, 1486\n4711, python, 22\n", {u"4711 python"_s, u"4711 python"_s});
    row("memory that is not told", "4711, python3, [N/A]\n", {u"4711 python3"_s});
    row("a program of another namespace", "4711, [Not Found], 1486\n", {u"4711 "_s});
    row("a program of another user", "4711, [Insufficient Permissions], [N/A]\n", {u"4711 "_s});
    row("a comma in the name", "4711, /opt/a, b/run, 10\n", {u"4711 run"_s});
    row("blanks in the name", "4711, /opt/My App/run it, 10\n", {u"4711 run it"_s});
    row("a path of Windows", "8, C:\\Program Files\\Python\\python.exe, [N/A]\r\n", {u"8 python.exe"_s});
    row("nobody", {}, {});
    row("nobody, in words", "No running processes found\n", {});
    row("a card that does not tell", "[N/A], [N/A], [N/A]\n", {});
    row("a driver that does not know the question",
        "Field \"process_name\" is not a valid field to query.\n\n", {});
    row("no driver", "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n", {});
    row("no driver, in another language", "NVIDIA-SMI 失败, 因为无法与驱动通信, 1\n", {});
    row("versions that do not match", "Failed to initialize NVML: Driver/library version mismatch\n", {});
    row("cut off", "4711, /usr/bin/pyth", {});
}

void ProgramUsersTest::readsWhatNvidiaSmiPrints()
{
    QFETCH(QByteArray, output);
    QTEST(lines(parseSmiPrograms(output)), "expected");
}

void ProgramUsersTest::asksTheRecordedNvidiaSmi_data()
{
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("hasDriver");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("once a program, by their numbers")
            << u"4711, [Not Found], 1\n815, /usr/bin/jupyter, 3\n4711, python3, 2\n"_s << 0 << true
            << QStringList{u"815 jupyter"_s, u"4711 python3"_s};
    QTest::newRow("what it prints when it fails is no answer") << u"9, lives, remain\n"_s << 9 << true << QStringList();
    QTest::newRow("without a driver nobody uses the card") << u"4711, python3, 2\n"_s << 0 << false << QStringList();
}

void ProgramUsersTest::asksTheRecordedNvidiaSmi()
{
    QFETCH(QString, output);
    QFETCH(int, exitCode);
    QFETCH(bool, hasDriver);
    const ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux"})");
    machine.folder(u"/root"_s);
    const QJsonObject answer{{u"command"_s, QJsonArray{u"nvidia-smi"_s,
                                                       u"--query-compute-apps=pid,process_name,used_memory"_s,
                                                       u"--format=csv,noheader,nounits"_s}},
                             {u"stdout"_s, output},
                             {u"exitCode"_s, exitCode}};
    machine.file(u"/outputs/smi.json"_s, QJsonDocument(answer).toJson());
    SystemReport report;
    if (hasDriver)
        report.driver = DriverFacts{.version = QVersionNumber(535, 183, 1)};
    report.gpuUsers = {{1, u"seen earlier"_s}};
    findProgramUsers(*Host::recorded(machine.at(), std::make_shared<NoProber>()), report);
    QTEST(lines(report.gpuUsers), "expected");
    QVERIFY(!report.unseenPrograms.has_value()); // nobody looked
}

void ProgramUsersTest::aCopyIsUsedByThoseThatHaveItsFiles()
{
    const ScratchRoot scratch;
    SystemReport report;
    for (const QString &name : {u"/used/libcudnn.so.9.1.0"_s, u"/other/libcudnn.so.9.1.0"_s}) {
        scratch.file(name, QByteArray(4096, 'x'));
        const QString file = QFileInfo(scratch.at(name)).canonicalFilePath();
        report.cudnnCopies << CudnnCopy{.libraries = {LibraryFacts{.file = file}}};
    }
    report.cudnnCopies[1].inUseBy = {{1, u"seen earlier"_s}};
    QFile file(report.cudnnCopies[0].libraries[0].file);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.map(0, 4096));

    findProgramUsers(Host::local(QString()), report);
    // The system keeps 15 letters of a program's name.
    QCOMPARE(lines(report.cudnnCopies[0].inUseBy), QStringList{u"%1 tst_programuser"_s.arg(::getpid())});
    QCOMPARE(lines(report.cudnnCopies[1].inUseBy), QStringList());
    QVERIFY(report.unseenPrograms.has_value());
}

QTEST_GUILESS_MAIN(ProgramUsersTest)
#include "tst_programusers.moc"
