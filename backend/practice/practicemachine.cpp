// SPDX-License-Identifier: MIT
#include "practice/practicemachine.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// What is special about one toolkit.
struct Edition
{
    QVersionNumber cuda;       // 12.4
    QString release;           // "12.4.1"
    QString runtime;           // version of its libcudart
    QByteArray runtimeSoname;
    QString compiler;          // version of its nvcc
};

const QList<Edition> &editions()
{
    static const QList<Edition> list = {
            {QVersionNumber(11, 8), u"11.8.0"_s, u"11.8.89"_s, "libcudart.so.11.0", u"11.8.89"_s},
            {QVersionNumber(12, 4), u"12.4.1"_s, u"12.4.127"_s, "libcudart.so.12", u"12.4.131"_s},
    };
    return list;
}

QString triplet()
{
    return u"x86_64-linux"_s;
}

// The last line of `nvcc --version` that carries the version, in its well-known form.
QByteArray compilerAnswer(const Edition &edition)
{
    return u"practice nvcc of cuDNN Setup\nCuda compilation tools, release %1, V%2\n"_s
            .arg(edition.cuda.toString(), edition.compiler)
            .toUtf8();
}

QByteArray versionDocument(const Edition &edition)
{
    const auto component = [](const QString &name, const QString &version) {
        return QJsonObject{{u"name"_s, name}, {u"version"_s, version}};
    };
    return QJsonDocument(QJsonObject{{u"cuda"_s, component(u"CUDA SDK"_s, edition.release)},
                                     {u"cuda_cudart"_s, component(u"CUDA Runtime (cudart)"_s, edition.runtime)},
                                     {u"cuda_nvcc"_s, component(u"CUDA NVCC"_s, edition.compiler)}})
            .toJson();
}

QByteArray cudaHeader(const Edition &edition)
{
    const int number = edition.cuda.majorVersion() * 1000 + edition.cuda.minorVersion() * 10;
    return "/* A practice file of cuDNN Setup, not NVIDIA's. */\n#ifndef __cuda_cuda_h__\n#define __cuda_cuda_h__\n\n"
           "#define CUDA_VERSION "
            + QByteArray::number(number) + "\n\n#endif\n";
}

void addToolkit(PracticeTree &tree, const Edition &edition)
{
    const QString root = u"usr/local/cuda-"_s + edition.cuda.toString();
    const QString target = root + u"/targets/"_s + triplet();
    const QString runtime = u"libcudart.so."_s + edition.runtime;
    tree.addFile(root + u"/bin/nvcc"_s, "#!/bin/sh\ncat <<'END'\n" + compilerAnswer(edition) + "END\n", 0755);
    tree.addFile(root + u"/version.json"_s, versionDocument(edition));
    tree.addLink(root + u"/include"_s, u"targets/%1/include"_s.arg(triplet()));
    tree.addLink(root + u"/lib64"_s, u"targets/%1/lib"_s.arg(triplet()));
    tree.addFile(target + u"/include/cuda.h"_s, cudaHeader(edition));
    const ElfImage image{.soname = edition.runtimeSoname,
                         .functions = {{"cudaRuntimeGetVersion", 0}},
                         .strings = {"cuDNN Setup practice library, not NVIDIA's"}};
    tree.addFile(target + u"/lib/"_s + runtime, writeElf(image), 0755);
    tree.addLink(target + u"/lib/"_s + QString::fromLatin1(edition.runtimeSoname), runtime);
    tree.addLink(target + u"/lib/libcudart.so"_s, QString::fromLatin1(edition.runtimeSoname));
    tree.addFile(target + u"/lib/stubs/libcuda.so"_s, writeElf({.soname = "libcuda.so.1"}), 0755);
}

void addSystem(PracticeTree &tree)
{
    tree.addFile(u"etc/os-release"_s, "PRETTY_NAME=\"Ubuntu 22.04.4 LTS\"\nNAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n"
                                      "VERSION_ID=\"22.04\"\nVERSION=\"22.04.4 LTS (Jammy Jellyfish)\"\n");
    tree.addFile(u"etc/ld.so.conf"_s, "include /etc/ld.so.conf.d/*.conf\n");
    tree.addFile(u"etc/ld.so.conf.d/libc.conf"_s, "/usr/local/lib\n");
    tree.addFile(u"etc/ld.so.conf.d/x86_64-linux-gnu.conf"_s,
                 "/usr/local/lib/x86_64-linux-gnu\n/lib/x86_64-linux-gnu\n/usr/lib/x86_64-linux-gnu\n");
    tree.addLink(u"lib"_s, u"usr/lib"_s);
    tree.addLink(u"lib64"_s, u"usr/lib64"_s);
    tree.addLink(u"bin"_s, u"usr/bin"_s);
    tree.addDirectory(u"usr/lib64"_s);
    tree.addDirectory(u"usr/bin"_s);
    tree.addDirectory(u"tmp"_s);
    tree.addDirectory(u"home/student"_s);
    tree.addFile(u"home/student/.bashrc"_s, "export PATH=/usr/local/cuda/bin:$PATH\n");
    tree.addFile(u"usr/lib/x86_64-linux-gnu/libc.so.6"_s,
                 writeElf({.soname = "libc.so.6",
                           .strings = {"GNU C Library (Ubuntu GLIBC 2.35-0ubuntu3.7) stable release version 2.35."}}),
                 0755);
}

