// SPDX-License-Identifier: MIT
#include "output.h"

#include "console.h"
#include "report/documents.h"

#include <QJsonDocument>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

ProgressPrinter::Form progressForm(const Output::Form &form)
{
    if (form.isQuiet)
        return ProgressPrinter::Form::None;
    if (form.isJson)
        return ProgressPrinter::Form::JsonLines;
    return console::isTerminal(console::Stream::Error) ? ProgressPrinter::Form::TerminalLine : ProgressPrinter::Form::None;
}

QByteArray documentOf(QJsonObject document, const QJsonObject &also)
{
    for (auto it = also.begin(); it != also.end(); ++it)
        document.insert(it.key(), it.value());
    return QJsonDocument(document).toJson(QJsonDocument::Indented);
}

QByteArray line(const QString &text)
{
    return text.toLocal8Bit() + (text.endsWith(u'\n') ? "" : "\n");
}

} // namespace

Output::Output(Form form) : m_form(form), m_progress(progressForm(form)) { }

void Output::result(const QJsonObject &document, const QString &text)
{
    m_progress.clear();
    if (m_form.isJson)
        console::write(console::Stream::Output, QJsonDocument(document).toJson(QJsonDocument::Indented));
    else
        console::write(console::Stream::Output, line(text));
}

void Output::text(const QString &text)
{
    m_progress.clear();
    if (!m_form.isJson)
        console::write(console::Stream::Output, line(text));
}

void Output::remark(const QString &text)
{
    m_progress.clear();
    if (!m_form.isJson && !m_form.isQuiet)
        console::write(console::Stream::Error, line(text));
}

bool Output::confirm(const Text &question)
{
    // What is asked about must have been seen.
    if (m_form.isJson || m_form.isQuiet || !console::canAsk())
        return false;
    m_progress.clear();
    const Text hint(QT_TRANSLATE_NOOP("backend", "Type yes or no, then Enter:"));
    console::write(console::Stream::Error, (question.toString() + u' ' + hint.toString() + u' ').toLocal8Bit());
    const QString answer = console::readLine().value_or(QString()).trimmed().toLower();
    const Text yes(QT_TRANSLATE_NOOP("backend", "yes"));
    return answer == u"yes" || answer == u"y" || answer == yes.toString().toLower();
}

ExitCode Output::fail(const Error &error, ExitCode code, const QJsonObject &also)
{
    m_progress.clear();
    if (m_form.isJson)
        console::write(console::Stream::Output, documentOf(errorDocument(error), also));
    QString words = error.message.toString().simplified();
    console::write(console::Stream::Error, line(u"error: %1: %2"_s.arg(toString(error.id), words)));
    if (!m_form.isJson && !m_form.isQuiet && !error.detail.isEmpty())
        console::write(console::Stream::Error, line(u"    "_s + error.detail.trimmed().replace(u'\n', u"\n    "_s)));
    return code;
}

ExitCode Output::fail(const Interruption &interruption, ExitCode code)
{
    if (isCancelled(interruption))
        return cancelled(Text(QT_TRANSLATE_NOOP("backend", "Stopped as you wished. Nothing was changed.")));
    return fail(std::get<Error>(interruption), code);
}

ExitCode Output::cancelled(const Text &whatIsIntact, const QJsonObject &also)
{
    m_progress.clear();
    const QString words = whatIsIntact.toString();
    if (m_form.isJson)
        console::write(console::Stream::Output, documentOf(cancelledDocument(whatIsIntact), also));
    console::write(console::Stream::Error, line(u"cancelled: "_s + words));
    return ExitCode::Cancelled;
}

ExitCode Output::wrongUsage(const Text &message)
{
    return fail(Error{ErrorId::WrongUsage, message}, ExitCode::WrongUsage);
}

Job Output::job()
{
    return {.report = [this](const Progress &progress) { m_progress.report(progress); },
            .isCancelled = [] { return console::isInterrupted(); }};
}

} // namespace cudnnsetup
