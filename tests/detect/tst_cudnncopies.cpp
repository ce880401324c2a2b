// SPDX-License-Identifier: MIT
#include "detect/cudnncopies.h"

#include "practice/practice.h"
#include "practice/practicelibraries.h"
#include "smallcudnn.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

using Origin = CudnnCopy::Origin;

QList<CudnnCopy> copiesOf(const ScratchRoot &root, const SystemReport &soFar = {})
{
    return findCudnnCopies(*Host::inFolder(root.at()), soFar, false);
}

SystemReport withToolkit(const QString &toolkitRoot, const QVersionNumber &version)
{
    ToolkitFacts toolkit;
    toolkit.root = toolkitRoot;
    toolkit.version = version;
    toolkit.libraryDir = toolkitRoot + u"/lib64"_s;
    toolkit.includeDir = toolkitRoot + u"/include"_s;
    SystemReport report;
    report.toolkits << toolkit;
    return report;
}

const LibraryFacts *library(const CudnnCopy &copy, const QString &name)
{
    for (const LibraryFacts &candidate : copy.libraries) {
        if (candidate.name == name)
            return &candidate;
    }
    return nullptr;
}

} // namespace

class TestCudnnCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMachineWithoutCudnnHasNoCopies();
    void aCopyInAToolkit();
    void aCopyBelongsToTheInnermostToolkit_data();
    void aCopyBelongsToTheInnermostToolkit();
    void aCopyFoundByManyWaysIsOne();
    void aWheelIsHealthyWithoutPatchLevels();
    void aCopyInTheMultiarchFolder();
    void twoMajorsInOneFolderAreTwoCopies();
    void twoPatchVersionsInOneFolderAreOneCopy();
    void aFolderOfLinksIsNoCopyOfItsOwn();
    void aBrokenLibraryIsToldAsSuch_data();
    void aBrokenLibraryIsToldAsSuch();
    void aLinkToAnotherMajorIsSeen();
    void headersWithoutALibraryAreNoCopy();
    void stubsAndStaticLibrariesAreNoCopies();
    void everyPlaceIsLookedAt_data();
    void everyPlaceIsLookedAt();
    void recordsBesideAToolkitNameTheOwner();
    void aChildProcessTellsTheVersion();
    void aCopyOfAnotherArchitectureIsNotLoaded();
    void oneFolderAlone();
};

void TestCudnnCopies::aMachineWithoutCudnnHasNoCopies()
{
    const ScratchRoot root;
    root.folder(u"/usr/local/cuda-12.4/lib64"_s);
    QVERIFY(copiesOf(root, withToolkit(u"/usr/local/cuda-12.4"_s, {12, 4})).isEmpty());
}

void TestCudnnCopies::aCopyInAToolkit()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {11, 8}, u"/usr/local/cuda-11.8/lib64"_s, u"/usr/local/cuda-11.8/include"_s);
    const auto copies = copiesOf(root, withToolkit(u"/usr/local/cuda-11.8"_s, {11, 8}));
    QCOMPARE(copies.size(), 1);
    const CudnnCopy &copy = copies.first();
    QCOMPARE(copy.libraryDir, u"/usr/local/cuda-11.8/lib64"_s);
    QCOMPARE(copy.includeDir, u"/usr/local/cuda-11.8/include"_s);
    QCOMPARE(copy.version, QVersionNumber(8, 9, 7));
    QCOMPARE(copy.headerVersion, QVersionNumber(8, 9, 7));
    QCOMPARE(copy.libraryVersion, QVersionNumber(8, 9, 7));
    QCOMPARE(copy.libraryVersionSource, u"libcudnn.so.8.9.7"_s);
    QCOMPARE(copy.cudaMajor, 11);
    QCOMPARE(copy.cudaMajorSource, u"version of the toolkit it lies in"_s);
    QCOMPARE(copy.architecture, u"x86_64"_s);
    QCOMPARE(int(copy.origin), int(Origin::Toolkit));
    QCOMPARE(copy.toolkit, u"/usr/local/cuda-11.8"_s);
    QVERIFY(!copy.owner);
    QVERIFY(copy.probeError.isEmpty());
    QCOMPARE(copy.libraries.size(), 21);

    const LibraryFacts *plain = library(copy, u"libcudnn_ops_infer.so"_s);
    QVERIFY(plain);
    QCOMPARE(plain->soname, u"libcudnn_ops_infer.so.8"_s);
    QCOMPARE(plain->file, u"/usr/local/cuda-11.8/lib64/libcudnn_ops_infer.so.8.9.7"_s);
    QCOMPARE(plain->linkChain, (QStringList{u"/usr/local/cuda-11.8/lib64/libcudnn_ops_infer.so"_s,
                                            u"/usr/local/cuda-11.8/lib64/libcudnn_ops_infer.so.8"_s,
                                            u"/usr/local/cuda-11.8/lib64/libcudnn_ops_infer.so.8.9.7"_s}));
    QVERIFY(plain->size > 0);
    QVERIFY(plain->problem.isEmpty());
}

