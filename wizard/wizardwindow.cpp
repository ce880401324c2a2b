// SPDX-License-Identifier: MIT
#include "wizardwindow.h"

#include "choosepage.h"
#include "detectpage.h"
#include "filesaving.h"
#include "historydialog.h"
#include "installpage.h"
#include "practicedialog.h"
#include "session.h"
#include "takebackdialog.h"
#include "verifypage.h"
#include "widgets/banner.h"
#include "widgets/glyph.h"
#include "widgets/labels.h"
#include "widgets/steplist.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

namespace {

// The style's own margins and spacing, for a layout inside one that has none.
void setUsualSpace(QBoxLayout *layout)
{
    const QStyle *style = QApplication::style();
    layout->setContentsMargins(style->pixelMetric(QStyle::PM_LayoutLeftMargin),
                               style->pixelMetric(QStyle::PM_LayoutTopMargin),
                               style->pixelMetric(QStyle::PM_LayoutRightMargin),
                               style->pixelMetric(QStyle::PM_LayoutBottomMargin));
    layout->setSpacing(style->pixelMetric(QStyle::PM_LayoutHorizontalSpacing));
}

} // namespace

WizardWindow::WizardWindow(Session *session, Translation *translation, QWidget *parent)
    : QDialog(parent, Qt::Window | Qt::WindowMinMaxButtonsHint | Qt::WindowCloseButtonHint),
      m_session(session), m_translation(translation),
      m_banner(new Banner(u"banner"_s, u"leaveMachineButton"_s)), m_steps(new StepList(4)),
      m_stack(new QStackedWidget),
      m_saving(new FileSaving(session, this))
{
    setObjectName(u"wizardWindow"_s);
    auto *content = new QVBoxLayout;
    setUsualSpace(content);
    content->addLayout(newHeader());
    content->addSpacing(content->spacing());
    content->addWidget(m_stack, 1);

    auto *middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_steps);
    middle->addLayout(content, 1);

    auto *line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_banner);
    all->addLayout(middle, 1);
    all->addWidget(line);
    addPages();
    all->addLayout(newButtons());
    m_next->setDefault(true); // only now does it know its dialog

    connect(m_banner->button(), &QPushButton::clicked, session, &Session::useThisMachine);
    connect(session, &Session::machineChanged, this, [this] {
        refreshMachine();
        goTo(0);
    });
    connect(session, &Session::applyChanged, this, &WizardWindow::followClosing);
    connect(&session->pastChanges(), &PastChanges::takeBackChanged, this, &WizardWindow::followClosing);

    retranslate();
    goTo(0);
    setMinimumSize(800, 560);
    resize(960, 640);
}

void WizardWindow::addPages()
{
    auto *detectPage = new DetectPage(m_session);
    connect(detectPage, &DetectPage::practiceWanted, this, &WizardWindow::askForPractice);
    connect(detectPage, &DetectPage::recoveryWanted, this, [this](const QString &target) {
        takeBack({TakeBackRequest::Wish::Recover, target});
    });
    addPage(detectPage);
    addPage(new ChoosePage(m_session));
    auto *installPage = new InstallPage(m_session);
    connect(installPage, &InstallPage::undoWanted, this, [this] {
        const Transaction &installed = m_session->applied()->transaction;
        takeBack({TakeBackRequest::Wish::RollBack, installed.targetRoot, installed.id});
    });
    addPage(installPage);
    auto *verifyPage = new VerifyPage(m_session);
    connect(verifyPage, &VerifyPage::reportWanted, m_saving, &FileSaving::chooseReportFile);
    connect(verifyPage, &VerifyPage::pictureWanted, m_saving, &FileSaving::choosePictureFile);
    addPage(verifyPage);
}

