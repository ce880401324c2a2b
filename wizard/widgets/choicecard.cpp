// SPDX-License-Identifier: MIT
#include "choicecard.h"

#include "faintline.h"
#include "labels.h"

#include <QMouseEvent>
#include <QPainter>
#include <QRadioButton>
#include <QStyle>
#include <QVBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

ChoiceCard::ChoiceCard(const QString &objectName, QWidget *parent)
    : QFrame(parent), m_button(new QRadioButton), m_path(newRawLabel(objectName + u"Path"_s)),
      m_facts(newLabel(TextKind::Body, objectName + u"Facts"_s))
{
    setObjectName(objectName);
    m_button->setObjectName(objectName + u"Button"_s);
    QFont bold = m_button->font();
    bold.setBold(true);
    m_button->setFont(bold);
    // A click on the words shall choose; what is to be copied is found on the first page.
    m_path->setTextInteractionFlags(Qt::NoTextInteraction);
    m_facts->setTextInteractionFlags(Qt::NoTextInteraction);

    connect(m_button, &QRadioButton::toggled, this, qOverload<>(&QWidget::update));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_button);
    auto *below = new QVBoxLayout;
    const int indent = style()->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth)
                       + style()->pixelMetric(QStyle::PM_RadioButtonLabelSpacing);
    below->setContentsMargins(indent, 0, 0, 0);
    below->setSpacing(fontMetrics().leading() + 2);
    below->addWidget(m_path);
    below->addWidget(m_facts);
    layout->addLayout(below);
}

void ChoiceCard::set(const QString &title, const QString &path, const QStringList &facts)
{
    m_button->setText(title);
    m_button->setAccessibleName(path.isEmpty() ? title : title + u", "_s + path);
    m_button->setAccessibleDescription(facts.join(u' '));
    m_path->setText(breakable(path));
    m_path->setHidden(path.isEmpty());
    m_facts->setText(facts.join(u'\n'));
}

void ChoiceCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isChosen = m_button->isChecked();
    painter.setPen(
            QPen(isChosen ? palette().color(QPalette::Highlight) : faintLine(palette()), isChosen ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void ChoiceCard::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())
        && m_button->isEnabled()) {
        m_button->setFocus(Qt::MouseFocusReason);
        m_button->click();
    }
}

} // namespace cudnnsetup