void TestCudnnCopies::aCopyBelongsToTheInnermostToolkit_data()
{
    QTest::addColumn<QStringList>("roots");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("toolkit");
    const QString inner = u"/usr/local/cuda-13.0"_s;
    const QString outer = u"/usr/local"_s;
    QTest::newRow("the outer one first") << QStringList{outer, inner} << inner + u"/lib64"_s << inner;
    QTest::newRow("the inner one first") << QStringList{inner, outer} << inner + u"/lib64"_s << inner;
    QTest::newRow("two below a common folder") << QStringList{u"/opt/nvidia"_s, u"/opt/nvidia/12"_s}
                                               << u"/opt/nvidia/12/lib64"_s << u"/opt/nvidia/12"_s;
    QTest::newRow("not all below /usr/local is a toolkit's") << QStringList{outer, inner} << u"/usr/local/cudnn-9/lib"_s
                                                             << QString();
}

void TestCudnnCopies::aCopyBelongsToTheInnermostToolkit()
{
    QFETCH(QStringList, roots);
    QFETCH(QString, folder);
    QFETCH(QString, toolkit);
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {13, 0}, folder, u"/nowhere"_s);
    SystemReport report;
    for (const QString &toolkitRoot : roots)
        report.toolkits << withToolkit(toolkitRoot, {13, 0}).toolkits;
    report.toolkits[0].libraryDir = u"/usr/local/cuda-13.0/lib64"_s;
    report.toolkits[1].libraryDir = u"/usr/local/cuda-13.0/lib64"_s;
    const auto copies = copiesOf(root, report);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].toolkit.value_or(QString()), toolkit);
    QCOMPARE(int(copies[0].origin), int(toolkit.isEmpty() ? Origin::Standalone : Origin::Toolkit));
}

void TestCudnnCopies::aCopyFoundByManyWaysIsOne()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/local/cuda-12.4/targets/x86_64-linux/lib"_s,
               u"/usr/local/cuda-12.4/targets/x86_64-linux/include"_s);
    root.link(u"/usr/local/cuda-12.4/lib64"_s, u"targets/x86_64-linux/lib"_s);
    root.link(u"/usr/local/cuda-12.4/include"_s, u"targets/x86_64-linux/include"_s);
    root.link(u"/usr/local/cuda"_s, u"cuda-12.4"_s);
    root.file(u"/etc/ld.so.conf"_s, "/usr/local/cuda/lib64\n");
    root.file(u"/etc/environment"_s, "LD_LIBRARY_PATH=/usr/local/cuda/lib64:/usr/local/cuda-12.4/lib64\n");
    const auto copies = copiesOf(root, withToolkit(u"/usr/local/cuda-12.4"_s, {12, 4}));
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies.first().libraryDir, u"/usr/local/cuda-12.4/targets/x86_64-linux/lib"_s);
    QCOMPARE(copies.first().includeDir, u"/usr/local/cuda-12.4/targets/x86_64-linux/include"_s);
    QCOMPARE(copies.first().toolkit, u"/usr/local/cuda-12.4"_s);
}

