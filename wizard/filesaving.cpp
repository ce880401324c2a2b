// SPDX-License-Identifier: MIT
#include "filesaving.h"

#include "session.h"
#include "widgets/speedpicture.h"

#include <QFileDialog>
#include <QMessageBox>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

FileSaving::FileSaving(Session *session, QWidget *window)
    : QObject(window), m_session(session), m_window(window)
{
    connect(session, &Session::reportSaved, this,
            [this](const QString &path, const std::optional<Error> &error) {
                tell(tr("Save report"),
                     error ? error->message.toString() : tr("The report is in %1.").arg(path), !error);
            });
    connect(&session->gpuMeasurement(), &GpuMeasurement::pictureSaved, this,
            [this](const QString &path, const std::optional<Error> &error) {
                tell(tr("Save picture"),
                     error ? error->message.toString() : tr("The picture is in %1.").arg(path), !error);
            });
}

QFileDialog *FileSaving::newDialog(const QString &title, const QStringList &filters, const QString &file)
{
    auto *dialog = new QFileDialog(m_window, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    // "Text files (*.txt)" -> "txt"
    const auto takeSuffix = [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.section(u"*."_s, 1).section(u')', 0, 0));
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, takeSuffix);
    takeSuffix(filters.first());
    dialog->selectFile(file);
    return dialog;
}

void FileSaving::chooseReportFile()
{
    QFileDialog *dialog =
            newDialog(tr("Save report"),
                      {tr("Text files (*.txt)"), tr("Web pages, with the bars of the GPU test (*.html)")},
                      u"cudnn-report"_s);
    dialog->setObjectName(u"reportDialog"_s);
    connect(dialog, &QFileDialog::fileSelected, m_session, &Session::saveReport);
    dialog->open();
}

void FileSaving::choosePictureFile()
{
    QFileDialog *dialog =
            newDialog(tr("Save picture"), {tr("PNG pictures (*.png)"), tr("SVG drawings (*.svg)")},
                      u"cudnn-gpu-test"_s);
    dialog->setObjectName(u"pictureDialog"_s);
    connect(dialog, &QFileDialog::fileSelected, this, &FileSaving::savePicture);
    dialog->open();
}

void FileSaving::savePicture(const QString &path)
{
    GpuMeasurement &gpu = m_session->gpuMeasurement();
    if (!gpu.report())
        return;
    const SpeedChart chart = speedChartOf(*gpu.report());
    const bool isSvg = path.endsWith(".svg"_L1, Qt::CaseInsensitive);
    gpu.savePicture(path, isSvg ? svgOf(chart) : pngOf(chart, m_window->font()));
}

void FileSaving::tell(const QString &title, const QString &words, bool isSaved)
{
    auto *message = new QMessageBox(isSaved ? QMessageBox::Information : QMessageBox::Warning, title, words,
                                    QMessageBox::Ok, m_window);
    message->setObjectName(u"savedMessage"_s);
    message->setAttribute(Qt::WA_DeleteOnClose);
    message->open();
}

} // namespace cudnnsetup
