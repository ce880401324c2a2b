// SPDX-License-Identifier: MIT
#include "archivepanel.h"

#include "session.h"
#include "widgets/dropzone.h"
#include "widgets/labels.h"
#include "widgets/markline.h"
#include "words.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

ArchivePanel::ArchivePanel(Session *session, QWidget *parent)
    : QWidget(parent), m_session(session), m_drop(new DropZone),
      m_picksLabel(newLabel(TextKind::Body, u"picksLabel"_s)), m_picks(new QVBoxLayout),
      m_working(new QWidget), m_workingLabel(newLabel(TextKind::Body, u"identifyWords"_s)),
      m_bar(new QProgressBar), m_stop(new QPushButton), m_problem(new MarkLine(u"archiveProblem"_s))
{
    m_bar->setObjectName(u"identifyBar"_s);
    m_stop->setObjectName(u"stopIdentifyButton"_s);
    auto *bar = new QHBoxLayout;
    bar->addWidget(m_bar, 1);
    bar->addWidget(m_stop);
    auto *working = new QVBoxLayout(m_working);
    working->setContentsMargins(0, 0, 0, 0);
    working->addWidget(m_workingLabel);
    working->addLayout(bar);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_drop);
    layout->addWidget(m_picksLabel);
    layout->addLayout(m_picks);
    layout->addSpacing(fontMetrics().height() / 2);
    layout->addWidget(m_working);
    layout->addWidget(m_problem);
    layout->addWidget(newResult());

    connect(m_drop->button(), &QPushButton::clicked, this, &ArchivePanel::open);
    connect(m_drop, &DropZone::fileDropped, session, &Session::openArchive);
    connect(m_stop, &QPushButton::clicked, session, &Session::stopIdentifying);
    connect(m_takeUnknown, &QCheckBox::toggled, session, &Session::setTakesUnknownArchive);
    connect(session, &Session::machineChanged, this, &ArchivePanel::refreshPicks);
    connect(session, &Session::archiveChanged, this, &ArchivePanel::refresh);
    connect(session, &Session::archiveProgressed, this, &ArchivePanel::showProgress);
    refreshPicks();
    retranslate();
}

QWidget *ArchivePanel::newResult()
{
    m_result = new QWidget;
    m_form = new QFormLayout(m_result);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_fileLabel = new QLabel;
    m_file = newRawLabel(u"archiveFile"_s);
    m_versionLabel = new QLabel;
    m_version = newLabel(TextKind::Heading, u"archiveVersion"_s);
    m_platformLabel = new QLabel;
    m_platform = newLabel(TextKind::Body, u"archivePlatform"_s);
    m_form->addRow(m_versionLabel, m_version);
    m_form->addRow(m_platformLabel, m_platform);
    m_form->addRow(m_fileLabel, m_file);

    m_authenticity = new MarkLine(u"authenticity"_s);
    m_form->addRow(m_authenticity);
    m_hashes = new QWidget;
    auto *hashes = new QVBoxLayout(m_hashes);
    hashes->setContentsMargins(0, 0, 0, 0);
    m_hashLabel = new QLabel;
    m_hash = newRawLabel(u"archiveHash"_s);
    m_hashLabel->setBuddy(m_hash);
    m_publishedLabel = new QLabel;
    m_published = newRawLabel(u"publishedHash"_s);
    m_publishedLabel->setBuddy(m_published);
    for (QWidget *widget : {m_hashLabel, m_hash, m_publishedLabel, m_published})
        hashes->addWidget(widget);
    m_form->addRow(m_hashes);
    m_takeUnknown = new QCheckBox;
    m_takeUnknown->setObjectName(u"takeUnknownBox"_s);
    m_form->addRow(m_takeUnknown);
    return m_result;
}

QWidget *ArchivePanel::firstFocus() const
{
    return m_drop->button();
}

void ArchivePanel::retranslate()
{
    m_drop->setWords(tr("Drop a cuDNN archive here (.tar.xz, .tgz or .whl)"));
    m_drop->button()->setText(tr("&Open…"));
    m_drop->button()->setAccessibleName(tr("Open a cuDNN archive"));
    m_picksLabel->setText(tr("Archives of the practice machine:"));
    m_bar->setAccessibleName(tr("Progress of looking at the archive"));
    m_stop->setText(tr("&Stop"));
    m_fileLabel->setText(tr("File:"));
    m_versionLabel->setText(tr("This is:"));
    m_platformLabel->setText(tr("For:"));
    m_hashLabel->setText(tr("SHA-256 of this file:"));
    m_publishedLabel->setText(tr("SHA-256 that NVIDIA published:"));
    m_hash->setAccessibleName(m_hashLabel->text());
    m_published->setAccessibleName(m_publishedLabel->text());
    refresh();
}

