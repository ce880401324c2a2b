// SPDX-License-Identifier: MIT
#include "detect/toolkitplaces.h"
#include "detect/toolkits.h"
#include "detect/toolkitversion.h"

#include "scratchroot.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class ToolkitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parsesVersions_data();
    void parsesVersions();
    void takesTheVersionThatPeopleSay_data();
    void takesTheVersionThatPeopleSay();
    void keepsEverySourceThatDisagrees();
    void findsTheFoldersOfEveryLayout_data();
    void findsTheFoldersOfEveryLayout();
    void findsEveryPlace_data();
    void findsEveryPlace();
    void passesOverWhatIsNoToolkit_data();
    void passesOverWhatIsNoToolkit();
    void collectsAliasesToOneToolkit();
    void saysWhichIsActiveAndWhy_data();
    void saysWhichIsActiveAndWhy();
    void followsAWrapperScript_data();
    void followsAWrapperScript();
    void mergesTheFoldersOfDebian();
    void recordedNvccSpeaksForItselfOnly();
    void driversCudaIsNoToolkitVersion();
    void namesTheFileThatAPackageOwns();

private:
    // A toolkit in NVIDIA's layout of today: files below targets/, links beside them.
    static void nvidiaToolkit(const test::ScratchRoot &root, const QString &folder, const QString &cudart)
    {
        root.program(folder + u"/bin/nvcc"_s, "\x7f" "ELF");
        root.file(folder + u"/targets/x86_64-linux/lib/libcudart.so."_s + cudart);
        root.file(folder + u"/targets/x86_64-linux/include/cuda.h"_s);
        root.link(folder + u"/lib64"_s, u"targets/x86_64-linux/lib"_s);
        root.link(folder + u"/include"_s, u"targets/x86_64-linux/include"_s);
    }
    static QList<ToolkitFacts> toolkitsIn(const test::ScratchRoot &root, const QByteArray &environment = {})
    {
        root.file(u"/lib64/ld-linux-x86-64.so.2"_s);
        root.file(u"/etc/environment"_s, environment);
        return findToolkits(*Host::inFolder(root.at()));
    }
    static QStringList rootsOf(const QList<ToolkitFacts> &toolkits)
    {
        QStringList roots;
        for (const ToolkitFacts &toolkit : toolkits)
            roots << toolkit.root;
        return roots;
    }
};

void ToolkitsTest::parsesVersions_data()
{
    QTest::addColumn<QString>("parser");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *parser, const QByteArray &text, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(parser) << text << QString::fromLatin1(expected);
    };
    row("nvcc", "nvcc",
        "nvcc: NVIDIA (R) Cuda compiler driver\nCopyright (c) 2005-2025 NVIDIA Corporation\n"
        "Cuda compilation tools, release 13.0, V13.0.88\nBuild cuda_13.0.r13.0/compiler.36424714_0\n",
        "13.0.88");
    row("nvcc without its own version", "nvcc", "Cuda compilation tools, release 5.5\n", "5.5");
    row("nvcc that cannot start", "nvcc", "/usr/bin/nvcc: cannot execute binary file\n", "");
    row("nvcc, nothing", "nvcc", "", "");
    row("json", "json", R"({"cuda":{"name":"CUDA SDK","version":"12.4.1"},"cudnn":{"version":"8.9.7"}})", "12.4.1");
    row("json with another form", "json", R"({"cuda":"12.4"})", "");
    row("json cut off", "json", R"({"cuda":{"name":"CUDA SDK","ver)", "");
    row("json whose version is no number", "json", R"({"cuda":{"version":"latest"}})", "");
    row("txt", "txt", "CUDA Version 10.1.243\n", "10.1.243");
    row("txt with a patch line", "txt", "CUDA Version 9.0.176\nCUDA Patch Version 9.0.176.1\n", "9.0.176");
    row("txt, localised", "txt", "Version de CUDA 9.0\n", "");
    row("header", "header", "/* x */\n#define CUDA_VERSION 12040\n", "12.4");
    row("header with blanks", "header", "# define   CUDA_VERSION\t11080 /* x */", "");
    row("header of CUDA 13.0", "header", "#define CUDA_VERSION 13000\n", "13.0");
    row("header of CUDA 10.2", "header", "#define CUDA_VERSION 10020\n", "10.2");
    row("header that only speaks of it", "header", "#if CUDA_VERSION >= 11000\n", "");
    row("header with a name as value", "header", "#define CUDA_VERSION OTHER\n", "");
    row("cudart", "cudart", "libcudart.so.12.4.127", "12.4.127");
    row("cudart with its major only", "cudart", "libcudart.so.13", "13");
    row("cudart for the linker", "cudart", "libcudart.so", "");
    row("a copy of cudart", "cudart", "libcudart.so.12.4.127.bak", "");
}

