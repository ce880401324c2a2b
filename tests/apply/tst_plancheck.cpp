// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/plancheck.h"
#include "plan/activationscripts.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;
using Kind = Operation::Kind;

class TestPlanCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operations_data();
    void operations();
    void wholePlans_data();
    void wholePlans();
    void libraryFolderOutsideTheTargetIsNotMadeKnown();
};

void TestPlanCheck::operations_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<QString>("id"); // empty: allowed
    const QString target = Machine::toolkit;
    const QString allowed;
    const QString outside = u"outside-target"_s;
    QTest::newRow("a folder inside") << Operation{.kind = Kind::MakeDirectory, .path = target + u"/lib"_s, .mode = 0755} << allowed;
    QTest::newRow("the target itself") << Operation{.kind = Kind::MakeDirectory, .path = target, .mode = 0755} << allowed;
    QTest::newRow("a folder above the target") << Operation{.kind = Kind::MakeDirectory, .path = u"/usr/local"_s, .mode = 0755} << allowed;
    QTest::newRow("the loader's folder") << Operation{.kind = Kind::MakeDirectory, .path = u"/etc/ld.so.conf.d"_s, .mode = 0755} << allowed;
    QTest::newRow("a folder elsewhere") << Operation{.kind = Kind::MakeDirectory, .path = u"/opt/x"_s, .mode = 0755} << outside;
    QTest::newRow("a folder whose name begins like the target's")
            << Operation{.kind = Kind::MakeDirectory, .path = target + u"-other"_s, .mode = 0755} << outside;
    QTest::newRow("unpacking inside") << Operation{.kind = Kind::Unpack, .path = target + u"/lib"_s} << allowed;
    QTest::newRow("unpacking above") << Operation{.kind = Kind::Unpack, .path = u"/usr"_s} << outside;
    QTest::newRow("unpacking through '..'") << Operation{.kind = Kind::Unpack, .path = target + u"/../x"_s} << outside;
    QTest::newRow("unpacking at a relative path") << Operation{.kind = Kind::Unpack, .path = u"lib"_s} << outside;
    QTest::newRow("unpacking at no path") << Operation{.kind = Kind::Unpack} << outside;
    QTest::newRow("putting the target aside") << Operation{.kind = Kind::PutAside, .path = target} << outside;
    QTest::newRow("putting the history aside")
            << Operation{.kind = Kind::PutAside, .path = target + u"/.cudnn-setup/1/transaction.json"_s} << outside;
    QTest::newRow("unpacking into the history") << Operation{.kind = Kind::Unpack, .path = target + u"/.cudnn-setup"_s} << outside;
    QTest::newRow("putting something of the system aside")
            << Operation{.kind = Kind::PutAside, .path = u"/etc/passwd"_s} << outside;
    QTest::newRow("loader settings") << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/a.conf"_s} << allowed;
    QTest::newRow("loader settings one folder deeper")
            << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/a/b.conf"_s} << outside;
    QTest::newRow("another setting") << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.preload"_s} << outside;
    QTest::newRow("a link that leads out")
            << Operation{.kind = Kind::MakeLink, .path = target + u"/lib/x"_s, .linkTarget = u"../../x"_s} << outside;
    QTest::newRow("a link beside its file")
            << Operation{.kind = Kind::MakeLink, .path = target + u"/lib/x"_s, .linkTarget = u"y"_s} << allowed;
    const QString malformed = u"input-malformed"_s;
    QTest::newRow("a file that is none of the loader's") << Operation{.kind = Kind::WriteFile, .path = target + u"/x"_s} << outside;
    QTest::newRow("loader settings that no loader reads")
            << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/a"_s} << outside;
    for (const int mode : {04644, 0666, 0600, 0755}) {
        QTest::addRow("settings of mode %o", unsigned(mode))
                << Operation{.kind = Kind::WriteFile, .path = Machine::conf, .mode = mode} << malformed;
    }
    for (const int mode : {02755, 0777, 0700, 0644}) {
        QTest::addRow("a folder of mode %o", unsigned(mode))
                << Operation{.kind = Kind::MakeDirectory, .path = target + u"/lib"_s, .mode = mode} << malformed;
    }
    const auto settings = [](const QByteArray &content) {
        return Operation{.kind = Kind::WriteFile, .path = Machine::conf, .content = content};
    };
    const QByteArray libraries = Machine::libraries.toUtf8();
    QTest::newRow("a comment and the new folder") << settings("# Written by cuDNN Setup\n\n" + libraries + '\n') << allowed;
    QTest::newRow("another folder") << settings("/tmp/x\n") << malformed;
    QTest::newRow("another folder beside the new one") << settings(libraries + "\n/tmp/x\n") << malformed;
    QTest::newRow("a folder below the new one") << settings(libraries + "/x\n") << malformed;
    QTest::newRow("other settings read in") << settings("include /tmp/*.conf\n") << malformed;
    const scripts::Copy copy{.root = target, .libraryDir = Machine::libraries};
    const QByteArray script = scripts::activate(copy, scripts::Shell::Posix);
    QTest::newRow("the script of the copy")
            << Operation{.kind = Kind::WriteFile, .path = target + u"/activate.sh"_s, .content = script} << allowed;
    QTest::newRow("a script that is none of ours")
            << Operation{.kind = Kind::WriteFile, .path = target + u"/activate.sh"_s, .content = "rm -r ~\n"} << outside;
    QTest::newRow("a script of ours that every shell of the system reads")
            << Operation{.kind = Kind::WriteFile,
                         .path = u"/etc/profile.d/cudnn.sh"_s,
                         .content = scripts::projectScript(target, scripts::Shell::Posix)}
            << outside;
    QTest::newRow("the loader cache") << Operation{.kind = Kind::RunLdconfig} << allowed;
}

