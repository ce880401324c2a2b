// SPDX-License-Identifier: MIT
#include "plan/planinstall.h"
#include "planmachine.h"
#include "treesnapshot.h"

#include <QJsonDocument>
#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using Kind = Operation::Kind;

// What a plan holds, over small machines in folders; and that planning changes nothing. What it refuses:
// tst_planrefusals.
class TestPlanInstall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aFreshToolkit();
    void anyPathThatLeadsToTheToolkit_data();
    void anyPathThatLeadsToTheToolkit();
    void layouts_data();
    void layouts();
    void aToolkitInAPlaceOfItsOwnTellsItsVersion();
    void theFolderThatDetectFound();
    void aDistributionsToolkitWithFoldersOfItsOwn();
    void earlierCudnnGoesAside();
    void nothingElseGoesAside();
    void aPrefixOfOnesOwn();
    void aPrefixBehindALink();
    void aWheelGetsItsPlainNames();
    void anArchiveWithoutHeaders();
    void warnings_data();
    void warnings();
    void rights_data();
    void rights();
    void identifiersSortAndDiffer();
    void planningTouchesNothing();
    void targetFactsOfAReport();

private:
    std::optional<Catalog> m_catalog;

    Result<Plan> plan(const PlanMachine &machine, const InstallChoice &choice) const
    {
        return planInstall(machine.host(), machine.report, *m_catalog, choice);
    }
};

static QStringList pathsOf(const Plan &plan, Kind kind)
{
    QStringList paths;
    for (const Operation &operation : plan.operations) {
        if (operation.kind == kind)
            paths << operation.path;
    }
    return paths;
}

static QStringList kindsOf(const Plan &plan)
{
    QStringList kinds;
    for (const Operation &operation : plan.operations)
        kinds << toString(operation.kind);
    return kinds;
}

static QStringList idsOf(const QList<Reason> &reasons)
{
    QStringList ids;
    for (const Reason &reason : reasons)
        ids << reason.id;
    return ids;
}

void TestPlanInstall::initTestCase()
{
    auto catalog = Catalog::bundled();
    QVERIFY(catalog);
    m_catalog = *catalog;
}

void TestPlanInstall::aFreshToolkit()
{
    PlanMachine machine;
    machine.fill();
    const auto made = plan(machine, into(cuda124));
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QCOMPARE(made->targetRoot, cuda124);
    QCOMPARE(made->libraryDir, realLib);
    QCOMPARE(made->includeDir, realInclude);
    QCOMPARE(made->machineRoot, machine.root());
    QCOMPARE(kindsOf(*made), QStringList({u"unpack"_s, u"unpack"_s, u"writeFile"_s, u"runLdconfig"_s}));
    const Operation &libraries = made->operations[0];
    QCOMPARE(libraries.path, realLib);
    QCOMPARE(libraries.memberPrefix, u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive/lib/"_s);
    QVERIFY(libraries.expectedFiles.contains(u"libcudnn_ops_infer.so.8.9.7"_s));
    QVERIFY(libraries.namePatterns.contains(u"libcudnn_*.so*"_s));
    QCOMPARE(made->operations[1].path, realInclude);
    QCOMPARE(made->operations[1].memberPrefix, u"cudnn-linux-x86_64-8.9.7.29_cuda12-archive/include/"_s);
    QVERIFY(made->operations[1].namePatterns.contains(u"cudnn_*.h"_s));
    QCOMPARE(made->bytesToWrite, 2000000000);
    QVERIFY(made->bytesFree && *made->bytesFree > 0);
    QCOMPARE(made->expectedVersion, QVersionNumber({8, 9, 7, 29}));
    QCOMPARE(made->expectedCudaMajor, 12);
    QCOMPARE(made->expectedArchitecture, u"x86_64"_s);
    QCOMPARE(made->summary, u"cuDNN 8.9.7.29 for CUDA 12 -> /usr/local/cuda-12.4"_s);
    QVERIFY(!made->replacedVersion);
    QVERIFY(planFromJson(toJson(*made)));
}

void TestPlanInstall::anyPathThatLeadsToTheToolkit_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("its real folder") << cuda124;
    QTest::newRow("the link /usr/local/cuda") << u"/usr/local/cuda"_s;
    QTest::newRow("a slash at the end") << u"/usr/local/cuda/"_s;
    QTest::newRow("through /etc/alternatives") << u"/etc/alternatives/cuda"_s;
    QTest::newRow("a link of a user") << u"/home/ming/我的cuda"_s;
}

