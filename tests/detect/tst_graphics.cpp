// SPDX-License-Identifier: MIT
#include "detect/graphics.h"
#include "detect/nvidiasmi.h"
#include "detect/pcigpus.h"

#include "scratchroot.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class GraphicsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parsesTheHeader_data();
    void parsesTheHeader();
    void parsesTheTable_data();
    void parsesTheTable();
    void parsesTheShortList();
    void parsesTheKernelsVersion_data();
    void parsesTheKernelsVersion();
    void namesPciDevices_data();
    void namesPciDevices();
    void parsesLspci();
    void seesCardsWithoutNvidiasDriver_data();
    void seesCardsWithoutNvidiasDriver();
    void believesMachineJsonFirst();
    void asksRecordedCommands();
    void asksAnOldDriverWithoutCapability();
    void saysWhyNothingIsKnown_data();
    void saysWhyNothingIsKnown();

private:
    static void record(const test::ScratchRoot &machine, const QString &name, const QStringList &command,
                       const QString &output, int exitCode = 0)
    {
        const QJsonObject answer{{u"command"_s, QJsonArray::fromStringList(command)},
                                 {u"stdout"_s, output},
                                 {u"exitCode"_s, exitCode}};
        machine.file(u"/outputs/"_s + name, QJsonDocument(answer).toJson());
    }
    static GraphicsFacts factsOf(const test::ScratchRoot &machine, const QByteArray &more = {})
    {
        machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux")" + more + '}');
        machine.folder(u"/root/etc"_s);
        return readGraphics(*Host::recorded(machine.at(), std::make_shared<NoProber>()));
    }
};

void GraphicsTest::parsesTheHeader_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("maxCuda");
    QTest::newRow("as since 2019")
            << QByteArray("Thu Nov 30\n+------+\n| NVIDIA-SMI 535.183.01   Driver Version: 535.183.01   CUDA Version: 12.2  |\n")
            << u"535.183.01"_s << u"12.2"_s;
    QTest::newRow("before CUDA stood in it")
            << QByteArray("| NVIDIA-SMI 390.157                Driver Version: 390.157                   |\n") << u"390.157"_s
            << QString();
    QTest::newRow("a driver that does not know its CUDA")
            << QByteArray("| NVIDIA-SMI 550.54.14  Driver Version: 550.54.14  CUDA Version: N/A |\n") << u"550.54.14"_s
            << QString();
    QTest::newRow("WSL: two drivers, the one that counts is named")
            << QByteArray("| NVIDIA-SMI 550.40.07   Driver Version: 551.52   CUDA Version: 12.4 |\n") << u"551.52"_s
            << u"12.4"_s;
    QTest::newRow("no driver")
            << QByteArray("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n") << QString()
            << QString();
    QTest::newRow("versions that do not match")
            << QByteArray("Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 550.90\n")
            << QString() << QString();
    QTest::newRow("nothing") << QByteArray() << QString() << QString();
}

void GraphicsTest::parsesTheHeader()
{
    QFETCH(QByteArray, output);
    const std::optional<DriverFacts> driver = parseSmiHeader(output);
    QTEST(driver ? driver->spelling : QString(), "driver");
    QTEST(driver && driver->maxCuda ? driver->maxCuda->toString() : QString(), "maxCuda");
}

void GraphicsTest::parsesTheTable_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<bool>("hasCapability");
    QTest::addColumn<QString>("expected"); // name|capability|bytes; ...
    QTest::newRow("two cards") << QByteArray("0, NVIDIA GeForce RTX 3090, 8.6, 24576\n1, NVIDIA A100-SXM4-80GB, 8.0, 81920\n")
                               << true
                               << u"NVIDIA GeForce RTX 3090|8.6|25769803776;NVIDIA A100-SXM4-80GB|8.0|85899345920"_s;
    QTest::newRow("without capability") << QByteArray("0, GeForce GTX 550 Ti, 1024\n") << false
                                        << u"GeForce GTX 550 Ti||1073741824"_s;
    QTest::newRow("a comma in the name") << QByteArray("0, Quadro, odd, 7.5, 8192\n") << true
                                         << u"Quadro, odd|7.5|8589934592"_s;
    QTest::newRow("values that the card does not tell") << QByteArray("0, Orin (nvgpu), 8.7, [N/A]\n") << true
                                                        << u"Orin (nvgpu)|8.7|"_s;
    QTest::newRow("a driver that does not know the question")
            << QByteArray("Field \"compute_cap\" is not a valid field to query.\n\n") << true << QString();
    QTest::newRow("Windows line ends") << QByteArray("0, NVIDIA T4, 7.5, 15360\r\n") << true
                                       << u"NVIDIA T4|7.5|16106127360"_s;
    QTest::newRow("no cards") << QByteArray("No devices were found\n") << true << QString();
    QTest::newRow("a line cut off") << QByteArray("0, NVIDIA T4") << true << QString();
}