void TestCudnnCopies::aWheelIsHealthyWithoutPatchLevels()
{
    const ScratchRoot root;
    const QString site = u"/home/a/venv/lib/python3.11/site-packages"_s;
    writeWheel(root, QVersionNumber({9, 1, 0, 70}), {12, 4}, site);
    SystemReport report;
    report.pythons << PythonFacts{.executable = u"/home/a/venv/bin/python"_s, .prefix = u"/home/a/venv"_s, .kind = u"venv"_s};
    const auto copies = copiesOf(root, report);
    QCOMPARE(copies.size(), 1);
    const CudnnCopy &copy = copies.first();
    QCOMPARE(int(copy.origin), int(Origin::Pip));
    QCOMPARE(copy.version, QVersionNumber(9, 1, 0));
    QCOMPARE(copy.headerVersion, QVersionNumber(9, 1, 0));
    QVERIFY(!copy.libraryVersion);
    QCOMPARE(copy.owner, u"pip: nvidia-cudnn-cu12 9.1.0.70"_s);
    QCOMPARE(copy.cudaMajor, 12);
    QCOMPARE(copy.cudaMajorSource, u"pip: nvidia-cudnn-cu12 9.1.0.70"_s);
    QCOMPARE(copy.includeDir, site + u"/nvidia/cudnn/include"_s);
    for (const LibraryFacts &facts : copy.libraries) {
        QVERIFY(facts.problem.isEmpty());
        QCOMPARE(facts.soname, facts.name);
        QCOMPARE(facts.linkChain.size(), 1);
    }
}

void TestCudnnCopies::aCopyInTheMultiarchFolder()
{
    const ScratchRoot root;
    const QString folder = u"/usr/lib/x86_64-linux-gnu"_s;
    writeCudnn(root, {9, 1, 0}, {12, 4}, folder, u"/usr/include/x86_64-linux-gnu"_s);
    root.link(u"/lib"_s, u"usr/lib"_s);
    root.file(u"/var/lib/dpkg/info/libcudnn9-cuda-12.list"_s, "/.\n/usr\n" + folder.toUtf8() + "/libcudnn.so.9.1.0\n");
    root.file(u"/var/lib/dpkg/status"_s, "Package: libcudnn9-cuda-12\nStatus: install ok installed\n");
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies.first().libraryDir, folder);
    QCOMPARE(copies.first().includeDir, u"/usr/include/x86_64-linux-gnu"_s);
    QCOMPARE(int(copies.first().origin), int(Origin::System));
    QCOMPARE(copies.first().owner, u"dpkg: libcudnn9-cuda-12"_s);
    QCOMPARE(copies.first().cudaMajor, 12);
}

void TestCudnnCopies::twoMajorsInOneFolderAreTwoCopies()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {12, 2}, u"/usr/lib64"_s, u"/usr/include"_s);
    const QStringList plain{u"cudnn.h"_s, u"cudnn_version.h"_s, u"cudnn_backend.h"_s};
    for (const QString &name : plain)
        QVERIFY(QFile::remove(root.at(u"/usr/include/"_s + name)));
    QVERIFY(QFile::remove(root.at(u"/usr/lib64/libcudnn.so"_s)));
    for (const PracticeFile &file : practiceCudnn({9, 1, 0}, {12, 4})) {
        const QString path = file.path.startsWith(u"lib/"_s) ? u"/usr/lib64/"_s + file.path.mid(4) : u"/usr/"_s + file.path;
        if (file.linkTarget.isEmpty())
            root.file(path, file.content);
        else if (!file.path.endsWith(u".a"_s))
            root.link(path, file.linkTarget);
    }
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 2);
    QCOMPARE(copies[0].version, QVersionNumber(8, 9, 7));
    QCOMPARE(copies[0].headerVersion, QVersionNumber(8, 9, 7)); // from the header with the major in its name
    QCOMPARE(copies[1].version, QVersionNumber(9, 1, 0));
    QCOMPARE(copies[1].headerVersion, QVersionNumber(9, 1, 0));
    QVERIFY(!library(copies[0], u"libcudnn.so"_s)); // the plain link leads to 9
    QVERIFY(library(copies[1], u"libcudnn.so"_s));
    QVERIFY(library(copies[0], u"libcudnn.so.8"_s));
}