void TestPlanInstall::anyPathThatLeadsToTheToolkit()
{
    QFETCH(QString, path);
    PlanMachine machine;
    machine.fill();
    machine.link(u"/etc/alternatives/cuda"_s, cuda124);
    machine.link(u"/home/ming/我的cuda"_s, u"../../usr/local/cuda"_s);
    const auto made = plan(machine, into(path));
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QCOMPARE(made->targetRoot, cuda124);
    QCOMPARE(made->libraryDir, realLib);
}

void TestPlanInstall::layouts_data()
{
    QTest::addColumn<QStringList>("folders");
    QTest::addColumn<QString>("libraryDir");
    QTest::addColumn<QStringList>("made");
    QTest::newRow("lib64 is a folder")
            << QStringList{u"lib64"_s, u"include"_s} << u"/opt/cuda/lib64"_s << QStringList();
    QTest::newRow("only lib") << QStringList{u"lib"_s, u"include"_s} << u"/opt/cuda/lib"_s << QStringList();
    QTest::newRow("lib64 wins over lib")
            << QStringList{u"lib"_s, u"lib64"_s, u"include"_s} << u"/opt/cuda/lib64"_s << QStringList();
    QTest::newRow("only targets") << QStringList{u"targets/x86_64-linux/lib"_s,
                                                 u"targets/x86_64-linux/include"_s}
                                  << u"/opt/cuda/targets/x86_64-linux/lib"_s << QStringList();
    QTest::newRow("targets of another machine are not taken")
            << QStringList{u"targets/aarch64-linux/lib"_s, u"include"_s} << u"/opt/cuda/lib64"_s
            << QStringList{u"/opt/cuda/lib64"_s};
    QTest::newRow("bare skeleton") << QStringList{u"bin"_s} << u"/opt/cuda/lib64"_s
                                   << QStringList{u"/opt/cuda/lib64"_s, u"/opt/cuda/include"_s};
}

void TestPlanInstall::layouts()
{
    QFETCH(QStringList, folders);
    PlanMachine machine;
    for (const QString &folder : folders)
        machine.folder(u"/opt/cuda/"_s + folder);
    machine.file(u"/opt/cuda/version.json"_s, "{}");
    // Detect did not list it: a toolkit in a place of its own is known by what lies in it.
    const auto made = plan(machine, into(u"/opt/cuda"_s));
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QTEST(made->libraryDir, "libraryDir");
    QTEST(pathsOf(*made, Kind::MakeDirectory), "made");
}

void TestPlanInstall::aToolkitInAPlaceOfItsOwnTellsItsVersion()
{
    PlanMachine machine;
    machine.file(u"/data/lab/cuda/include/cuda.h"_s, "#define CUDA_VERSION 11080\n");
    machine.folder(u"/data/lab/cuda/lib64"_s);
    const auto made = plan(machine, into(u"/data/lab/cuda"_s));
    QVERIFY(!made);
    QCOMPARE(toString(made.error().id), u"cuda-major-mismatch"_s);
    QVERIFY(made.error().message.toString().contains(u"11.8"_s));
}

