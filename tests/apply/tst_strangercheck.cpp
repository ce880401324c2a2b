// SPDX-License-Identifier: MIT
#include "streamfixture.h"

#include "apply/plancheck.h"
#include "apply/strangercheck.h"

#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace cudnnsetup;
using namespace cudnnsetup::test;
using Kind = Operation::Kind;

// What this program's own plans hold passes the check of strangers; what tst_applyserver has no row for is
// refused. The check looks and changes nothing.
class TestStrangerCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void operations_data();
    void operations();
};

void TestStrangerCheck::initTestCase()
{
    if (::geteuid() != 0)
        QSKIP("Only the administrator's folders are changed for a stranger.");
}

void TestStrangerCheck::operations_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<QString>("id"); // empty: allowed
    const QString target = Machine::toolkit;
    const QString lib = Machine::libraries;
    const QString allowed;
    const QString outside = u"outside-target"_s;
    for (const char *name : {"libcudnn.so", "libcudnn.so.9.1.0", "libcudnn_ops.so.9", "libcudnn_static.a"})
        QTest::addRow("%s put aside", name)
                << Operation{.kind = Kind::PutAside, .path = lib + u'/' + QString::fromLatin1(name)}
                << allowed;
    for (const char *name : {"cudnn.h", "cudnn_version.h", "cudnn_ops_infer_v8.h"})
        QTest::addRow("%s put aside", name)
                << Operation{.kind = Kind::PutAside,
                             .path = Machine::headers + u'/' + QString::fromLatin1(name)}
                << allowed;
    for (const char *name : {"libcublas.so.12", "xlibcudnn.so", "libcudnnx.so", "cuda.h", "cudnn_frontend.h",
                             "libcudnn", "libcudnn.so/x"})
        QTest::addRow("%s put aside is refused", name)
                << Operation{.kind = Kind::PutAside, .path = lib + u'/' + QString::fromLatin1(name)}
                << outside;
    QTest::newRow("a folder for libraries")
            << Operation{.kind = Kind::MakeDirectory, .path = target + u"/lib"_s, .mode = 0755} << allowed;
    QTest::newRow("a link between names of a library") << Operation{.kind = Kind::MakeLink,
                                                                    .path = lib + u"/libcudnn.so"_s,
                                                                    .linkTarget = u"libcudnn.so.9"_s}
                                                       << allowed;
    QTest::newRow("a pattern that is none of the catalog's")
            << Operation{.kind = Kind::Unpack,
                         .path = lib,
                         .namePatterns = {u"libcudnn.so*"_s, u"libc.so*"_s}}
            << outside;
    QTest::newRow("the catalog's patterns again and again")
            << Operation{.kind = Kind::Unpack, .path = lib, .namePatterns = QStringList(100'000, u"libcudnn.so*"_s)} << outside;
    QTest::newRow("one script of ours")
            << Operation{.kind = Kind::WriteFile, .path = target + u"/activate.fish"_s} << allowed;
    QTest::newRow("a script one folder deeper")
            << Operation{.kind = Kind::WriteFile, .path = lib + u"/activate.sh"_s} << outside;
    QTest::newRow("settings of our name")
            << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/cudnn-setup-x.conf"_s}
            << allowed;
    QTest::newRow("settings that only end like ours")
            << Operation{.kind = Kind::WriteFile, .path = u"/etc/ld.so.conf.d/zz-cudnn-setup-x.conf"_s}
            << outside;
    QTest::newRow("a start-up file of root")
            << Operation{.kind = Kind::AddBlock, .path = u"/root/.bashrc"_s, .content = "x"} << outside;
}

void TestStrangerCheck::operations()
{
    QFETCH(Operation, operation);
    QFETCH(QString, id);
    const StreamMachine machine;
    Plan plan = machine.plan(smallestArchive());
    plan.operations = {operation};
    const TreeSnapshot before = machine.everything();
    const auto checked = checkPlanOfStranger(plan);
    QCOMPARE(checked ? QString() : toString(checked.error().id), id);
    QCOMPARE(differences(before, machine.everything()), QStringList());
}

QTEST_GUILESS_MAIN(TestStrangerCheck)
#include "tst_strangercheck.moc"
