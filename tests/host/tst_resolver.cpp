// SPDX-License-Identifier: MIT
#include "host/resolver.h"

#include "practice/elfwriter.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

const QString soname = QStringLiteral("libcudnnprobe.so.9");
using Machine = ElfImage::Machine;

void writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

void writeLibrary(const QString &path, Machine machine = Machine::X86_64)
{
    writeFile(path, writeElf({.machine = machine,
                              .soname = soname.toLatin1(),
                              .functions = {{"cudnnGetVersion", 90100}}}));
}

QString real(const QString &path)
{
    return QFileInfo(path).canonicalFilePath();
}

} // namespace

// The rules of LD_LIBRARY_PATH and of default folders are put to the real loader, in a child process, in the same trees.
class TestResolver : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesWhatTheRealLoaderTakes_data();
    void takesWhatTheRealLoaderTakes();
    void systemLibrariesComeFromWhereTheRealLoaderTakesThem_data();
    void systemLibrariesComeFromWhereTheRealLoaderTakesThem();
    void theSearchOfAMachineInAFolder_data();
    void theSearchOfAMachineInAFolder();
    void sameFileByAnotherWayHidesNothing();
};

void TestResolver::takesWhatTheRealLoaderTakes_data()
{
    QTest::addColumn<QString>("libraryPath"); // %1 is the scratch folder
    QTest::addColumn<QString>("expected");    // below the scratch folder; empty: not found
    QTest::newRow("the first of two folders") << u"%1/one:%1/two"_s << u"one/"_s;
    QTest::newRow("the other order") << u"%1/two:%1/one"_s << u"two/"_s;
    QTest::newRow("split by semicolon") << u"%1/nothing;%1/two"_s << u"two/"_s;
    QTest::newRow("a folder that is not there") << u"%1/missing:%1/two"_s << u"two/"_s;
    QTest::newRow("a file where a folder should be") << u"%1/one/"_s + soname + u":%1/two"_s << u"two/"_s;
    QTest::newRow("another architecture is passed over") << u"%1/arm:%1/i386:%1/two"_s << u"two/"_s;
    QTest::newRow("a link to nothing is passed over") << u"%1/dangling:%1/two"_s << u"two/"_s;
    QTest::newRow("a link is followed") << u"%1/linked:%1/one"_s << u"two/"_s;
    QTest::newRow("an empty element is the current folder") << u"%1/nothing::%1/two"_s << u"current/"_s;
    QTest::newRow("an empty element at the end") << u"%1/nothing:"_s << u"current/"_s;
    QTest::newRow("a relative element") << u"sub:%1/two"_s << u"current/sub/"_s;
    QTest::newRow("an ordinary element that is below .") << u"./sub/.:%1/two"_s << u"current/sub/"_s;
    QTest::newRow("nowhere") << u"%1/nothing"_s << QString();
}

void TestResolver::takesWhatTheRealLoaderTakes()
{
    QFETCH(QString, libraryPath);
    QFETCH(QString, expected);
    const QString architecture = QSysInfo::currentCpuArchitecture();
    if (architecture != "x86_64"_L1)
        QSKIP("the libraries of this test are for x86_64");
    const QTemporaryDir folder;
    for (const char *place : {"one/", "two/", "current/", "current/sub/"})
        writeLibrary(folder.filePath(QLatin1String(place) + soname));
    writeLibrary(folder.filePath(u"arm/"_s + soname), Machine::Aarch64);
    writeLibrary(folder.filePath(u"i386/"_s + soname), Machine::I386);
    QVERIFY(QDir(folder.path()).mkpath(u"nothing"_s) && QDir(folder.path()).mkpath(u"dangling"_s)
            && QDir(folder.path()).mkpath(u"linked"_s));
    QVERIFY(QFile::link(u"gone.so"_s, folder.filePath(u"dangling/"_s + soname)));
    QVERIFY(QFile::link(u"../two/"_s + soname, folder.filePath(u"linked/"_s + soname)));
    const QString current = folder.filePath(u"current"_s);
    const QString path = libraryPath.arg(folder.path());

    const Resolution found = LoaderSearch(FileTree(), path, architecture, current).resolve(soname);

    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(current));
    QHash<QString, QString> environment{{u"LD_LIBRARY_PATH"_s, path}};
    const auto loaded = ChildProcessProber(QStringLiteral(PROBE_TOOL)).probe({.library = soname, .environment = environment});
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(loaded);
    QCOMPARE(found.path ? real(*found.path) : QString(), real(loaded->loads[0].loadedFrom));
    QCOMPARE(real(loaded->loads[0].loadedFrom), expected.isEmpty() ? QString() : real(folder.filePath(expected + soname)));
    if (found.path)
        QVERIFY(found.reason == Resolution::Reason::LibraryPath);
}

