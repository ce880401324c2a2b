// SPDX-License-Identifier: MIT
#include "factline.h"

#include "glyph.h"
#include "labels.h"

#include <QGridLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

FactLine::FactLine(QGridLayout *grid, int row, const QString &objectName, QObject *parent)
    : QObject(parent), m_mark(new Glyph(u"open"_s, 1.3)),
      m_name(newLabel(TextKind::Heading, objectName + u"Name"_s)),
      m_sentence(newLabel(TextKind::Body, objectName + u"Text"_s))
{
    m_name->setWordWrap(false);
    grid->addWidget(m_mark, row, 0, Qt::AlignTop);
    grid->addWidget(m_name, row, 1, Qt::AlignTop);
    grid->addWidget(m_sentence, row, 2);
    grid->setColumnStretch(2, 1);
}

void FactLine::set(const QString &mark, const QString &name, const QString &sentence)
{
    m_mark->setName(mark);
    m_name->setText(name);
    m_sentence->setText(sentence);
    //: A fact's name and its sentence, as a screen reader says them.
    m_sentence->setAccessibleName(tr("%1: %2").arg(name, sentence));
}

void FactLine::setVisible(bool isVisible)
{
    m_mark->setVisible(isVisible);
    m_name->setVisible(isVisible);
    m_sentence->setVisible(isVisible);
}

} // namespace cudnnsetup
