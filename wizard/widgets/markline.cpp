// SPDX-License-Identifier: MIT
#include "markline.h"

#include "glyph.h"

#include <QHBoxLayout>

namespace cudnnsetup {

using namespace Qt::StringLiterals;

MarkLine::MarkLine(const QString &objectName, TextKind kind, QWidget *parent)
    : QWidget(parent), m_glyph(new Glyph(u"open"_s, kind == TextKind::Fact ? 1.6 : 1.0)),
      m_label(newLabel(kind, objectName + u"Text"_s))
{
    setObjectName(objectName);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_glyph, 0, Qt::AlignTop);
    layout->addWidget(m_label, 1);
}

void MarkLine::set(const QString &mark, const QString &word, const QString &sentence)
{
    m_glyph->setName(mark);
    m_glyph->setToolTip(word);
    m_label->setText(sentence);
    //: A mark's word and the sentence beside it, as a screen reader says them: "Done: Unpack".
    m_label->setAccessibleName(tr("%1: %2").arg(word, sentence));
}

QString MarkLine::sentence() const
{
    return m_label->text();
}

} // namespace cudnnsetup