void TestPlanInstall::theFolderThatDetectFound()
{
    // A stray lib64 beside the real libraries: the toolkit's libraries are where its runtime is.
    PlanMachine machine;
    machine.folder(u"/opt/cuda/lib64"_s);
    machine.file(u"/opt/cuda/targets/x86_64-linux/lib/libcudart.so.12"_s);
    machine.file(u"/opt/cuda/include/cuda.h"_s);
    ToolkitFacts facts;
    facts.root = u"/opt/cuda"_s;
    facts.version = QVersionNumber(12, 4);
    facts.libraryDir = u"/opt/cuda/targets/x86_64-linux/lib"_s;
    facts.includeDir = u"/opt/cuda/include"_s;
    machine.report.toolkits << facts;
    const auto made = plan(machine, into(u"/opt/cuda"_s));
    QVERIFY(made);
    QCOMPARE(made->libraryDir, u"/opt/cuda/targets/x86_64-linux/lib"_s);
}

void TestPlanInstall::aDistributionsToolkitWithFoldersOfItsOwn()
{
    // Debian's /usr/lib/cuda has an empty lib64 for such additions; the system's folders stay as they are.
    PlanMachine machine;
    machine.folder(u"/usr/lib/cuda/lib64"_s);
    machine.folder(u"/usr/lib/cuda/include"_s);
    machine.file(u"/usr/lib/x86_64-linux-gnu/libcudart.so.12"_s);
    ToolkitFacts facts;
    facts.root = u"/usr/lib/cuda"_s;
    facts.version = QVersionNumber(12, 0);
    facts.libraryDir = u"/usr/lib/x86_64-linux-gnu"_s;
    facts.includeDir = u"/usr/include"_s;
    machine.report.toolkits << facts;
    const auto made = plan(machine, into(u"/usr/lib/cuda"_s));
    QVERIFY(made);
    QCOMPARE(made->libraryDir, u"/usr/lib/cuda/lib64"_s);
    QCOMPARE(made->includeDir, u"/usr/lib/cuda/include"_s);
}

void TestPlanInstall::earlierCudnnGoesAside()
{
    PlanMachine machine;
    machine.fill();
    machine.cudnn(realLib, realInclude, u"8.2.1"_s);
    for (const QString &name : {u"libcudnn_static_v8.a"_s, u"libcudnn_graph.so.9.1.0"_s, u"libcudnn.so.7"_s})
        machine.file(realLib + u'/' + name);
    machine.link(realLib + u"/libcudnn_adv.so.9"_s, u"not-there"_s);
    machine.file(realInclude + u"/cudnn_ops_infer_v8.h"_s);
    const auto made = plan(machine, into(cuda124));
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QStringList expected;
    for (const QString &name :
         {u"libcudnn.so"_s, u"libcudnn.so.7"_s, u"libcudnn.so.8"_s, u"libcudnn.so.8.2.1"_s,
          u"libcudnn_adv.so.9"_s, u"libcudnn_graph.so.9.1.0"_s, u"libcudnn_ops_infer.so"_s,
          u"libcudnn_ops_infer.so.8"_s, u"libcudnn_ops_infer.so.8.2.1"_s, u"libcudnn_static_v8.a"_s})
        expected << realLib + u'/' + name;
    for (const QString &name : {u"cudnn.h"_s, u"cudnn_ops_infer_v8.h"_s, u"cudnn_version.h"_s})
        expected << realInclude + u'/' + name;
    QStringList aside = pathsOf(*made, Kind::PutAside);
    aside.sort();
    expected.sort();
    QCOMPARE(aside, expected);
    QCOMPARE(made->replacedVersion, QVersionNumber(8, 2, 1));
    // They go before anything comes.
    QVERIFY(kindsOf(*made).lastIndexOf(u"putAside"_s) < kindsOf(*made).indexOf(u"unpack"_s));
}

