// SPDX-License-Identifier: MIT
#include "report/verifytext.h"

#include "report/summary.h"

#include <QCoreApplication>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString markOf(VerifyCheck::Status status)
{
    switch (status) {
    case VerifyCheck::Status::Passed: return Text(QT_TRANSLATE_NOOP("backend", "passed")).toString();
    case VerifyCheck::Status::Failed: return Text(QT_TRANSLATE_NOOP("backend", "FAILED")).toString();
    case VerifyCheck::Status::Skipped: return Text(QT_TRANSLATE_NOOP("backend", "skipped")).toString();
    case VerifyCheck::Status::Unknown: return Text(QT_TRANSLATE_NOOP("backend", "unknown")).toString();
    }
    Q_UNREACHABLE();
}

// All that failed is the test on the GPU, which could not be made and so says nothing about the copy.
bool isOnlyUntried(const VerifyReport &report)
{
    const bool isUntried = report.gpuTest && report.gpuTest->verdict.kind == GpuVerdict::Kind::Impossible;
    return isUntried && std::all_of(report.checks.begin(), report.checks.end(), [](const VerifyCheck &check) {
        return check.status != VerifyCheck::Status::Failed || check.id == u"gpu";
    });
}

} // namespace

QString checkText(const VerifyCheck &check, Evidence evidence)
{
    QString text = u"[%1] %2"_s.arg(markOf(check.status), check.name.toString());
    if (!check.detail.isEmpty())
        text += u"\n    "_s + check.detail.toString();
    const bool isProved = evidence == Evidence::OfAll || check.status == VerifyCheck::Status::Failed;
    if (isProved && !check.evidence.isEmpty())
        text += u"\n    "_s + check.evidence.trimmed().replace(u'\n', u"\n    "_s);
    return text;
}

Text verdictOf(const VerifyReport &report, const CudnnCopy &copy)
{
    if (!report.isOk() && isOnlyUntried(report))
        return Text(QT_TRANSLATE_NOOP("backend", "Nothing wrong was found with the cuDNN in %1, but it could not be tried out on the GPU: see the "
                                                 "line marked FAILED."),
                    {copy.libraryDir});
    const QString version = report.version ? shortVersion(*report.version) : QString();
    if (!report.isOk())
        return Text(QT_TRANSLATE_NOOP("backend", "The cuDNN in %1 does not work as it should: see the lines marked FAILED."),
                    {copy.libraryDir});
    return Text(QT_TRANSLATE_NOOP("backend", "cuDNN %1 in %2 passed every check that could be made here."), {version, copy.libraryDir});
}

} // namespace cudnnsetup
