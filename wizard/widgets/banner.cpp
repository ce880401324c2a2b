// SPDX-License-Identifier: MIT
#include "banner.h"

#include "glyph.h"
#include "labels.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

Banner::Banner(const QString &objectName, const QString &buttonName, QWidget *parent)
    : QFrame(parent), m_sentence(newLabel(TextKind::Heading, objectName + u"Text"_s)),
      m_button(new QPushButton)
{
    setObjectName(objectName);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    auto *mark = new Glyph(u"warning"_s, 1.2);
    mark->setForegroundRole(QPalette::ToolTipText);
    m_sentence->setForegroundRole(QPalette::ToolTipText);
    m_button->setObjectName(buttonName);
    m_button->setAutoDefault(false);

    auto *layout = new QHBoxLayout(this);
    layout->addWidget(mark);
    layout->addWidget(m_sentence, 1);
    layout->addWidget(m_button);
}

void Banner::setSentence(const QString &sentence)
{
    m_sentence->setText(sentence);
}

} // namespace cudnnsetup
