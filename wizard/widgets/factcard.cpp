// SPDX-License-Identifier: MIT
#include "factcard.h"

#include "disclosure.h"
#include "glyph.h"
#include "labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

FactCard::FactCard(const QString &glyph, const QString &objectName, QWidget *parent)
    : QFrame(parent), m_glyph(new Glyph(glyph, 1.2)),
      m_title(newLabel(TextKind::Heading, objectName + u"Title"_s)),
      m_main(newLabel(TextKind::Fact, objectName + u"Main"_s)),
      m_line(newLabel(TextKind::Body, objectName + u"Line"_s)), m_more(new Disclosure(objectName + u"More"_s))
{
    setObjectName(objectName);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setForegroundRole(QPalette::Text);

    auto *head = new QHBoxLayout;
    head->addWidget(m_glyph);
    head->addWidget(m_title, 1);
    head->addWidget(m_more->takeButton());
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(head);
    layout->addWidget(m_main);
    layout->addWidget(m_line);
    layout->addWidget(m_more);
    layout->addStretch();
    retranslate();
}

void FactCard::setTitle(const QString &title)
{
    m_title->setText(title);
    retranslate();
}

void FactCard::setFacts(const CardFacts &facts)
{
    m_isWaiting = false;
    m_main->setText(facts.main);
    m_main->setEnabled(true);
    m_line->setText(facts.line);
    m_more->setText(facts.more);
}

void FactCard::setWaiting()
{
    m_isWaiting = true;
    m_main->setText(tr("Looking…"));
    m_main->setEnabled(false);
    m_line->clear();
    m_more->setText({});
}

void FactCard::retranslate()
{
    m_more->setTitle(tr("More"));
    //: %1 is the title of a card: "Graphics card".
    m_more->setSubject(tr("More about: %1").arg(m_title->text()));
    if (m_isWaiting)
        setWaiting();
}

void FactCard::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

} // namespace cudnnsetup
