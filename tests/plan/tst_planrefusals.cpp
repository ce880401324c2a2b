// SPDX-License-Identifier: MIT
#include "planmachine.h"
#include "treesnapshot.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// What the planner refuses, by which id and in which words; and that a refusal leaves every file as it was.
class TestPlanRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refusals_data();
    void refusals();

private:
    std::optional<Catalog> m_catalog;
};

void TestPlanRefusals::initTestCase()
{
    auto catalog = Catalog::bundled();
    QVERIFY(catalog);
    m_catalog = *catalog;
}

static void lieOnDpkg(PlanMachine &machine, const QString &package, const QString &path)
{
    machine.file(u"/var/lib/dpkg/info/"_s + package + u".list"_s, "/.\n" + path.toUtf8() + '\n');
}

void TestPlanRefusals::refusals_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("words");

    using Authenticity = ArchiveIdentity::Authenticity;
    const auto row = [](const char *name, const Change &change, const QString &id, const QStringList &words) {
        QTest::newRow(name) << change << id << words;
    };
    row("genuine name, other content",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::Mismatch;
            choice.archive.publishedSha256 = {QByteArray(64, 'b'), QByteArray(64, 'c')};
        },
        u"archive-hash-conflict"_s, {QString(64, u'a'), QString(64, u'b'), QString(64, u'c')});
    row("genuine name, nobody published a hash",
        [](PlanMachine &, InstallChoice &choice) { choice.archive.authenticity = Authenticity::Mismatch; },
        u"archive-hash-conflict"_s, {QString(64, u'a')});
    row("unknown file",
        [](PlanMachine &, InstallChoice &choice) { choice.archive.authenticity = Authenticity::Unknown; },
        u"archive-unverified"_s, {QString(64, u'a')});
    row("unknown file that was not hashed",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::Unknown;
            choice.archive.sha256.clear();
        },
        u"archive-unverified"_s, {u"compared"_s});
    row("truncated, with the reader's own words",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::Truncated;
            choice.archive.problem = Error{ErrorId::ArchiveTruncated, Text::verbatim(u"It ends early."_s)};
        },
        u"archive-truncated"_s, {u"It ends early."_s});
    row("truncated, even when unknown archives are taken",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::Truncated;
            choice.takeUnknownArchive = true;
        },
        u"archive-truncated"_s, {u"not complete"_s});
    row("a web page instead of an archive",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::NotAnArchive;
            choice.archive.problem = Error{ErrorId::ArchiveIsHtml, Text::verbatim(u"A web page."_s)};
            choice.takeUnknownArchive = true;
        },
        u"archive-is-html"_s, {u"A web page."_s});
    row("an archive without any library",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.authenticity = Authenticity::Unknown;
            choice.archive.libraryPrefix.clear();
            choice.takeUnknownArchive = true;
        },
        u"not-an-archive"_s, {u"no cuDNN archive"_s});
    row("the sample programs",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.sha256 = "@samples";
            choice.archive.libraryPrefix.clear();
        },
        u"not-supported"_s, {u"sample programs"_s});

    row("no target", [](PlanMachine &, InstallChoice &choice) { choice.toolkit.reset(); }, u"no-toolkit"_s,
        {u"target"_s});
    row("no toolkit there: the known ones are named",
        [](PlanMachine &, InstallChoice &choice) { choice.toolkit = u"/usr/local/cuda-9.9"_s; },
        u"no-toolkit"_s, {u"/usr/local/cuda-9.9"_s, cuda124});
    row("a link to nothing",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.link(u"/usr/local/cuda-x"_s, u"/usr/local/cuda-gone"_s);
            choice.toolkit = u"/usr/local/cuda-x"_s;
        },
        u"no-toolkit"_s, {u"/usr/local/cuda-x"_s});
    row("lib64 leads out of the toolkit",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/opt/cuda/version.json"_s);
            machine.folder(u"/usr/lib"_s);
            machine.link(u"/opt/cuda/lib64"_s, u"../../usr/lib"_s);
            choice.toolkit = u"/opt/cuda"_s;
        },
        u"outside-target"_s, {u"/opt/cuda/lib64"_s, u"/usr/lib"_s});
    row("include leads out of the toolkit",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/opt/cuda/version.json"_s);
            machine.folder(u"/usr/include"_s);
            machine.link(u"/opt/cuda/include"_s, u"/usr/include"_s);
            choice.toolkit = u"/opt/cuda"_s;
        },
        u"outside-target"_s, {u"/opt/cuda/include"_s, u"/usr/include"_s});
    row("lib64 is a neighbour whose name begins alike",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/opt/cuda/version.json"_s);
            machine.folder(u"/opt/cuda-old/lib64"_s);
            machine.link(u"/opt/cuda/lib64"_s, u"/opt/cuda-old/lib64"_s);
            choice.toolkit = u"/opt/cuda"_s;
        },
        u"outside-target"_s, {u"/opt/cuda-old/lib64"_s});
    row("lib64 leads nowhere",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/opt/cuda/version.json"_s);
            machine.link(u"/opt/cuda/lib64"_s, u"/nowhere"_s);
            choice.toolkit = u"/opt/cuda"_s;
        },
        u"outside-target"_s, {u"/opt/cuda/lib64"_s, u"/nowhere"_s});
    row("a distribution's toolkit spread over the system",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.folder(u"/usr/lib/cuda"_s);
            machine.folder(u"/usr/lib/x86_64-linux-gnu"_s);
            ToolkitFacts facts;
            facts.root = u"/usr/lib/cuda"_s;
            facts.version = QVersionNumber(12, 4);
            facts.libraryDir = u"/usr/lib/x86_64-linux-gnu"_s;
            machine.report.toolkits << facts;
            choice.toolkit = u"/usr/lib/cuda"_s;
        },
        u"outside-target"_s, {u"/usr/lib/x86_64-linux-gnu"_s, u"package manager"_s});
    row("a toolkit that is the system itself",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.folder(u"/usr/lib64"_s);
            machine.folder(u"/usr/lib/x86_64-linux-gnu"_s);
            ToolkitFacts facts;
            facts.root = u"/usr"_s;
            facts.version = QVersionNumber(12, 4);
            facts.libraryDir = u"/usr/lib/x86_64-linux-gnu"_s;
            machine.report.toolkits << facts;
            choice.toolkit = u"/usr"_s;
        },
        u"outside-target"_s, {u"/usr/lib/x86_64-linux-gnu"_s, u"package manager"_s});
    row("lib64 is a file",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/opt/cuda/version.json"_s);
            machine.file(u"/opt/cuda/lib64"_s);
            choice.toolkit = u"/opt/cuda"_s;
        },
        u"input-malformed"_s, {u"/opt/cuda/lib64"_s});
    row("the root folder as prefix",
        [](PlanMachine &, InstallChoice &choice) {
            choice.toolkit.reset();
            choice.prefix = u"/"_s;
        },
        u"input-malformed"_s, {u"folder of your own"_s});
    row("a file as prefix",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.file(u"/home/ming/notes"_s);
            choice.toolkit.reset();
            choice.prefix = u"/home/ming/notes/cudnn"_s;
        },
        u"input-malformed"_s, {u"/home/ming/notes"_s});
    row("a prefix whose lib leads out",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.folder(u"/usr/lib"_s);
            machine.link(u"/home/ming/cudnn/lib"_s, u"/usr/lib"_s);
            choice.toolkit.reset();
            choice.prefix = u"/home/ming/cudnn"_s;
        },
        u"outside-target"_s, {u"/home/ming/cudnn/lib"_s, u"/usr/lib"_s});

    row("CUDA 11 build into CUDA 12.4",
        [](PlanMachine &, InstallChoice &choice) { choice.archive.cudaMajor = 11; }, u"cuda-major-mismatch"_s,
        {u"11"_s, u"12.4"_s});
    row("ARM archive on a PC",
        [](PlanMachine &, InstallChoice &choice) { choice.archive.platform = u"linux-sbsa"_s; },
        u"archive-wrong-platform"_s, {u"linux-sbsa"_s, u"linux-x86_64"_s});
    row("ARM archive into a prefix on a PC",
        [](PlanMachine &, InstallChoice &choice) {
            choice.archive.platform = u"linux-sbsa"_s;
            choice.toolkit.reset();
            choice.prefix = u"/home/ming/cudnn"_s;
        },
        u"archive-wrong-platform"_s, {u"linux-x86_64"_s});
    row("driver too old",
        [](PlanMachine &machine, InstallChoice &) {
            machine.report.driver = DriverFacts{
                    .version = QVersionNumber(470, 82, 1), .maxCuda = QVersionNumber(11, 4), .source = {}};
        },
        u"driver-too-old"_s, {u"470.82.01"_s, u"525.60.13"_s});
    row("graphics card too new",
        [](PlanMachine &machine, InstallChoice &) {
            GpuFacts gpu;
            gpu.computeCapability = QVersionNumber(12, 0);
            machine.report.gpus << gpu;
        },
        u"gpu-too-new"_s, {u"12.0"_s, u"8.9.7"_s});

    row("files of a Debian package",
        [](PlanMachine &machine, InstallChoice &) {
            machine.file(realLib + u"/libcudnn.so.8.9.5"_s);
            lieOnDpkg(machine, u"libcudnn8"_s, realLib + u"/libcudnn.so.8.9.5"_s);
        },
        u"package-owned"_s, {u"libcudnn8"_s, realLib + u"/libcudnn.so.8.9.5"_s});
    row("a header of a Debian package",
        [](PlanMachine &machine, InstallChoice &) {
            machine.file(realInclude + u"/cudnn.h"_s);
            lieOnDpkg(machine, u"libcudnn8-dev"_s, realInclude + u"/cudnn.h"_s);
        },
        u"package-owned"_s, {u"libcudnn8-dev"_s, realInclude + u"/cudnn.h"_s});
    row("a copy that detect knows to be a package's",
        [](PlanMachine &machine, InstallChoice &) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.cudnnCopies[0].owner = u"rpm: cuda-cudnn"_s;
        },
        u"package-owned"_s, {u"cuda-cudnn"_s, u"rpm"_s});
    row("files of a conda package",
        [](PlanMachine &machine, InstallChoice &choice) {
            machine.cudnn(u"/opt/conda/lib"_s, u"/opt/conda/include"_s, u"8.2.1"_s);
            machine.report.cudnnCopies[0].owner = u"conda: cudnn 8.2.1.32"_s;
            choice.toolkit.reset();
            choice.prefix = u"/opt/conda"_s;
        },
        u"package-owned"_s, {u"cudnn 8.2.1.32"_s, u"conda"_s});
    row("a header that update-alternatives keeps",
        [](PlanMachine &machine, InstallChoice &) {
            machine.file(u"/usr/include/cudnn_v8.h"_s);
            machine.link(u"/etc/alternatives/libcudnn"_s, u"/usr/include/cudnn_v8.h"_s);
            machine.link(realInclude + u"/cudnn.h"_s, u"/etc/alternatives/libcudnn"_s);
        },
        u"package-owned"_s, {realInclude + u"/cudnn.h"_s, u"update-alternatives"_s});

    row("in use",
        [](PlanMachine &machine, InstallChoice &) {
            machine.cudnn(realLib, realInclude, u"8.2.1"_s);
            machine.report.cudnnCopies[0].inUseBy = {{4711, u"python3"_s}, {4712, u"jupyter"_s}};
        },
        u"in-use"_s, {u"python3 (4711)"_s, u"jupyter (4712)"_s});
    row("no room",
        [](PlanMachine &machine, InstallChoice &) {
            machine.record(
                    R"({"schema":1,"os":"linux","architecture":"x86_64","writable":true,"mounts":[{"path":"/","fs":"ext4","readOnly":false,"freeBytes":1073741824}]})");
        },
        u"no-space"_s, {u"1.9 GiB"_s, u"1.0 GiB"_s});
    row("no room where the files are unpacked",
        [](PlanMachine &machine, InstallChoice &) {
            machine.record(
                    R"({"schema":1,"os":"linux","architecture":"x86_64","writable":true,"mounts":[{"path":"/","fs":"ext4","freeBytes":1073741824},{"path":"/usr/local/cuda-12.4/targets","fs":"ext4","freeBytes":1000000000000}]})");
        },
        u"no-space"_s, {u"1.9 GiB"_s, u"1.0 GiB"_s});
    row("read-only system",
        [](PlanMachine &machine, InstallChoice &) {
            machine.record(
                    R"({"schema":1,"os":"linux","architecture":"x86_64","mounts":[{"path":"/","fs":"ext4","readOnly":false},{"path":"/usr","fs":"squashfs","readOnly":true}]})");
        },
        u"read-only-system"_s, {cuda124});
}