QByteArray machineDocument()
{
    const QJsonObject gpu{{u"name"_s, u"NVIDIA GeForce RTX 3060"_s},
                          {u"computeCapability"_s, u"8.6"_s},
                          {u"memoryBytes"_s, 12LL << 30}};
    return QJsonDocument(QJsonObject{{u"schema"_s, 1},
                                     {u"os"_s, u"linux"_s},
                                     {u"practice"_s, true},
                                     {u"architecture"_s, u"x86_64"_s},
                                     {u"user"_s, QJsonObject{{u"home"_s, u"/home/student"_s}, {u"admin"_s, true}}},
                                     {u"driver"_s, QJsonObject{{u"version"_s, u"550.54.14"_s}, {u"maxCuda"_s, u"12.4"_s}}},
                                     {u"gpus"_s, QJsonArray{gpu}},
                                     {u"writable"_s, true}})
            .toJson();
}

Result<void> writeAnswer(const QString &folder, const QString &name, const QStringList &command, const QByteArray &output)
{
    const QJsonObject answer{{u"command"_s, QJsonArray::fromStringList(command)},
                             {u"stdout"_s, QString::fromUtf8(output)},
                             {u"stderr"_s, QString()},
                             {u"exitCode"_s, 0}};
    return writePracticeFile(folder + u"/outputs/"_s + name + u".json"_s, QJsonDocument(answer).toJson());
}

Result<void> writeAnswers(const QString &folder)
{
    if (const auto made = makePracticeFolder(folder + u"/outputs"_s); !made)
        return made;
    for (const Edition &edition : editions()) {
        const QString cuda = edition.cuda.toString();
        const auto written = writeAnswer(folder, u"nvcc-"_s + cuda, {u"/usr/local/cuda-%1/bin/nvcc"_s.arg(cuda), u"--version"_s},
                                         compilerAnswer(edition));
        if (!written)
            return written;
    }
    return writeAnswer(folder, u"uname"_s, {u"uname"_s, u"-r"_s}, "5.15.0-105-generic\n");
}

} // namespace

const QList<PracticeToolkit> &practiceToolkits()
{
    static const QList<PracticeToolkit> toolkits = [] {
        QList<PracticeToolkit> list;
        for (const Edition &edition : editions()) {
            const QString root = u"usr/local/cuda-"_s + edition.cuda.toString();
            const QString target = root + u"/targets/"_s + triplet();
            list << PracticeToolkit{root, target + u"/lib"_s, target + u"/include"_s, edition.cuda};
        }
        return list;
    }();
    return toolkits;
}

PracticeTree practiceFiles()
{
    PracticeTree tree;
    addSystem(tree);
    for (const Edition &edition : editions())
        addToolkit(tree, edition);
    tree.addLink(u"usr/local/cuda"_s, u"/etc/alternatives/cuda"_s);
    tree.addLink(u"etc/alternatives/cuda"_s, u"/usr/local/cuda-12.4"_s);
    return tree;
}

Result<void> writePracticeMachine(const QString &folder, const PracticeTree &files, const QString &libraryPath)
{
    QByteArray environment = "HOME=/home/student\nUSER=student\nSHELL=/bin/bash\nLANG=en_US.UTF-8\n"
                             "PATH=/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin\n";
    if (!libraryPath.isEmpty())
        environment += "LD_LIBRARY_PATH=" + libraryPath.toUtf8() + '\n';
    return files.writeTo(folder + u"/root"_s)
            .and_then([&] { return writePracticeFile(folder + u"/machine.json"_s, machineDocument()); })
            .and_then([&] { return writePracticeFile(folder + u"/environment"_s, environment); })
            .and_then([&] { return writeAnswers(folder); });
}

} // namespace cudnnsetup