void GraphicsTest::parsesTheTable()
{
    QFETCH(QByteArray, output);
    QFETCH(bool, hasCapability);
    QStringList found;
    const QList<GpuFacts> gpus = parseSmiGpus(output, hasCapability);
    for (const GpuFacts &gpu : gpus) {
        found << QStringList{gpu.name, gpu.computeCapability.value_or(QVersionNumber()).toString(),
                             gpu.memoryBytes ? QString::number(*gpu.memoryBytes) : QString()}
                         .join(u'|');
    }
    QTEST(found.join(u';'), "expected");
}

void GraphicsTest::parsesTheShortList()
{
    const QList<GpuFacts> gpus = parseSmiList("GPU 0: NVIDIA GeForce RTX 5090 (UUID: GPU-aaaa)\n"
                                              "GPU 1: NVIDIA RTX PRO 6000 (Blackwell) (UUID: GPU-bbbb)\nfailed\n");
    QCOMPARE(gpus.size(), 2);
    QCOMPARE(gpus[0].name, u"NVIDIA GeForce RTX 5090"_s);
    QCOMPARE(gpus[1].name, u"NVIDIA RTX PRO 6000 (Blackwell)"_s);
    QCOMPARE(gpus[1].index, 1);
}

void GraphicsTest::parsesTheKernelsVersion_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("closed module")
            << QByteArray("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n"
                          "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n")
            << u"535.183.01"_s;
    QTest::newRow("open module")
            << QByteArray("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  560.35.03  Release Build  (dvs-builder@U16)\n")
            << u"560.35.03"_s;
    QTest::newRow("two parts") << QByteArray("NVRM version: NVIDIA UNIX x86_64 Kernel Module  390.157  Wed Oct 12\n")
                               << u"390.157"_s;
    QTest::newRow("the compiler's version is not the driver's") << QByteArray("GCC version:  gcc version 12.2.0 \n")
                                                                << QString();
    QTest::newRow("nothing") << QByteArray() << QString();
}

void GraphicsTest::parsesTheKernelsVersion()
{
    QFETCH(QByteArray, text);
    const std::optional<DriverFacts> driver = parseProcDriver(text);
    QTEST(driver ? driver->spelling : QString(), "expected");
    if (driver)
        QVERIFY(!driver->maxCuda.has_value());
}

void GraphicsTest::namesPciDevices_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a card") << u"1b81"_s << u"GP104 [GeForce GTX 1070]"_s;
    QTest::newRow("a card of another vendor") << u"73bf"_s << QString();
    QTest::newRow("a board of a card") << u"3173"_s << QString();
    QTest::newRow("a card newer than the list") << u"2b85"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void GraphicsTest::namesPciDevices()
{
    QFETCH(QString, device);
    const QByteArray list = "# comment\n1002  AMD\n\t1b81  Not this\n10de  NVIDIA Corporation\n"
                            "\t1b80  GP104 [GeForce GTX 1080]\n\t\t1462 3173  a board\n"
                            "\t1b81  GP104 [GeForce GTX 1070]\n10df  Emulex\n\t73bf  Other\n";
    QTEST(pciNameOf(list, device).value_or(QString()), "expected");
}

void GraphicsTest::parsesLspci()
{
    const QList<GpuFacts> gpus = parseLspci(
            "00:02.0 VGA compatible controller [0300]: Intel Corporation UHD Graphics 630 [8086:3e92]\n"
            "01:00.0 VGA compatible controller [0300]: NVIDIA Corporation GP104 [GeForce GTX 1070] [10de:1b81] (rev a1)\n"
            "01:00.1 Audio device [0403]: NVIDIA Corporation GP104 High Definition Audio Controller [10de:10f0] (rev a1)\n"
            "02:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:2901] (rev a1)\n");
    QCOMPARE(gpus.size(), 2);
    QCOMPARE(gpus[0].name, u"GP104 [GeForce GTX 1070]"_s);
    QCOMPARE(gpus[1].name, u"NVIDIA 10de:2901"_s);
}

void GraphicsTest::seesCardsWithoutNvidiasDriver_data()
{
    QTest::addColumn<QString>("driver");
    QTest::addColumn<QString>("words");
    QTest::newRow("nouveau is named") << u"nouveau"_s << u"nouveau"_s;
    QTest::newRow("no driver at all") << QString() << u"not running"_s;
    QTest::newRow("given to a virtual machine") << u"vfio-pci"_s << u"not running"_s;
}