void TestCudnnCopies::twoPatchVersionsInOneFolderAreOneCopy()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {12, 2}, u"/usr/lib64"_s, u"/usr/include"_s);
    for (const PracticeFile &file : practiceCudnn({8, 2, 1}, {11, 3})) {
        if (file.path == "lib64/libcudnn_ops_infer.so.8.2.1"_L1)
            root.file(u"/usr/lib64/libcudnn_ops_infer.so.8.2.1"_s, file.content);
    }
    QVERIFY(QFile::remove(root.at(u"/usr/lib64/libcudnn_ops_infer.so.8"_s)));
    root.link(u"/usr/lib64/libcudnn_ops_infer.so.8"_s, u"libcudnn_ops_infer.so.8.2.1"_s);
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].version, QVersionNumber(8, 9, 7));
    QCOMPARE(library(copies[0], u"libcudnn_ops_infer.so.8"_s)->file, u"/usr/lib64/libcudnn_ops_infer.so.8.2.1"_s);
    QCOMPARE(library(copies[0], u"libcudnn.so.8"_s)->file, u"/usr/lib64/libcudnn.so.8.9.7"_s);
}

void TestCudnnCopies::aFolderOfLinksIsNoCopyOfItsOwn()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/data/hidden/cudnn/lib"_s, u"/data/hidden/cudnn/include"_s);
    root.link(u"/usr/local/lib/libcudnn.so.9"_s, u"/data/hidden/cudnn/lib/libcudnn.so.9"_s);
    root.link(u"/usr/local/lib/libcudnn.so"_s, u"libcudnn.so.9"_s);
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].libraryDir, u"/data/hidden/cudnn/lib"_s);
    QCOMPARE(copies[0].headerVersion, QVersionNumber(9, 1, 0));
}

void TestCudnnCopies::aBrokenLibraryIsToldAsSuch_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("problem");
    QTest::newRow("cut") << u"cut"_s << u"library-truncated"_s;
    QTest::newRow("empty") << u"empty"_s << u"library-empty"_s;
    QTest::newRow("a web page in its place") << u"html"_s << u"input-malformed"_s;
    QTest::newRow("a link to nothing") << u"dangling"_s << u"input-missing"_s;
    QTest::newRow("a folder in its place") << u"folder"_s << u"input-malformed"_s;
    QTest::newRow("a loop of links") << u"loop"_s << u"input-missing"_s;
}

void TestCudnnCopies::aBrokenLibraryIsToldAsSuch()
{
    QFETCH(QString, fault);
    const ScratchRoot root;
    const QString path = u"/usr/lib64/libcudnn_ops_infer.so.8.9.7"_s;
    writeCudnn(root, {8, 9, 7}, {12, 2}, u"/usr/lib64"_s, u"/usr/include"_s);
    if (fault == "cut"_L1) {
        QVERIFY(QFile::resize(root.at(path), QFileInfo(root.at(path)).size() - 10));
    } else {
        QVERIFY(QFile::remove(root.at(path)));
        if (fault == "empty"_L1)
            root.file(path);
        if (fault == "html"_L1)
            root.file(path, "<html>");
        if (fault == "folder"_L1)
            root.folder(path);
        if (fault == "loop"_L1)
            root.link(path, u"libcudnn_ops_infer.so.8"_s);
    }
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].version, QVersionNumber(8, 9, 7));
    const LibraryFacts *broken = library(copies[0], u"libcudnn_ops_infer.so.8"_s);
    QVERIFY(broken);
    QTEST(broken->problem, "problem");
    QVERIFY(!broken->soname);
    QVERIFY(library(copies[0], u"libcudnn.so.8"_s)->problem.isEmpty());
}

void TestCudnnCopies::aLinkToAnotherMajorIsSeen()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib64"_s, u"/usr/include"_s);
    root.link(u"/usr/lib64/libcudnn.so.8"_s, u"libcudnn.so.9"_s);
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    const LibraryFacts *forged = library(copies[0], u"libcudnn.so.8"_s);
    QVERIFY(forged);
    QCOMPARE(forged->soname, u"libcudnn.so.9"_s);
}

