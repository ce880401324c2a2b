// SPDX-License-Identifier: MIT
#include "verify/installed.h"
#include "verify/verify.h"

#include "archive/sha256.h"
#include "loadercachefile.h"
#include "practice/practice.h"
#include "practice/practicelibraries.h"
#include "smallcudnn.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTest>

#include <functional>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

namespace {

const QString toolkitRoot = QStringLiteral("/usr/local/cuda-12.4");
const QString libraryDir = toolkitRoot + QStringLiteral("/lib64");
const QString includeDir = toolkitRoot + QStringLiteral("/include");

QByteArray practiceFile(const QVersionNumber &version, const QString &path)
{
    const QList<PracticeFile> files = practiceCudnn(version, {12, 4});
    for (const PracticeFile &file : files) {
        if (file.path == path)
            return file.content;
    }
    qFatal("no practice file %s", qPrintable(path));
}

// A practice machine with a CUDA 12.4 toolkit that holds a whole cuDNN 9.1.0, known to the loader's cache.
class Machine
{
public:
    Machine()
    {
        m_folder.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
        writeCudnn(m_folder, {9, 1, 0}, {12, 4}, u"/root"_s + libraryDir, u"/root"_s + includeDir);
        QList<std::pair<QString, QString>> entries;
        for (const char *name : {"libcudnn.so.9", "libcudnn_ops.so.9", "libcudnn_graph.so.9"})
            entries << std::pair(QString::fromLatin1(name), libraryDir + u'/' + QString::fromLatin1(name));
        file(u"/etc/ld.so.cache"_s, loaderCacheFile(entries));
        toolkit.root = toolkitRoot;
        toolkit.version = QVersionNumber(12, 4);
        toolkit.libraryDir = libraryDir;
        toolkit.includeDir = includeDir;
        request.libraryDir = libraryDir;
    }

    void file(const QString &path, const QByteArray &content) const { m_folder.file(u"/root"_s + path, content); }
    void link(const QString &path, const QString &target) const { m_folder.link(u"/root"_s + path, target); }
    QString at(const QString &path) const { return m_folder.at(u"/root"_s + path); }
    void remove(const QString &path) const
    {
        if (!QFile::remove(at(path)))
            qFatal("cannot remove %s", qPrintable(path));
    }
    void replace(const QString &path, const QByteArray &content) const
    {
        remove(path);
        file(path, content);
    }
    void relink(const QString &path, const QString &target) const
    {
        remove(path);
        link(path, target);
    }
    void environment(const QByteArray &lines) const { m_folder.file(u"/environment"_s, lines); }
    void remember(const QString &path)
    {
        if (const auto target = FileTree(at({})).linkTarget(path))
            request.installedLinks.insert(path, *target);
        else
            request.installedHashes.insert(path, *sha256OfFile(at(path)));
    }

    VerifyReport verified(const Job &job = {}) const
    {
        const auto prober = std::make_shared<ChildProcessProber>(QStringLiteral(PROBE_TOOL));
        const auto host = Host::recorded(m_folder.at(), practiceProber(prober));
        SystemReport report;
        report.toolkits << toolkit;
        return *verify(*host, report, request, job);
    }

    ToolkitFacts toolkit;
    VerifyRequest request;

private:
    ScratchRoot m_folder;
};

// The same release, made for another kind of machine, in the place of the one that fits.
void writeOver(Machine &machine, ElfImage::Machine architecture)
{
    const QList<PracticeFile> files = practiceCudnn({9, 1, 0}, {12, 4}, architecture);
    for (const PracticeFile &file : files) {
        if (file.linkTarget.isEmpty() && file.path.contains(".so."_L1))
            machine.replace(libraryDir + file.path.mid(3), file.content);
    }
}

QString statusOf(const VerifyReport &report, const QString &id)
{
    for (const VerifyCheck &check : report.checks) {
        if (check.id == id)
            return toString(check.status);
    }
    return u"not there"_s;
}

// "links: links-broken" for each check that failed.
QStringList failures(const VerifyReport &report)
{
    QStringList lines;
    for (const VerifyCheck &check : report.checks) {
        if (check.status == VerifyCheck::Status::Failed)
            lines << check.id + u": "_s + check.finding;
    }
    return lines;
}

QString described(const VerifyReport &report)
{
    QString text;
    for (const VerifyCheck &check : report.checks)
        text += u"%1 %2: %3\n%4\n"_s.arg(check.id, toString(check.status), check.detail.toString(), check.evidence);
    return text;
}

using Fault = std::function<void(Machine &)>;

} // namespace

