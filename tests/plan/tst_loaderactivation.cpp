// SPDX-License-Identifier: MIT
#include "plan/loaderactivation.h"
#include "planmachine.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;
using Kind = Operation::Kind;

// When the loader is told about a folder, in which file, and what is said about the copy that wins.
class TestLoaderActivation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheLoaderAboutANewFolder();
    void aFolderThatIsConfigured_data();
    void aFolderThatIsConfigured();
    void aMachineWithoutLoaderConfiguration();
    void aConfigurationThatDoesNotReadItsFolder();
    void etcThatIsReadOnly();
    void ourFileOfAnotherToolkitStays();
    void ourOwnFileIsWrittenAgain();
    void whichCopyWins_data();
    void whichCopyWins();
    void anotherToolkitIsActive();
};

static const QString libraryDir = u"/usr/local/cuda-12.4/targets/x86_64-linux/lib"_s;

static void configure(PlanMachine &machine)
{
    machine.toolkit(u"/usr/local/cuda-12.4"_s, QVersionNumber(12, 4), true);
    machine.file(u"/etc/ld.so.conf"_s, "include /etc/ld.so.conf.d/*.conf\n");
    machine.file(u"/etc/ld.so.conf.d/x86_64-linux-gnu.conf"_s,
                 "# Multiarch support\n/usr/lib/x86_64-linux-gnu\n");
}

static Activation activate(const PlanMachine &machine)
{
    const Host host = machine.host();
    const auto folders = foldersOfToolkit(host, machine.report.toolkits.constFirst());
    return folders ? activateForSystem(host, machine.report, *folders, u"libcudnn.so.8"_s) : Activation();
}

static QStringList kindsOf(const Activation &activation)
{
    QStringList kinds;
    for (const Operation &operation : activation.operations)
        kinds << toString(operation.kind);
    return kinds;
}

static QStringList idsOf(const Activation &activation)
{
    QStringList ids;
    for (const Reason &reason : activation.warnings)
        ids << reason.id;
    return ids;
}

void TestLoaderActivation::tellsTheLoaderAboutANewFolder()
{
    PlanMachine machine;
    configure(machine);
    const Activation activation = activate(machine);
    QCOMPARE(kindsOf(activation), QStringList({u"writeFile"_s, u"runLdconfig"_s}));
    QCOMPARE(activation.operations[0].path, u"/etc/ld.so.conf.d/cudnn-setup-cuda-12-4.conf"_s);
    const QByteArrayList lines = activation.operations[0].content.split('\n');
    QVERIFY(lines[0].startsWith('#'));
    QCOMPARE(lines[1], libraryDir.toUtf8());
    QCOMPARE(activation.operations[0].mode, 0644);
    QCOMPARE(idsOf(activation), QStringList());
}

void TestLoaderActivation::aFolderThatIsConfigured_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("by its real name") << libraryDir.toUtf8();
    QTest::newRow("through lib64") << QByteArray("/usr/local/cuda-12.4/lib64");
    QTest::newRow("through /usr/local/cuda, as NVIDIA's packages write it")
            << QByteArray("/usr/local/cuda/targets/x86_64-linux/lib");
}

void TestLoaderActivation::aFolderThatIsConfigured()
{
    QFETCH(QByteArray, line);
    PlanMachine machine;
    configure(machine);
    machine.link(u"/usr/local/cuda"_s, u"cuda-12.4"_s);
    machine.file(u"/etc/ld.so.conf.d/000_cuda.conf"_s, line + '\n');
    QCOMPARE(kindsOf(activate(machine)), QStringList{u"runLdconfig"_s});
}

void TestLoaderActivation::aMachineWithoutLoaderConfiguration()
{
    PlanMachine machine;
    machine.toolkit(u"/usr/local/cuda-12.4"_s, QVersionNumber(12, 4), true);
    const Activation activation = activate(machine);
    QCOMPARE(kindsOf(activation), QStringList());
    QCOMPARE(idsOf(activation), QStringList());
}

void TestLoaderActivation::aConfigurationThatDoesNotReadItsFolder()
{
    PlanMachine machine;
    configure(machine);
    machine.file(u"/etc/ld.so.conf"_s, "/usr/local/lib\n# include /etc/ld.so.conf.d/*.conf\n");
    QCOMPARE(idsOf(activate(machine)), QStringList{u"present-not-reachable"_s});
}

void TestLoaderActivation::etcThatIsReadOnly()
{
    PlanMachine machine;
    configure(machine);
    machine.record(R"({"schema":1,"os":"linux","mounts":[{"path":"/etc","fs":"squashfs","readOnly":true}]})");
    const Activation activation = activate(machine);
    QCOMPARE(kindsOf(activation), QStringList());
    QCOMPARE(idsOf(activation), QStringList{u"present-not-reachable"_s});
}

