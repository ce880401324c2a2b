// SPDX-License-Identifier: MIT
#pragma once

#include "report/textreport.h"

namespace cudnnsetup {

// The report as one HTML file that needs nothing beside it: the bars of the GPU test as a picture, and all of textReport().
// In the language that is shown.
QString htmlReport(const ReportContent &content);

// As the name of the file says: *.html and *.htm are HTML, everything else is text.
QString reportForFile(const QString &path, const ReportContent &content);

} // namespace cudnnsetup