void TestCudnnCopies::headersWithoutALibraryAreNoCopy()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {12, 2}, u"/nowhere"_s, u"/usr/local/cuda-12.4/include"_s);
    root.folder(u"/usr/local/cuda-12.4/lib64"_s);
    QVERIFY(copiesOf(root, withToolkit(u"/usr/local/cuda-12.4"_s, {12, 4})).isEmpty());
}

void TestCudnnCopies::stubsAndStaticLibrariesAreNoCopies()
{
    const ScratchRoot root;
    root.file(u"/usr/local/cuda-12.4/lib64/stubs/libcudnn.so"_s, writeElf({.soname = "libcudnn.so.9"}));
    root.file(u"/usr/local/cuda-12.4/lib64/libcudnn_static.a"_s, "!<arch>\n");
    root.file(u"/usr/local/cuda-12.4/lib64/libcudnn.so.9.bak"_s, "x");
    QVERIFY(copiesOf(root, withToolkit(u"/usr/local/cuda-12.4"_s, {12, 4})).isEmpty());
}

void TestCudnnCopies::everyPlaceIsLookedAt_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<int>("origin");
    const auto row = [](const char *name, const QString &folder, Origin origin, const QByteArray &environment = {}) {
        QTest::newRow(name) << folder << environment << int(origin);
    };
    row("lib64", u"/usr/lib64"_s, Origin::System);
    row("a local prefix", u"/usr/local/lib"_s, Origin::Standalone);
    row("a prefix of its own", u"/opt/cudnn-9/lib"_s, Origin::Standalone);
    row("a prefix with targets", u"/usr/local/cudnn-9.1/targets/x86_64-linux/lib"_s, Origin::Standalone);
    row("the user's own", u"/home/a/.local/share/cudnn/9.1.0-cuda12/lib"_s, Origin::Standalone, "HOME=/home/a\n");
    row("CUDNN_PATH", u"/data/c/lib"_s, Origin::Standalone, "CUDNN_PATH=/data/c\n");
    row("LD_LIBRARY_PATH", u"/data/here"_s, Origin::Standalone, "LD_LIBRARY_PATH=:/data/here\n");
    row("a folder of the loader's configuration", u"/srv/libs"_s, Origin::Standalone);
    row("a conda environment", u"/opt/miniconda3/envs/torch/lib"_s, Origin::Conda);
    row("the active conda environment", u"/data/env/lib"_s, Origin::Conda, "CONDA_PREFIX=/data/env\n");
    row("PyTorch's own", u"/usr/lib/python3/dist-packages/torch/lib"_s, Origin::Framework,
        "LD_LIBRARY_PATH=/usr/lib/python3/dist-packages/torch/lib\n");
}

void TestCudnnCopies::everyPlaceIsLookedAt()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, environment);
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, folder, u"/nowhere"_s);
    root.file(u"/etc/environment"_s, environment);
    root.file(u"/etc/ld.so.conf"_s, "/srv/libs\n");
    if (folder.contains(u"env"_s))
        root.file(folder.section(u'/', 0, -2) + u"/conda-meta/history"_s);
    const auto copies = copiesOf(root);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].libraryDir, folder);
    QTEST(int(copies[0].origin), "origin");
    QVERIFY(!copies[0].toolkit);
    QVERIFY(!copies[0].cudaMajor);
}

void TestCudnnCopies::recordsBesideAToolkitNameTheOwner()
{
    const ScratchRoot root;
    const QString toolkit = u"/usr/local/cuda-13.0"_s;
    root.file(toolkit + u"/lib64/libcudnn.so.9"_s, writeElf({.soname = "libcudnn.so.9"}));
    root.file(toolkit + u"/dist-info/nvidia_cudnn_cu13-9.19.0.56.dist-info/RECORD"_s,
              "nvidia/cudnn/lib/libcudnn.so.9,sha256=x,1\n");
    const auto copies = copiesOf(root, withToolkit(toolkit, {13, 0}));
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].owner, u"pip: nvidia-cudnn-cu13 9.19.0.56"_s);
    QCOMPARE(copies[0].cudaMajor, 13);
}

