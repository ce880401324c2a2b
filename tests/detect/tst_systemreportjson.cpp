// SPDX-License-Identifier: MIT
#include "detect/systemreportjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class SystemReportJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackWhole();
    void hasTheKeysOfTheContract_data();
    void hasTheKeysOfTheContract();
    void unknownIsNull_data();
    void unknownIsNull();
    void driverAndToolkitKeepTheirOwnCuda();
    void refusesWhatIsNoReport_data();
    void refusesWhatIsNoReport();
    void readsReportsThatSayLess();

private:
    static SystemReport full();
};

SystemReport SystemReportJsonTest::full()
{
    SystemReport report;
    report.os = {.name = u"Debian GNU/Linux 12 (bookworm)"_s,
                 .id = u"debian"_s,
                 .version = u"12"_s,
                 .kernel = u"6.1.0-18-amd64"_s,
                 .glibc = QVersionNumber(2, 36),
                 .isWsl = true,
                 .container = u"docker"_s,
                 .architecture = u"x86_64"_s};
    report.driver = DriverFacts{.version = QVersionNumber(535, 183, 1),
                                .maxCuda = QVersionNumber(12, 2),
                                .source = u"NVML"_s,
                                .spelling = u"535.183.01"_s};
    report.gpus = {{.index = 1,
                    .name = u"NVIDIA GeForce RTX 3090"_s,
                    .computeCapability = QVersionNumber(8, 6),
                    .memoryBytes = 25769803776,
                    .kernelDriver = u"nvidia"_s,
                    .source = u"NVML"_s}};
    report.toolkits = {{.root = u"/usr/local/cuda-11.8"_s,
                        .aliases = {u"/usr/local/cuda"_s, u"/etc/alternatives/cuda"_s},
                        .version = QVersionNumber(11, 8),
                        .isActive = true,
                        .activeReason = u"nvcc on PATH"_s,
                        .origin = u"nvidia"_s,
                        .owner = u"dpkg: cuda-nvcc-11-8"_s,
                        .libraryDir = u"/usr/local/cuda-11.8/targets/x86_64-linux/lib"_s,
                        .includeDir = u"/usr/local/cuda-11.8/targets/x86_64-linux/include"_s,
                        .nvcc = u"/usr/local/cuda-11.8/bin/nvcc"_s,
                        .versionSources = {{u"nvcc --version"_s, u"11.8.89"_s}, {u"version.json"_s, u"11.8.0"_s}},
                        .isWritable = true}};
    report.cudnnCopies = {{.libraryDir = u"/usr/local/cuda-11.8/lib64"_s,
                           .includeDir = u"/usr/local/cuda-11.8/include"_s,
                           .version = QVersionNumber(8, 9, 7),
                           .headerVersion = QVersionNumber(8, 9, 6),
                           .libraryVersion = QVersionNumber(8, 9, 7),
                           .libraryVersionSource = u"cudnnGetVersion"_s,
                           .cudaMajor = 11,
                           .cudaMajorSource = u"cudnnGetCudartVersion"_s,
                           .architecture = u"x86_64"_s,
                           .origin = CudnnCopy::Origin::Toolkit,
                           .owner = u"dpkg: libcudnn8"_s,
                           .toolkit = u"/usr/local/cuda-11.8"_s,
                           .libraries = {{.name = u"libcudnn.so.8"_s,
                                          .file = u"/usr/local/cuda-11.8/lib64/libcudnn.so.8.9.7"_s,
                                          .soname = u"libcudnn.so.8"_s,
                                          .linkChain = {u"/a"_s, u"/b"_s},
                                          .size = 5000000000,
                                          .architecture = u"x86_64"_s,
                                          .problem = u"library-truncated"_s}},
                           .inUseBy = {{4242, u"python3"_s}},
                           .probeError = u"crashed"_s}};
    report.loader = {.cacheEntries = {{u"libcudnn.so.8"_s, u"/usr/lib/libcudnn.so.8"_s}},
                     .resolved = {{u"libcudnn.so.8"_s, u"/usr/lib/libcudnn.so.8"_s, u"loader cache"_s}},
                     .problem = u"damaged"_s};
    report.environment = {.path = {u"/usr/bin"_s},
                          .libraryPath = {u"/usr/local/cuda/lib64"_s},
                          .variables = {{u"CUDA_HOME"_s, u"/usr/local/cuda"_s}, {u"CONDA_PREFIX"_s, u"/opt/conda"_s}}};
    report.pythons = {{.executable = u"/usr/bin/python3"_s,
                       .prefix = u"/usr"_s,
                       .kind = u"system"_s,
                       .packages = {{.name = u"torch"_s,
                                     .version = u"2.4.0"_s,
                                     .cudnnDir = u"/usr/lib/python3/dist-packages/nvidia/cudnn/lib"_s,
                                     .needsCudnn = u"nvidia-cudnn-cu12==9.1.0.70"_s}}}};
    report.packageManagers = {u"dpkg"_s, u"conda"_s};
    report.gpuUsers = {{4711, u"python3"_s}, {4712, QString()}};
    report.unseenPrograms = 3;
    return report;
}

