// SPDX-License-Identifier: MIT
#include "disclosure.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Disclosure::Disclosure(const QString &objectName, QWidget *parent)
    : QWidget(parent), m_button(new QToolButton), m_text(new QPlainTextEdit)
{
    setObjectName(objectName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_button, 0, Qt::AlignLeading);
    layout->addWidget(m_text);

    m_button->setObjectName(objectName + u"Button"_s);
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setFocusPolicy(Qt::StrongFocus);
    connect(m_button, &QToolButton::toggled, this, &Disclosure::showOrHide);

    m_text->setObjectName(objectName + u"Text"_s);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    showOrHide(false);
    hide();
}

QToolButton *Disclosure::takeButton()
{
    layout()->removeWidget(m_button);
    m_button->setHidden(isHidden());
    return m_button;
}

void Disclosure::setTitle(const QString &title)
{
    m_button->setText(title);
}

void Disclosure::setSubject(const QString &subject)
{
    m_button->setAccessibleName(subject);
    m_text->setAccessibleName(subject);
}

void Disclosure::setText(const QString &text)
{
    setHidden(text.isEmpty());
    m_button->setHidden(text.isEmpty());
    if (m_text->toPlainText() == text)
        return;
    m_text->setPlainText(text);
    const int lines = std::clamp(int(text.count(u'\n')) + 2, 3, 10);
    m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * lines + 2 * m_text->frameWidth());
}

QString Disclosure::text() const
{
    return m_text->toPlainText();
}

void Disclosure::setOpen(bool isOpen)
{
    m_button->setChecked(isOpen);
}

void Disclosure::showOrHide(bool isOpen)
{
    m_button->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_text->setVisible(isOpen);
}

} // namespace cudnnsetup