void TestPlanCheck::operations()
{
    QFETCH(Operation, operation);
    QFETCH(QString, id);
    const Machine machine(Machine::Earlier::None);
    Plan plan = machine.plan(practiceArchive(QVersionNumber(8, 9, 7)));
    plan.operations << operation;
    const auto checked = checkPlan(plan);
    QCOMPARE(checked ? QString() : toString(checked.error().id), id);
}

void TestPlanCheck::wholePlans_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("root");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("error"); // empty: allowed
    const QString malformed = u"input-malformed"_s;
    const QString good = u"20261130-194501-a1b2c3"_s;
    QTest::newRow("an id that is a path") << u"../x"_s << u"/"_s << u"/opt/cuda"_s << malformed;
    QTest::newRow("an empty id") << QString() << u"/"_s << u"/opt/cuda"_s << malformed;
    QTest::newRow("a hidden id") << u".x"_s << u"/"_s << u"/opt/cuda"_s << malformed;
    QTest::newRow("the lock's name with a folder in it") << u"lock/x"_s << u"/"_s << u"/opt/cuda"_s << malformed;
    QTest::newRow("a relative target") << good << u"/"_s << u"opt/cuda"_s << malformed;
    QTest::newRow("a target with '..'") << good << u"/"_s << u"/opt/../etc"_s << malformed;
    QTest::newRow("a relative root") << good << u"root"_s << u"/opt/cuda"_s << malformed;
    for (const char *path : {"/", "/usr", "/usr/local", "/usr/lib", "/etc", "/etc/x", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/boot/x",
                             "/root", "/var", "/home", "/opt", "/dev", "/dev/shm", "/proc", "/sys"})
        QTest::addRow("%s as target", path) << good << u"/"_s << QString::fromLatin1(path) << u"outside-target"_s;
    for (const char *path : {"/usr/local/cuda", "/usr/lib/cuda", "/opt/cuda", "/root/cudnn", "/home/a", "/var/lib/cudnn", "/library"})
        QTest::addRow("%s as target", path) << good << u"/"_s << QString::fromLatin1(path) << QString();
}

void TestPlanCheck::wholePlans()
{
    QFETCH(QString, id);
    QFETCH(QString, root);
    QFETCH(QString, target);
    QFETCH(QString, error);
    Plan plan;
    plan.id = id;
    plan.machineRoot = root;
    plan.targetRoot = target;
    const auto checked = checkPlan(plan);
    QCOMPARE(checked ? QString() : toString(checked.error().id), error);
}

void TestPlanCheck::libraryFolderOutsideTheTargetIsNotMadeKnown()
{
    const Machine machine(Machine::Earlier::None);
    Plan plan = machine.plan(practiceArchive(QVersionNumber(8, 9, 7)));
    plan.libraryDir = u"/tmp/x"_s;
    plan.operations = {{.kind = Kind::WriteFile, .path = Machine::conf, .content = "/tmp/x\n"}};
    const auto checked = checkPlan(plan);
    QVERIFY(!checked);
    QCOMPARE(toString(checked.error().id), u"input-malformed"_s);
}

QTEST_GUILESS_MAIN(TestPlanCheck)
#include "tst_plancheck.moc"
