// SPDX-License-Identifier: MIT
#include "report/frameworktext.h"

#include <QTest>

using namespace cudnnsetup;
using namespace Qt::StringLiterals;

namespace {

FrameworkTestReport torchReport()
{
    return {.python = u"/venv/bin/python"_s,
            .pythonVersion = u"3.12.3"_s,
            .framework = u"torch"_s,
            .version = u"2.11.0"_s,
            .cudaVersion = u"13.0"_s,
            .cudnnVersion = u"9.19.0"_s,
            .cudnnFiles = {u"/venv/cudnn/libcudnn.so.9"_s, u"/venv/cudnn/libcudnn_cnn.so.9"_s},
            .deviceName = u"NVIDIA H200"_s,
            .modes = {{.name = u"fp32-nchw"_s, .onMs = 3.13, .offMs = 4.46},
                      {.name = u"bf16-nchw"_s, .problem = Text::verbatim(u"This GPU cannot compute in it."_s)},
                      {.name = u"fp16-nhwc"_s, .onMs = 0.472, .offProblem = Text::verbatim(u"out of memory"_s)}},
            .usesCudnn = true};
}

} // namespace

class TestFrameworkText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeTestIsToldLineByLine();
    void whatCannotBeSwitchedHasOneTime();
    void aProblemHasItsLastWords();
    void aPythonThatNeverSpokeIsNamed();
};

void TestFrameworkText::aWholeTestIsToldLineByLine()
{
    const QStringList lines = frameworkText(torchReport()).split(u'\n');
    QCOMPARE(lines,
             (QStringList{u"PyTorch 2.11.0, Python 3.12.3 (/venv/bin/python)"_s, u"    CUDA 13.0, cuDNN 9.19.0, NVIDIA H200"_s,
                          u"    FP32 NCHW: 3.13 ms with cuDNN, 4.46 ms without it (1.4 times)"_s,
                          u"    BF16 NCHW: no time with cuDNN. This GPU cannot compute in it."_s,
                          u"    FP16 NHWC: 0.472 ms with cuDNN, no time without it. out of memory"_s,
                          u"    cuDNN was loaded from /venv/cudnn."_s, u"    PyTorch uses cuDNN."_s}));
}

void TestFrameworkText::whatCannotBeSwitchedHasOneTime()
{
    FrameworkTestReport report = torchReport();
    report.framework = u"tensorflow"_s;
    report.hasSwitch = false;
    const QString text = frameworkText(report);
    QVERIFY2(text.contains(u"FP32 NCHW: 3.13 ms with cuDNN\n"_s), qPrintable(text));
    QVERIFY2(text.endsWith(u"TensorFlow uses cuDNN. It cannot be told to do without, so there is no time to compare with."_s), qPrintable(text));
}

void TestFrameworkText::aProblemHasItsLastWords()
{
    FrameworkTestReport report = torchReport();
    report.problem = Text::verbatim(u"It crashed."_s);
    for (int i = 1; i <= 30; ++i)
        report.words += u"line %1\n"_s.arg(i);
    const QString text = frameworkText(report);
    QVERIFY2(text.contains(u"    It crashed.\n    | line 19\n"_s), qPrintable(text));
    QVERIFY2(text.endsWith(u"    | line 30"_s), qPrintable(text));
}

void TestFrameworkText::aPythonThatNeverSpokeIsNamed()
{
    const FrameworkTestReport report{.python = u"/bin/true"_s, .problem = Text::verbatim(u"It is none."_s)};
    QCOMPARE(frameworkText(report), u"/bin/true\n    It is none."_s);
}

QTEST_GUILESS_MAIN(TestFrameworkText)
#include "tst_frameworktext.moc"