void TestPlanInstall::nothingElseGoesAside()
{
    PlanMachine machine;
    machine.fill();
    for (const QString &name :
         {u"libcudart.so.12"_s, u"libcudnnx.so"_s, u"libnvrtc.so"_s, u"libcudnn.txt"_s, u"old-libcudnn.so"_s})
        machine.file(realLib + u'/' + name);
    machine.folder(realLib + u"/libcudnn.so.backup"_s);
    machine.file(realInclude + u"/cudnn_frontend.h"_s);
    machine.file(realInclude + u"/cudnn_frontend/cudnn_frontend.h"_s);
    machine.file(cuda124 + u"/lib/libcudnn.so"_s); // another folder
    const auto made = plan(machine, into(cuda124));
    QVERIFY(made);
    QCOMPARE(pathsOf(*made, Kind::PutAside), QStringList());
}

void TestPlanInstall::aPrefixOfOnesOwn()
{
    PlanMachine machine;
    machine.fill();
    machine.folder(u"/home/ming"_s);
    const QString prefix = u"/home/ming/.local/share/cudnn/8.9.7-cuda12"_s;
    InstallChoice choice{.archive = genuineArchive(), .prefix = prefix, .activation = {.who = ActivationChoice::Who::Nobody}};
    const auto made = plan(machine, choice);
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QCOMPARE(made->targetRoot, prefix);
    QCOMPARE(made->libraryDir, prefix + u"/lib"_s);
    QCOMPARE(made->includeDir, prefix + u"/include"_s);
    // Every level by itself, so that each can be taken back; and the loader of the system is left alone.
    QCOMPARE(pathsOf(*made, Kind::MakeDirectory),
             QStringList({u"/home/ming/.local"_s, u"/home/ming/.local/share"_s,
                          u"/home/ming/.local/share/cudnn"_s, prefix, prefix + u"/lib"_s,
                          prefix + u"/include"_s}));
    QVERIFY(!kindsOf(*made).contains(u"writeFile"_s));
    QVERIFY(!kindsOf(*made).contains(u"runLdconfig"_s));
}

void TestPlanInstall::aPrefixBehindALink()
{
    PlanMachine machine;
    machine.folder(u"/data/ming"_s);
    machine.link(u"/home/ming"_s, u"/data/ming"_s);
    const auto made = plan(machine, {.archive = genuineArchive(), .prefix = u"/home/ming/cudnn"_s});
    QVERIFY(made);
    QCOMPARE(made->targetRoot, u"/data/ming/cudnn"_s);
    QCOMPARE(made->libraryDir, u"/data/ming/cudnn/lib"_s);
}

void TestPlanInstall::aWheelGetsItsPlainNames()
{
    PlanMachine machine;
    machine.fill();
    InstallChoice choice = into(cuda124, wheel());
    choice.takeUnknownArchive = true;
    const auto made = plan(machine, choice);
    QVERIFY(made);
    QStringList links;
    for (const Operation &operation : made->operations) {
        if (operation.kind == Kind::MakeLink)
            links << operation.path + u" -> "_s + operation.linkTarget;
    }
    QCOMPARE(links.size(), 8);
    QVERIFY(links.contains(realLib + u"/libcudnn.so -> libcudnn.so.9"_s));
    QVERIFY(links.contains(realLib
                           + u"/libcudnn_engines_precompiled.so -> libcudnn_engines_precompiled.so.9"_s));
    QVERIFY(kindsOf(*made).indexOf(u"makeLink"_s) > kindsOf(*made).lastIndexOf(u"unpack"_s));
    QCOMPARE(made->operations[0].expectedFiles.constFirst(), u"libcudnn.so.9"_s);
    QVERIFY(idsOf(made->warnings).contains(u"archive-unverified"_s));
}

void TestPlanInstall::anArchiveWithoutHeaders()
{
    PlanMachine machine;
    machine.fill();
    ArchiveIdentity archive = genuineArchive();
    archive.includePrefix.clear();
    const auto made = plan(machine, into(cuda124, archive));
    QVERIFY(made);
    QCOMPARE(kindsOf(*made).count(u"unpack"_s), 1);
    QVERIFY(idsOf(made->warnings).contains(u"headers-missing"_s));
}

