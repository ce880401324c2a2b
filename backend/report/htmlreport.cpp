// SPDX-License-Identifier: MIT
#include "report/htmlreport.h"

#include "report/speedchart.h"

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

QString pictureOf(const ReportContent &content)
{
    if (!content.gpuTest)
        return {};
    const SpeedChart chart = speedChartOf(*content.gpuTest);
    return chart.isEmpty() ? QString() : u"<figure>\n%1</figure>\n"_s.arg(QString::fromUtf8(svgOf(chart)));
}

} // namespace

QString htmlReport(const ReportContent &content)
{
    const QString title = Text(QT_TRANSLATE_NOOP("backend", "Report of cuDNN Setup")).toString().toHtmlEscaped();
    return u"<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"_s
           + title
           + u"</title>\n<style>\n"
             "body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; }\n"
             "figure { margin: 1rem 0; }\n"
             "svg { max-width: 100%; height: auto; }\n"
             "pre { white-space: pre-wrap; overflow-wrap: anywhere; }\n"
             "</style>\n</head>\n<body>\n<h1>"_s
           + title + u"</h1>\n"_s + pictureOf(content) + u"<pre>"_s + textReport(content).toHtmlEscaped()
           + u"</pre>\n</body>\n</html>\n"_s;
}

QString reportForFile(const QString &path, const ReportContent &content)
{
    const bool isHtml = path.endsWith(".html"_L1, Qt::CaseInsensitive) || path.endsWith(".htm"_L1, Qt::CaseInsensitive);
    return isHtml ? htmlReport(content) : textReport(content);
}

} // namespace cudnnsetup