void SystemReportJsonTest::comesBackWhole()
{
    const QJsonObject json = toJson(full());
    const QJsonObject printed = QJsonDocument::fromJson(QJsonDocument(json).toJson()).object();
    const Result<SystemReport> back = systemReportFromJson(printed);
    QVERIFY(back.has_value());
    QCOMPARE(toJson(*back), json);
    // What JSON alone cannot show: the values themselves.
    QCOMPARE(back->driver->version, QVersionNumber(535, 183, 1));
    QCOMPARE(back->cudnnCopies[0].libraries[0].size, 5000000000);
    QCOMPARE(back->environment.variables, full().environment.variables);
    QCOMPARE(back->gpuUsers.size(), 2);
    QVERIFY(back->gpuUsers[1].name.isEmpty());
    QCOMPARE(back->unseenPrograms, std::optional(3));
    QCOMPARE(int(back->cudnnCopies[0].origin), int(CudnnCopy::Origin::Toolkit));
}

void SystemReportJsonTest::hasTheKeysOfTheContract_data()
{
    QTest::addColumn<QString>("object");
    QTest::addColumn<QString>("keys");
    const auto row = [](const char *object, const char *keys) {
        QTest::newRow(object) << QString::fromLatin1(object) << QString::fromLatin1(keys);
    };
    row("os", "name version kernel glibc wsl container architecture");
    row("driver", "version maxCuda source");
    row("gpus", "index name computeCapability memoryBytes");
    row("toolkits", "root aliases version active origin owner libraryDir includeDir nvcc versionSources");
    row("cudnnCopies", "libraryDir includeDir version headerVersion libraryVersion cudaMajor architecture origin owner "
                       "toolkit libraries inUseBy");
    row("loader", "cacheEntries resolved");
    row("environment", "PATH LD_LIBRARY_PATH CUDA_HOME CUDA_PATH");
    row("pythons", "executable prefix kind packages");
    row("gpuUsers", "pid name");
}

void SystemReportJsonTest::hasTheKeysOfTheContract()
{
    QFETCH(QString, object);
    QFETCH(QString, keys);
    const QJsonValue value = toJson(full())[object];
    const QJsonObject fields = value.isArray() ? value[0].toObject() : value.toObject();
    const QStringList names = keys.split(u' ');
    for (const QString &name : names)
        QVERIFY2(fields.contains(name), qPrintable(name));
}