void ToolkitsTest::parsesVersions()
{
    QFETCH(QString, parser);
    QFETCH(QByteArray, text);
    const QHash<QString, std::function<std::optional<QString>()>> parsers{
            {u"nvcc"_s, [&] { return versionOfNvcc(text); }},
            {u"json"_s, [&] { return versionOfJson(text); }},
            {u"txt"_s, [&] { return versionOfTxt(text); }},
            {u"header"_s, [&] { return versionOfCudaHeader(text); }},
            {u"cudart"_s, [&] { return versionOfCudart(QString::fromLatin1(text)); }},
    };
    QTEST(parsers[parser]().value_or(QString()), "expected");
}

void ToolkitsTest::takesTheVersionThatPeopleSay_data()
{
    QTest::addColumn<QString>("sources"); // source=value,...
    QTest::addColumn<QString>("expected");
    QTest::newRow("nvcc's build number is its own") << u"nvcc --version=12.4.131,version.json=12.4.1"_s << u"12.4"_s;
    QTest::newRow("the toolkit's own file in full") << u"version.json=12.4.1"_s << u"12.4.1"_s;
    QTest::newRow("the old file in full") << u"version.txt=10.1.243"_s << u"10.1.243"_s;
    QTest::newRow("the runtime's build number is its own") << u"libcudart.so.12.4.127=12.4.127"_s << u"12.4"_s;
    QTest::newRow("a major alone gives way") << u"libcudart.so.13=13,folder name=13.0"_s << u"13.0"_s;
    QTest::newRow("a major alone is better than nothing") << u"libcudart.so.13=13"_s << u"13"_s;
    QTest::newRow("no source") << QString() << QString();
}

void ToolkitsTest::takesTheVersionThatPeopleSay()
{
    QFETCH(QString, sources);
    QList<VersionSource> list;
    const QStringList parts = sources.split(u',', Qt::SkipEmptyParts);
    for (const QString &part : parts)
        list << VersionSource{part.section(u'=', 0, 0), part.section(u'=', 1)};
    QTEST(toolkitVersion(list).value_or(QVersionNumber()).toString(), "expected");
}

void ToolkitsTest::keepsEverySourceThatDisagrees()
{
    const test::ScratchRoot root;
    nvidiaToolkit(root, u"/usr/local/cuda-11.8"_s, u"11.8.89"_s);
    root.file(u"/usr/local/cuda-11.8/version.json"_s, R"({"cuda":{"version":"11.7.1"}})");
    root.file(u"/usr/local/cuda-11.8/targets/x86_64-linux/include/cuda.h"_s, "#define CUDA_VERSION 11060\n");
    const QList<ToolkitFacts> toolkits = toolkitsIn(root);
    QCOMPARE(toolkits.size(), 1);
    QStringList sources;
    for (const VersionSource &source : toolkits[0].versionSources)
        sources << source.source + u'=' + source.value;
    QCOMPARE(sources, (QStringList{u"version.json=11.7.1"_s, u"cuda.h=11.6"_s, u"libcudart.so.11.8.89=11.8.89"_s}));
    QCOMPARE(toolkits[0].version.value_or(QVersionNumber()), QVersionNumber(11, 7, 1));
}

