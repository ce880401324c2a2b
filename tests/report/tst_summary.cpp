// SPDX-License-Identifier: MIT
#include "report/summary.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

ToolkitFacts toolkit(const QString &root, QVersionNumber version, bool isActive = false)
{
    ToolkitFacts facts;
    facts.root = root;
    facts.version = version;
    facts.isActive = isActive;
    return facts;
}

CudnnCopy copy(const QString &libraryDir, QVersionNumber version, std::optional<QString> inToolkit = {})
{
    CudnnCopy copy{.libraryDir = libraryDir, .version = version};
    copy.origin = inToolkit ? CudnnCopy::Origin::Toolkit : CudnnCopy::Origin::System;
    copy.toolkit = inToolkit;
    copy.libraries << LibraryFacts{.name = u"libcudnn.so.8"_s, .file = libraryDir + u"/libcudnn.so.8.0.0"_s};
    return copy;
}

const QVersionNumber cuda118(11, 8);
const QVersionNumber cudnn897({8, 9, 7, 29});
const QVersionNumber cudnn821({8, 2, 1, 32});
const DriverFacts driver535{QVersionNumber({535, 104, 5}), QVersionNumber(12, 2), u"NVML"_s};

SystemReport machineWith(const QList<ToolkitFacts> &toolkits)
{
    SystemReport report;
    report.driver = driver535;
    report.toolkits = toolkits;
    return report;
}

} // namespace

class TestSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysTheStateInOneSentence_data();
    void saysTheStateInOneSentence();
    void takesTheNewestToolkitWhereNoneIsActive();
    void leavesPythonsOwnCopiesOut();
    void findsTheLoadedCopyThroughALink();
};

void TestSummary::saysTheStateInOneSentence_data()
{
    QTest::addColumn<SystemReport>("report");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("nothing at all")
            << SystemReport{}
            << u"No CUDA toolkit was found here. cuDNN goes into a CUDA toolkit, so that comes first."_s;
    SystemReport report = machineWith({toolkit(u"/usr/local/cuda-11.8"_s, cuda118)});
    QTest::newRow("a toolkit and a driver") << report << u"Ready: CUDA 11.8 and driver 535. No cuDNN yet."_s;
    report.driver.reset();
    QTest::newRow("a toolkit without a driver")
            << report
            << u"CUDA 11.8 is here, cuDNN is not yet. Without an NVIDIA driver no program can use a graphics card on this machine."_s;
    report.driver = driver535;
    report.cudnnCopies << copy(u"/usr/local/cuda-11.8/lib64"_s, cudnn897, u"/usr/local/cuda-11.8"_s);
    QTest::newRow("all of it") << report << u"Ready: CUDA 11.8, driver 535 and cuDNN 8.9.7."_s;
    report.cudnnCopies << copy(u"/usr/lib/x86_64-linux-gnu"_s, cudnn821);
    QTest::newRow("another copy that nobody loads")
            << report << u"Ready: CUDA 11.8, driver 535 and cuDNN 8.9.7."_s;
    report.loader.resolved << LoaderFacts::Resolved{
            u"libcudnn.so.8"_s, u"/usr/lib/x86_64-linux-gnu/libcudnn.so.8"_s, u"loader cache"_s};
    QTest::newRow("another version is loaded")
            << report << u"cuDNN 8.9.7 is installed but programs load 8.2.1 instead."_s;
    report.cudnnCopies.last().version = cudnn897;
    QTest::newRow("another copy of the same version is loaded")
            << report << u"Ready: CUDA 11.8, driver 535 and cuDNN 8.9.7."_s;
    report.toolkits.clear();
    QTest::newRow("cuDNN without a toolkit") << report << u"cuDNN 8.9.7 is here, but no CUDA toolkit."_s;
}

void TestSummary::saysTheStateInOneSentence()
{
    QFETCH(SystemReport, report);
    QTEST(summaryOf(report).sentence.toString(), "sentence");
}

void TestSummary::takesTheNewestToolkitWhereNoneIsActive()
{
    SystemReport report;
    QCOMPARE(activeToolkit(report), nullptr);
    report.toolkits = {toolkit(u"/a"_s, {12, 4}), toolkit(u"/b"_s, {12, 10}), toolkit(u"/c"_s, {11, 8})};
    QCOMPARE(activeToolkit(report)->root, u"/b"_s);
    report.toolkits[2].isActive = true;
    QCOMPARE(activeToolkit(report)->root, u"/c"_s);
}

void TestSummary::leavesPythonsOwnCopiesOut()
{
    SystemReport report;
    for (const auto origin :
         {CudnnCopy::Origin::Conda, CudnnCopy::Origin::Pip, CudnnCopy::Origin::Framework}) {
        report.cudnnCopies << copy(u"/x"_s, cudnn897);
        report.cudnnCopies.last().origin = origin;
    }
    QVERIFY(systemWideCopies(report).isEmpty());
    report.cudnnCopies << copy(u"/usr/lib64"_s, cudnn897);
    QCOMPARE(systemWideCopies(report).size(), 1);
}

void TestSummary::findsTheLoadedCopyThroughALink()
{
    SystemReport report;
    report.cudnnCopies = {copy(u"/a"_s, cudnn821), copy(u"/b"_s, cudnn897)};
    QCOMPARE(loadedCopy(report), nullptr);
    report.cudnnCopies[1].libraries[0].linkChain = {u"/links/libcudnn.so.8"_s, u"/b/libcudnn.so.8.9.7"_s};
    report.loader.resolved << LoaderFacts::Resolved{u"libcudnn.so.8"_s, u"/links/libcudnn.so.8"_s, {}};
    QCOMPARE(loadedCopy(report), &report.cudnnCopies[1]);
}

QTEST_GUILESS_MAIN(TestSummary)
#include "tst_summary.moc"