void SystemReportJsonTest::unknownIsNull_data()
{
    QTest::addColumn<QStringList>("path");
    const auto row = [](const char *path) { QTest::newRow(path) << QString::fromLatin1(path).split(u'/'); };
    row("driver");
    row("os/name");
    row("os/glibc");
    row("os/container");
    row("gpus/0/name");
    row("gpus/0/computeCapability");
    row("gpus/0/memoryBytes");
    row("toolkits/0/version");
    row("toolkits/0/owner");
    row("toolkits/0/nvcc");
    row("cudnnCopies/0/version");
    row("cudnnCopies/0/cudaMajor");
    row("cudnnCopies/0/toolkit");
    row("environment/CUDA_HOME");
    row("environment/CUDA_PATH");
    row("driverUnknownReason");
    row("unseenPrograms");
}

void SystemReportJsonTest::unknownIsNull()
{
    QFETCH(QStringList, path);
    SystemReport report;
    report.gpus << GpuFacts{};
    report.toolkits << ToolkitFacts{.root = u"/usr/local/cuda-12.4"_s};
    report.cudnnCopies << CudnnCopy{.libraryDir = u"/x"_s};
    QJsonValue value = toJson(report);
    for (const QString &part : std::as_const(path)) {
        if (value.isObject())
            QVERIFY2(value.toObject().contains(part), qPrintable(part)); // there, but null
        value = value.isArray() ? value[part.toInt()] : value[part];
    }
    QVERIFY(value.isNull());
}

void SystemReportJsonTest::driverAndToolkitKeepTheirOwnCuda()
{
    const QJsonObject json = toJson(full());
    QCOMPARE(json[u"driver"][u"maxCuda"].toString(), u"12.2"_s);
    QCOMPARE(json[u"driver"][u"version"].toString(), u"535.183.01"_s);
    QCOMPARE(json[u"toolkits"][0][u"version"].toString(), u"11.8"_s);
}

void SystemReportJsonTest::refusesWhatIsNoReport_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("key");
    QTest::newRow("nothing") << QByteArray("{}") << u"schema"_s;
    QTest::newRow("a later schema") << QByteArray(R"({"schema":2})") << u"schema"_s;
    QTest::newRow("toolkits as an object") << QByteArray(R"({"schema":1,"toolkits":{}})") << u"toolkits"_s;
    QTest::newRow("a toolkit as a word") << QByteArray(R"({"schema":1,"toolkits":["/usr"]})") << u"toolkits"_s;
    QTest::newRow("a version as a number") << QByteArray(R"({"schema":1,"toolkits":[{"version":12.4}]})") << u"version"_s;
    QTest::newRow("a version that is none") << QByteArray(R"({"schema":1,"os":{"glibc":"new"}})") << u"glibc"_s;
    QTest::newRow("an origin nobody knows") << QByteArray(R"({"schema":1,"cudnnCopies":[{"origin":"moon"}]})")
                                            << u"origin"_s;
    QTest::newRow("deep inside") << QByteArray(R"({"schema":1,"cudnnCopies":[{"libraries":[{"size":"5"}]}]})") << u"size"_s;
}

void SystemReportJsonTest::refusesWhatIsNoReport()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, key);
    const Result<SystemReport> report = systemReportFromJson(QJsonDocument::fromJson(json).object());
    QVERIFY(!report.has_value());
    QCOMPARE(int(report.error().id), int(ErrorId::InputMalformed));
    QVERIFY(report.error().message.toString().contains(u'"' + key + u'"'));
}

void SystemReportJsonTest::readsReportsThatSayLess()
{
    const Result<SystemReport> report = systemReportFromJson(
            QJsonDocument::fromJson(R"({"schema":1,"driver":null,"newKey":5,"toolkits":[{"root":"/x"}]})").object());
    QVERIFY(report.has_value());
    QVERIFY(!report->driver.has_value());
    QCOMPARE(report->toolkits[0].root, u"/x"_s);
    QVERIFY(!report->toolkits[0].version.has_value());
}

QTEST_GUILESS_MAIN(SystemReportJsonTest)
#include "tst_systemreportjson.moc"
