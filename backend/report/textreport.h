// SPDX-License-Identifier: MIT
#pragma once

#include "apply/transaction.h"
#include "detect/systemreport.h"
#include "verify/verify.h"

namespace cudnnsetup {

// What a report is made of; a part that is empty is left out.
struct ReportContent
{
    std::optional<SystemReport> system = {};
    std::optional<Transaction> transaction = {};
    std::optional<VerifyReport> verified = {};
};

// The values as plain text for people, in the language that is shown. Call it in the thread that shows it.
QString textReport(const ReportContent &content);

// Writes text as UTF-8, whole or not at all. Errors: NotWritable.
Result<void> saveText(const QString &path, const QString &text);

} // namespace cudnnsetup