void TestCudnnCopies::aChildProcessTellsTheVersion()
{
    const ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
    writeCudnn(machine, {8, 9, 7}, {12, 2}, u"/root/usr/local/cudnn/lib"_s, u"/root/usr/local/cudnn/include"_s);
    writeWheel(machine, {9, 1, 0}, {12, 4}, u"/root/opt/miniconda3/lib/python3.11/site-packages"_s);
    // Its file name lies: only the library itself knows.
    QVERIFY(QFile::rename(machine.at(u"/root/usr/local/cudnn/lib/libcudnn.so.8.9.7"_s),
                          machine.at(u"/root/usr/local/cudnn/lib/libcudnn.so.8.1.1"_s)));
    QVERIFY(QFile::remove(machine.at(u"/root/usr/local/cudnn/lib/libcudnn.so.8"_s)));
    machine.link(u"/root/usr/local/cudnn/lib/libcudnn.so.8"_s, u"libcudnn.so.8.1.1"_s);
    const Host host = *Host::recorded(machine.at(), practiceProber(std::make_shared<ChildProcessProber>(QStringLiteral(PROBE_TOOL))));
    SystemReport report;
    report.pythons << PythonFacts{.executable = {}, .prefix = u"/opt/miniconda3"_s, .kind = u"conda"_s};

    const auto without = findCudnnCopies(host, report, false);
    QCOMPARE(without.size(), 2);
    QCOMPARE(without[0].libraryVersion, QVersionNumber(8, 1, 1));

    const auto with = findCudnnCopies(host, report, true);
    QCOMPARE(with.size(), 2);
    QCOMPARE(with[0].libraryVersion, QVersionNumber(8, 9, 7));
    QCOMPARE(with[0].libraryVersionSource, u"cudnnGetVersion"_s);
    QCOMPARE(with[0].cudaMajor, 12);
    QCOMPARE(with[0].cudaMajorSource, u"cudnnGetCudartVersion"_s);
    QCOMPARE(with[1].libraryVersion, QVersionNumber(9, 1, 0));
    QVERIFY2(with[1].probeError.isEmpty(), qPrintable(with[1].probeError));
}

void TestCudnnCopies::aCopyOfAnotherArchitectureIsNotLoaded()
{
    const ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
    writeCudnn(machine, {8, 9, 7}, {12, 2}, u"/root/usr/local/cudnn/lib"_s, u"/root/usr/local/cudnn/include"_s,
               ElfImage::Machine::Aarch64);
    const Host host = *Host::recorded(machine.at(), practiceProber(std::make_shared<ChildProcessProber>(QStringLiteral(PROBE_TOOL))));
    const auto copies = findCudnnCopies(host, {}, true);
    QCOMPARE(copies.size(), 1);
    QCOMPARE(copies[0].architecture, u"aarch64"_s);
    QCOMPARE(copies[0].version, QVersionNumber(8, 9, 7));
    QVERIFY(copies[0].probeError.isEmpty());
}

void TestCudnnCopies::oneFolderAlone()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/somewhere/else/lib"_s, u"/somewhere/else/include"_s);
    const Host host = *Host::inFolder(root.at());
    QVERIFY(findCudnnCopies(host, {}, false).isEmpty());
    const auto copy = cudnnCopyIn(host, {}, u"/somewhere/else/lib/"_s, false);
    QVERIFY(copy);
    QCOMPARE(copy->version, QVersionNumber(9, 1, 0));
    QVERIFY(cudnnCopyIn(host, {}, u"/somewhere/else/lib"_s, false, 9));
    QVERIFY(!cudnnCopyIn(host, {}, u"/somewhere/else/lib"_s, false, 8));
    QVERIFY(!cudnnCopyIn(host, {}, u"/somewhere/else"_s, false));
}

QTEST_GUILESS_MAIN(TestCudnnCopies)
#include "tst_cudnncopies.moc"