Q_DECLARE_METATYPE(Fault)

class TestVerify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aWholeCopyPassesEveryCheck();
    void anInstallationIsComparedWithItsRecord();
    void everyFaultIsFoundByItsCheck_data();
    void everyFaultIsFoundByItsCheck();
    void theBrokenLinkIsNamed_data();
    void theBrokenLinkIsNamed();
    void ofTwoMajorsTheInstalledOneIsMeant();
    void onlyWhatTheInstallationPromisedIsAskedFor_data();
    void onlyWhatTheInstallationPromisedIsAskedFor();
    void aCopyThatOnlyTheEnvironmentNamesIsSaidSo();
    void aSystemCopyIsBuiltWithTheToolkitInUse_data();
    void aSystemCopyIsBuiltWithTheToolkitInUse();
    void withoutACompilerNothingIsBuilt();
    void withoutHeadersNothingIsBuilt();
    void nothingIsBuiltWhenItIsNotAskedFor();
    void ofAMachineInAFolderNothingIsRun();
    void aWheelNeedsNoLinks();
    void aLibraryThatNeedsAnotherOneNamesIt();
    void theGpuRowSaysWhyItWasSkipped();
    void theGpuRowDoesAsAsked();
    void checksArePlannedInTheirOrder();
    void itStopsWhenAsked();
    void theJsonHasTheAgreedKeys();
    void theRealCudnnOfThisMachinePasses();
};

void TestVerify::initTestCase()
{
    if (QSysInfo::currentCpuArchitecture() != "x86_64"_L1)
        QSKIP("the practice libraries of this test are for x86_64");
}

void TestVerify::aWholeCopyPassesEveryCheck()
{
    const VerifyReport report = Machine().verified();
    for (const VerifyCheck &check : report.checks) {
        QCOMPARE(toString(check.status), check.id == "gpu"_L1 ? u"skipped"_s : u"passed"_s);
        QVERIFY(!check.detail.isEmpty());
        QVERIFY(!check.name.isEmpty());
        QVERIFY(check.finding.isEmpty());
    }
    QVERIFY(report.isOk());
    QCOMPARE(report.version, QVersionNumber(9, 1, 0));
    QCOMPARE(report.libraryDir, libraryDir);
}

void TestVerify::anInstallationIsComparedWithItsRecord()
{
    Machine machine;
    machine.remember(libraryDir + u"/libcudnn.so.9.1.0"_s);
    machine.remember(includeDir + u"/cudnn_version.h"_s);
    machine.remember(libraryDir + u"/libcudnn.so.9"_s);
    const VerifyReport report = machine.verified();
    QVERIFY2(report.isOk(), qPrintable(described(report)));
    QVERIFY2(report.checks[0].detail.toString().contains(u"2 files are byte for byte"_s),
             qPrintable(report.checks[0].detail.toString()));
}

