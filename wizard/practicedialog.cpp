// SPDX-License-Identifier: MIT
#include "practicedialog.h"

#include "session.h"
#include "widgets/labels.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// A new name each time: nobody else can have put something there.
QString suggestedFolder()
{
    const quint64 number = QRandomGenerator::system()->generate64();
    return QDir::temp().filePath(u"cudnn-practice-%1"_s.arg(number, 0, 36));
}

} // namespace

PracticeDialog::PracticeDialog(Session *session, QWidget *parent)
    : QDialog(parent), m_session(session), m_words(newLabel(TextKind::Body, u"practiceWords"_s)),
      m_folderLabel(new QLabel), m_folder(new QLineEdit(suggestedFolder())), m_browse(new QPushButton),
      m_problem(newLabel(TextKind::Body, u"practiceProblem"_s)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel)),
      m_make(m_buttons->addButton(QString(), QDialogButtonBox::AcceptRole))
{
    setObjectName(u"practiceDialog"_s);
    m_folder->setObjectName(u"practiceFolder"_s);
    m_folder->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_folderLabel->setBuddy(m_folder);
    m_browse->setObjectName(u"practiceBrowseButton"_s);
    m_browse->setAutoDefault(false);
    m_make->setObjectName(u"practiceMakeButton"_s);

    auto *row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(m_browse);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_folderLabel);
    layout->addLayout(row);
    layout->addWidget(m_problem);
    layout->addStretch();
    layout->addWidget(m_buttons);

    connect(m_browse, &QPushButton::clicked, this, &PracticeDialog::browse);
    connect(m_folder, &QLineEdit::textChanged, this, &PracticeDialog::refresh);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &PracticeDialog::make);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &PracticeDialog::reject);
    connect(this, &QDialog::rejected, session, &Session::stopMakingPractice);
    connect(session, &Session::practiceChanged, this, &PracticeDialog::follow);
    // Only now do the buttons know their dialog.
    m_make->setDefault(true);
    retranslate();
    m_folder->setFocus();
}

void PracticeDialog::retranslate()
{
    setWindowTitle(tr("Practice machine"));
    m_words->setText(tr(
            "A practice machine is a folder that holds a small make-believe computer: two CUDA toolkits and "
            "cuDNN archives to install into them. You can try everything there. Nothing on this computer "
            "is changed."));
    m_folderLabel->setText(tr("&Folder for it (new or empty):"));
    m_folder->setAccessibleName(tr("Folder for the practice machine"));
    m_browse->setText(tr("&Browse…"));
    m_make->setText(tr("&Make it and go there"));
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    refresh();
}

void PracticeDialog::refresh()
{
    const bool isBusy = m_session->isMakingPractice();
    m_folder->setEnabled(!isBusy);
    m_browse->setEnabled(!isBusy);
    m_make->setEnabled(!isBusy && !m_folder->text().trimmed().isEmpty());
    const auto &error = m_session->practiceError();
    m_problem->setVisible(m_wasStarted && (isBusy || error));
    if (isBusy)
        m_problem->setText(tr("It is being made…"));
    else if (error)
        m_problem->setText(error->message.toString());
}

void PracticeDialog::browse()
{
    auto *dialog = new QFileDialog(this, tr("Folder for the practice machine"), QDir::tempPath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

void PracticeDialog::make()
{
    m_wasStarted = true;
    m_session->makePractice(m_folder->text().trimmed());
}

void PracticeDialog::follow()
{
    refresh();
    if (m_wasStarted && !m_session->isMakingPractice() && !m_session->practiceError())
        accept();
}

void PracticeDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace cudnnsetup