void TestLoaderActivation::ourFileOfAnotherToolkitStays()
{
    PlanMachine machine;
    configure(machine);
    machine.file(u"/etc/ld.so.conf.d/cudnn-setup-cuda-12-4.conf"_s,
                 "# Written by cuDNN Setup\n/opt/cuda-12.4/lib64\n");
    QCOMPARE(activate(machine).operations[0].path, u"/etc/ld.so.conf.d/cudnn-setup-cuda-12-4-2.conf"_s);
}

void TestLoaderActivation::ourOwnFileIsWrittenAgain()
{
    PlanMachine machine;
    configure(machine);
    // Not configured because ld.so.conf does not read it, yet the file is there and ours.
    machine.file(u"/etc/ld.so.conf"_s, "/usr/local/lib\n");
    machine.file(u"/etc/ld.so.conf.d/cudnn-setup-cuda-12-4.conf"_s,
                 "# Written by cuDNN Setup\n" + libraryDir.toUtf8() + '\n');
    QCOMPARE(activate(machine).operations[0].path, u"/etc/ld.so.conf.d/cudnn-setup-cuda-12-4.conf"_s);
}

void TestLoaderActivation::whichCopyWins_data()
{
    QTest::addColumn<QString>("loaded");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QByteArray>("cudaConf");
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<QString>("words");

    const QString multiarch = u"/usr/lib/x86_64-linux-gnu/libcudnn.so.8"_s;
    const QString other = u"/usr/local/cuda-11.8/lib64/libcudnn.so.8"_s;
    QTest::newRow("nothing was loaded before") << u""_s << u""_s << QByteArray() << QStringList() << u""_s;
    QTest::newRow("the same folder") << libraryDir + u"/libcudnn.so.8"_s << u"loader cache"_s << QByteArray()
                                     << QStringList() << u""_s;
    QTest::newRow("a system copy loses: our file sorts before its folder")
            << multiarch << u"loader cache"_s << QByteArray() << QStringList{u"duplicate-copies"_s}
            << multiarch;
    QTest::newRow("another toolkit's folder is named before ours")
            << other << u"loader cache"_s << QByteArray("/usr/local/cuda-11.8/lib64\n")
            << QStringList{u"shadowed"_s} << other;
    QTest::newRow("LD_LIBRARY_PATH of the session") << other << u"LD_LIBRARY_PATH"_s << QByteArray()
                                                    << QStringList{u"shadowed"_s} << u"LD_LIBRARY_PATH"_s;
    QTest::newRow("both configured, the other one first")
            << other << u"loader cache"_s
            << QByteArray("/usr/local/cuda-11.8/lib64\n/usr/local/cuda-12.4/lib64\n")
            << QStringList{u"shadowed"_s} << other;
    QTest::newRow("both configured, ours first")
            << other << u"loader cache"_s
            << QByteArray("/usr/local/cuda-12.4/lib64\n/usr/local/cuda-11.8/lib64\n")
            << QStringList{u"duplicate-copies"_s} << libraryDir;
}

void TestLoaderActivation::whichCopyWins()
{
    QFETCH(QString, loaded);
    QFETCH(QString, reason);
    QFETCH(QByteArray, cudaConf);
    QFETCH(QString, words);
    PlanMachine machine;
    configure(machine);
    machine.folder(u"/usr/local/cuda-11.8/lib64"_s);
    machine.folder(u"/usr/lib/x86_64-linux-gnu"_s);
    if (!cudaConf.isEmpty())
        machine.file(u"/etc/ld.so.conf.d/000_cuda.conf"_s, cudaConf);
    machine.report.loader.resolved << LoaderFacts::Resolved{u"libcudnn.so.9"_s, u"/opt/nine/libcudnn.so.9"_s,
                                                            u"loader cache"_s};
    if (!loaded.isEmpty())
        machine.report.loader.resolved << LoaderFacts::Resolved{u"libcudnn.so.8"_s, loaded, reason};
    const Activation activation = activate(machine);
    QTEST(idsOf(activation), "ids");
    for (const Reason &warning : activation.warnings)
        QVERIFY2(warning.text.toString().contains(words), qPrintable(warning.text.toString()));
}

void TestLoaderActivation::anotherToolkitIsActive()
{
    PlanMachine machine;
    machine.toolkit(u"/usr/local/cuda-11.8"_s, QVersionNumber(11, 8), false);
    configure(machine);
    const Activation activation = activate(machine); // the first toolkit, which is not the active one
    QCOMPARE(idsOf(activation), QStringList{u"toolkit-ambiguous"_s});
    const QString text = activation.warnings.constFirst().text.toString();
    QVERIFY(text.contains(u"12.4"_s) && text.contains(u"11.8"_s));
}

QTEST_GUILESS_MAIN(TestLoaderActivation)
#include "tst_loaderactivation.moc"