void ToolkitsTest::findsTheFoldersOfEveryLayout_data()
{
    QTest::addColumn<QStringList>("files"); // "path" or "link -> target"
    QTest::addColumn<QString>("libraryDir");
    QTest::addColumn<QString>("includeDir");
    const QString base = u"/usr/local/cuda-12.4"_s;
    QTest::newRow("files below targets, links beside them")
            << QStringList{u"/targets/x86_64-linux/lib/libcudart.so.12"_s, u"/targets/x86_64-linux/include/cuda.h"_s,
                           u"/lib64 -> targets/x86_64-linux/lib"_s, u"/include -> targets/x86_64-linux/include"_s}
            << base + u"/targets/x86_64-linux/lib"_s << base + u"/targets/x86_64-linux/include"_s;
    QTest::newRow("files in lib, links in lib64 and below targets")
            << QStringList{u"/lib/libcudart.so.13"_s, u"/include/cuda.h"_s, u"/lib64 -> lib"_s,
                           u"/targets/x86_64-linux/lib -> ../../lib"_s, u"/targets/x86_64-linux/include -> ../../include"_s}
            << base + u"/lib"_s << base + u"/include"_s;
    QTest::newRow("only lib64") << QStringList{u"/lib64/libcudart.so.12"_s, u"/include/cuda.h"_s} << base + u"/lib64"_s
                                << base + u"/include"_s;
    QTest::newRow("only lib") << QStringList{u"/lib/libcudart.so.12"_s, u"/include/cuda.h"_s} << base + u"/lib"_s
                              << base + u"/include"_s;
    QTest::newRow("only targets")
            << QStringList{u"/targets/x86_64-linux/lib/libcudart.so.12"_s, u"/targets/x86_64-linux/include/cuda.h"_s}
            << base + u"/targets/x86_64-linux/lib"_s << base + u"/targets/x86_64-linux/include"_s;
    QTest::newRow("a lib64 with other files beside the real folder")
            << QStringList{u"/lib64/libcudnn.so.8"_s, u"/targets/x86_64-linux/lib/libcudart.so.12"_s}
            << base + u"/targets/x86_64-linux/lib"_s << QString();
    QTest::newRow("another architecture's target is not ours")
            << QStringList{u"/bin/nvcc"_s, u"/targets/sbsa-linux/lib/libcudart.so.12"_s} << QString() << QString();
    QTest::newRow("a lib64 that leads nowhere")
            << QStringList{u"/bin/nvcc"_s, u"/lib64 -> targets/x86_64-linux/lib"_s, u"/include/cuda.h"_s} << QString()
            << base + u"/include"_s;
}

void ToolkitsTest::findsTheFoldersOfEveryLayout()
{
    QFETCH(QStringList, files);
    const test::ScratchRoot root;
    for (const QString &file : std::as_const(files)) {
        const QString path = u"/usr/local/cuda-12.4"_s + file.section(u" -> "_s, 0, 0);
        if (file.contains(u" -> "))
            root.link(path, file.section(u" -> "_s, 1));
        else
            root.file(path);
    }
    const QList<ToolkitFacts> toolkits = toolkitsIn(root);
    QCOMPARE(toolkits.size(), 1);
    QTEST(toolkits[0].libraryDir.value_or(QString()), "libraryDir");
    QTEST(toolkits[0].includeDir.value_or(QString()), "includeDir");
}

void ToolkitsTest::findsEveryPlace_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<QString>("origin");
    QTest::newRow("NVIDIA's usual place") << u"/usr/local/cuda-11.8"_s << QByteArray() << u"nvidia"_s;
    QTest::newRow("NVIDIA's usual place without a version") << u"/usr/local/cuda"_s << QByteArray() << u"nvidia"_s;
    QTest::newRow("below /opt") << u"/opt/cuda-12.4"_s << QByteArray() << u"other"_s;
    QTest::newRow("the HPC SDK") << u"/opt/nvidia/hpc_sdk/Linux_x86_64/24.3/cuda/12.3"_s << QByteArray() << u"hpc-sdk"_s;
    QTest::newRow("by CUDA_HOME") << u"/data/own cuda"_s << QByteArray("CUDA_HOME=\"/data/own cuda\"\n") << u"other"_s;
    QTest::newRow("by CUDA_PATH, with a slash at its end") << u"/data/cuda"_s << QByteArray("CUDA_PATH=/data/cuda/\n")
                                                           << u"other"_s;
    QTest::newRow("by nvcc on PATH") << u"/usr/share/cuda"_s << QByteArray("PATH=/usr/bin:/usr/share/cuda/bin\n")
                                     << u"other"_s;
}

void ToolkitsTest::findsEveryPlace()
{
    QFETCH(QString, folder);
    QFETCH(QByteArray, environment);
    const test::ScratchRoot root;
    nvidiaToolkit(root, folder, u"12.4.127"_s);
    const QList<ToolkitFacts> toolkits = toolkitsIn(root, environment);
    QCOMPARE(rootsOf(toolkits), QStringList{folder});
    QTEST(toolkits[0].origin, "origin");
    QCOMPARE(toolkits[0].nvcc.value_or(QString()), folder + u"/bin/nvcc"_s);
}