void TestVerify::everyFaultIsFoundByItsCheck_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QString>("failure");
    const QString lib = libraryDir + u'/';
    const auto row = [](const char *name, const QString &failure, const Fault &fault) {
        QTest::newRow(name) << fault << failure;
    };

    row("a library is cut", u"files: library-truncated"_s, [=](Machine &machine) {
        QFile::resize(machine.at(lib + u"libcudnn_adv.so.9.1.0"_s), 500);
    });
    row("a library is empty", u"files: library-empty"_s,
        [=](Machine &machine) { machine.replace(lib + u"libcudnn_adv.so.9.1.0"_s, {}); });
    row("a web page in place of a library", u"files: library-truncated"_s,
        [=](Machine &machine) { machine.replace(lib + u"libcudnn_adv.so.9.1.0"_s, "<html>"); });
    row("a file was altered after the installation", u"files: file-altered"_s, [=](Machine &machine) {
        machine.remember(lib + u"libcudnn_adv.so.9.1.0"_s);
        machine.replace(lib + u"libcudnn_adv.so.9.1.0"_s,
                        practiceFile({9, 1, 0}, u"lib/libcudnn_adv.so.9.1.0"_s) + '\n');
    });
    row("an installed header is gone", u"files: incomplete-set"_s, [=](Machine &machine) {
        machine.remember(includeDir + u"/cudnn_ops.h"_s);
        machine.remove(includeDir + u"/cudnn_ops.h"_s);
    });
    row("a link leads to nothing", u"links: links-broken"_s,
        [=](Machine &machine) { machine.remove(lib + u"libcudnn_heuristic.so.9.1.0"_s); });
    row("a copy stands where a link belongs", u"links: links-flattened"_s, [=](Machine &machine) {
        machine.replace(lib + u"libcudnn.so.9"_s, practiceFile({9, 1, 0}, u"lib/libcudnn.so.9.1.0"_s));
        machine.replace(lib + u"libcudnn.so"_s, practiceFile({9, 1, 0}, u"lib/libcudnn.so.9.1.0"_s));
    });
    row("an installed link became a file", u"links: links-flattened"_s, [=](Machine &machine) {
        machine.remember(lib + u"libcudnn_cnn.so"_s);
        machine.replace(lib + u"libcudnn_cnn.so"_s, practiceFile({9, 1, 0}, u"lib/libcudnn_cnn.so.9.1.0"_s));
    });
    row("an installed link leads elsewhere", u"links: stale-dev-link"_s, [=](Machine &machine) {
        machine.remember(lib + u"libcudnn_cnn.so"_s);
        machine.relink(lib + u"libcudnn_cnn.so"_s, u"libcudnn_cnn.so.9.1.0"_s);
    });
    row("an installed link is gone", u"links: links-missing"_s, [=](Machine &machine) {
        machine.remember(lib + u"libcudnn_cnn.so"_s);
        machine.remove(lib + u"libcudnn_cnn.so"_s);
    });
    row("the SONAME link is missing", u"links: links-missing"_s,
        [=](Machine &machine) {
            machine.remove(lib + u"libcudnn.so.9"_s);
            machine.relink(lib + u"libcudnn.so"_s, u"libcudnn.so.9.1.0"_s);
        });
    row("another library under the name", u"links: forged-link"_s, [=](Machine &machine) {
        machine.replace(lib + u"libcudnn_ops.so.9.1.0"_s, practiceFile({9, 1, 0}, u"lib/libcudnn_cnn.so.9.1.0"_s));
    });
    row("a link under the name of another major", u"links: forged-link"_s,
        [=](Machine &machine) { machine.link(lib + u"libcudnn.so.8"_s, u"libcudnn.so.9"_s); });
    row("the plain link leads to another version", u"links: stale-dev-link"_s, [=](Machine &machine) {
        machine.file(lib + u"libcudnn.so.9.0.0"_s, practiceFile({9, 0, 0}, u"lib/libcudnn.so.9.0.0"_s));
        machine.relink(lib + u"libcudnn.so"_s, u"libcudnn.so.9.0.0"_s);
    });
    row("the plain link is missing", u"links: dev-link-missing"_s,
        [=](Machine &machine) { machine.remove(lib + u"libcudnn.so"_s); });
    row("the header is newer", u"versions: header-newer-than-library"_s, [](Machine &machine) {
        machine.replace(includeDir + u"/cudnn_version.h"_s, practiceFile({9, 2, 0}, u"include/cudnn_version.h"_s));
    });
    row("the header is older", u"versions: header-older-than-library"_s, [](Machine &machine) {
        machine.replace(includeDir + u"/cudnn_version.h"_s, practiceFile({9, 0, 0}, u"include/cudnn_version.h"_s));
    });
    row("a library of another version works with the others", u"versions: mixed-versions"_s, [=](Machine &machine) {
        machine.file(lib + u"libcudnn_ops.so.9.0.0"_s, practiceFile({9, 0, 0}, u"lib/libcudnn_ops.so.9.0.0"_s));
        machine.relink(lib + u"libcudnn_ops.so.9"_s, u"libcudnn_ops.so.9.0.0"_s);
    });
    row("the main library cannot be loaded", u"versions: load-failed"_s,
        [=](Machine &machine) { QFile::resize(machine.at(lib + u"libcudnn.so.9.1.0"_s), 500); });
    row("made for another architecture", u"architecture: wrong-architecture"_s, [](Machine &machine) {
        writeOver(machine, ElfImage::Machine::Aarch64);
    });
    row("made for 32 bits", u"architecture: wrong-elf-class"_s,
        [](Machine &machine) { writeOver(machine, ElfImage::Machine::I386); });
    row("made for another CUDA", u"architecture: cuda-major-mismatch"_s,
        [](Machine &machine) { machine.toolkit.version = QVersionNumber(11, 8); });
    row("not in the loader cache", u"loader-cache: present-not-reachable"_s, [](Machine &machine) {
        machine.replace(u"/etc/ld.so.cache"_s, loaderCacheFile({{u"libz.so.1"_s, u"/lib/libz.so.1"_s}}));
    });
    row("nobody finds it", u"resolution: present-not-reachable"_s, [](Machine &machine) {
        machine.replace(u"/etc/ld.so.cache"_s, loaderCacheFile({{u"libz.so.1"_s, u"/lib/libz.so.1"_s}}));
    });
    row("LD_LIBRARY_PATH names another copy", u"resolution: shadowed"_s, [](Machine &machine) {
        machine.file(u"/opt/other/libcudnn.so.9"_s, practiceFile({9, 0, 0}, u"lib/libcudnn.so.9.0.0"_s));
        machine.environment("LD_LIBRARY_PATH=/opt/other\n");
    });
    row("a library that others need is missing", u"sublibraries: incomplete-set"_s, [=](Machine &machine) {
        for (const char *name : {"libcudnn_ops.so", "libcudnn_ops.so.9", "libcudnn_ops.so.9.1.0"})
            machine.remove(lib + QString::fromLatin1(name));
    });
    row("a library that was installed is missing", u"sublibraries: incomplete-set"_s, [=](Machine &machine) {
        machine.remember(lib + u"libcudnn_adv.so.9"_s);
        for (const char *name : {"libcudnn_adv.so", "libcudnn_adv.so.9", "libcudnn_adv.so.9.1.0"})
            machine.remove(lib + QString::fromLatin1(name));
    });
    row("a header that no compiler takes", u"compile: compile-failed"_s,
        [](Machine &machine) { machine.replace(includeDir + u"/cudnn.h"_s, "#error not today\n"); });
    row("a program gets another version than its header says", u"compile: version-check-failed"_s, [](Machine &machine) {
        machine.replace(includeDir + u"/cudnn_version.h"_s, practiceFile({9, 2, 0}, u"include/cudnn_version.h"_s));
    });
    row("no cuDNN in the folder", u"files: cudnn-absent"_s,
        [](Machine &machine) { machine.request.libraryDir = u"/usr/local/cuda-12.4"_s; });
}

