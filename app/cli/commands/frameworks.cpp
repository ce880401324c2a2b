// SPDX-License-Identifier: MIT
#include "frameworks.h"

#include "report/frameworktext.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// A path from where the person stands; a bare name is looked up in the PATH.
QString programOf(const QString &python)
{
    return python.contains(u'/') ? QDir::cleanPath(QDir::current().absoluteFilePath(python)) : python;
}

FrameworkTestStep progressTo(Output &output)
{
    return [job = output.job()](const FrameworkTestReport &soFar, const QString &running) {
        const Text subject = Text::verbatim(running.isEmpty() ? soFar.python : running);
        job.report({.step = Progress::Step::Verify, .done = soFar.modes.size(), .subject = subject});
    };
}

} // namespace

QCommandLineOption pythonOption()
{
    return {u"python"_s,
            QCoreApplication::translate("cli", "Also test PyTorch or TensorFlow of the Python EXE; may be given several times."),
            u"EXE"_s};
}

Outcome<QList<FrameworkTestReport>> testFrameworks(const Call &call, const Host &host, const FrameworkTestRequest &request)
{
    QList<FrameworkTestReport> reports;
    const QStringList pythons = call.values(u"python"_s);
    for (const QString &python : pythons) {
        const auto report = runFrameworkTest(host, programOf(python), request, call.output().job(), progressTo(call.output()));
        if (!report)
            return tl::unexpected(report.error());
        call.output().text(u'\n' + frameworkText(*report));
        reports << *report;
    }
    return reports;
}

bool hasFault(const QList<FrameworkTestReport> &reports)
{
    return std::any_of(reports.begin(), reports.end(), [](const FrameworkTestReport &report) { return !report.finding.isEmpty(); });
}

QJsonObject withFrameworks(QJsonObject document, const QList<FrameworkTestReport> &reports)
{
    if (reports.isEmpty())
        return document;
    QJsonArray frameworks;
    for (const FrameworkTestReport &report : reports)
        frameworks << toJson(report);
    document[u"frameworks"] = frameworks;
    if (hasFault(reports))
        document[u"ok"] = false;
    return document;
}

} // namespace cudnnsetup
