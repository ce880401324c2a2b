// SPDX-License-Identifier: MIT
#include "detect/owner.h"

#include "scratchroot.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class OwnerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThePackage_data();
    void namesThePackage();
    void asksRpmOnceForAll();
    void asksRpmOneByOneWhenAFileHasTwoOwners();
    void emptyQuestionsAndMachinesGiveNothing();

private:
    static void recordRpm(const test::ScratchRoot &machine, const QByteArray &name, const QByteArray &paths,
                          const QByteArray &output, int exitCode)
    {
        machine.file(u"/outputs/"_s + QString::fromLatin1(name),
                     R"({"command":["rpm","-qf","--queryformat","%{NAME}\\n",)" + paths + R"(],"stdout":")" + output
                             + R"(","exitCode":)" + QByteArray::number(exitCode) + '}');
    }
    static Result<Host> rpmMachine(const test::ScratchRoot &machine)
    {
        machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux"})");
        machine.file(u"/root/var/lib/rpm/rpmdb.sqlite"_s);
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
            machine.file(u"/root/usr/lib64/"_s + name, "x");
        return Host::recorded(machine.at(), std::make_shared<NoProber>());
    }
};

void OwnerTest::namesThePackage_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected"); // empty: nobody's
    const auto row = [](const char *name, const char *path, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(path) << QString::fromLatin1(expected);
    };
    row("a Debian package's file", "/usr/lib/x86_64-linux-gnu/libcudnn.so.9", "dpkg: libcudnn9-cuda-12");
    row("a list with an architecture in its name", "/usr/lib/x86_64-linux-gnu/libz.so.1", "dpkg: zlib1g");
    row("listed below /lib, asked below /usr/lib", "/usr/lib/x86_64-linux-gnu/libold.so.1", "dpkg: oldlib");
    row("asked through a link to the folder", "/usr/local/cuda/bin/nvcc", "dpkg: cuda-nvcc-12-4");
    row("the last line, without an end of line", "/usr/local/cuda-12.4/bin/last", "dpkg: cuda-nvcc-12-4");
    row("a name that is only the start of an owned one", "/usr/lib/x86_64-linux-gnu/libcudnn.so", "");
    row("a name that only ends like an owned one", "/x/usr/lib/x86_64-linux-gnu/libcudnn.so.9", "");
    row("nobody's file", "/usr/local/cuda-11.8/bin/nvcc", "");
    row("an Arch package's file", "/opt/cuda/lib/libcudart.so.12", "pacman: lib32-cuda-tools");
    row("a conda package's file", "/home/u/conda/envs/a/lib/libcudnn.so.8", "conda: cudnn 8.9.2.26");
    row("a conda file that no package lists", "/home/u/conda/envs/a/lib/libother.so", "");
    row("a wheel's file", "/home/u/v/lib/python3.12/site-packages/nvidia/cudnn/lib/libcudnn.so.9",
        "pip: nvidia-cudnn-cu12 9.1.0.70");
    row("a wheel's first file", "/home/u/v/lib/python3.12/site-packages/first", "pip: nvidia-cudnn-cu12 9.1.0.70");
    row("a file beside the wheels", "/home/u/v/lib/python3.12/site-packages/own.py", "");
    row("a wheel that conda installed", "/home/u/conda/envs/a/lib/python3.11/site-packages/torch/lib/libcudnn.so.9",
        "conda: pytorch-gpu 2.4.0");
}