void TestVerify::everyFaultIsFoundByItsCheck()
{
    QFETCH(Fault, fault);
    QFETCH(QString, failure);
    Machine machine;
    fault(machine);
    const VerifyReport report = machine.verified();
    QVERIFY2(failures(report).contains(failure), qPrintable(described(report)));
    QVERIFY(!report.isOk());
    for (const VerifyCheck &check : report.checks)
        QVERIFY(!check.detail.isEmpty());
}

void TestVerify::theBrokenLinkIsNamed_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<QString>("words");
    const QString lib = libraryDir + u'/';
    const auto row = [](const char *name, const Fault &fault, const QString &words) { QTest::newRow(name) << fault << words; };
    row("the file is gone", [=](Machine &machine) { machine.remove(lib + u"libcudnn_heuristic.so.9.1.0"_s); },
        u"The link libcudnn_heuristic.so.9 leads to libcudnn_heuristic.so.9.1.0, which is not there."_s);
    row("the second of two links is gone", [=](Machine &machine) { machine.remove(lib + u"libcudnn_heuristic.so.9"_s); },
        u"The link libcudnn_heuristic.so leads to libcudnn_heuristic.so.9, which is not there."_s);
    row("the second of two links leads to nothing",
        [=](Machine &machine) { machine.relink(lib + u"libcudnn_heuristic.so.9"_s, u"libcudnn_heuristic.so.9.9.9"_s); },
        u"The link libcudnn_heuristic.so.9 leads to libcudnn_heuristic.so.9.9.9, which is not there."_s);
    row("two links lead to each other",
        [=](Machine &machine) { machine.relink(lib + u"libcudnn_heuristic.so.9"_s, u"libcudnn_heuristic.so"_s); },
        u"leads in a circle"_s);
}