void TestResolver::systemLibrariesComeFromWhereTheRealLoaderTakesThem_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"libz.so.1", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libelf.so.1", "libQt6Core.so.6",
                             "libcudart.so.13", "libcudnn.so.9", "libnothing.so.77"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestResolver::systemLibrariesComeFromWhereTheRealLoaderTakesThem()
{
    QFETCH(QString, name);
    const Host host = Host::local(QStringLiteral(PROBE_TOOL));
    const Resolution found = resolveSoname(host, name);
    // Not libQt6Core by the child's own RUNPATH: dlopen of an already loaded SONAME gives the loaded one.
    const auto loaded = host.prober().probe({.library = name});
    QVERIFY(loaded);
    QCOMPARE(found.path ? real(*found.path) : QString(), real(loaded->loads[0].loadedFrom));
}

void TestResolver::theSearchOfAMachineInAFolder_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("libraryPath");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QStringList>("hidden");
    const QString multiarch = u"/usr/lib/x86_64-linux-gnu/"_s + soname;
    const QString lib64 = u"/usr/lib64/"_s + soname;
    const QString toolkit = u"/usr/local/cuda/lib64/"_s + soname;
    const QString level = u"/usr/local/cuda/lib64/glibc-hwcaps/x86-64-v2/"_s + soname;
    QTest::newRow("multiarch folder") << QStringList{multiarch} << QString() << multiarch << u"default folder"_s
                                      << QStringList();
    QTest::newRow("lib64 where there is no multiarch") << QStringList{lib64} << QString() << lib64 << u"default folder"_s
                                                       << QStringList();
    QTest::newRow("lib64 is no default folder beside multiarch")
            << QStringList{lib64, u"/usr/lib/x86_64-linux-gnu/libc.so.6"_s} << QString() << QString() << QString()
            << QStringList();
    QTest::newRow("LD_LIBRARY_PATH hides the default folder")
            << QStringList{multiarch, toolkit} << u"/usr/local/cuda/lib64"_s << toolkit << u"LD_LIBRARY_PATH"_s
            << QStringList{multiarch};
    QTest::newRow("a toolkit nobody names") << QStringList{toolkit} << QString() << QString() << QString() << QStringList();
    QTest::newRow("a folder for the processor's level comes first")
            << QStringList{toolkit, level} << u"/usr/local/cuda/lib64"_s << level << u"LD_LIBRARY_PATH"_s
            << QStringList{toolkit};
    QTest::newRow("the current folder of another machine is unknown")
            << QStringList{multiarch} << u":."_s << multiarch << u"default folder"_s << QStringList();
}

void TestResolver::theSearchOfAMachineInAFolder()
{
    QFETCH(QStringList, files);
    QFETCH(QString, libraryPath);
    const QTemporaryDir root;
    for (const QString &file : files)
        writeLibrary(root.path() + file);
    writeFile(root.filePath(u"proc/cpuinfo"_s), "processor : 0\nflags : fpu cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3\n");
    const Resolution found = LoaderSearch(FileTree(root.path()), libraryPath, u"x86_64"_s, {}).resolve(soname);
    QTEST(found.path.value_or(QString()), "path");
    if (found.path)
        QTEST(toString(found.reason), "reason");
    QTEST(found.hidden, "hidden");
}

void TestResolver::sameFileByAnotherWayHidesNothing()
{
    const QTemporaryDir root;
    writeLibrary(root.filePath(u"usr/lib/"_s + soname));
    QVERIFY(QFile::link(u"usr/lib"_s, root.filePath(u"lib"_s)));
    const Resolution found = LoaderSearch(FileTree(root.path()), {}, u"x86_64"_s, {}).resolve(soname);
    QCOMPARE(found.path, u"/lib/"_s + soname);
    QVERIFY(found.hidden.isEmpty());
}

QTEST_GUILESS_MAIN(TestResolver)
#include "tst_resolver.moc"