void TestPlanInstall::warnings_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("ids");
    const auto row = [](const char *name, const Change &change, const QStringList &ids) {
        QTest::newRow(name) << change << ids;
    };

    row("nothing to warn of", [](PlanMachine &, InstallChoice &) {}, {});
    row("mismatch that is taken explicitly",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = ArchiveIdentity::Authenticity::Mismatch;
            choice.takeUnknownArchive = true;
        },
        {u"archive-unverified"_s});
    row("in use, and the person goes on",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}};
            choice.takeInUse = true;
        },
        {u"in-use"_s});
    row("in use elsewhere is no matter",
        [](PlanMachine &machine, InstallChoice &) {
            machine.cudnn(u"/opt/other/lib"_s, u"/opt/other/include"_s, u"8.2.1"_s);
            machine.report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}};
        },
        {});
    row("the graphics card is in use, but not by this cuDNN",
        [](PlanMachine &machine, InstallChoice &) { machine.report.gpuUsers = {{4711, u"python3"_s}}; },
        {u"gpu-in-use"_s});
    row("a program that uses both is named once",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}};
            machine.report.gpuUsers = {{4711, u"python3"_s}};
            choice.takeInUse = true;
        },
        {u"in-use"_s});
    row("one program uses both, another the graphics card",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}};
            machine.report.gpuUsers = {{4711, u"python3"_s}, {815, u"Xorg"_s}};
            choice.takeInUse = true;
        },
        {u"in-use"_s, u"gpu-in-use"_s});
    row("programs of other users, and a cuDNN that is replaced",
        [](PlanMachine &machine, InstallChoice &) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.unseenPrograms = 12;
        },
        {u"in-use-unknown"_s});
    row("every program was looked into",
        [](PlanMachine &machine, InstallChoice &) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.unseenPrograms = 0;
        },
        {});
    row("programs of other users, and nothing that is replaced",
        [](PlanMachine &machine, InstallChoice &) { machine.report.unseenPrograms = 12; }, {});
    row("another major goes out",
        [](PlanMachine &machine, InstallChoice &) { machine.cudnn(realLib, realInclude, u"9.1.0"_s); },
        {u"wrong-major"_s});
    row("a version nobody knows",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.version = QVersionNumber({9, 99, 0, 1});
        },
        {u"version-unknown"_s});
    row("a prefix has no toolkit to compare with",
        [](PlanMachine &, InstallChoice &choice) {
            choice.toolkit.reset();
            choice.prefix = u"/home/ming/cudnn"_s;
        },
        {u"version-unknown"_s});
}

void TestPlanInstall::warnings()
{
    QFETCH(Change, change);
    PlanMachine machine;
    machine.fill();
    InstallChoice choice = into(cuda124);
    change(machine, choice);
    const auto made = plan(machine, choice);
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QTEST(idsOf(made->warnings), "ids");
}

void TestPlanInstall::rights_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("needsRights");
    const auto row = [](const char *name, const Change &change, bool needsRights) {
        QTest::newRow(name) << change << needsRights;
    };
    const QByteArray student =
            R"({"schema":1,"os":"linux","architecture":"x86_64","user":{"home":"/home/ming","admin":false}})";
    row(
            "an administrator", [](PlanMachine &, InstallChoice &) {}, false);
    row(
            "a student, into the system",
            [student](PlanMachine &machine, InstallChoice &) { machine.record(student); }, true);
    row(
            "a student, into the own home",
            [student](PlanMachine &machine, InstallChoice &choice) {
                machine.record(student);
                machine.folder(u"/home/ming"_s);
                choice.toolkit.reset();
                choice.prefix = u"/home/ming/.local/share/cudnn"_s;
                choice.activation.who = ActivationChoice::Who::User;
            },
            false);
    row(
            "a student's own toolkit, activated for everyone",
            [student](PlanMachine &machine, InstallChoice &choice) {
                machine.record(student);
                machine.toolkit(u"/home/ming/cuda"_s, QVersionNumber(12, 4), false);
                choice.toolkit = u"/home/ming/cuda"_s;
            },
            true);
    row(
            "a student's own toolkit, for the student",
            [student](PlanMachine &machine, InstallChoice &choice) {
                machine.record(student);
                machine.toolkit(u"/home/ming/cuda"_s, QVersionNumber(12, 4), false);
                choice.toolkit = u"/home/ming/cuda"_s;
                choice.activation.who = ActivationChoice::Who::Nobody;
            },
            false);
}

