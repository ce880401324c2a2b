// SPDX-License-Identifier: MIT
#pragma once

#include "apply/history.h"
#include "apply/rights.h"

#include <QCoreApplication>

namespace cudnnsetup {

// The words for a change: what it did, where its rights come from, what is intact after it ended.
class ChangeWords
{
    Q_DECLARE_TR_FUNCTIONS(ChangeWords)

public:
    static QString when(const PastChange &change); // date and time, short
    // "cuDNN 8.2.1 → 8.9.7"; where no version changed, what was asked for.
    static QString what(const PastChange &change);
    static QString state(const PastChange &change);
    // One line of a list of changes: when and what.
    static QString line(const PastChange &change);
    // What is there after this change was taken back.
    static QString before(const Transaction &transaction);

    // Whether a password will be asked; without rights the sentence says that they are missing.
    static QString rights(const std::optional<Rights> &rights);
    static QString rightsMark(const std::optional<Rights> &rights);
    static QString runTheCommand();
    static QString waitingForPassword();

    // After it failed or was stopped: what is still as it was.
    static QString intact(const ApplyResult &result);
    static bool wasNotAuthorised(const ApplyResult &result);
};

} // namespace cudnnsetup
