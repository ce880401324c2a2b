// SPDX-License-Identifier: MIT
#include "report/machinetext.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

SystemReport workstation()
{
    SystemReport report;
    report.os = {.name = u"Ubuntu 22.04.4 LTS"_s, .id = u"ubuntu"_s, .version = u"22.04"_s, .kernel = u"5.15.0"_s,
                 .glibc = QVersionNumber(2, 35), .architecture = u"x86_64"_s};
    report.driver = DriverFacts{QVersionNumber(550, 54, 14), QVersionNumber(12, 4), u"NVML"_s};
    report.gpus = {GpuFacts{.name = u"NVIDIA GeForce RTX 3060"_s, .computeCapability = QVersionNumber(8, 6), .memoryBytes = 12LL << 30}};
    report.toolkits = {ToolkitFacts{.root = u"/usr/local/cuda-11.8"_s, .version = QVersionNumber(11, 8), .isActive = true,
                                    .activeReason = u"nvcc on PATH"_s}};
    return report;
}

CudnnCopy copyIn(const QString &folder)
{
    return {.libraryDir = folder,
            .version = QVersionNumber({8, 9, 7, 29}),
            .headerVersion = QVersionNumber(8, 9, 7),
            .libraryVersion = QVersionNumber(8, 9, 7),
            .cudaMajor = 11};
}

} // namespace

class TestMachineText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDriversLimitIsNotTakenForAToolkit();
    void whatIsMissingIsSaid();
    void aCopyTellsItsVersionAndPlace();
    void headersOfAnotherVersionAreSaid();
    void damageIsSaid();
    void whatProgramsGetIsSaid();
    void onlyTheFullTextTellsSourcesBuildsAndLinks();
};

void TestMachineText::theDriversLimitIsNotTakenForAToolkit()
{
    const QString text = machineText(workstation());
    QVERIFY2(text.contains(u"Your driver can run programs up to CUDA 12.4."), qPrintable(text));
    QVERIFY(text.contains(u"Toolkit installed: CUDA 11.8 in /usr/local/cuda-11.8"));
    QVERIFY(!text.contains(u"Toolkit installed: CUDA 12.4"));
    QVERIFY(text.contains(u"There is no cuDNN in it."));
}

void TestMachineText::whatIsMissingIsSaid()
{
    SystemReport nothing;
    nothing.driverUnknownReason = Text::verbatim(u"No kernel module."_s);
    const QString text = machineText(nothing);
    for (const QString &sentence : {u"No NVIDIA graphics card was found."_s, u"No NVIDIA driver was found."_s, u"No kernel module."_s,
                                    u"No CUDA toolkit was found."_s, u"No cuDNN was found."_s})
        QVERIFY2(text.contains(sentence), qPrintable(sentence));
    QVERIFY(!text.contains(u"up to CUDA"));
}

void TestMachineText::aCopyTellsItsVersionAndPlace()
{
    SystemReport report = workstation();
    report.cudnnCopies = {copyIn(u"/usr/local/cuda-11.8/lib64"_s)};
    report.cudnnCopies[0].toolkit = u"/usr/local/cuda-11.8"_s;
    const QString text = machineText(report);
    QVERIFY2(text.contains(u"cuDNN 8.9.7 for CUDA 11 in /usr/local/cuda-11.8/lib64"), qPrintable(text));
    QVERIFY(!text.contains(u"There is no cuDNN in it."));
    QVERIFY(text.contains(u"The loader finds none of them by itself."));
}

void TestMachineText::headersOfAnotherVersionAreSaid()
{
    SystemReport report = workstation();
    report.cudnnCopies = {copyIn(u"/opt/cudnn/lib"_s)};
    report.cudnnCopies[0].headerVersion = QVersionNumber(8, 2, 1);
    QVERIFY(machineText(report).contains(u"Its headers are of version 8.2.1, its libraries of version 8.9.7."));
}

void TestMachineText::damageIsSaid()
{
    SystemReport report = workstation();
    report.cudnnCopies = {copyIn(u"/opt/cudnn/lib"_s)};
    report.cudnnCopies[0].libraries = {LibraryFacts{.name = u"libcudnn_ops.so.9"_s, .problem = u"library-truncated"_s}};
    report.cudnnCopies[0].probeError = u"file too short"_s;
    const QString text = machineText(report);
    QVERIFY(text.contains(u"libcudnn_ops.so.9 is damaged (library-truncated)."));
    QVERIFY(text.contains(u"It cannot be loaded: file too short"));
}

void TestMachineText::whatProgramsGetIsSaid()
{
    SystemReport report = workstation();
    report.cudnnCopies = {copyIn(u"/opt/cudnn/lib"_s)};
    report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}};
    report.loader.resolved = {{u"libcudnn.so.8"_s, u"/opt/cudnn/lib/libcudnn.so.8"_s, u"loader cache"_s}};
    const QString text = machineText(report);
    QVERIFY(text.contains(u"Programs that ask for libcudnn.so.8 get /opt/cudnn/lib/libcudnn.so.8 (found through: loader cache)."));
    QVERIFY(text.contains(u"python3 (4711)"));
}

void TestMachineText::onlyTheFullTextTellsSourcesBuildsAndLinks()
{
    SystemReport report = workstation();
    report.toolkits[0].versionSources = {{u"version.json"_s, u"11.8.0"_s}};
    report.cudnnCopies = {copyIn(u"/opt/cudnn/lib"_s)};
    report.cudnnCopies[0].libraries = {
            LibraryFacts{.name = u"libcudnn.so.8"_s, .linkChain = {u"/opt/cudnn/lib/libcudnn.so.8"_s, u"/opt/cudnn/lib/libcudnn.so.8.9.7"_s}},
            LibraryFacts{.name = u"libcudnn_ops_infer.so.8"_s}};
    const QString brief = machineText(report);
    QVERIFY(brief.contains(u"cuDNN 8.9.7 for CUDA 11 in /opt/cudnn/lib"));
    const QString full = machineText(report, Detail::Full);
    for (const QString &words : {u"version.json: 11.8.0"_s, u"cuDNN 8.9.7.29 for CUDA 11 in /opt/cudnn/lib"_s,
                                 u"/opt/cudnn/lib/libcudnn.so.8 -> /opt/cudnn/lib/libcudnn.so.8.9.7"_s, u"libcudnn_ops_infer.so.8"_s}) {
        QVERIFY2(full.contains(words), qPrintable(full));
        QVERIFY2(!brief.contains(words), qPrintable(brief));
    }
}

QTEST_GUILESS_MAIN(TestMachineText)
#include "tst_machinetext.moc"