void ToolkitsTest::passesOverWhatIsNoToolkit_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("environment");
    QTest::newRow("a package repository of the same name") << u"/usr/local/cuda-repo-local/Packages"_s << QByteArray();
    QTest::newRow("an empty folder with a toolkit's name") << u"/usr/local/cuda-12.4/README"_s << QByteArray();
    QTest::newRow("a file with a toolkit's name") << u"/usr/local/cuda-12.4"_s << QByteArray();
    QTest::newRow("a CUDA_HOME that is not there") << u"/x"_s << QByteArray("CUDA_HOME=/usr/local/cuda-9.9\n");
    QTest::newRow("a CUDA_HOME that is a relative path") << u"/x/bin/nvcc"_s << QByteArray("CUDA_HOME=x\n");
    QTest::newRow("a wheel's compiler on PATH")
            << u"/home/u/v/lib/python3.12/site-packages/nvidia/cuda_nvcc/bin/nvcc"_s
            << QByteArray("PATH=/home/u/v/lib/python3.12/site-packages/nvidia/cuda_nvcc/bin\n");
    QTest::newRow("the driver alone") << u"/usr/lib/x86_64-linux-gnu/libcuda.so.1"_s << QByteArray();
}

void ToolkitsTest::passesOverWhatIsNoToolkit()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, environment);
    const test::ScratchRoot root;
    root.file(file);
    QCOMPARE(rootsOf(toolkitsIn(root, environment)), QStringList());
}

void ToolkitsTest::collectsAliasesToOneToolkit()
{
    const test::ScratchRoot root;
    nvidiaToolkit(root, u"/usr/local/cuda-12.4"_s, u"12.4.127"_s);
    root.link(u"/usr/local/cuda"_s, u"/etc/alternatives/cuda"_s);
    root.link(u"/etc/alternatives/cuda"_s, u"/usr/local/cuda-12.4"_s);
    root.link(u"/usr/local/cuda-12"_s, u"cuda-12.4"_s);
    root.link(u"/home/u/cuda"_s, u"/usr/local/cuda"_s);
    const QList<ToolkitFacts> toolkits = toolkitsIn(root, "PATH=/usr/local/cuda/bin\nCUDA_HOME=/home/u/cuda\n");
    QCOMPARE(rootsOf(toolkits), QStringList{u"/usr/local/cuda-12.4"_s});
    QStringList aliases = toolkits[0].aliases;
    aliases.sort();
    QCOMPARE(aliases, (QStringList{u"/etc/alternatives/cuda"_s, u"/home/u/cuda"_s, u"/usr/local/cuda"_s,
                                   u"/usr/local/cuda-12"_s}));
}

void ToolkitsTest::saysWhichIsActiveAndWhy_data()
{
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<QString>("link"); // where /usr/local/cuda leads; empty: no link
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("reason");
    const QString cuda11 = u"/usr/local/cuda-11.8"_s;
    const QString cuda12 = u"/usr/local/cuda-12.4"_s;
    QTest::newRow("PATH before everything")
            << QByteArray("PATH=/usr/bin:/usr/local/cuda-11.8/bin\nCUDA_HOME=/usr/local/cuda-12.4\n") << cuda12 << cuda11
            << u"nvcc on PATH"_s;
    QTest::newRow("the first on PATH") << QByteArray("PATH=/usr/local/cuda-12.4/bin:/usr/local/cuda-11.8/bin\n") << cuda11
                                       << cuda12 << u"nvcc on PATH"_s;
    QTest::newRow("CUDA_HOME before CUDA_PATH")
            << QByteArray("PATH=/usr/bin\nCUDA_PATH=/usr/local/cuda-12.4\nCUDA_HOME=/usr/local/cuda-11.8\n") << cuda12
            << cuda11 << u"CUDA_HOME"_s;
    QTest::newRow("CUDA_PATH before the link") << QByteArray("PATH=/usr/bin\nCUDA_PATH=/usr/local/cuda-12.4\n") << cuda11
                                               << cuda12 << u"CUDA_PATH"_s;
    QTest::newRow("a CUDA_HOME that leads nowhere makes no claim") << QByteArray("CUDA_HOME=/gone\n") << cuda11 << cuda11
                                                                   << u"/usr/local/cuda"_s;
    QTest::newRow("the link") << QByteArray("PATH=/usr/bin\n") << cuda11 << cuda11 << u"/usr/local/cuda"_s;
    QTest::newRow("none") << QByteArray("PATH=/usr/bin\n") << QString() << QString() << QString();
}