void TestVerify::theBrokenLinkIsNamed()
{
    QFETCH(Fault, fault);
    QFETCH(QString, words);
    Machine machine;
    fault(machine);
    const VerifyReport report = machine.verified();
    const auto links = std::find_if(report.checks.begin(), report.checks.end(),
                                    [](const VerifyCheck &check) { return check.id == u"links"; });
    QCOMPARE(links->finding, u"links-broken"_s);
    QVERIFY2(links->detail.toString().contains(words), qPrintable(links->detail.toString()));
}

void TestVerify::ofTwoMajorsTheInstalledOneIsMeant()
{
    Machine machine;
    machine.file(libraryDir + u"/libcudnn.so.10"_s, writeElf({.soname = "libcudnn.so.10"}));
    machine.remember(libraryDir + u"/libcudnn.so.9.1.0"_s);
    const VerifyReport report = machine.verified();
    QVERIFY2(report.isOk(), qPrintable(described(report)));
    QCOMPARE(report.version, QVersionNumber(9, 1, 0));
}

void TestVerify::onlyWhatTheInstallationPromisedIsAskedFor_data()
{
    QTest::addColumn<bool>("isForEveryProgram");
    QTest::addColumn<QString>("status");
    QTest::newRow("activated, and another copy is found first") << true << u"failed"_s;
    QTest::newRow("not activated, and another copy is found") << false << u"skipped"_s;
}

void TestVerify::onlyWhatTheInstallationPromisedIsAskedFor()
{
    QFETCH(bool, isForEveryProgram);
    QFETCH(QString, status);
    Machine machine;
    machine.file(u"/opt/other/libcudnn.so.9"_s, practiceFile({9, 0, 0}, u"lib/libcudnn.so.9.0.0"_s));
    machine.environment("LD_LIBRARY_PATH=/opt/other\n");
    Transaction transaction;
    transaction.isForEveryProgram = isForEveryProgram;
    machine.request = asInstalled(machine.request, transaction);
    const VerifyReport report = machine.verified();
    QCOMPARE(statusOf(report, u"resolution"_s), status);
    QCOMPARE(failures(report).contains(u"resolution: shadowed"_s), isForEveryProgram);
}

void TestVerify::aCopyThatOnlyTheEnvironmentNamesIsSaidSo()
{
    Machine machine;
    machine.replace(u"/etc/ld.so.cache"_s, loaderCacheFile({{u"libz.so.1"_s, u"/lib/libz.so.1"_s}}));
    machine.environment("LD_LIBRARY_PATH=/usr/local/cuda-12.4/lib64\n");
    const VerifyReport report = machine.verified();
    QCOMPARE(statusOf(report, u"loader-cache"_s), u"skipped"_s);
    QCOMPARE(statusOf(report, u"resolution"_s), u"passed"_s);
    QVERIFY2(report.isOk(), qPrintable(described(report)));
}

// As packages install it: the copy in the system's folders, CUDA's own headers in a toolkit.
void TestVerify::aSystemCopyIsBuiltWithTheToolkitInUse_data()
{
    QTest::addColumn<bool>("isActive");
    QTest::addColumn<QVersionNumber>("cuda");
    QTest::addColumn<QString>("status");
    QTest::newRow("the toolkit in use is of its CUDA") << true << QVersionNumber(12, 4) << u"passed"_s;
    QTest::newRow("the toolkit in use is of another CUDA") << true << QVersionNumber(11, 8) << u"skipped"_s;
    QTest::newRow("no toolkit is in use") << false << QVersionNumber(12, 4) << u"skipped"_s;
}