QLayout *WizardWindow::newHeader()
{
    m_title = newLabel(TextKind::Title, u"pageTitle"_s);
    m_subtitle = newLabel(TextKind::Body, u"pageSubtitle"_s);
    m_languageLabel = new QLabel;
    m_language = new QComboBox;
    m_language->setObjectName(u"languageBox"_s);
    // Each language by its own name, whatever language is shown.
    m_language->addItem(u"English"_s, int(Language::English));
    m_language->addItem(u"中文"_s, int(Language::Chinese));
    m_language->setCurrentIndex(m_language->findData(int(m_translation->language())));
    m_languageLabel->setBuddy(m_language);
    connect(m_language, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_translation->show(Language(m_language->itemData(index).toInt())); });

    m_menu = new QToolButton;
    m_menu->setObjectName(u"menuButton"_s);
    m_menu->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(m_menu);
    menu->setObjectName(u"menu"_s);
    m_historyAction = menu->addAction(QString(), this, &WizardWindow::showHistory);
    m_historyAction->setObjectName(u"historyAction"_s);
    m_practiceAction = menu->addAction(QString(), this, &WizardWindow::askForPractice);
    m_saveAction = menu->addAction(QString(), m_saving, &FileSaving::chooseReportFile);
    menu->addSeparator();
    m_aboutAction = menu->addAction(QString(), this, &WizardWindow::showAbout);
    m_menu->setMenu(menu);

    auto *titles = new QVBoxLayout;
    titles->addWidget(m_title);
    titles->addWidget(m_subtitle);
    auto *layout = new QHBoxLayout;
    layout->addLayout(titles, 1);
    m_languageLabel->setFixedHeight(m_language->sizeHint().height());
    layout->addWidget(m_languageLabel, 0, Qt::AlignTop);
    layout->addWidget(m_language, 0, Qt::AlignTop);
    layout->addWidget(m_menu, 0, Qt::AlignTop);
    return layout;
}

