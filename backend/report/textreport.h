// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"
#include "detect/systemreport.h"
#include "gpu/gputest.h"
#include "verify/verify.h"

namespace cudnnsetup {

// What a report is made of; a part that is empty is left out.
struct ReportContent
{
    std::optional<SystemReport> system = {};
    std::optional<Transaction> transaction = {};
    std::optional<VerifyReport> verified = {};
    std::optional<GpuTestReport> gpuTest = {};
};

// The values as plain text for people, in the language that is shown. Call it in the thread that shows it.
QString textReport(const ReportContent &content);

// Writes a file whole or not at all; text as UTF-8. Errors: NotWritable.
Result<void> saveBytes(const QString &path, const QByteArray &bytes);
Result<void> saveText(const QString &path, const QString &text);

} // namespace cudnnsetup
