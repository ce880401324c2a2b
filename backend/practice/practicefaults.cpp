// SPDX-License-Identifier: MIT
#include "practice/practicefaults.h"

#include "practice/practicemachine.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

const QVersionNumber newer({8, 9, 7, 29});
const QVersionNumber older({8, 2, 1, 32});

const PracticeToolkit &toolkit()
{
    return practiceToolkits().constLast();
}

QString library(const QString &name)
{
    return toolkit().libraryDir + u'/' + name;
}

QList<PracticeFile> cudnn(const QVersionNumber &version, ElfImage::Machine machine = ElfImage::Machine::X86_64)
{
    return practiceCudnn(version, QVersionNumber(12, 2), machine);
}

// The practice machine with a cuDNN in the toolkit in use, found by the loader.
PracticeTree machineWith(const QList<PracticeFile> &files)
{
    PracticeTree tree = practiceFiles();
    tree.addCudnn(files, toolkit().libraryDir, toolkit().includeDir);
    tree.addFile(u"etc/ld.so.conf.d/cuda-12-4.conf"_s, '/' + toolkit().libraryDir.toUtf8() + '\n');
    return tree;
}

PracticeTree healthy()
{
    return machineWith(cudnn(newer));
}

PracticeTree linksMissing()
{
    PracticeTree tree = healthy();
    for (const QString &path : tree.paths(library(u"libcudnn"_s))) {
        if (path.endsWith(u".so.8"))
            tree.remove(path);
    }
    return tree;
}

PracticeTree linksBroken()
{
    PracticeTree tree = healthy();
    tree.addLink(library(u"libcudnn.so.8"_s), u"libcudnn.so.8.9.6"_s);
    return tree;
}

PracticeTree linksFlattened()
{
    PracticeTree tree = healthy();
    const PracticeTree before = tree;
    for (const QString &path : before.paths(library(u"libcudnn"_s))) {
        const QString end = before.endOf(path);
        if (end != path)
            tree.addFile(path, before.content(end), 0755);
    }
    return tree;
}

PracticeTree mixedVersions()
{
    PracticeTree tree = healthy();
    PracticeTree other;
    other.addCudnn(cudnn(older), toolkit().libraryDir, toolkit().includeDir);
    const QString file = library(u"libcudnn_ops_infer.so.8.2.1"_s);
    tree.addFile(file, other.content(file), 0755);
    tree.addLink(library(u"libcudnn_ops_infer.so.8"_s), u"libcudnn_ops_infer.so.8.2.1"_s);
    tree.remove(library(u"libcudnn_ops_infer.so.8.9.7"_s));
    return tree;
}

PracticeTree incompleteSet()
{
    PracticeTree tree = healthy();
    for (const QString &path : tree.paths(library(u"libcudnn_cnn_infer.so"_s)))
        tree.remove(path);
    return tree;
}

PracticeTree libraryTruncated()
{
    PracticeTree tree = healthy();
    const QString file = library(u"libcudnn_cnn_infer.so.8.9.7"_s);
    tree.addFile(file, tree.content(file).left(tree.content(file).size() / 2), 0755);
    return tree;
}

PracticeTree libraryEmpty()
{
    PracticeTree tree = healthy();
    tree.addFile(library(u"libcudnn_ops_train.so.8.9.7"_s), {}, 0755);
    return tree;
}

PracticeTree headersMissing()
{
    PracticeTree tree = healthy();
    for (const QString &path : tree.paths(toolkit().includeDir + u"/cudnn"_s))
        tree.remove(path);
    return tree;
}

PracticeTree headerNewer()
{
    PracticeTree tree = machineWith(cudnn(older));
    PracticeTree other;
    other.addCudnn(cudnn(newer), toolkit().libraryDir, toolkit().includeDir);
    for (const QString &path : other.paths(toolkit().includeDir))
        tree.addFile(path, other.content(path));
    return tree;
}

PracticeTree nestedCopy()
{
    PracticeTree tree = practiceFiles();
    const QString folder = toolkit().root + u"/cudnn-linux-x86_64-8.9.7.29_cuda12-archive"_s;
    tree.addCudnn(cudnn(newer), folder + u"/lib"_s, folder + u"/include"_s);
    return tree;
}

PracticeTree notReachable()
{
    PracticeTree tree = practiceFiles();
    tree.addCudnn(cudnn(newer), u"opt/cudnn-8.9.7/lib"_s, u"opt/cudnn-8.9.7/include"_s);
    return tree;
}

PracticeTree pathOneLevelShort()
{
    PracticeTree tree = practiceFiles();
    tree.addCudnn(cudnn(newer), toolkit().libraryDir, toolkit().includeDir);
    return tree;
}

} // namespace

QList<PracticeFault> practiceFaults()
{
    const QString libraries = u"/usr/local/cuda/lib64"_s;
    const PracticeTree wrongCuda = machineWith(practiceCudnn(newer, QVersionNumber(11, 8)));
    const PracticeTree wrongMachine = machineWith(cudnn(newer, ElfImage::Machine::Aarch64));
    return {
            {u"links-missing"_s, linksMissing(), libraries},
            {u"links-broken"_s, linksBroken(), libraries},
            {u"links-flattened"_s, linksFlattened(), libraries},
            {u"mixed-versions"_s, mixedVersions(), libraries},
            {u"incomplete-set"_s, incompleteSet(), libraries},
            {u"library-truncated"_s, libraryTruncated(), libraries},
            {u"library-empty"_s, libraryEmpty(), libraries},
            {u"headers-missing"_s, headersMissing(), libraries},
            {u"header-newer-than-library"_s, headerNewer(), libraries},
            {u"cuda-major-mismatch"_s, wrongCuda, libraries},
            {u"wrong-architecture"_s, wrongMachine, libraries},
            {u"nested-copy"_s, nestedCopy(), {}},
            {u"present-not-reachable"_s, notReachable(), {}},
            {u"path-one-level-short"_s, pathOneLevelShort(), u"/usr/local/cuda"_s},
    };
}

} // namespace cudnnsetup
