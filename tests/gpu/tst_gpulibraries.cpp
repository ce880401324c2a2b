// SPDX-License-Identifier: MIT
#include "gpu/gpulibraries.h"

#include "smallcudnn.h"

#include <QTest>

#include <functional>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

// A machine with toolkits, and copies of cuDNN in the usual places.
class Machine
{
public:
    void toolkit(const QString &root, const QVersionNumber &version, const QStringList &libraries)
    {
        ToolkitFacts toolkit{.root = root, .version = version, .isActive = report.toolkits.isEmpty(), .libraryDir = root + u"/lib64"_s};
        folder.folder(root + u"/lib64"_s);
        for (const QString &library : libraries)
            folder.file(root + u"/lib64/"_s + library);
        report.toolkits << toolkit;
    }
    void cuda(int major, const QString &nvrtc, const QString &root)
    {
        const QString number = QString::number(major);
        toolkit(root, {major, 4},
                {u"libcublas.so"_s, u"libcublas.so."_s + number, u"libcublas.so.%1.4.5.8"_s.arg(number), u"libcublasLt.so."_s + number,
                 u"libnvrtc.so"_s, nvrtc, nvrtc + u".4.127"_s, u"libnvrtc-builtins.so."_s + number, u"libnvrtc.alt.so."_s + number});
    }
    void copy(const QString &libraryDir, const QVersionNumber &version, int cudaMajor, const std::optional<QString> &toolkit = {})
    {
        writeCudnn(folder, version, {cudaMajor, 4}, libraryDir, libraryDir + u"/include"_s);
        report.cudnnCopies << CudnnCopy{.libraryDir = libraryDir, .version = version, .cudaMajor = cudaMajor, .toolkit = toolkit};
    }

    // Paths are shown as inside the machine.
    GpuChildSetup setup(GpuTestRequest request = {.libraryDir = {}}) const
    {
        const Host host = *Host::inFolder(folder.at());
        auto setup = gpuChildSetup(host, report, request);
        if (!setup)
            return {};
        for (QString *path : {&setup->request.cudnn, &setup->request.cublas, &setup->request.nvrtc, &setup->dispatcher})
            *path = path->startsWith(u'/') ? host.files().inside(*path) : *path;
        for (QString &path : setup->libraryPath)
            path = path.startsWith(folder.at()) ? host.files().inside(path) : path;
        return *setup;
    }

    ScratchRoot folder;
    SystemReport report;
};

using Prepare = std::function<GpuTestRequest(Machine &)>;

} // namespace

Q_DECLARE_METATYPE(Prepare)

class TestGpuLibraries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thisCopyGetsTheLibrariesThatBelongToIt_data();
    void thisCopyGetsTheLibrariesThatBelongToIt();
    void theHighestMajorIsMeantUnlessOneIsNamed();
    void asProgramsAskByBareNames_data();
    void asProgramsAskByBareNames();
    void thePersonsPathIsKeptWhole();
    void whatIsNotThereIsAbsent_data();
    void whatIsNotThereIsAbsent();
    void variablesThatMatterAreKept();
};

