// SPDX-License-Identifier: MIT
#pragma once

#include "archive/identity.h"
#include "detect/systemreport.h"
#include "gpu/gputest.h"
#include "job.h"
#include "plan/plan.h"
#include "verify/verify.h"

#include <QCoreApplication>

namespace cudnnsetup {

// The words that several pages use for values, in the language that is shown at the moment of the call.
class Words
{
    Q_DECLARE_TR_FUNCTIONS(Words)

public:
    static QString duration(qint64 seconds); // "12 s", "3 min"
    static QString
    version(const std::optional<QVersionNumber> &version); // at most three parts; "unknown version"
    static QString authenticity(ArchiveIdentity::Authenticity authenticity);
    static QString platform(const QString &platform);
    static QString step(Progress::Step step);
    static QString bottleneck(Progress::Bottleneck bottleneck); // empty for None
    static QString status(VerifyCheck::Status status);
    static QString weight(Reason::Weight weight);
    static QString verdict(Verdict::Kind kind);
    static QString verdict(GpuVerdict::Kind kind);

    // The drawings that stand beside these words.
    static QString mark(VerifyCheck::Status status);
    static QString mark(Reason::Weight weight);
    static QString mark(Verdict::Kind kind);
    static QString mark(GpuVerdict::Kind kind);
};

} // namespace cudnnsetup
