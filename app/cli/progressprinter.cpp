// SPDX-License-Identifier: MIT
#include "progressprinter.h"

#include "console.h"
#include "report/documents.h"
#include "report/progresstext.h"

#include <QJsonDocument>

namespace cudnnsetup {

namespace {

constexpr qint64 betweenLines = 100; // milliseconds

} // namespace

ProgressPrinter::ProgressPrinter(Form form) : m_form(form) { }

bool ProgressPrinter::isDue(const Progress &progress)
{
    if (m_step != progress.step) {
        m_step = progress.step;
        m_sinceStep.start();
        return true;
    }
    return !m_sinceLine.isValid() || m_sinceLine.elapsed() >= betweenLines;
}

void ProgressPrinter::report(const Progress &progress)
{
    if (m_form == Form::None)
        return;
    const QMutexLocker lock(&m_mutex);
    if (!isDue(progress))
        return;
    m_sinceLine.start();
    if (m_form == Form::JsonLines) {
        console::write(console::Stream::Error,
                       QJsonDocument(progressDocument(progress)).toJson(QJsonDocument::Compact) + '\n');
        return;
    }
    // ESC [ K takes away what is left of a longer line.
    console::write(console::Stream::Error,
                   '\r' + progressText(progress, m_sinceStep.elapsed()).toLocal8Bit() + "\033[K");
    m_hasLine = true;
}

void ProgressPrinter::clear()
{
    const QMutexLocker lock(&m_mutex);
    if (m_hasLine)
        console::write(console::Stream::Error, "\r\033[K");
    m_hasLine = false;
}

} // namespace cudnnsetup