void TestGpuLibraries::thisCopyGetsTheLibrariesThatBelongToIt_data()
{
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<QString>("cublas");
    QTest::addColumn<QString>("nvrtc");
    QTest::addColumn<QStringList>("libraryPath");
    const auto row = [](const char *name, const Prepare &prepare, const QString &cudnn, const QString &cublas, const QString &nvrtc,
                        const QStringList &libraryPath) {
        QTest::newRow(name) << prepare << cudnn << cublas << nvrtc << libraryPath;
    };
    const QString cuda12 = u"/usr/local/cuda-12.4"_s;
    const QString cuda11 = u"/usr/local/cuda-11.8"_s;
    const QString multiarch = u"/usr/lib/x86_64-linux-gnu"_s;
    const QString site = u"/venv/lib/python3.12/site-packages"_s;
    row("a copy in its toolkit",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.copy(cuda12 + u"/lib64"_s, {9, 1, 0}, 12, cuda12);
            return GpuTestRequest{.libraryDir = cuda12 + u"/lib64"_s};
        },
        cuda12 + u"/lib64/libcudnn.so.9"_s, cuda12 + u"/lib64/libcublas.so.12"_s, cuda12 + u"/lib64/libnvrtc.so.12"_s,
        {cuda12 + u"/lib64"_s});
    row("a copy for CUDA 11, whose NVRTC has two numbers",
        [=](Machine &m) {
            m.cuda(11, u"libnvrtc.so.11.2"_s, cuda11);
            m.copy(cuda11 + u"/lib64"_s, {8, 9, 7}, 11, cuda11);
            return GpuTestRequest{.libraryDir = cuda11 + u"/lib64"_s};
        },
        cuda11 + u"/lib64/libcudnn.so.8"_s, cuda11 + u"/lib64/libcublas.so.11"_s, cuda11 + u"/lib64/libnvrtc.so.11.2"_s,
        {cuda11 + u"/lib64"_s});
    row("a copy of packages takes the toolkit of its CUDA, not the one in use",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.cuda(11, u"libnvrtc.so.11.2"_s, cuda11);
            m.copy(multiarch, {8, 9, 7}, 11);
            return GpuTestRequest{.libraryDir = multiarch};
        },
        multiarch + u"/libcudnn.so.8"_s, cuda11 + u"/lib64/libcublas.so.11"_s, cuda11 + u"/lib64/libnvrtc.so.11.2"_s,
        {multiarch, cuda11 + u"/lib64"_s});
    row("the toolkit that was named comes first",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.cuda(12, u"libnvrtc.so.12"_s, u"/opt/cuda"_s);
            m.copy(multiarch, {9, 1, 0}, 12);
            return GpuTestRequest{.libraryDir = multiarch, .toolkit = u"/opt/cuda"_s};
        },
        multiarch + u"/libcudnn.so.9"_s, u"/opt/cuda/lib64/libcublas.so.12"_s, u"/opt/cuda/lib64/libnvrtc.so.12"_s,
        {multiarch, u"/opt/cuda/lib64"_s, cuda12 + u"/lib64"_s});
    row("a copy of Python packages takes those beside it",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.copy(site + u"/nvidia/cudnn/lib"_s, {9, 1, 0}, 12);
            m.folder.file(site + u"/nvidia/cublas/lib/libcublas.so.12"_s);
            m.folder.file(site + u"/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"_s);
            return GpuTestRequest{.libraryDir = site + u"/nvidia/cudnn/lib"_s};
        },
        site + u"/nvidia/cudnn/lib/libcudnn.so.9"_s, site + u"/nvidia/cublas/lib/libcublas.so.12"_s,
        site + u"/nvidia/cuda_nvrtc/lib/libnvrtc.so.12"_s,
        {site + u"/nvidia/cudnn/lib"_s, site + u"/nvidia/cublas/lib"_s, site + u"/nvidia/cuda_nvrtc/lib"_s, cuda12 + u"/lib64"_s});
    row("packages of CUDA 13 share one folder",
        [=](Machine &m) {
            m.copy(site + u"/nvidia/cudnn/lib"_s, {9, 14, 0}, 13);
            m.folder.file(site + u"/nvidia/cu13/lib/libcublas.so.13"_s);
            m.folder.file(site + u"/nvidia/cu13/lib/libnvrtc.so.13"_s);
            return GpuTestRequest{.libraryDir = site + u"/nvidia/cudnn/lib"_s};
        },
        site + u"/nvidia/cudnn/lib/libcudnn.so.9"_s, site + u"/nvidia/cu13/lib/libcublas.so.13"_s,
        site + u"/nvidia/cu13/lib/libnvrtc.so.13"_s, {site + u"/nvidia/cudnn/lib"_s, site + u"/nvidia/cu13/lib"_s});
    row("packages of another CUDA beside it are passed over",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.copy(site + u"/nvidia/cudnn/lib"_s, {9, 14, 0}, 12);
            m.folder.file(site + u"/nvidia/cu13/lib/libcublas.so.13"_s);
            return GpuTestRequest{.libraryDir = site + u"/nvidia/cudnn/lib"_s};
        },
        site + u"/nvidia/cudnn/lib/libcudnn.so.9"_s, cuda12 + u"/lib64/libcublas.so.12"_s, cuda12 + u"/lib64/libnvrtc.so.12"_s,
        {site + u"/nvidia/cudnn/lib"_s, site + u"/nvidia/cu13/lib"_s, cuda12 + u"/lib64"_s});
    row("a conda environment has all in one folder",
        [=](Machine &m) {
            m.cuda(12, u"libnvrtc.so.12"_s, cuda12);
            m.copy(u"/conda/lib"_s, {9, 1, 0}, 12);
            m.folder.file(u"/conda/lib/libcublas.so.12"_s);
            m.folder.file(u"/conda/lib/libnvrtc.so.12"_s);
            return GpuTestRequest{.libraryDir = u"/conda/lib"_s};
        },
        u"/conda/lib/libcudnn.so.9"_s, u"/conda/lib/libcublas.so.12"_s, u"/conda/lib/libnvrtc.so.12"_s,
        {u"/conda/lib"_s, cuda12 + u"/lib64"_s});
    row("without a toolkit the loader is asked",
        [=](Machine &m) {
            m.copy(multiarch, {9, 1, 0}, 12);
            return GpuTestRequest{.libraryDir = multiarch};
        },
        multiarch + u"/libcudnn.so.9"_s, u"libcublas.so.12"_s, u"libnvrtc.so.12"_s, {multiarch});
    row("a toolkit without cuBLAS gives its NVRTC",
        [=](Machine &m) {
            m.toolkit(cuda12, {12, 4}, {u"libnvrtc.so.12"_s});
            m.copy(cuda12 + u"/lib64"_s, {9, 1, 0}, 12, cuda12);
            return GpuTestRequest{.libraryDir = cuda12 + u"/lib64"_s};
        },
        cuda12 + u"/lib64/libcudnn.so.9"_s, u"libcublas.so.12"_s, cuda12 + u"/lib64/libnvrtc.so.12"_s, {cuda12 + u"/lib64"_s});
}

