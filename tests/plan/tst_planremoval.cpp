// SPDX-License-Identifier: MIT
#include "plan/planremoval.h"
#include "planmachine.h"

#include <QTest>

using namespace cudnnsetup;
using namespace cudnnsetup::test;
using namespace Qt::StringLiterals;

// Taking out a copy that came from elsewhere: its files and no other, and never those of a package.
class TestPlanRemoval : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheFilesOfCudnnAndNoOther();
    void whatIsRefused_data();
    void whatIsRefused();
    void inUseOnTheExplicitWord();

private:
    static Result<Plan> plan(const PlanMachine &machine, const QString &folder, bool takeInUse = false)
    {
        return planRemoval(machine.host(), machine.report, *Catalog::bundled(), folder, takeInUse);
    }
};

using Prepare = std::function<void(PlanMachine &)>;
Q_DECLARE_METATYPE(Prepare)

void TestPlanRemoval::takesTheFilesOfCudnnAndNoOther()
{
    PlanMachine machine;
    machine.fill();
    machine.cudnn(realLib, realInclude, u"8.2.1"_s);
    machine.report.cudnnCopies.last().toolkit = cuda124;
    machine.file(realInclude + u"/cudnn_frontend.h"_s);
    machine.file(realLib + u"/libcublas.so.12"_s);
    for (const QString &folder : {realLib, cuda124, u"/usr/local/cuda"_s}) {
        const auto made = plan(machine, folder);
        if (!made)
            QFAIL(qPrintable(made.error().message.toString()));
        QCOMPARE(made->targetRoot, cuda124);
        QCOMPARE(made->replacedVersion, QVersionNumber(8, 2, 1));
        QVERIFY(!made->expectedVersion);
        QStringList paths;
        for (const Operation &operation : made->operations) {
            QCOMPARE(toString(operation.kind), u"putAside"_s);
            paths << operation.path;
        }
        QCOMPARE(paths.size(), 8); // two libraries with two links each, two headers
        QVERIFY(paths.contains(realLib + u"/libcudnn.so"_s) && paths.contains(realInclude + u"/cudnn.h"_s));
        QVERIFY(paths.filter(u"frontend"_s).isEmpty() && paths.filter(u"cublas"_s).isEmpty());
    }
}

void TestPlanRemoval::whatIsRefused_data()
{
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<ErrorId>("id");
    QTest::addColumn<QString>("words");
    const QString system = u"/usr/lib/x86_64-linux-gnu"_s;
    QTest::newRow("nothing there") << Prepare([](PlanMachine &) {}) << u"/opt/none"_s << ErrorId::CudnnAbsent
                                   << u"/opt/none"_s;
    QTest::newRow("a package of Debian") << Prepare([system](PlanMachine &machine) {
        machine.cudnn(system, u"/usr/include"_s, u"8.9.7"_s);
        machine.report.cudnnCopies.last().owner = u"dpkg: libcudnn8"_s;
    }) << system << ErrorId::PackageOwned << u"sudo apt-get remove libcudnn8"_s;
    QTest::newRow("a package that owns one of the files") << Prepare([](PlanMachine &machine) {
        machine.cudnn(u"/opt/cudnn/lib"_s, u"/opt/cudnn/include"_s, u"8.9.7"_s);
        machine.file(u"/var/lib/dpkg/info/cudnn-vendor.list"_s, "/.\n/opt/cudnn/lib/libcudnn.so.8.9.7\n");
    }) << u"/opt/cudnn"_s << ErrorId::PackageOwned << u"sudo apt-get remove cudnn-vendor"_s;
    QTest::newRow("conda's") << Prepare([](PlanMachine &machine) {
        machine.cudnn(u"/opt/conda/lib"_s, u"/opt/conda/include"_s, u"8.9.7"_s);
        machine.report.cudnnCopies.last().owner = u"conda: cudnn 8.9.7"_s;
    }) << u"/opt/conda/lib"_s << ErrorId::PackageOwned
                             << u"conda remove cudnn"_s;
    QTest::newRow("in use") << Prepare([](PlanMachine &machine) {
        machine.cudnn(u"/opt/cudnn/lib"_s, u"/opt/cudnn/include"_s, u"8.9.7"_s);
        machine.report.cudnnCopies.last().inUseBy << FileUserFacts{4711, u"python3"_s};
    }) << u"/opt/cudnn"_s << ErrorId::InUse
                            << u"python3 (4711)"_s;
}

void TestPlanRemoval::whatIsRefused()
{
    QFETCH(Prepare, prepare);
    QFETCH(QString, folder);
    QFETCH(ErrorId, id);
    QFETCH(QString, words);
    PlanMachine machine;
    machine.fill();
    prepare(machine);
    const auto made = plan(machine, folder);
    QVERIFY(!made);
    QCOMPARE(toString(made.error().id), toString(id));
    QVERIFY2(made.error().message.toString().contains(words), qPrintable(made.error().message.toString()));
}

void TestPlanRemoval::inUseOnTheExplicitWord()
{
    PlanMachine machine;
    machine.cudnn(u"/opt/cudnn/lib"_s, u"/opt/cudnn/include"_s, u"8.9.7"_s);
    machine.report.cudnnCopies.last().inUseBy << FileUserFacts{4711, u"python3"_s};
    const auto made = plan(machine, u"/opt/cudnn"_s, true);
    QVERIFY(made);
    QVERIFY(!made->warnings.isEmpty());
}

QTEST_GUILESS_MAIN(TestPlanRemoval)
#include "tst_planremoval.moc"
