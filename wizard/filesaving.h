// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QFileDialog;
class QWidget;

namespace cudnnsetup {

class Session;

// Asks where a report or a picture is to go, has it written, and tells how that went.
class FileSaving : public QObject
{
    Q_OBJECT

public:
    // Dialogs stand over window, which owns this.
    FileSaving(Session *session, QWidget *window);

    void chooseReportFile();
    // Of the bars of the GPU test.
    void choosePictureFile();

private:
    QFileDialog *newDialog(const QString &title, const QStringList &filters, const QString &file);
    void savePicture(const QString &path);
    void tell(const QString &title, const QString &words, bool isSaved);

    Session *m_session;
    QWidget *m_window;
};

} // namespace cudnnsetup