void TestGpuLibraries::thisCopyGetsTheLibrariesThatBelongToIt()
{
    QFETCH(Prepare, prepare);
    Machine machine;
    const GpuTestRequest request = prepare(machine);
    const GpuChildSetup setup = machine.setup(request);
    QTEST(setup.request.cudnn, "cudnn");
    QTEST(setup.request.cublas, "cublas");
    QTEST(setup.request.nvrtc, "nvrtc");
    QTEST(setup.libraryPath, "libraryPath");
    QCOMPARE(setup.request.driver, u"libcuda.so.1"_s);
    QCOMPARE(setup.request.nvml, u"libnvidia-ml.so.1"_s);
    QVERIFY(setup.dispatcher.startsWith(request.libraryDir + u"/libcudnn.so."_s));
}

void TestGpuLibraries::theHighestMajorIsMeantUnlessOneIsNamed()
{
    Machine machine;
    writeWheel(machine.folder, {8, 9, 7}, {12, 4}, u"/site"_s);
    writeWheel(machine.folder, {9, 1, 0}, {12, 4}, u"/site"_s);
    const QString folder = u"/site/nvidia/cudnn/lib"_s;
    QCOMPARE(machine.setup({.libraryDir = folder}).request.cudnn, folder + u"/libcudnn.so.9"_s);
    QCOMPARE(machine.setup({.libraryDir = folder, .major = 8}).request.cudnn, folder + u"/libcudnn.so.8"_s);
    QVERIFY(machine.setup({.libraryDir = folder, .major = 7}).request.cudnn.isEmpty());
}

void TestGpuLibraries::asProgramsAskByBareNames_data()
{
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QString>("cudnn");
    QTest::addColumn<QString>("cublas");
    QTest::addColumn<QString>("nvrtc");
    const auto row = [](const char *name, const Prepare &prepare, const QString &cudnn, const QString &cublas, const QString &nvrtc) {
        QTest::newRow(name) << prepare << cudnn << cublas << nvrtc;
    };
    const QString cuda11 = u"/usr/local/cuda-11.0"_s;
    row("the major of the copy",
        [](Machine &m) {
            m.copy(u"/opt/cudnn/lib"_s, {8, 9, 7}, 12);
            m.report.loader.resolved << LoaderFacts::Resolved{.soname = u"libcudnn.so.9"_s, .path = u"/usr/lib/libcudnn.so.9"_s};
            m.cuda(12, u"libnvrtc.so.12"_s, u"/usr/local/cuda-12.4"_s);
            return GpuTestRequest{.libraryDir = u"/opt/cudnn/lib"_s};
        },
        u"libcudnn.so.8"_s, u"libcublas.so.12"_s, u"libnvrtc.so.12"_s);
    row("without a copy, what the loader resolves",
        [](Machine &m) {
            m.copy(u"/usr/lib64"_s, {9, 1, 0}, 11);
            m.report.loader.resolved << LoaderFacts::Resolved{.soname = u"libcudnn.so.8"_s, .path = u"/usr/lib/libcudnn.so.8"_s}
                                     << LoaderFacts::Resolved{.soname = u"libcudnn_ops_infer.so.10"_s, .path = u"/x"_s}
                                     << LoaderFacts::Resolved{.soname = u"libcudnn.so.9"_s, .path = u"/usr/lib64/libcudnn.so.9"_s};
            return GpuTestRequest{.libraryDir = {}};
        },
        u"libcudnn.so.9"_s, u"libcublas.so.11"_s, u"libnvrtc.so.11.2"_s);
    row("the names of the toolkit in use",
        [=](Machine &m) {
            m.copy(u"/usr/lib64"_s, {8, 0, 5}, 11);
            m.cuda(11, u"libnvrtc.so.11.0"_s, cuda11);
            return GpuTestRequest{.libraryDir = u"/usr/lib64"_s};
        },
        u"libcudnn.so.8"_s, u"libcublas.so.11"_s, u"libnvrtc.so.11.0"_s);
    row("nothing is known of CUDA",
        [](Machine &m) {
            m.copy(u"/opt/cudnn/lib"_s, {9, 1, 0}, 12);
            return GpuTestRequest{.libraryDir = u"/opt/cudnn/lib"_s};
        },
        u"libcudnn.so.9"_s, QString(), QString());
}