void OwnerTest::namesThePackage()
{
    const test::ScratchRoot root;
    root.file(u"/var/lib/dpkg/info/libcudnn9-cuda-12.list"_s,
              "/.\n/usr/lib/x86_64-linux-gnu\n/usr/lib/x86_64-linux-gnu/libcudnn.so.9\n"
              "/usr/lib/x86_64-linux-gnu/libcudnn.so.9.1.0\n");
    root.file(u"/var/lib/dpkg/info/libcudnn9-cuda-12.md5sums"_s, "x  /usr/local/cuda-11.8/bin/nvcc\n");
    root.file(u"/var/lib/dpkg/info/zlib1g:amd64.list"_s, "/.\n/lib/x86_64-linux-gnu/libz.so.1\n");
    root.file(u"/var/lib/dpkg/info/oldlib.list"_s, "/.\n/lib/x86_64-linux-gnu/libold.so.1\n");
    root.file(u"/var/lib/dpkg/info/cuda-nvcc-12-4.list"_s,
              "/.\n/usr/local/cuda-12.4/bin/nvcc\n/usr/local/cuda-12.4/bin/last");
    root.file(u"/usr/lib/x86_64-linux-gnu/libcudnn.so.9"_s);
    root.link(u"/lib"_s, u"usr/lib"_s);
    root.file(u"/usr/local/cuda-12.4/bin/nvcc"_s);
    root.link(u"/usr/local/cuda"_s, u"/usr/local/cuda-12.4"_s);
    root.file(u"/var/lib/pacman/local/lib32-cuda-tools-12.4.1-2/files"_s,
              "%FILES%\nopt/\nopt/cuda/\nopt/cuda/lib/libcudart.so.12\n\n%BACKUP%\n");
    root.file(u"/home/u/conda/envs/a/conda-meta/cudnn-8.9.2.26-cuda11_0.json"_s,
              R"({"files": ["lib/libcudnn.so", "lib/libcudnn.so.8"]})");
    root.file(u"/home/u/conda/envs/a/conda-meta/pytorch-gpu-2.4.0-py3.11_cuda12.1_0.json"_s,
              R"({"files": ["lib/python3.11/site-packages/torch/lib/libcudnn.so.9"]})");
    root.file(u"/home/u/conda/envs/a/conda-meta/history"_s);
    root.file(u"/home/u/conda/envs/a/lib/python3.11/site-packages/torch-2.4.0.dist-info/RECORD"_s,
              "torch/lib/libcudnn.so.9,sha256=x,1\n");
    root.file(u"/home/u/v/lib/python3.12/site-packages/nvidia_cudnn_cu12-9.1.0.70.dist-info/RECORD"_s,
              "first,,\nnvidia/cudnn/lib/libcudnn.so.9,sha256=x,123\n");
    QFETCH(QString, path);
    const Result<Host> host = Host::inFolder(root.at());
    QVERIFY(host.has_value());
    QTEST(ownerOf(*host, path).value_or(QString()), "expected");
}

void OwnerTest::asksRpmOnceForAll()
{
    const test::ScratchRoot machine;
    recordRpm(machine, "all.json", R"("/usr/lib64/a","/usr/lib64/b")",
              R"(libcudnn9\nfile /usr/lib64/b is not owned by any package\n)", 1);
    const Result<Host> host = rpmMachine(machine);
    QVERIFY(host.has_value());
    const QHash<QString, QString> expected{{u"/usr/lib64/a"_s, u"rpm: libcudnn9"_s}};
    QCOMPARE(ownersOf(*host, {u"/usr/lib64/a"_s, u"/usr/lib64/b"_s, u"/usr/lib64/missing"_s}), expected);
}

void OwnerTest::asksRpmOneByOneWhenAFileHasTwoOwners()
{
    const test::ScratchRoot machine;
    recordRpm(machine, "all.json", R"("/usr/lib64/a","/usr/lib64/b")", R"(one\ntwo\nthree\n)", 0);
    recordRpm(machine, "a.json", R"("/usr/lib64/a")", R"(one\ntwo\n)", 0);
    recordRpm(machine, "b.json", R"("/usr/lib64/b")", R"(three\n)", 0);
    const Result<Host> host = rpmMachine(machine);
    QVERIFY(host.has_value());
    const QHash<QString, QString> expected{{u"/usr/lib64/a"_s, u"rpm: one"_s}, {u"/usr/lib64/b"_s, u"rpm: three"_s}};
    QCOMPARE(ownersOf(*host, {u"/usr/lib64/a"_s, u"/usr/lib64/b"_s}), expected);
}

void OwnerTest::emptyQuestionsAndMachinesGiveNothing()
{
    const test::ScratchRoot root;
    const Result<Host> host = Host::inFolder(root.at());
    QVERIFY(host.has_value());
    QVERIFY(ownersOf(*host, {}).isEmpty());
    QVERIFY(ownersOf(*host, {u"/usr/bin/nvcc"_s, u"relative"_s, u"/"_s, QString()}).isEmpty());
}

QTEST_GUILESS_MAIN(OwnerTest)
#include "tst_owner.moc"