void TestVerify::aSystemCopyIsBuiltWithTheToolkitInUse()
{
    QFETCH(bool, isActive);
    QFETCH(QVersionNumber, cuda);
    QFETCH(QString, status);
    const ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
    writeCudnn(machine, {9, 1, 0}, {12, 4}, u"/root/usr/lib/x86_64-linux-gnu"_s, u"/root/usr/include"_s);
    const QString header = machine.at(u"/root/usr/include/cudnn.h"_s);
    QFile original(header);
    QVERIFY(original.open(QIODevice::ReadOnly));
    // The machine that runs the test may have CUDA's headers where every compiler looks; this one it does not have.
    const QByteArray content = "#if !__has_include(<of_this_toolkit.h>)\n#error cuda_runtime_api.h is missing\n#endif\n"
            + original.readAll();
    QVERIFY(QFile::remove(header));
    machine.file(u"/root/usr/include/cudnn.h"_s, content);
    machine.file(u"/root"_s + includeDir + u"/of_this_toolkit.h"_s, "\n");
    machine.file(u"/root"_s + libraryDir + u"/libcudart.so.12"_s, "\n");

    SystemReport report;
    report.toolkits << ToolkitFacts{.root = toolkitRoot,
                                    .aliases = {},
                                    .version = cuda,
                                    .isActive = isActive,
                                    .activeReason = {},
                                    .origin = {},
                                    .libraryDir = libraryDir,
                                    .includeDir = includeDir};
    const auto prober = std::make_shared<ChildProcessProber>(QStringLiteral(PROBE_TOOL));
    const auto verified = verify(*Host::recorded(machine.at(), practiceProber(prober)), report,
                                 {.libraryDir = u"/usr/lib/x86_64-linux-gnu"_s}, {});
    QVERIFY(verified);
    QCOMPARE(statusOf(*verified, u"compile"_s), status);
}

void TestVerify::withoutACompilerNothingIsBuilt()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nonexistent");
    const VerifyReport report = Machine().verified();
    qputenv("PATH", path);
    QCOMPARE(statusOf(report, u"compile"_s), u"skipped"_s);
    QVERIFY(report.checks[7].detail.toString().contains(u"No C++ compiler"_s));
    QVERIFY(report.isOk());
}

void TestVerify::withoutHeadersNothingIsBuilt()
{
    const Machine machine;
    for (const char *name : {"cudnn.h", "cudnn_v9.h", "cudnn_version.h", "cudnn_version_v9.h"})
        machine.remove(includeDir + u'/' + QString::fromLatin1(name));
    const VerifyReport report = machine.verified();
    QCOMPARE(statusOf(report, u"compile"_s), u"skipped"_s);
    QCOMPARE(statusOf(report, u"versions"_s), u"unknown"_s);
    const auto versions = std::find_if(report.checks.begin(), report.checks.end(),
                                       [](const VerifyCheck &check) { return check.id == u"versions"; });
    QCOMPARE(versions->finding, u"headers-missing"_s);
    QVERIFY(versions->detail.toString().contains(u"9.1.0"_s));
    QVERIFY(report.isOk());
}

void TestVerify::nothingIsBuiltWhenItIsNotAskedFor()
{
    Machine machine;
    machine.request.withCompile = false;
    QCOMPARE(statusOf(machine.verified(), u"compile"_s), u"skipped"_s);
}

void TestVerify::ofAMachineInAFolderNothingIsRun()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib64"_s, u"/usr/include"_s);
    root.file(u"/lib64/ld-linux-x86-64.so.2"_s);
    const auto report = verify(*Host::inFolder(root.at()), {}, {.libraryDir = u"/usr/lib64"_s}, {});
    QVERIFY(report);
    QCOMPARE(statusOf(*report, u"compile"_s), u"skipped"_s);
    QCOMPARE(statusOf(*report, u"sublibraries"_s), u"skipped"_s);
    QCOMPARE(statusOf(*report, u"versions"_s), u"passed"_s);
    QCOMPARE(statusOf(*report, u"resolution"_s), u"passed"_s);
    QCOMPARE(statusOf(*report, u"loader-cache"_s), u"skipped"_s);
    QCOMPARE(report->version, QVersionNumber(9, 1, 0));
}