void ToolkitsTest::saysWhichIsActiveAndWhy()
{
    QFETCH(QByteArray, environment);
    QFETCH(QString, link);
    QFETCH(QString, expected);
    const test::ScratchRoot root;
    nvidiaToolkit(root, u"/usr/local/cuda-11.8"_s, u"11.8.89"_s);
    nvidiaToolkit(root, u"/usr/local/cuda-12.4"_s, u"12.4.127"_s);
    if (!link.isEmpty())
        root.link(u"/usr/local/cuda"_s, link);
    const QList<ToolkitFacts> toolkits = toolkitsIn(root, environment);
    QCOMPARE(toolkits.size(), 2);
    const ToolkitFacts &first = toolkits[0];
    QCOMPARE(first.isActive ? first.root : QString(), expected);
    QTEST(first.activeReason, "reason");
    QVERIFY(!toolkits[1].isActive && toolkits[1].activeReason.isEmpty());
}

void ToolkitsTest::followsAWrapperScript_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("exec") << QByteArray("#!/bin/sh\nexec /usr/local/cuda-12.8/bin/nvcc \"$@\"\n")
                          << u"/usr/local/cuda-12.8/bin/nvcc"_s;
    QTest::newRow("quoted") << QByteArray("#!/bin/bash\n\"/opt/cuda/bin/nvcc\" $*\n") << u"/opt/cuda/bin/nvcc"_s;
    QTest::newRow("without an end of line") << QByteArray("#!/bin/sh\n/opt/cuda/bin/nvcc") << u"/opt/cuda/bin/nvcc"_s;
    QTest::newRow("a path made of variables") << QByteArray("#!/bin/sh\nexec $CUDA/bin/nvcc \"$@\"\n") << QString();
    QTest::newRow("no script") << QByteArray("\x7f" "ELF /usr/bin/nvcc ") << QString();
}

void ToolkitsTest::followsAWrapperScript()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(nvccOfScript(text).value_or(QString()), expected);
    if (expected.isEmpty())
        return;
    const test::ScratchRoot root;
    nvidiaToolkit(root, expected.chopped(9), u"12.8.90"_s);
    root.program(u"/usr/bin/nvcc"_s, text);
    const QList<ToolkitFacts> toolkits = toolkitsIn(root, "PATH=/usr/bin\n");
    QCOMPARE(rootsOf(toolkits), QStringList{expected.chopped(9)});
    QCOMPARE(toolkits[0].activeReason, u"nvcc on PATH"_s);
}

void ToolkitsTest::mergesTheFoldersOfDebian()
{
    const test::ScratchRoot root;
    root.program(u"/usr/lib/nvidia-cuda-toolkit/bin/nvcc"_s, "\x7f" "ELF");
    root.link(u"/usr/bin/nvcc"_s, u"../lib/nvidia-cuda-toolkit/bin/nvcc"_s);
    root.file(u"/usr/include/cuda.h"_s, "#define CUDA_VERSION 11080\n");
    root.file(u"/usr/lib/x86_64-linux-gnu/libcudart.so.11.8.89"_s);
    root.file(u"/usr/lib/cuda/version.txt"_s, "CUDA Version 11.8.89\n");
    root.link(u"/usr/lib/cuda/include"_s, u"../../include"_s);
    root.link(u"/usr/lib/cuda/lib64"_s, u"../x86_64-linux-gnu"_s);
    const QList<ToolkitFacts> toolkits = toolkitsIn(root, "PATH=/usr/bin\n");
    QCOMPARE(rootsOf(toolkits), QStringList{u"/usr/lib/cuda"_s});
    QCOMPARE(toolkits[0].origin, u"distribution"_s);
    QCOMPARE(toolkits[0].libraryDir.value_or(QString()), u"/usr/lib/x86_64-linux-gnu"_s);
    QCOMPARE(toolkits[0].includeDir.value_or(QString()), u"/usr/include"_s);
    QCOMPARE(toolkits[0].nvcc.value_or(QString()), u"/usr/lib/nvidia-cuda-toolkit/bin/nvcc"_s);
    QVERIFY(toolkits[0].isActive);
}

