// SPDX-License-Identifier: MIT
#include "detect/detect.h"

#include "scratchroot.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

class DetectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesPartByPart();
    void stopsWhenCancelled_data();
    void stopsWhenCancelled();
    void fillsTheWholeReport();
    void anEmptyFolderIsAMachineWithoutAnything();

private:
    static Host machine(const test::ScratchRoot &root)
    {
        root.file(u"/etc/os-release"_s, "ID=debian\nVERSION_ID=12\n");
        root.file(u"/etc/environment"_s, "CUDA_HOME=/usr/local/cuda\nPATH=/usr/local/cuda/bin:/usr/bin\n");
        root.file(u"/var/lib/dpkg/status"_s);
        root.file(u"/var/lib/dpkg/info/cuda-nvcc-11-8.list"_s, "/.\n/usr/local/cuda-11.8/bin/nvcc\n");
        root.program(u"/usr/local/cuda-11.8/bin/nvcc"_s, "x");
        root.file(u"/usr/local/cuda-11.8/include/cuda.h"_s, "#define CUDA_VERSION 11080\n");
        root.link(u"/usr/local/cuda"_s, u"cuda-11.8"_s);
        root.program(u"/usr/bin/python3.11"_s);
        root.link(u"/usr/bin/python3"_s, u"python3.11"_s);
        return *Host::inFolder(root.at());
    }
};

void DetectTest::comesPartByPart()
{
    const test::ScratchRoot root;
    const Host host = machine(root);
    QList<int> parts;
    QList<qsizetype> toolkitsThen;
    QList<qint64> progress;
    const Job job{.report = [&progress](const Progress &now) { progress << now.done; }};
    const Outcome<SystemReport> report
            = detect(host, {}, job, [&](DetectPart part, const SystemReport &soFar) {
                  parts << int(part);
                  toolkitsThen << soFar.toolkits.size();
              });
    QVERIFY(report.has_value());
    QCOMPARE(parts, (QList<int>{int(DetectPart::System), int(DetectPart::Gpu), int(DetectPart::Driver),
                                int(DetectPart::Toolkits), int(DetectPart::Cudnn), int(DetectPart::Python)}));
    QCOMPARE(toolkitsThen, (QList<qsizetype>{0, 0, 0, 1, 1, 1}));
    QCOMPARE(progress, (QList<qint64>{0, 1, 2, 3, 4, 5, 6}));
}

void DetectTest::stopsWhenCancelled_data()
{
    QTest::addColumn<int>("after");
    QTest::newRow("before the first part") << 0;
    QTest::newRow("between two parts") << 3;
    QTest::newRow("before the last part") << 5;
}

void DetectTest::stopsWhenCancelled()
{
    QFETCH(int, after);
    const test::ScratchRoot root;
    const Host host = machine(root);
    int done = 0;
    const Job job{.isCancelled = [&] { return done == after; }};
    const Outcome<SystemReport> report = detect(host, {}, job, [&](DetectPart, const SystemReport &) { ++done; });
    QVERIFY(!report.has_value());
    QVERIFY(isCancelled(report.error()));
    QCOMPARE(done, after);
}

void DetectTest::fillsTheWholeReport()
{
    const test::ScratchRoot root;
    const Outcome<SystemReport> report = detect(machine(root), {.withProbes = false}, {});
    QVERIFY(report.has_value());
    QCOMPARE(report->os.id, u"debian"_s);
    QVERIFY(!report->driver.has_value());
    QVERIFY(!report->driverUnknownReason.isEmpty());
    QVERIFY(!report->gpusUnknownReason.isEmpty());
    QCOMPARE(report->toolkits.size(), 1);
    QCOMPARE(report->toolkits[0].owner.value_or(QString()), u"dpkg: cuda-nvcc-11-8"_s);
    QCOMPARE(report->toolkits[0].activeReason, u"nvcc on PATH"_s);
    QCOMPARE(report->environment.variables.value(u"CUDA_HOME"_s), u"/usr/local/cuda"_s);
    QCOMPARE(report->environment.path, (QStringList{u"/usr/local/cuda/bin"_s, u"/usr/bin"_s}));
    QCOMPARE(report->pythons.size(), 1);
    QCOMPARE(report->packageManagers, QStringList{u"dpkg"_s});
}

void DetectTest::anEmptyFolderIsAMachineWithoutAnything()
{
    const test::ScratchRoot root;
    const Outcome<SystemReport> report = detect(*Host::inFolder(root.at()), {}, {});
    QVERIFY(report.has_value());
    QVERIFY(report->toolkits.isEmpty() && report->cudnnCopies.isEmpty() && report->pythons.isEmpty());
    QVERIFY(report->packageManagers.isEmpty());
}

QTEST_GUILESS_MAIN(DetectTest)
#include "tst_detect.moc"