void TestVerify::aWheelNeedsNoLinks()
{
    const ScratchRoot machine;
    machine.file(u"/machine.json"_s, R"({"schema":1,"os":"linux","architecture":"x86_64","practice":true})");
    const QString site = u"/home/a/lib/python3.11/site-packages"_s;
    writeWheel(machine, {9, 1, 0}, {12, 4}, u"/root"_s + site);
    const auto prober = std::make_shared<ChildProcessProber>(QStringLiteral(PROBE_TOOL));
    const auto report = verify(*Host::recorded(machine.at(), practiceProber(prober)), {},
                               {.libraryDir = site + u"/nvidia/cudnn/lib"_s}, {});
    QVERIFY(report);
    QVERIFY2(report->isOk(), qPrintable(described(*report)));
    QCOMPARE(statusOf(*report, u"links"_s), u"passed"_s);
    QCOMPARE(statusOf(*report, u"loader-cache"_s), u"skipped"_s);
    QCOMPARE(statusOf(*report, u"sublibraries"_s), u"passed"_s);
    QCOMPARE(statusOf(*report, u"compile"_s), u"passed"_s);
}

void TestVerify::aLibraryThatNeedsAnotherOneNamesIt()
{
    const ScratchRoot folder;
    folder.file(u"/lib/libcudnn.so.9"_s,
                writeElf({.soname = "libcudnn.so.9", .functions = {{"cudnnGetVersion", 90100}, {"cudnnGetCudartVersion", 12040}}}));
    folder.file(u"/lib/libcudnn_ops.so.9"_s, writeElf({.soname = "libcudnn_ops.so.9", .needed = {"libcublasLt.so.77"}}));
    const Host host = Host::local(QStringLiteral(PROBE_TOOL));
    VerifyRequest request{.libraryDir = folder.at(u"/lib"_s), .withCompile = false};
    auto report = verify(host, {}, request, {});
    QVERIFY(report);
    QVERIFY2(failures(*report).contains(u"sublibraries: dependency-missing"_s), qPrintable(described(*report)));
    QVERIFY(report->checks[6].detail.toString().contains(u"libcublasLt.so.77"_s));

    // With the toolkit's folder on the child's path it is found.
    folder.file(u"/cuda/lib64/libcublasLt.so.77"_s, writeElf({.soname = "libcublasLt.so.77"}));
    ToolkitFacts toolkit;
    toolkit.root = folder.at(u"/cuda"_s);
    toolkit.libraryDir = folder.at(u"/cuda/lib64"_s);
    SystemReport facts;
    facts.toolkits << toolkit;
    request.toolkit = folder.at(u"/cuda"_s);
    report = verify(host, facts, request, {});
    QVERIFY(report);
    QCOMPARE(statusOf(*report, u"sublibraries"_s), u"passed"_s);

    // A name that a library carries to open it at run time belongs to the set as well.
    folder.file(u"/lib/libcudnn_graph.so.9"_s,
                writeElf({.soname = "libcudnn_graph.so.9", .strings = {"libcudnn_graph.so.9", "libcudnn_heuristic.so", "libcudnn_%s"}}));
    report = verify(host, facts, request, {});
    QVERIFY2(failures(*report).contains(u"sublibraries: incomplete-set"_s), qPrintable(described(*report)));
    QVERIFY(report->checks[6].detail.toString().startsWith(u"libcudnn_heuristic.so.9 is missing or damaged"_s));
}

void TestVerify::theGpuRowSaysWhyItWasSkipped()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib64"_s, u"/usr/include"_s);
    const Host host = *Host::inFolder(root.at());
    const VerifyRequest request{.libraryDir = u"/usr/lib64"_s};
    SystemReport report;
    QVERIFY(verify(host, report, request, {})->checks.last().detail.toString().startsWith(u"There is no NVIDIA GPU here"_s));
    report.gpus << GpuFacts{.index = 0, .name = u"NVIDIA T4"_s, .source = {}};
    QVERIFY(verify(host, report, request, {})->checks.last().detail.toString().contains(u"no driver"_s));
    report.driver = DriverFacts{.version = {535, 1}, .source = {}};
    const auto result = verify(host, report, request, {});
    QVERIFY(result->checks.last().detail.toString().startsWith(u"This machine is only looked at"_s));
    QCOMPARE(statusOf(*result, u"gpu"_s), u"skipped"_s);
    QVERIFY(!result->gpuTest);
}

