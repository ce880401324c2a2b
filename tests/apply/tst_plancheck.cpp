// SPDX-License-Identifier: MIT
#include "applyfixture.h"

#include "apply/plancheck.h"

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
};

void TestPlanCheck::operations_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<QString>("id"); // empty: allowed
    const QString target = Machine::toolkit;
    const QString allowed;
    const QString outside = u"outside-target"_s;
    QTest::newRow("a folder inside") << Operation{.kind = Kind::MakeDirectory, .path = target + u"/lib"_s} << allowed;
    QTest::newRow("the target itself") << Operation{.kind = Kind::MakeDirectory, .path = target} << allowed;
    QTest::newRow("a folder above the target") << Operation{.kind = Kind::MakeDirectory, .path = u"/usr/local"_s} << allowed;
    QTest::newRow("the loader's folder") << Operation{.kind = Kind::MakeDirectory, .path = u"/etc/ld.so.conf.d"_s} << allowed;
    QTest::newRow("a folder elsewhere") << Operation{.kind = Kind::MakeDirectory, .path = u"/opt/x"_s} << outside;
    QTest::newRow("a folder whose name begins like the target's")
            << Operation{.kind = Kind::MakeDirectory, .path = target + u"-other"_s} << outside;
    QTest::newRow("unpacking inside") << Operation{.path = target + u"/lib"_s} << allowed;
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
    QTest::newRow("a set-user-id mode")
            << Operation{.kind = Kind::WriteFile, .path = target + u"/x"_s, .mode = 04755} << u"input-malformed"_s;
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
    const QString good = u"20261130-194501-a1b2c3"_s;
    QTest::newRow("an id that is a path") << u"../x"_s << u"/"_s << u"/opt/cuda"_s;
    QTest::newRow("an empty id") << QString() << u"/"_s << u"/opt/cuda"_s;
    QTest::newRow("a hidden id") << u".x"_s << u"/"_s << u"/opt/cuda"_s;
    QTest::newRow("the lock's name with a folder in it") << u"lock/x"_s << u"/"_s << u"/opt/cuda"_s;
    QTest::newRow("the whole machine as target") << good << u"/"_s << u"/"_s;
    QTest::newRow("a relative target") << good << u"/"_s << u"opt/cuda"_s;
    QTest::newRow("a target with '..'") << good << u"/"_s << u"/opt/../etc"_s;
    QTest::newRow("a relative root") << good << u"root"_s << u"/opt/cuda"_s;
}

void TestPlanCheck::wholePlans()
{
    QFETCH(QString, id);
    QFETCH(QString, root);
    QFETCH(QString, target);
    Plan plan;
    plan.id = id;
    plan.machineRoot = root;
    plan.targetRoot = target;
    const auto checked = checkPlan(plan);
    QVERIFY(!checked);
    QCOMPARE(toString(checked.error().id), u"input-malformed"_s);
}

QTEST_GUILESS_MAIN(TestPlanCheck)
#include "tst_plancheck.moc"