void TestGpuLibraries::asProgramsAskByBareNames()
{
    QFETCH(Prepare, prepare);
    Machine machine;
    GpuTestRequest request = prepare(machine);
    request.way = GpuTestReport::Way::AsPrograms;
    const GpuChildSetup setup = machine.setup(request);
    QTEST(setup.request.cudnn, "cudnn");
    QTEST(setup.request.cublas, "cublas");
    QTEST(setup.request.nvrtc, "nvrtc");
    QCOMPARE(setup.libraryPath, QStringList());
}

void TestGpuLibraries::thePersonsPathIsKeptWhole()
{
    Machine machine;
    machine.copy(u"/usr/lib64"_s, {9, 1, 0}, 12);
    machine.folder.file(u"/etc/environment"_s, "LD_LIBRARY_PATH=/home/me/lib::/opt/lib\nCUDA_HOME=/opt/cuda\n");
    const GpuChildSetup thisCopy = machine.setup({.libraryDir = u"/usr/lib64"_s});
    QCOMPARE(thisCopy.libraryPath, QStringList{u"/usr/lib64"_s});
    QCOMPARE(thisCopy.environment.value(u"LD_LIBRARY_PATH"_s), u"/home/me/lib::/opt/lib"_s);
    const GpuChildSetup asPrograms = machine.setup({.way = GpuTestReport::Way::AsPrograms, .libraryDir = u"/usr/lib64"_s});
    QCOMPARE(asPrograms.libraryPath.join(u':'), u"/home/me/lib::/opt/lib"_s);
    QVERIFY(!asPrograms.environment.contains(u"LD_LIBRARY_PATH"_s));
    QCOMPARE(asPrograms.environment.value(u"CUDA_HOME"_s), u"/opt/cuda"_s);
}

void TestGpuLibraries::whatIsNotThereIsAbsent_data()
{
    QTest::addColumn<GpuTestRequest>("request");
    using Way = GpuTestReport::Way;
    QTest::newRow("a folder that is not there") << GpuTestRequest{.libraryDir = u"/nowhere"_s};
    QTest::newRow("a folder without cuDNN") << GpuTestRequest{.libraryDir = u"/empty"_s};
    QTest::newRow("no folder") << GpuTestRequest{.libraryDir = {}};
    QTest::newRow("nothing for programs") << GpuTestRequest{.way = Way::AsPrograms, .libraryDir = {}};
}

void TestGpuLibraries::whatIsNotThereIsAbsent()
{
    QFETCH(GpuTestRequest, request);
    Machine machine;
    machine.folder.folder(u"/empty"_s);
    const auto setup = gpuChildSetup(*Host::inFolder(machine.folder.at()), machine.report, request);
    QVERIFY(!setup);
    QCOMPARE(toString(setup.error().id), u"cudnn-absent"_s);
    QVERIFY(!setup.error().message.toString().contains(u"  "_s));
}

void TestGpuLibraries::variablesThatMatterAreKept()
{
    const QHash<QString, QString> matter{{u"CUDNN_LOGLEVEL_DBG"_s, u"3"_s}, {u"NVIDIA_TF32_OVERRIDE"_s, u"0"_s},
                                         {u"CUDA_LAUNCH_BLOCKING"_s, u"1"_s}, {u"CUDA_VISIBLE_DEVICES"_s, QString()}};
    QHash<QString, QString> all = matter;
    all.insert({{u"HOME"_s, u"/home/me"_s}, {u"CUDA_HOME"_s, u"/opt/cuda"_s}, {u"API_TOKEN"_s, u"secret"_s}});
    QCOMPARE(gpuVariables(all), matter);
}


QTEST_GUILESS_MAIN(TestGpuLibraries)
#include "tst_gpulibraries.moc"