void TestPlanInstall::rights()
{
    QFETCH(Change, change);
    PlanMachine machine;
    machine.fill();
    InstallChoice choice = into(cuda124);
    change(machine, choice);
    const auto made = plan(machine, choice);
    if (!made)
        QFAIL(qPrintable(made.error().message.toString()));
    QTEST(made->needsRights, "needsRights");
}

void TestPlanInstall::identifiersSortAndDiffer()
{
    PlanMachine machine;
    machine.fill();
    const auto first = plan(machine, into(cuda124));
    const auto second = plan(machine, into(cuda124));
    QVERIFY(first && second);
    QVERIFY(first->id != second->id);
    const QRegularExpression shape(u"^\\d{8}-\\d{6}-[0-9a-f]{6}$"_s);
    QVERIFY2(shape.match(first->id).hasMatch(), qPrintable(first->id));
}

void TestPlanInstall::planningTouchesNothing()
{
    PlanMachine machine;
    machine.fill();
    machine.cudnn(realLib, realInclude, u"8.2.1"_s);
    const TreeSnapshot before = snapshotOf(machine.root());
    QVERIFY(plan(machine, into(cuda124)));
    QVERIFY(plan(machine, {.archive = genuineArchive(), .prefix = u"/home/ming/cudnn"_s}));
    QCOMPARE(differences(before, snapshotOf(machine.root())), QStringList());
}

void TestPlanInstall::targetFactsOfAReport()
{
    SystemReport report;
    report.os.architecture = u"aarch64"_s;
    report.os.kernel = u"5.15.148-tegra"_s;
    report.os.glibc = QVersionNumber(2, 35);
    report.driver =
            DriverFacts{.version = QVersionNumber(540, 4, 0), .maxCuda = QVersionNumber(12, 6), .source = {}};
    GpuFacts known;
    known.computeCapability = QVersionNumber(8, 7);
    report.gpus << known << GpuFacts();
    ToolkitFacts toolkit;
    toolkit.root = u"/usr/local/cuda-12.6"_s;
    toolkit.aliases = {u"/usr/local/cuda"_s};
    toolkit.version = QVersionNumber(12, 6);
    report.toolkits << toolkit;

    const TargetFacts facts = targetFacts(report, u"/usr/local/cuda"_s);
    QCOMPARE(facts.architecture, u"aarch64"_s);
    QVERIFY(facts.isTegra);
    QCOMPARE(facts.toolkitCuda, QVersionNumber(12, 6));
    QCOMPARE(facts.driverVersion, QVersionNumber(540, 4, 0));
    QCOMPARE(facts.driverMaxCuda, QVersionNumber(12, 6));
    QCOMPARE(facts.computeCapabilities, QList<QVersionNumber>{QVersionNumber(8, 7)});
    QCOMPARE(facts.glibc, QVersionNumber(2, 35));

    // The driver's highest CUDA never stands in for a toolkit.
    QVERIFY(!targetFacts(report, std::nullopt).toolkitCuda);
    QVERIFY(!targetFacts(report, u"/opt/other"_s).toolkitCuda);
}

QTEST_GUILESS_MAIN(TestPlanInstall)
#include "tst_planinstall.moc"