void ToolkitsTest::recordedNvccSpeaksForItselfOnly()
{
    const test::ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64"})");
    machine.file(u"/environment"_s, "PATH=/usr/local/cuda/bin\n");
    for (const QString &version : {u"11.8"_s, u"12.4"_s})
        machine.program(u"/root/usr/local/cuda-%1/bin/nvcc"_s.arg(version), "x");
    machine.link(u"/root/usr/local/cuda"_s, u"/usr/local/cuda-12.4"_s);
    const QJsonObject answer{{u"command"_s, QJsonArray{u"nvcc"_s, u"--version"_s}},
                             {u"stdout"_s, u"Cuda compilation tools, release 12.4, V12.4.131\n"_s},
                             {u"exitCode"_s, 0}};
    machine.file(u"/outputs/nvcc.json"_s, QJsonDocument(answer).toJson());
    const QList<ToolkitFacts> toolkits
            = findToolkits(*Host::recorded(machine.at(), std::make_shared<NoProber>()));
    QCOMPARE(rootsOf(toolkits), (QStringList{u"/usr/local/cuda-12.4"_s, u"/usr/local/cuda-11.8"_s}));
    QCOMPARE(toolkits[0].versionSources[0].source, u"nvcc --version"_s);
    QCOMPARE(toolkits[0].versionSources[0].value, u"12.4.131"_s);
    QCOMPARE(toolkits[1].versionSources[0].source, u"folder name"_s);
    QCOMPARE(toolkits[1].version.value_or(QVersionNumber()), QVersionNumber(11, 8));
}

void ToolkitsTest::driversCudaIsNoToolkitVersion()
{
    // nvidia-smi names a CUDA version although no toolkit is there: it must not make one, nor give one its version.
    const test::ScratchRoot machine;
    machine.file(u"/machine.json"_s,
                 R"({"schema":1,"os":"linux","architecture":"x86_64","driver":{"version":"550.54.14","maxCuda":"12.4"}})");
    machine.folder(u"/root/etc"_s);
    const QJsonObject answer{{u"command"_s, QJsonArray{u"nvidia-smi"_s}},
                             {u"stdout"_s, u"| Driver Version: 550.54.14   CUDA Version: 12.4 |\n"_s},
                             {u"exitCode"_s, 0}};
    machine.file(u"/outputs/smi.json"_s, QJsonDocument(answer).toJson());
    const auto prober = std::make_shared<NoProber>();
    QCOMPARE(rootsOf(findToolkits(*Host::recorded(machine.at(), prober))), QStringList());
    machine.file(u"/root/usr/local/cuda-11.8/include/cuda.h"_s, "#define CUDA_VERSION 11080\n");
    const QList<ToolkitFacts> toolkits = findToolkits(*Host::recorded(machine.at(), prober));
    QCOMPARE(toolkits.size(), 1);
    QCOMPARE(toolkits[0].version.value_or(QVersionNumber()), QVersionNumber(11, 8));
}

void ToolkitsTest::namesTheFileThatAPackageOwns()
{
    const test::ScratchRoot root;
    nvidiaToolkit(root, u"/usr/local/cuda-12.4"_s, u"12.4.127"_s);
    root.file(u"/usr/local/cuda-11.8/lib64/libcudart.so.11.8.89"_s);
    root.file(u"/usr/local/cuda-11.7/include/cuda.h"_s);
    root.file(u"/usr/local/cuda-11.7/version.json"_s);
    const FileTree files(root.at());
    QStringList found;
    const QList<ToolkitFacts> toolkits = toolkitsIn(root);
    for (const ToolkitFacts &toolkit : toolkits)
        found << telltaleFile(files, toolkit);
    QCOMPARE(found, (QStringList{u"/usr/local/cuda-12.4/bin/nvcc"_s, u"/usr/local/cuda-11.8/lib64/libcudart.so.11.8.89"_s,
                                 u"/usr/local/cuda-11.7/version.json"_s}));
}

QTEST_GUILESS_MAIN(ToolkitsTest)
#include "tst_toolkits.moc"
