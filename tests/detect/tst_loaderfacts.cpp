// SPDX-License-Identifier: MIT
#include "detect/loaderfacts.h"

#include "detect/cudnncopies.h"
#include "smallcudnn.h"

#include <QProcess>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

const LoaderFacts::Resolved *resolved(const LoaderFacts &facts, const QString &soname)
{
    for (const LoaderFacts::Resolved &entry : facts.resolved) {
        if (entry.soname == soname)
            return &entry;
    }
    return nullptr;
}

LoaderFacts factsOf(const ScratchRoot &root)
{
    const Host host = *Host::inFolder(root.at());
    return readLoaderFacts(host, findCudnnCopies(host, {}, false));
}

} // namespace

class TestLoaderFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCopyInADefaultFolderIsFoundWithoutACache();
    void libraryPathWinsOverTheDefaultFolder();
    void theCacheIsReadForCudaAndCudnnOnly();
    void aCopyNobodyReachesIsNotResolved();
};

void TestLoaderFacts::aCopyInADefaultFolderIsFoundWithoutACache()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {12, 2}, u"/usr/lib/x86_64-linux-gnu"_s, u"/usr/include"_s);
    const LoaderFacts facts = factsOf(root);
    QCOMPARE(facts.problem, u"input-missing"_s);
    const auto *entry = resolved(facts, u"libcudnn_ops_infer.so.8"_s);
    QVERIFY(entry);
    QCOMPARE(entry->path, u"/usr/lib/x86_64-linux-gnu/libcudnn_ops_infer.so.8"_s);
    QCOMPARE(entry->reason, u"default folder"_s);
    QCOMPARE(facts.resolved.size(), 7);
}

void TestLoaderFacts::libraryPathWinsOverTheDefaultFolder()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib/x86_64-linux-gnu"_s, u"/usr/include"_s);
    writeCudnn(root, {9, 2, 1}, {12, 4}, u"/opt/mine"_s, u"/opt/mine"_s);
    root.file(u"/etc/environment"_s, "LD_LIBRARY_PATH=/opt/mine\n");
    const LoaderFacts facts = factsOf(root);
    const auto *entry = resolved(facts, u"libcudnn.so.9"_s);
    QVERIFY(entry);
    QCOMPARE(entry->path, u"/opt/mine/libcudnn.so.9"_s);
    QCOMPARE(entry->reason, u"LD_LIBRARY_PATH"_s);
}

void TestLoaderFacts::theCacheIsReadForCudaAndCudnnOnly()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {11, 8}, u"/usr/local/cuda-11.8/lib64"_s, u"/usr/local/cuda-11.8/include"_s);
    root.file(u"/usr/local/cuda-11.8/lib64/libcurl.so.4"_s, writeElf({.soname = "libcurl.so.4"}));
    root.file(u"/usr/local/cuda-11.8/lib64/libcudart.so.11.8"_s, writeElf({.soname = "libcudart.so.11.8"}));
    root.file(u"/etc/ld.so.conf"_s, "/usr/local/cuda-11.8/lib64\n");
    root.folder(u"/lib"_s);
    root.folder(u"/usr/lib"_s);
    if (QProcess::execute(u"/sbin/ldconfig"_s, {u"-r"_s, root.at()}) != 0)
        QSKIP("ldconfig -r needs root");
    const LoaderFacts facts = factsOf(root);
    QVERIFY(facts.problem.isEmpty());
    QStringList sonames;
    for (const LoaderFacts::CacheEntry &entry : facts.cacheEntries)
        sonames << entry.soname;
    QVERIFY(sonames.contains(u"libcudart.so.11.8"_s));
    QVERIFY(sonames.contains(u"libcudnn.so.8"_s));
    QVERIFY(!sonames.contains(u"libcurl.so.4"_s));
    QVERIFY(resolved(facts, u"libcudnn.so.8"_s));
    QCOMPARE(resolved(facts, u"libcudnn.so.8"_s)->reason, u"loader cache"_s);
    QVERIFY(!resolved(facts, u"libcudnn.so"_s));
}

void TestLoaderFacts::aCopyNobodyReachesIsNotResolved()
{
    const ScratchRoot root;
    writeCudnn(root, {8, 9, 7}, {11, 8}, u"/opt/cudnn-8.9.7/lib"_s, u"/opt/cudnn-8.9.7/include"_s);
    const Host host = *Host::inFolder(root.at());
    const auto copies = findCudnnCopies(host, {}, false);
    QCOMPARE(copies.size(), 1);
    QVERIFY(readLoaderFacts(host, copies).resolved.isEmpty());
}

QTEST_GUILESS_MAIN(TestLoaderFacts)
#include "tst_loaderfacts.moc"
