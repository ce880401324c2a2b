// SPDX-License-Identifier: MIT
#pragma once

#include "exitcode.h"
#include "progressprinter.h"
#include "result.h"

#include <QJsonObject>

namespace cudnnsetup {

// What a command says: facts and documents on standard output, remarks, questions, errors and progress on standard error.
// With --json exactly one document goes to standard output.
class Output
{
public:
    struct Form
    {
        bool isJson = false;
        bool isQuiet = false;
    };
    explicit Output(Form form);

    bool isJson() const { return m_form.isJson; }
    // The result, in the form that was asked for.
    void result(const QJsonObject &document, const QString &text);
    // Facts as they come in, for people only.
    void text(const QString &text);
    // What is good to know; not with --quiet or --json.
    void remark(const QString &text);
    // Asks on the terminal; false without one, and for every answer but yes.
    bool confirm(const Text &question);

    // The line "error: <id>: ..." and the error document, to which `also` is added.
    ExitCode fail(const Error &error, ExitCode code, const QJsonObject &also = {});
    // An interruption: cancelled before anything was changed, or an error.
    ExitCode fail(const Interruption &interruption, ExitCode code);
    ExitCode cancelled(const Text &whatIsIntact, const QJsonObject &also = {});
    ExitCode wrongUsage(const Text &message);

    // For long work: progress goes here, and SIGINT or SIGTERM ask it to stop.
    Job job();

private:
    Form m_form;
    ProgressPrinter m_progress;
};

} // namespace cudnnsetup