void TestPlanRefusals::refusals()
{
    QFETCH(Change, change);
    QFETCH(QStringList, words);
    PlanMachine machine;
    machine.fill();
    InstallChoice choice = into(cuda124);
    change(machine, choice);
    if (choice.archive.sha256 == "@samples") {
        const auto samples = m_catalog->archivesByName(u"cudnn_samples-source-9.27.0.42-archive.tar.xz"_s);
        QVERIFY(!samples.isEmpty() && samples.constFirst()->sha256);
        choice.archive.sha256 = *samples.constFirst()->sha256;
    }
    const TreeSnapshot before = snapshotOf(machine.root());
    const auto made = planInstall(machine.host(), machine.report, *m_catalog, choice);
    QCOMPARE(differences(before, snapshotOf(machine.root())), QStringList());
    QVERIFY2(!made, "it was not refused");
    QTEST(toString(made.error().id), "id");
    const QString message = made.error().message.toString();
    qInfo("%s", qPrintable(message));
    QVERIFY(message.endsWith(u'.') && !message.contains(u'%'));
    QVERIFY(message.contains(u"Nothing was changed."_s) || choice.archive.problem);
    for (const QString &word : words)
        QVERIFY2(message.contains(word), qPrintable(word));
}

QTEST_GUILESS_MAIN(TestPlanRefusals)
#include "tst_planrefusals.moc"