QLayout *WizardWindow::newButtons()
{
    m_back = new QPushButton;
    m_back->setObjectName(u"backButton"_s);
    m_next = new QPushButton;
    m_next->setObjectName(u"nextButton"_s);
    m_cancel = new QPushButton;
    m_cancel->setObjectName(u"cancelButton"_s);
    m_cancel->setAutoDefault(false);
    connect(m_back, &QPushButton::clicked, this, [this] { goTo(currentStep() - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { currentPage()->goOn(); });
    connect(m_cancel, &QPushButton::clicked, this, &WizardWindow::cancel);

    auto *layout = new QHBoxLayout;
    setUsualSpace(layout);
    layout->addStretch();
    layout->addWidget(m_back);
    layout->addWidget(m_next);
    layout->addSpacing(fontMetrics().averageCharWidth() * 2);
    layout->addWidget(m_cancel);
    return layout;
}

void WizardWindow::addPage(Page *page)
{
    const int step = int(m_pages.size());
    m_pages << page;
    m_stack->addWidget(page);
    connect(page, &Page::changed, this, &WizardWindow::refreshPage);
    connect(page, &Page::finished, this, [this, step] {
        if (step + 1 < m_pages.size())
            goTo(step + 1);
        else
            close();
    });
}

Page *WizardWindow::currentPage() const
{
    return m_pages[currentStep()];
}

int WizardWindow::currentStep() const
{
    return m_stack->currentIndex();
}

void WizardWindow::goTo(int step)
{
    if (step < 0)
        return;
    m_stack->setCurrentIndex(step);
    refreshPage();
    currentPage()->enter();
    QWidget *first = currentPage()->firstFocus();
    if (!first)
        first = m_next->isEnabled() ? m_next : m_cancel;
    first->setFocus(Qt::OtherFocusReason);
}

void WizardWindow::retranslate()
{
    setWindowTitle(tr("cuDNN Setup"));
    m_languageLabel->setText(tr("&Language:"));
    m_language->setAccessibleName(tr("Language"));
    m_menu->setText(tr("&Menu"));
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setIcon(glyphIcon(u"menu"_s, palette()));
    m_historyAction->setText(tr("&History…"));
    m_practiceAction->setText(tr("&Practice machine…"));
    m_saveAction->setText(tr("&Save report…"));
    m_aboutAction->setText(tr("&About cuDNN Setup"));
    m_back->setText(tr("&Back"));
    m_banner->button()->setText(tr("Back to &this computer"));
    refreshMachine();
    refreshPage();
}

void WizardWindow::refreshMachine()
{
    m_banner->setVisible(!m_session->host().isLocal());
    m_banner->setSentence(
            m_session->isPractice()
                    ? tr("Practice machine: nothing on this computer is changed.")
                    : tr("This is the machine in the folder %1.").arg(m_session->host().directory()));
}

void WizardWindow::refreshPage()
{
    if (m_pages.isEmpty())
        return;
    Page *page = currentPage();
    m_title->setText(page->title());
    m_subtitle->setText(page->subtitle());
    m_back->setEnabled(currentStep() > 0 && page->mayGoBack());
    m_next->setText(page->nextText());
    const bool mayGoOn = page->mayGoOn();
    const bool isNew = mayGoOn && !m_next->isEnabled();
    m_next->setEnabled(mayGoOn);
    // A button that is switched off hands its focus to Cancel; when work is done it is to be on Next again.
    if (isNew && m_cancel->hasFocus())
        m_next->setFocus(Qt::OtherFocusReason);
    m_cancel->setText(page->cancelText());
    m_cancel->setEnabled(page->mayCancel());
    m_banner->button()->setEnabled(!m_session->isChanging());
    m_historyAction->setEnabled(!m_session->isChanging());
    m_practiceAction->setEnabled(!m_session->isChanging());
    m_saveAction->setEnabled(m_session->hasReport());
    refreshSteps();
}

void WizardWindow::refreshSteps()
{
    QList<StepList::Step> steps;
    for (Page *page : std::as_const(m_pages)) {
        const bool isHere = page == currentPage();
        StepList::State state = isHere ? StepList::State::Here : StepList::State::Open;
        if (page->state() == Page::State::Problem)
            state = StepList::State::Problem;
        else if (page->state() == Page::State::Done)
            state = StepList::State::Done;
        steps << StepList::Step{page->stepName(), state, isHere};
    }
    m_steps->set(steps);
}

void WizardWindow::cancel()
{
    if (!currentPage()->stopWork())
        close();
}

void WizardWindow::reject()
{
    cancel();
}

void WizardWindow::closeEvent(QCloseEvent *event)
{
    if (m_session->isChanging()) {
        event->ignore();
        askWhetherToStop();
        return;
    }
    event->accept();
}

void WizardWindow::askWhetherToStop()
{
    if (m_question || m_closesAfterChange)
        return;
    m_question =
            new QMessageBox(QMessageBox::Question, tr("cuDNN Setup"),
                            tr("A change is under way. Stop it? Everything is put back as it was before, "
                               "then this window closes."),
                            QMessageBox::NoButton, this);
    m_question->setObjectName(u"stopQuestion"_s);
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *stop = m_question->addButton(tr("&Stop and close"), QMessageBox::DestructiveRole);
    stop->setObjectName(u"stopAndCloseButton"_s);
    QPushButton *goOn = m_question->addButton(tr("&Let it go on"), QMessageBox::RejectRole);
    m_question->setDefaultButton(goOn);
    connect(stop, &QPushButton::clicked, this, [this] {
        m_closesAfterChange = true;
        m_session->stopChanging();
        followClosing();
    });
    m_question->open();
}

void WizardWindow::followClosing()
{
    refreshPage();
    if (m_session->isChanging())
        return;
    if (m_question)
        m_question->close();
    if (m_closesAfterChange) {
        // What could not be put back must be seen before the window goes.
        const auto isIncomplete = [](const std::optional<ApplyResult> &result) {
            return result && result->transaction.state == Transaction::State::Incomplete;
        };
        m_closesAfterChange = false;
        if (!isIncomplete(m_session->applied()) && !isIncomplete(m_session->pastChanges().outcome()))
            close();
    }
}

void WizardWindow::askForPractice()
{
    auto *dialog = new PracticeDialog(m_session, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WizardWindow::showHistory()
{
    auto *dialog = new HistoryDialog(m_session, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WizardWindow::takeBack(const TakeBackRequest &request)
{
    auto *dialog = new TakeBackDialog(m_session, request, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WizardWindow::showAbout()
{
    auto *message = new QMessageBox(
            QMessageBox::NoIcon, tr("About cuDNN Setup"),
            tr("cuDNN Setup %1 gets NVIDIA cuDNN onto this machine and proves that it works.\n\n"
               "It is not made by NVIDIA. It is free software under the MIT licence.")
                    .arg(QStringLiteral(CUDNNSETUP_VERSION)),
            QMessageBox::Ok, this);
    message->setObjectName(u"aboutMessage"_s);
    message->setIconPixmap(windowIcon().pixmap(64));
    message->setAttribute(Qt::WA_DeleteOnClose);
    message->open();
}

void WizardWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_language->setCurrentIndex(m_language->findData(int(m_translation->language())));
        retranslate();
    } else if (event->type() == QEvent::PaletteChange) {
        m_menu->setIcon(glyphIcon(u"menu"_s, palette()));
    }
    QDialog::changeEvent(event);
}

} // namespace cudnnsetup
