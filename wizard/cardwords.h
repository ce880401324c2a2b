// SPDX-License-Identifier: MIT
#pragma once

#include "detect/systemreport.h"
#include "widgets/factcard.h"

#include <QCoreApplication>

namespace cudnnsetup {

// The words of the five cards of the first page, made from the facts of a report in the language that is
// shown.
class CardWords
{
    Q_DECLARE_TR_FUNCTIONS(CardWords)

public:
    static CardFacts graphics(const SystemReport &report);
    static CardFacts driver(const SystemReport &report);
    static CardFacts toolkits(const SystemReport &report);
    static CardFacts cudnn(const SystemReport &report);
    static CardFacts python(const SystemReport &report);

private:
    static QString aboutToolkit(const ToolkitFacts &toolkit);
    static QString aboutCopy(const CudnnCopy &copy);
};

} // namespace cudnnsetup