void TestVerify::theGpuRowDoesAsAsked()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib64"_s, u"/usr/include"_s);
    const Host host = *Host::inFolder(root.at());
    VerifyRequest request{.libraryDir = u"/usr/lib64"_s, .gpu = VerifyRequest::Gpu::On};
    QCOMPARE(statusOf(*verify(host, {}, request, {}), u"gpu"_s), u"failed"_s);
    request.gpu = VerifyRequest::Gpu::Off;
    const auto result = verify(host, {}, request, {});
    QCOMPARE(statusOf(*result, u"gpu"_s), u"skipped"_s);
    QVERIFY(result->checks.last().detail.toString().contains(u"not asked for"_s));
}

void TestVerify::checksArePlannedInTheirOrder()
{
    const QList<VerifyCheck> planned = plannedChecks();
    const VerifyReport report = Machine().verified();
    QCOMPARE(planned.size(), report.checks.size());
    for (qsizetype i = 0; i < planned.size(); ++i) {
        QCOMPARE(planned[i].id, report.checks[i].id);
        QCOMPARE(planned[i].name.toString(), report.checks[i].name.toString());
        QVERIFY(planned[i].status == VerifyCheck::Status::Unknown);
    }
}

void TestVerify::itStopsWhenAsked()
{
    const ScratchRoot root;
    writeCudnn(root, {9, 1, 0}, {12, 4}, u"/usr/lib64"_s, u"/usr/include"_s);
    int done = 0;
    Job job;
    job.isCancelled = [&] { return done == 3; };
    const auto report = verify(*Host::inFolder(root.at()), {}, {.libraryDir = u"/usr/lib64"_s}, job,
                               [&](const VerifyCheck &) { ++done; });
    QVERIFY(!report);
    QVERIFY(isCancelled(report.error()));
    QCOMPARE(done, 3);
}

void TestVerify::theJsonHasTheAgreedKeys()
{
    const QJsonObject json = toJson(Machine().verified());
    QCOMPARE(json[u"ok"_s], QJsonValue(true));
    QCOMPARE(json[u"version"_s], QJsonValue(u"9.1.0"_s));
    QVERIFY(json[u"gpuTest"_s].isNull());
    const QJsonArray checks = json[u"checks"_s].toArray();
    QCOMPARE(checks.size(), 9);
    QCOMPARE(checks[1][u"id"_s], QJsonValue(u"links"_s));
    QCOMPARE(checks[1][u"status"_s], QJsonValue(u"passed"_s));
    QVERIFY(!checks[1][u"detail"_s].toString().isEmpty());
    QVERIFY(checks[1][u"finding"_s].isNull());
}

void TestVerify::theRealCudnnOfThisMachinePasses()
{
    const FileTree files;
    const auto root = files.canonical(u"/usr/local/cuda"_s);
    if (!root || !files.isFile(*root + u"/lib64/libcudnn.so"_s))
        QSKIP("this machine has no cuDNN in /usr/local/cuda");
    ToolkitFacts toolkit;
    toolkit.root = *root;
    toolkit.libraryDir = files.canonical(*root + u"/lib64"_s);
    toolkit.includeDir = files.canonical(*root + u"/include"_s);
    if (files.isFile(*root + u"/bin/nvcc"_s))
        toolkit.nvcc = *root + u"/bin/nvcc"_s;
    SystemReport facts;
    facts.toolkits << toolkit;
    const auto report = verify(Host::local(QStringLiteral(PROBE_TOOL)), facts,
                               {.libraryDir = *root + u"/lib64"_s, .toolkit = root}, {});
    QVERIFY(report);
    for (const char *id : {"files", "links", "versions", "architecture", "sublibraries", "compile"})
        QVERIFY2(statusOf(*report, QString::fromLatin1(id)) == "passed"_L1, qPrintable(described(*report)));
    QVERIFY(report->version);
}

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