void GraphicsTest::seesCardsWithoutNvidiasDriver()
{
    QFETCH(QString, driver);
    QFETCH(QString, words);
    const test::ScratchRoot machine;
    const auto device = [&machine](const QString &slot, const QByteArray &vendor, const QByteArray &type) {
        machine.file(u"/root/sys/devices/"_s + slot + u"/vendor"_s, vendor);
        machine.file(u"/root/sys/devices/"_s + slot + u"/class"_s, type);
        machine.file(u"/root/sys/devices/"_s + slot + u"/device"_s, "0x1b81\n");
        machine.link(u"/root/sys/bus/pci/devices/"_s + slot, u"../../../devices/"_s + slot);
    };
    device(u"0000:00:02.0"_s, "0x8086\n", "0x030000\n");
    device(u"0000:01:00.0"_s, "0x10de\n", "0x030000\n");
    device(u"0000:01:00.1"_s, "0x10de\n", "0x040300\n");
    if (!driver.isEmpty()) {
        machine.folder(u"/root/sys/bus/pci/drivers/"_s + driver);
        machine.link(u"/root/sys/devices/0000:01:00.0/driver"_s, u"../../bus/pci/drivers/"_s + driver);
    }
    const GraphicsFacts facts = factsOf(machine);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].kernelDriver.value_or(QString()), driver);
    QCOMPARE(facts.gpus[0].name, u"NVIDIA 10de:1b81"_s);
    QVERIFY(!facts.driver.has_value());
    QVERIFY2(facts.driverUnknownReason.toString().contains(words), qPrintable(facts.driverUnknownReason.toString()));
}

void GraphicsTest::believesMachineJsonFirst()
{
    const test::ScratchRoot machine;
    record(machine, u"smi.json"_s, {u"nvidia-smi"_s}, u"Driver Version: 390.157"_s);
    const GraphicsFacts facts = factsOf(
            machine, R"(,"driver":{"version":"535.183.01","maxCuda":"12.2"},"gpus":[{"name":"T4","computeCapability":"7.5"}])");
    QCOMPARE(facts.driver->spelling, u"535.183.01"_s);
    QCOMPARE(facts.driver->maxCuda.value_or(QVersionNumber()), QVersionNumber(12, 2));
    QCOMPARE(facts.driver->source, u"machine.json"_s);
    QCOMPARE(facts.gpus[0].name, u"T4"_s);
    QVERIFY(!facts.gpus[0].memoryBytes.has_value());
}

void GraphicsTest::asksRecordedCommands()
{
    const test::ScratchRoot machine;
    record(machine, u"smi.json"_s, {u"nvidia-smi"_s}, u"| Driver Version: 545.29.06    CUDA Version: 12.3 |"_s);
    record(machine, u"query.json"_s,
           {u"nvidia-smi"_s, u"--query-gpu=index,name,compute_cap,memory.total"_s, u"--format=csv,noheader,nounits"_s},
           u"0, NVIDIA GeForce GTX 1070, 6.1, 8192\n"_s);
    const GraphicsFacts facts = factsOf(machine);
    QCOMPARE(facts.driver->spelling, u"545.29.06"_s);
    QCOMPARE(facts.driver->source, u"nvidia-smi"_s);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].computeCapability.value_or(QVersionNumber()), QVersionNumber(6, 1));
    QVERIFY(facts.driverUnknownReason.isEmpty() && facts.gpusUnknownReason.isEmpty());
}

void GraphicsTest::asksAnOldDriverWithoutCapability()
{
    const test::ScratchRoot machine;
    record(machine, u"a.json"_s,
           {u"nvidia-smi"_s, u"--query-gpu=index,name,compute_cap,memory.total"_s, u"--format=csv,noheader,nounits"_s},
           u"Field \"compute_cap\" is not a valid field to query.\n"_s, 2);
    record(machine, u"b.json"_s,
           {u"nvidia-smi"_s, u"--query-gpu=index,name,memory.total"_s, u"--format=csv,noheader,nounits"_s},
           u"0, GeForce GTX 550 Ti, 1024\n"_s);
    const GraphicsFacts facts = factsOf(machine);
    QCOMPARE(facts.gpus.size(), 1);
    QCOMPARE(facts.gpus[0].name, u"GeForce GTX 550 Ti"_s);
    QVERIFY(!facts.gpus[0].computeCapability.has_value());
}

void GraphicsTest::saysWhyNothingIsKnown_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QString>("driverWords");
    QTest::addColumn<QString>("gpuWords");
    QTest::newRow("nothing recorded") << QByteArray() << u"cannot be asked"_s << u"cannot be seen"_s;
    QTest::newRow("recorded as missing") << QByteArray(R"(,"driver":null,"gpus":[])") << u"not installed"_s
                                         << u"No NVIDIA graphics card"_s;
    QTest::newRow("a card, no driver") << QByteArray(R"(,"driver":null,"gpus":[{"name":"T4"}])") << u"not running"_s
                                       << QString();
}

void GraphicsTest::saysWhyNothingIsKnown()
{
    QFETCH(QByteArray, more);
    QFETCH(QString, driverWords);
    QFETCH(QString, gpuWords);
    const GraphicsFacts facts = factsOf(test::ScratchRoot(), more);
    QVERIFY(!facts.driver.has_value());
    QVERIFY2(facts.driverUnknownReason.toString().contains(driverWords), qPrintable(facts.driverUnknownReason.toString()));
    QCOMPARE(facts.gpusUnknownReason.isEmpty(), gpuWords.isEmpty());
    QVERIFY2(facts.gpusUnknownReason.toString().contains(gpuWords), qPrintable(facts.gpusUnknownReason.toString()));
}

QTEST_GUILESS_MAIN(GraphicsTest)
#include "tst_graphics.moc"