void ArchivePanel::refreshPicks()
{
    while (QLayoutItem *item = m_picks->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QList<PracticeMachine::Archive> &archives = m_session->archivesHere();
    QWidget *last = m_drop->button();
    for (int i = 0; i < archives.size(); ++i) {
        auto *pick = new QPushButton(QFileInfo(archives[i].path).fileName());
        pick->setObjectName(u"archivePick%1"_s.arg(i));
        connect(pick, &QPushButton::clicked, m_session,
                [session = m_session, path = archives[i].path] { session->openArchive(path); });
        m_picks->addWidget(pick, 0, Qt::AlignLeading);
        setTabOrder(last, pick);
        last = pick;
    }
    m_picksLabel->setVisible(!archives.isEmpty());
}

void ArchivePanel::refresh()
{
    refreshProgress();
    refreshResult();
    refreshDecision();
}

void ArchivePanel::refreshProgress()
{
    m_working->setVisible(m_session->isIdentifying());
    m_workingLabel->setText(tr("Looking at %1").arg(QFileInfo(m_session->archivePath()).fileName()));
    m_bar->setRange(0, 0);
    const auto &error = m_session->archiveError();
    m_problem->setVisible(error.has_value());
    if (error)
        m_problem->set(u"failed"_s, tr("Problem"), error->message.toString());
}

void ArchivePanel::showProgress(const Progress &progress)
{
    if (progress.total <= 0) {
        m_bar->setRange(0, 0);
        return;
    }
    m_bar->setRange(0, 1000);
    m_bar->setValue(int(double(progress.done) / double(progress.total) * 1000));
}

void ArchivePanel::refreshResult()
{
    const auto &archive = m_session->archive();
    m_result->setVisible(archive.has_value());
    if (!archive)
        return;
    m_file->setText(breakable(QFileInfo(archive->path).fileName()));
    m_version->setText(archive->cudaMajor ? tr("cuDNN %1 for CUDA %2")
                                                    .arg(Words::version(archive->version))
                                                    .arg(*archive->cudaMajor)
                                          : tr("cuDNN %1").arg(Words::version(archive->version)));
    m_platform->setText(archive->platform ? Words::platform(*archive->platform) : tr("not known"));
}

void ArchivePanel::refreshDecision()
{
    const auto &archive = m_session->archive();
    if (!archive)
        return;
    using Authenticity = ArchiveIdentity::Authenticity;
    const bool isGenuine = archive->authenticity == Authenticity::Genuine;
    const bool isMismatch = archive->authenticity == Authenticity::Mismatch;
    const QString mark = isGenuine ? u"done"_s : isMismatch ? u"failed"_s : u"unknown"_s;
    const QString word = isGenuine ? tr("Good") : isMismatch ? tr("Problem") : tr("Not known");
    const bool isForPractice = isGenuine && m_session->isPractice();
    m_authenticity->set(mark, word,
                        isForPractice ? tr("Unchanged: it is one of this practice machine's own archives.")
                                      : Words::authenticity(archive->authenticity));

    m_hash->setText(breakable(QString::fromLatin1(archive->sha256)));
    m_hashes->setVisible(!isGenuine && !archive->sha256.isEmpty());
    QStringList published;
    for (const QByteArray &hash : archive->publishedSha256)
        published << breakable(QString::fromLatin1(hash));
    m_published->setText(published.join(u'\n'));
    m_publishedLabel->setVisible(isMismatch);
    m_published->setVisible(isMismatch);

    m_takeUnknown->setVisible(!isGenuine);
    m_takeUnknown->setChecked(m_session->takesUnknownArchive());
    m_takeUnknown->setText(isMismatch ? tr("Take it &all the same, as an unknown archive")
                                      : tr("I know where it comes from: &take it"));
    m_takeUnknown->setAccessibleName(tr("Take this archive although it is not known"));
}

void ArchivePanel::open()
{
    auto *dialog = new QFileDialog(this, tr("Open a cuDNN archive"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
            {tr("cuDNN archives (*.tar.xz *.txz *.tgz *.tar.gz *.whl *.zip)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, m_session, &Session::openArchive);
    dialog->open();
}

void ArchivePanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace cudnnsetup
